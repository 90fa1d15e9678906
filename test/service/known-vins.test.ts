import { expect, it } from 'vitest'
import { localDate } from '../../src/contract/calendar-date.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const plates = ['1AB1000', '1AB1001', '1AB1002', '1AB1003', '1AB1004', '1AB1005']
const csv = ['Rego,State,Client Name', ...plates.map((plate) => `${plate},VIC,Jane Citizen`)].join('\n')

async function startPc(): Promise<{ far: PracticeService; pc: ProgramTwin }> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  return { far, pc }
}

async function openDraft(pc: ProgramTwin, text = csv): Promise<string> {
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(text))
  return (await pc.get('drafts.open', { fileId })).id
}

async function upload(pc: ProgramTwin, draftId: string) {
  const { id } = await pc.get('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: true })
  return pc.waitFor(async () => {
    const found = await pc.get('uploads.get', { id })
    return found.finishedAt === null ? undefined : found
  })
}

/** Looks up plates until one has a VIN. */
async function lookUpOne(pc: ProgramTwin): Promise<{ plate: string; vin: string }> {
  for (const plate of plates) {
    const { authority } = await pc.get('lookup.findPlate', { plate, state: 'VIC' })
    if (authority?.vin) return { plate, vin: authority.vin }
  }
  throw new Error('The practice service knows none of the plates')
}

it('fills in a VIN from a saved look-up instead of paying for it, unless that is switched off', async () => {
  const { far, pc } = await startPc()
  const id = await openDraft(pc)
  expect(await pc.get('drafts.get', { id })).toMatchObject({ counts: { paidLookups: 6 }, knownVins: { rows: 0 } })
  const { plate, vin } = await lookUpOne(pc)

  const draft = await pc.get('drafts.get', { id })
  const { rows: found } = draft.knownVins
  expect(found).toBeGreaterThan(0)
  expect(draft).toMatchObject({ counts: { paidLookups: 6 - found }, knownVins: { choice: 'fill' } })
  const { rows } = await pc.get('drafts.rows', { id, search: plate, offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ cells: { vin: { value: vin } }, knownVin: { vin, source: 'look-up' } }])

  expect(await pc.get('drafts.setKnownVins', { id, choice: 'ignore' })).toMatchObject({ counts: { paidLookups: 6 } })
  expect(await pc.get('drafts.undo', { id })).toMatchObject({ counts: { paidLookups: 6 - found } })

  expect(await upload(pc, id)).toMatchObject({ paidLookups: 6 - found, rows: { accepted: 6 } })
  expect(far.control.paidLookups()).toBe(6 - found)
  expect(far.control.customers().find((customer) => customer.rego === plate)?.vin).toBe(vin)
  const connectionId = (await pc.get('connections.state', {})).current?.id ?? ''
  expect(await pc.get('connections.usage', { id: connectionId })).toEqual({
    month: localDate(new Date()).slice(0, 7),
    lookups: far.control.calls.count({ path: '/v2/vehicles/registrations/:number_plate' }),
    uploads: 6 - found,
    callsLeft: null,
  })
  expect(pc.unexpected).toEqual([])
})

it('fills in the VINs that the service looked up for an earlier upload, also when its customers were deleted', async () => {
  const { far, pc } = await startPc()
  await upload(pc, await openDraft(pc))
  const paid = far.control.paidLookups()
  expect(paid).toBe(6)
  const withVin = far.control.customers().filter(({ vin }) => vin).length
  expect(withVin).toBeGreaterThan(0)

  // Another file with the same cars: the same file would be refused.
  const again = await openDraft(pc, `${csv}\n\n`)
  await pc.get('drafts.setKnownCustomers', { id: again, choice: 'send' })
  const draft = await pc.waitFor(async () => {
    const found = await pc.get('drafts.get', { id: again })
    return found.knownRows === 6 ? found : undefined
  })
  expect(draft).toMatchObject({ counts: { paidLookups: 6 - withVin }, knownVins: { rows: withVin } })

  const ids = far.control.customers().map((customer) => customer.id)
  await pc.get('customers.delete', { selection: { by: 'ids', ids } })
  await pc.waitFor(async () => (far.control.customers().length === 0 ? true : undefined))
  const afterwards = await pc.waitFor(async () => {
    const found = await pc.get('drafts.get', { id: again })
    return found.knownRows === 0 ? found : undefined
  })
  expect(afterwards.knownVins.rows).toBe(withVin)
  const { rows } = await pc.get('drafts.rows', { id: again, offset: 0, limit: 10 })
  expect(rows.filter(({ knownVin }) => knownVin?.source === 'upload')).toHaveLength(withVin)
  await upload(pc, again)
  expect(far.control.paidLookups()).toBe(paid + 6 - withVin)
})

it('counts the paid look-ups of this month once, also after a restart, and knows how many calls are left', async () => {
  const { far, pc } = await startPc()
  await upload(pc, await openDraft(pc))
  const id = (await pc.get('connections.state', {})).current?.id ?? ''
  expect(await pc.get('connections.usage', { id })).toMatchObject({ lookups: 0, uploads: 6 })
  await pc.program.close()
  const again = await startProgram({ dataFolder: pc.dataFolder, vault: pc.vault })
  expect(await again.get('connections.usage', { id })).toMatchObject({ lookups: 0, uploads: 6, callsLeft: null })

  far.control.rateLimit({ path: '/v2/vehicles/registrations/:number_plate', resetInSeconds: 3_600 })
  expect((await again.ask('lookup.findPlate', { plate: '1AB1000', state: 'VIC' })).ok).toBe(false)
  const { callsLeft, lookups } = await again.get('connections.usage', { id })
  expect(lookups).toBe(0)
  expect(callsLeft).toMatchObject({ remaining: 0, limit: expect.any(Number), until: expect.any(String) })
})

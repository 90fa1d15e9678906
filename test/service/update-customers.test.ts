import { describe, expect, it } from 'vitest'
import type { CustomerUpdate } from '../../src/contract/customer-updates.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const header = 'Rego,State,Client Name,Mobile,Sold Date'
const before = [
  '1AB2CD,VIC,Ann Lee,0491 570 006,14/03/2023',
  '1AB3CD,VIC,Bob Ray,0491 570 156,15/03/2023',
  '1AB4CD,VIC,Cy Poe,0491 570 157,16/03/2023',
]
const after = [
  '1AB2CD,VIC,Ann Lee-Tan,0491 570 158,14/03/2023',
  '1AB3CD,VIC,Bob Ray,,20/05/2024',
  '1AB3CD,VIC,Bob Ray Senior,,20/05/2020',
  '1AB4CD,VIC,Cy Poe,+61 491 570 157,16/03/2023',
  '1AB5CD,VIC,Di Fox,0491 570 159,17/03/2023',
]

async function openDraft(pc: ProgramTwin, lines: readonly string[]): Promise<string> {
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from([header, ...lines].join('\n')))
  return (await pc.get('drafts.open', { fileId })).id
}

async function send(pc: ProgramTwin, draftId: string, more = {}) {
  const sent = await pc.ask('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: false, ...more })
  if (!sent.ok) throw new Error(sent.error.message)
  return sent.value.id
}

const untilFinished = (pc: ProgramTwin, id: string) =>
  pc.waitFor(async () => {
    const upload = await pc.get('uploads.get', { id })
    return upload.finishedAt === null ? undefined : upload
  })

/** A PC whose three customers are at the service, and a draft with other details of them that updates them. */
async function startWithCustomers(): Promise<{ far: PracticeService; pc: ProgramTwin; draftId: string }> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).syncing === null ? true : undefined))
  await untilFinished(pc, await send(pc, await openDraft(pc, before)))
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).total === 3 ? true : undefined))
  const draftId = await openDraft(pc, after)
  await pc.get('drafts.setKnownCustomers', { id: draftId, choice: 'update' })
  return { far, pc, draftId }
}

/** Another PC that has the three customers. */
async function connectOther(far: PracticeService): Promise<ProgramTwin> {
  const other = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await other.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  await other.waitFor(async () => ((await other.get('customers.status', {})).total === 3 ? true : undefined))
  return other
}

/** Renames a customer at the service. */
async function renameAnn(far: PracticeService, pc: ProgramTwin): Promise<void> {
  const { customers } = await pc.get('customers.list', { offset: 0, limit: 10 })
  const { id, lastUpdated } = customers.find(({ clientName }) => clientName === 'Ann Lee')!
  await pc.get('customers.edit', { id, field: 'clientName', value: 'Ann Elsewhere', lastUpdated })
  await pc.waitFor(async () => (names(far).includes('Ann Elsewhere') ? true : undefined))
}

const changesOf = (customers: readonly CustomerUpdate[]) =>
  Object.fromEntries(
    customers.map(({ vehicle, changes }) => [vehicle, changes.map(({ field, from, to }) => [field, from, to])]),
  )
const names = (far: PracticeService) =>
  far.control
    .customers()
    .map(({ client_name }) => client_name)
    .toSorted()
const sold = (far: PracticeService) =>
  Object.fromEntries(far.control.customers().map(({ rego, sale_date }) => [rego, sale_date?.slice(0, 10)]))

describe('rows of existing customers', () => {
  it('update them through the edit journal when the draft is sent, are counted separately, and are undone as one', async () => {
    const { far, pc, draftId } = await startWithCustomers()
    expect((await pc.get('drafts.get', { id: draftId })).counts).toMatchObject({ ready: 1, update: 3, excluded: 1 })
    const plan = await pc.get('customers.previewUpdates', { draftId })
    expect(changesOf(plan.customers)).toEqual({
      '1AB2CD': [
        ['clientName', 'Ann Lee', 'Ann Lee-Tan'],
        ['mobileNumber', '0491570006', '0491570158'],
      ],
      // The row with the newest sale date counts, and its empty mobile changes nothing.
      '1AB3CD': [['saleDate', '2023-03-15', '2024-05-20']],
    })
    expect(plan).toMatchObject({ unchanged: 1, more: 0, ambiguous: 0, forbidden: 0 })
    expect(plan.fields).toEqual([
      { field: 'clientName', customers: 1 },
      { field: 'mobileNumber', customers: 1 },
      { field: 'saleDate', customers: 1 },
    ])
    expect(names(far)).toEqual(['Ann Lee', 'Bob Ray', 'Cy Poe'])

    const { id, rows } = await untilFinished(pc, await send(pc, draftId))
    expect(rows).toMatchObject({ inFile: 5, sent: 1, accepted: 1, updated: 2, excluded: 2 })
    const listed = async (outcome: 'updated' | 'excluded') =>
      (await pc.get('uploads.rows', { id, outcome, offset: 0, limit: 10 })).rows.map(({ row, reason }) => [row, reason])
    expect(await listed('updated')).toEqual([
      [2, 'Updates an existing customer'],
      [3, 'Updates an existing customer'],
    ])
    expect(await listed('excluded')).toEqual([
      [4, 'Duplicate: a newer sale of this car is in row 3'],
      [5, 'Existing customer with the same details'],
    ])
    const isSaved = () => names(far).includes('Ann Lee-Tan') && sold(far)['1AB3CD'] === '2024-05-20'
    await pc.waitFor(async () => (isSaved() ? true : undefined))
    expect(names(far)).toEqual(['Ann Lee-Tan', 'Bob Ray', 'Cy Poe', 'Di Fox'])

    expect((await pc.get('customers.undo', {})).undone).not.toBeNull()
    await pc.waitFor(async () => (names(far).includes('Ann Lee') ? true : undefined))
  })

  it('can be all rows of a file, and the choice is remembered for the next file', async () => {
    const { far, pc } = await startWithCustomers()
    const draftId = await openDraft(pc, after.slice(0, 1))
    await pc.get('drafts.setStep', { id: draftId, step: 'send' })
    await pc.get('drafts.setKnownCustomers', { id: draftId, choice: 'update' })
    const { rows, state } = await untilFinished(pc, await send(pc, draftId))
    expect([state, rows]).toMatchObject(['complete', { inFile: 1, sent: 0, updated: 1, excluded: 0 }])
    await pc.waitFor(async () => (names(far).includes('Ann Lee-Tan') ? true : undefined))
    const next = await pc.get('drafts.get', { id: await openDraft(pc, after.slice(1, 2)) })
    expect([next.knownCustomers, next.counts.update]).toEqual(['update', 1])
  })

  it('say how many customers become Do Not Contact by their new number', async () => {
    const { pc } = await startWithCustomers()
    const { customers } = await pc.get('customers.list', { search: 'Bob', offset: 0, limit: 1 })
    await pc.get('customers.setDoNotContact', { id: customers[0]!.id, doNotContact: true })
    const draftId = await openDraft(pc, ['1AB2CD,VIC,Ann Lee,0491 570 156,14/03/2023'])
    await pc.get('drafts.setKnownCustomers', { id: draftId, choice: 'update' })
    expect((await pc.get('customers.previewUpdates', { draftId })).forbidden).toBe(1)
  })

  it('are not changed in another way than the user has seen', async () => {
    const { far, pc, draftId } = await startWithCustomers()
    const { digest } = await pc.get('customers.previewUpdates', { draftId })
    const other = await connectOther(far)
    await renameAnn(far, other)
    const confirmed = { rows: 1, knownRows: 3, updates: digest }
    const input = { draftId, name: 'Sold', lookUpMissingVins: false, confirmed }
    expect(await pc.ask('uploads.create', input)).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    expect((await pc.get('customers.status', {})).edits.pending).toBe(0)
    const updates = (await pc.get('customers.previewUpdates', { draftId })).digest
    await untilFinished(pc, await send(pc, draftId, { confirmed: { ...confirmed, updates } }))
    await pc.waitFor(async () => (names(far).includes('Ann Lee-Tan') ? true : undefined))
  })

  it('wait offline with their upload, survive a restart, and overwrite nothing that was changed at the service meanwhile', async () => {
    const { far, pc, draftId } = await startWithCustomers()
    await far.control.goDown()
    const id = await send(pc, draftId, { listAgeConfirmed: true })
    await pc.waitFor(async () => ((await pc.get('customers.status', {})).edits.pending === 3 ? true : undefined))
    await pc.program.close()
    await far.control.comeUp()
    const other = await connectOther(far)
    await renameAnn(far, other)
    const second = await startProgram({ dataFolder: pc.dataFolder, vault: pc.vault })
    expect((await untilFinished(second, id)).rows).toMatchObject({ accepted: 1, updated: 2 })
    await second.waitFor(async () => {
      const { conflicts, pending } = (await second.get('customers.status', {})).edits
      return conflicts === 1 && pending === 0 ? true : undefined
    })
    expect(far.control.customers().filter(({ rego }) => rego === '1AB2CD')).toMatchObject([
      { client_name: 'Ann Elsewhere', mobile_number: '0491570158' },
    ])
  })

  it('update customers that the list has only when a queued upload begins', async () => {
    const { far, pc } = await startWithCustomers()
    const draftId = await openDraft(pc, after)
    await pc.get('drafts.setKnownCustomers', { id: draftId, choice: 'update' })
    const other = await connectOther(far)
    const di = await openDraft(other, ['1AB5CD,VIC,Di Wolf,0491 570 159,17/03/2023'])
    await untilFinished(other, await send(other, di))
    await far.control.goDown()
    const id = await send(pc, draftId, { listAgeConfirmed: true })
    expect((await pc.get('uploads.get', { id })).rows).toMatchObject({ pending: 1, updated: 2 })
    await far.control.comeUp()
    await pc.get('uploads.resume', { id })
    expect((await untilFinished(pc, id)).rows).toMatchObject({ sent: 0, updated: 3, excluded: 2 })
    await pc.waitFor(async () => (names(far).includes('Di Fox') ? true : undefined))
    expect(far.control.customers()).toHaveLength(4)
  })
})

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

/** A PC whose three customers are at the service, and a draft with other details of them. */
async function startWithCustomers(): Promise<{ far: PracticeService; pc: ProgramTwin; draftId: string }> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).syncing === null ? true : undefined))
  const first = await openDraft(pc, before)
  const sent = await pc.ask('uploads.create', { draftId: first, name: 'Sold', lookUpMissingVins: false })
  if (!sent.ok) throw new Error(sent.error.message)
  await pc.waitFor(async () =>
    (await pc.get('uploads.get', { id: sent.value.id })).finishedAt === null ? undefined : true,
  )
  await pc.waitFor(async () => ((await pc.get('customers.status', {})).total === 3 ? true : undefined))
  return { far, pc, draftId: await openDraft(pc, after) }
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

describe('updating existing customers from a draft', () => {
  it('shows each change, sends those that were accepted through the edit journal, and undoes them as one', async () => {
    const { far, pc, draftId } = await startWithCustomers()
    const plan = await pc.get('customers.previewUpdates', { draftId })
    expect(changesOf(plan.customers)).toEqual({
      '1AB2CD': [
        ['clientName', 'Ann Lee', 'Ann Lee-Tan'],
        ['mobileNumber', '0491570006', '0491570158'],
      ],
      // The row with the newest sale date counts, and its empty mobile changes nothing.
      '1AB3CD': [['saleDate', '2023-03-15', '2024-05-20']],
    })
    expect(plan).toMatchObject({ unchanged: 1, more: 0, ambiguous: 0 })
    expect(names(far)).toEqual(['Ann Lee', 'Bob Ray', 'Cy Poe'])

    const [ann] = plan.customers.filter(({ vehicle }) => vehicle === '1AB2CD')
    const customers = [{ id: ann!.id, changes: ann!.changes }]
    expect(await pc.get('customers.updateFromDraft', { draftId, customers })).toEqual({ changed: 1, refused: [] })
    await pc.waitFor(async () => (names(far).includes('Ann Lee-Tan') ? true : undefined))
    await pc.waitFor(async () => ((await pc.get('customers.status', {})).edits.pending === 0 ? true : undefined))
    const left = await pc.get('customers.previewUpdates', { draftId })
    expect(Object.keys(changesOf(left.customers))).toEqual(['1AB3CD'])

    expect((await pc.get('customers.undo', {})).undone).not.toBeNull()
    await pc.waitFor(async () => (names(far).includes('Ann Lee') ? true : undefined))
  })

  it('overwrites nothing that was changed since the preview', async () => {
    const { pc, draftId } = await startWithCustomers()
    const { customers } = await pc.get('customers.previewUpdates', { draftId })
    const [ann] = customers.filter(({ vehicle }) => vehicle === '1AB2CD')
    const changes = ann!.changes.map((change) => ({ ...change, from: 'Somebody else' })).slice(0, 1)
    await pc.get('customers.updateFromDraft', { draftId, customers: [{ id: ann!.id, changes }] })
    expect((await pc.get('customers.status', {})).edits).toMatchObject({ pending: 0, conflicts: 1 })
  })

  it('refuses a value that cannot be sent, and a customer that is gone, each with the reason', async () => {
    const { pc, draftId } = await startWithCustomers()
    const { customers } = await pc.get('customers.previewUpdates', { draftId })
    const [first] = customers
    const answer = await pc.get('customers.updateFromDraft', {
      draftId,
      customers: [
        { id: first!.id, changes: [{ field: 'mobileNumber', from: null, to: '12' }] },
        { id: 'nobody', changes: [{ field: 'clientName', from: null, to: 'Ann' }] },
      ],
    })
    expect(answer.changed).toBe(0)
    expect(new Set(answer.refused.map(({ id }) => id))).toEqual(new Set([first!.id, 'nobody']))
  })
})

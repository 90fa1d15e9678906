import { nextTick, ref } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import type { SavedView } from '../../../../../src/contract/customer-views.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { noFilter } from '../../../../../src/renderer/features/customers/customer-filter.ts'
import { useCustomersScreen } from '../../../../../src/renderer/features/customers/useCustomersScreen.ts'
import { createToasts, holdMs } from '../../../../../src/renderer/ui/useToasts.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'

const status = {
  total: 2,
  withSightings: 0,
  syncedAt: '2026-11-20T03:12:00Z',
  syncing: null,
  problem: null,
  unreadable: 0,
  vanished: null,
  returned: null,
  edits: { pending: 0, failed: 0, conflicts: 0 },
  deletions: { pending: 0, held: 0, failed: 0 },
  inBin: 0,
}

const noCounts = { found: 0, withSightings: 0, missingMobile: 0, missingVin: 0, doNotContact: 0 }
const noFacts = {
  states: [],
  uploads: [],
  fields: [],
  missingVin: 0,
  missing: { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 0 },
  doNotContact: 0,
  outcomes: [],
  makes: [],
}

let twin: ReturnType<typeof createHostTwin>
beforeEach(() => {
  twin = createHostTwin()
  twin.answer('customers.list', () => success({ total: 2, customers: [customer('a'), customer('b')] }))
  twin.answer('customers.get', ({ id }) => success(customer(id)))
  twin.answer('customers.status', () => success(status))
  twin.answer('customers.edits', () => success({ edits: [] }))
  twin.answer('customers.facts', () => success(noFacts))
  twin.answer('customers.counts', ({ filters }) => success({ counts: filters.map(() => noCounts) }))
  twin.answer('customers.views', () => success({ views: [], columns: null }))
  twin.answer('customers.setColumns', () => success({}))
})

async function openScreen({ recordId, uploadId = null }: { recordId?: string; uploadId?: string | null } = {}) {
  const addressed = ref(recordId)
  const toasts = createToasts()
  const client = createProgramClient(twin.bridge)
  const screen = withinScope(
    () =>
      useCustomersScreen({
        connectionId: () => 'c1',
        region: () => 'au',
        recordId: () => addressed.value,
        search: () => '',
        uploadId: () => uploadId,
        fewCalls: () => null,
      }),
    { client, toasts },
  )
  await settled()
  return { screen, toasts, addressed }
}

const view = (changes: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  name: 'In Victoria',
  filter: { ...noFilter, states: ['VIC'] },
  sort: 'clientName',
  descending: false,
  columns: [{ key: 'rego', widthPx: 120, shown: true, pinned: false }],
  ...changes,
})

it('shows a loading state until rows and status are there, then the list', async () => {
  const lists = twin.hold('customers.list')
  const { screen } = await openScreen()
  expect(screen.emptyKind.value).toBe('loading')
  lists[0]?.answer(success({ total: 2, customers: [customer('a'), customer('b')] }))
  await settled()
  expect(screen.emptyKind.value).toBeNull()
  expect(screen.customers.pages.rowAt(1)?.id).toBe('b')
})

it('starts with the customers of the upload in the address, and opens the record in the address', async () => {
  const { screen } = await openScreen({ uploadId: 'u1', recordId: 'b' })
  expect(screen.customers.open.value?.id).toBe('b')
  expect(twin.inputsOf('customers.list')[0]).toMatchObject({ uploadId: 'u1' })
})

it('says what an edit does beyond its cell, with Undo', async () => {
  const { screen, toasts } = await openScreen()
  twin.answer('customers.nextUndo', () => success({ customers: 1, step: 'g', redo: 0 }))
  twin.answer('customers.undo', () => success({ undone: 'Undone.' }))
  const edit = async (field: string, to: Parameters<typeof customer>[1]): Promise<string | undefined> => {
    const count = twin.inputsOf('customers.edit').length
    twin.answer('customers.edit', ({ id }) => success(customer(id, to)))
    await screen.edit('a', field, 'typed')
    await settled()
    expect(twin.inputsOf('customers.edit')).toHaveLength(count + 1)
    return toasts.shown.value.at(-1)?.text
  }
  expect(await edit('clientName', { clientName: 'Ann' })).toBeUndefined()
  expect(await edit('expiryDate', { clientName: 'Ann', expiryDate: null })).toBeUndefined()
  expect(await edit('expiryDate', { clientName: 'Ann', expiryDate: '2027-06-30' })).toBe(
    'The service deletes Ann on 30/6/2027.',
  )
  expect(await edit('mobileNumber', { clientName: 'Ann', doNotContact: true })).toBe(
    'Ann is Do Not Contact now: the new number is marked. It is hidden, and their cars leave the call list.',
  )
  expect(await edit('mobileNumber', { clientName: 'Ann' })).toBe(
    'Ann can be contacted now: only the earlier number was marked.',
  )
  toasts.act(toasts.shown.value.at(-1)?.id ?? 0)
  await settled()
  expect(twin.inputsOf('customers.undo')).toHaveLength(1)
})

it('shows why the record in the address cannot be opened', async () => {
  twin.answer('customers.get', () =>
    failure({ kind: 'not-found', message: 'This customer is no longer in your list.' }),
  )
  const { screen, toasts } = await openScreen({ recordId: 'gone' })
  expect(screen.customers.open.value).toBeNull()
  expect(toasts.shown.value).toMatchObject([{ tone: 'failure', text: 'This customer is no longer in your list.' }])
})

it('keeps a record that is opened after a search was typed, and closes it for another filter', async () => {
  const { screen, addressed } = await openScreen()
  addressed.value = 'b'
  await settled()
  void screen.customers.pages.setQuery({ search: 'customer' })
  await settled()
  expect(screen.customers.open.value?.id).toBe('b')
  void screen.customers.pages.setQuery({ states: ['VIC'] })
  await nextTick()
  expect(screen.customers.open.value).toBeNull()
})

it('closes the record when the address names none, and leaves another one that was opened meanwhile', async () => {
  const { screen, addressed } = await openScreen({ recordId: 'b' })
  addressed.value = undefined
  await nextTick()
  expect(screen.customers.open.value).toBeNull()
  addressed.value = 'b'
  await settled()
  screen.customers.openAt(0)
  addressed.value = undefined
  await nextTick()
  expect(screen.customers.open.value?.id).toBe('a')
})

it('shows the last of two records that the address names one after the other', async () => {
  const { screen, addressed } = await openScreen()
  const asked = twin.hold('customers.get')
  addressed.value = 'a'
  await nextTick()
  addressed.value = 'b'
  await nextTick()
  asked[1]?.answer(success(customer('b')))
  asked[0]?.answer(success(customer('a')))
  await settled()
  expect(screen.customers.open.value?.id).toBe('b')
})

it('applies the filter, order and columns of a view, and the defaults again', async () => {
  const { screen } = await openScreen()
  screen.applyView(view())
  expect(screen.customers.pages.query.value).toMatchObject({ states: ['VIC'], sort: 'clientName', descending: false })
  expect(screen.columns.shown.value[0]).toMatchObject({ key: 'clientName' })
  expect(screen.columns.all.value.find(({ key }) => key === 'rego')?.widthPx).toBe(120)
  screen.applyView(null)
  expect(screen.customers.pages.query.value).toMatchObject({ states: [], sort: 'lastSighting', descending: true })
  expect(screen.columns.all.value.find(({ key }) => key === 'rego')?.widthPx).toBe(88)
})

it('applies a view that is sorted by the vehicle in the default order', async () => {
  const { screen } = await openScreen()
  screen.applyView(view({ sort: 'vehicleTitle', descending: false }))
  expect(screen.customers.pages.query.value).toMatchObject({
    states: ['VIC'],
    sort: 'lastSighting',
    descending: true,
  })
})

it('deletes only customers that are not being deleted already, and closes the record', async () => {
  twin.answer('customers.delete', () => success({ deleting: 1 }))
  const { screen } = await openScreen()
  screen.customers.openAt(0)
  const leaving = customer('b', { deleting: { state: 'pending', failure: null } })
  expect(await screen.removeRecords([leaving])).toBe(false)
  expect(await screen.removeRecords([customer('a'), leaving])).toBe(true)
  expect(twin.inputsOf('customers.delete')).toEqual([{ selection: { by: 'ids', ids: ['a'] }, holdMs }])
  expect(screen.customers.open.value).toBeNull()
})

it('finds the marked rows that Delete concerns, or the row of the key', async () => {
  const { screen } = await openScreen()
  expect((await screen.recordsAt(1))?.map(({ id }) => id)).toEqual(['b'])
  screen.marked.range.value = { top: 0, bottom: 1, left: 2, right: 3 }
  expect((await screen.recordsAt(1))?.map(({ id }) => id)).toEqual(['a', 'b'])
})

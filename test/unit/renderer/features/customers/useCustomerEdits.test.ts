import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CellEdit, Customer } from '../../../../../src/contract/customer-record.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { useCustomerEdits, editsStatus } from '../../../../../src/renderer/features/customers/useCustomerEdits.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { createHostTwin } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'
import { withinScope } from '../../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

const pendingEdit = (changes: Partial<CellEdit> = {}): CellEdit => ({
  editId: 'e1',
  field: 'clientName',
  value: 'Priya R.',
  state: 'pending',
  failure: null,
  elsewhere: null,
  ...changes,
})
const unsavedEdit = (changes: Partial<CellEdit> = {}) => ({
  ...pendingEdit(changes),
  customerId: 'c1',
  clientName: 'Priya Raman',
  before: 'Priya Raman',
  hidden: false,
})

const editing = (): { edits: ReturnType<typeof useCustomerEdits>; changed: Customer[] } => {
  const changed: Customer[] = []
  const edits = withinScope(() => useCustomerEdits((record) => changed.push(record)), { client })
  return { edits, changed }
}
afterEach(() => void vi.useRealTimers())

describe('an edited cell', () => {
  test('shows the typed text until the program accepts it, then the pending edit of the record', async () => {
    const { edits, changed } = editing()
    const held = twin.hold('customers.edit')
    const before = customer('c1')
    const saving = edits.save(before, 'clientName', 'Priya R.')
    expect(edits.localEdit('c1', 'clientName')).toMatchObject({ kind: 'saving', typed: 'Priya R.' })
    expect(held[0]?.input).toEqual({
      id: 'c1',
      field: 'clientName',
      value: 'Priya R.',
      lastUpdated: before.lastUpdated,
    })
    const accepted = customer('c1', { edits: [pendingEdit()] })
    held[0]?.answer(success(accepted))
    await saving
    expect(edits.localEdit('c1', 'clientName')).toBeNull()
    expect(changed).toEqual([accepted])
    expect(edits.unsaved.value).toMatchObject([{ editId: 'e1', customerId: 'c1', before: 'Priya Raman' }])
  })

  test('keeps a rejected text with its reason until it is dismissed', async () => {
    const { edits } = editing()
    twin.answer('customers.edit', () => failure({ kind: 'invalid-input', message: 'No such day.' }))
    await edits.save(customer('c1'), 'saleDate', '30/2/2020')
    expect(edits.rejected.value).toMatchObject([
      { field: 'saleDate', typed: '30/2/2020', failure: { message: 'No such day.' } },
    ])
    edits.dismiss('c1', 'saleDate')
    expect(edits.rejected.value).toEqual([])
    expect(edits.localEdit('c1', 'saleDate')).toBeNull()
  })

  test('is marked as saved for a moment when its edit is no longer unsaved and the record has the value', async () => {
    vi.useFakeTimers()
    const { edits } = editing()
    twin.answer('customers.edits', () => success({ edits: [unsavedEdit()] }))
    await edits.refresh()
    twin.answer('customers.edits', () => success({ edits: [] }))
    const settled = await edits.refresh()
    expect(settled).toMatchObject([{ customerId: 'c1', value: 'Priya R.' }])
    for (const edit of settled) edits.confirmSaved(customer('c1', { clientName: 'Priya R.' }), edit)
    expect(edits.localEdit('c1', 'clientName')?.kind).toBe('saved')
    vi.advanceTimersByTime(5_000)
    expect(edits.localEdit('c1', 'clientName')).toBeNull()
    // Undone, not saved: the record has another value.
    for (const edit of settled) edits.confirmSaved(customer('c1'), edit)
    expect(edits.localEdit('c1', 'clientName')).toBeNull()
  })

  test('overwrites a conflicting value only on request', async () => {
    const { edits, changed } = editing()
    twin.answer('customers.edits', () => success({ edits: [unsavedEdit({ state: 'conflict', elsewhere: 'P. R.' })] }))
    await edits.refresh()
    twin.answer('customers.retryEdit', () => success(customer('c1', { edits: [pendingEdit()] })))
    await edits.retry('e1', true)
    expect(twin.inputsOf('customers.retryEdit').at(-1)).toEqual({ editId: 'e1', overwrite: true })
    expect(changed.at(-1)?.edits).toHaveLength(1)
  })

  test('has no unsaved edit after it is discarded', async () => {
    const { edits, changed } = editing()
    twin.answer('customers.edits', () => success({ edits: [] }))
    twin.answer('customers.dropEdit', () => success(customer('c1')))
    await edits.discard('e1')
    expect(edits.unsaved.value).toEqual([])
    expect(changed.at(-1)?.edits).toEqual([])
  })

  test('keeps the newer text when it is edited again before the first answer', async () => {
    const { edits } = editing()
    const held = twin.hold('customers.edit')
    const first = edits.save(customer('c1'), 'clientName', 'One')
    const second = edits.save(customer('c1'), 'clientName', 'Two')
    held[0]?.answer(failure({ kind: 'timeout', message: 'Too slow.' }))
    await first
    expect(edits.localEdit('c1', 'clientName')).toMatchObject({ kind: 'saving', typed: 'Two' })
    held[1]?.answer(success(customer('c1', { edits: [pendingEdit({ value: 'Two' })] })))
    await second
    expect(edits.localEdit('c1', 'clientName')).toBeNull()
    expect(edits.rejected.value).toEqual([])
  })
})

const saved = { edits: { pending: 0, failed: 0, conflicts: 0 }, deletions: { pending: 0, held: 0, failed: 0 } }
const rejected = {
  customerId: 'c',
  name: 'Priya Raman',
  field: 'mobileNumber',
  typed: '05',
  failure: { kind: 'invalid-input', message: 'Not a mobile.' },
} as const

test('nothing is unsaved when the program has no edit and no value was rejected', () => {
  expect(editsStatus(saved, [], [])).toEqual({ pending: 0, held: 0, failed: 0 })
})

test('a value that was rejected before it was stored counts as not saved', () => {
  expect(editsStatus(saved, [], [rejected])).toEqual({ pending: 0, held: 0, failed: 1 })
})

test('the list of edits counts while the counts are older, and the counts while the list is older', () => {
  expect(editsStatus(saved, [{ state: 'failed' }, { state: 'pending' }], [])).toEqual({
    pending: 1,
    held: 0,
    failed: 1,
  })
  const counts = { edits: { pending: 2, failed: 1, conflicts: 1 }, deletions: { pending: 1, held: 1, failed: 1 } }
  expect(editsStatus(counts, [], [])).toEqual({ pending: 3, held: 1, failed: 3 })
})

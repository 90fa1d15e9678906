import { effectScope } from 'vue'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CellEdit, Customer } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useCustomerEdits } = await import('../../../../../src/renderer/features/customers/useCustomerEdits.ts')

const waiting = (changes: Partial<CellEdit> = {}): CellEdit => ({
  editId: 'e1',
  field: 'clientName',
  value: 'Priya R.',
  state: 'pending',
  failure: null,
  elsewhere: null,
  ...changes,
})
const inJournal = (changes: Partial<CellEdit> = {}) => ({
  ...waiting(changes),
  customerId: 'c1',
  clientName: 'Priya Raman',
  before: 'Priya Raman',
})

const scopes: ReturnType<typeof effectScope>[] = []
const editing = (): { edits: ReturnType<typeof useCustomerEdits>; changed: Customer[] } => {
  const changed: Customer[] = []
  const scope = effectScope()
  scopes.push(scope)
  const edits = scope.run(() => useCustomerEdits((record) => changed.push(record)))
  if (!edits) throw new Error('The scope ran nothing.')
  return { edits, changed }
}
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.stop()
  vi.useRealTimers()
})

describe('one changed cell', () => {
  test('is shown as it was typed until the program has taken it, and then waits in its record', async () => {
    const { edits, changed } = editing()
    const held = twin.hold('customers.edit')
    const before = customer('c1')
    const saving = edits.save(before, 'clientName', 'Priya R.')
    expect(edits.local('c1', 'clientName')).toMatchObject({ kind: 'taking', typed: 'Priya R.' })
    expect(held[0]?.input).toEqual({
      id: 'c1',
      field: 'clientName',
      value: 'Priya R.',
      lastUpdated: before.lastUpdated,
    })
    const taken = customer('c1', { edits: [waiting()] })
    held[0]?.answer(success(taken))
    await saving
    expect(edits.local('c1', 'clientName')).toBeNull()
    expect(changed).toEqual([taken])
    expect(edits.journal.value).toMatchObject([{ editId: 'e1', customerId: 'c1', before: 'Priya Raman' }])
  })

  test('that the rules refuse keeps what she typed, with the reason, until it is mended or forgotten', async () => {
    const { edits } = editing()
    twin.answer('customers.edit', () => failure({ kind: 'invalid-input', message: 'No such day.' }))
    await edits.save(customer('c1'), 'saleDate', '30/2/2020')
    expect(edits.refused.value).toMatchObject([
      { field: 'saleDate', typed: '30/2/2020', failure: { message: 'No such day.' } },
    ])
    edits.forget('c1', 'saleDate')
    expect(edits.refused.value).toEqual([])
    expect(edits.local('c1', 'saleDate')).toBeNull()
  })

  test('that has gone from the journal is said to be saved for a moment, when the record holds it', async () => {
    vi.useFakeTimers()
    const { edits } = editing()
    twin.answer('customers.edits', () => success({ edits: [inJournal()] }))
    await edits.refresh()
    twin.answer('customers.edits', () => success({ edits: [] }))
    const settled = await edits.refresh()
    expect(settled).toMatchObject([{ customerId: 'c1', value: 'Priya R.' }])
    for (const edit of settled) edits.confirm(customer('c1', { clientName: 'Priya R.' }), edit)
    expect(edits.local('c1', 'clientName')?.kind).toBe('saved')
    vi.advanceTimersByTime(5_000)
    expect(edits.local('c1', 'clientName')).toBeNull()
    // Taken back rather than saved: the record holds something else.
    for (const edit of settled) edits.confirm(customer('c1'), edit)
    expect(edits.local('c1', 'clientName')).toBeNull()
  })

  test('that failed is tried again, and that met another one overwrites it only when she says so', async () => {
    const { edits, changed } = editing()
    twin.answer('customers.edits', () => success({ edits: [inJournal({ state: 'conflict', elsewhere: 'P. R.' })] }))
    await edits.refresh()
    twin.answer('customers.retryEdit', () => success(customer('c1', { edits: [waiting()] })))
    await edits.retry('e1', true)
    expect(twin.inputsOf('customers.retryEdit').at(-1)).toEqual({ editId: 'e1', overwrite: true })
    expect(changed.at(-1)?.edits).toHaveLength(1)
  })

  test('that is given up leaves the journal', async () => {
    const { edits, changed } = editing()
    twin.answer('customers.edits', () => success({ edits: [] }))
    twin.answer('customers.dropEdit', () => success(customer('c1')))
    await edits.drop('e1')
    expect(edits.journal.value).toEqual([])
    expect(changed.at(-1)?.edits).toEqual([])
  })

  test('that she typed again before the first was taken belongs to the second', async () => {
    const { edits } = editing()
    const held = twin.hold('customers.edit')
    const first = edits.save(customer('c1'), 'clientName', 'One')
    const second = edits.save(customer('c1'), 'clientName', 'Two')
    held[0]?.answer(failure({ kind: 'timeout', message: 'Too slow.' }))
    await first
    expect(edits.local('c1', 'clientName')).toMatchObject({ kind: 'taking', typed: 'Two' })
    held[1]?.answer(success(customer('c1', { edits: [waiting({ value: 'Two' })] })))
    await second
    expect(edits.local('c1', 'clientName')).toBeNull()
    expect(edits.refused.value).toEqual([])
  })
})

import { effectScope } from 'vue'
import { describe, expect, test, vi } from 'vitest'
import type { CustomersStatus } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin, settled } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { useCustomers } = await import('../../../../../src/renderer/features/customers/useCustomers.ts')
const { isStale, statusWords } = await import('../../../../../src/renderer/features/customers/useCustomersStatus.ts')

twin.answer('customers.edits', () => success({ edits: [] }))

const answerList = (...ids: string[]): void =>
  twin.answer('customers.list', () => success({ total: ids.length, customers: ids.map((id) => customer(id)) }))

function listing(): { customers: ReturnType<typeof useCustomers>; stop: () => void } {
  const scope = effectScope()
  const customers = scope.run(() => useCustomers(() => 'au'))
  if (!customers) throw new Error('The scope ran nothing.')
  return { customers, stop: () => scope.stop() }
}

describe('the list as a screen works with it', () => {
  test('a heading sorts, again the other way; dates begin with the newest', async () => {
    answerList('a')
    const { customers, stop } = listing()
    customers.sortBy('clientName')
    expect(customers.sort.value).toEqual({ key: 'clientName', descending: false })
    customers.sortBy('clientName')
    expect(customers.sort.value).toEqual({ key: 'clientName', descending: true })
    customers.sortBy('saleDate')
    expect(customers.sort.value).toEqual({ key: 'saleDate', descending: true })
    customers.sortBy('field:Badge')
    expect(customers.sort.value.key).toBe('saleDate')
    await settled()
    stop()
  })

  test('text that is as it was is not sent; what is new goes as it was typed', async () => {
    answerList('a')
    const { customers, stop } = listing()
    await customers.pages.ask({})
    const before = twin.inputsOf('customers.edit').length
    void customers.edit('a', 'saleDate', '7/3/2019')
    expect(twin.inputsOf('customers.edit')).toHaveLength(before)
    twin.answer('customers.edit', () => success(customer('a', { saleDate: '2019-03-08' })))
    void customers.edit('a', 'saleDate', ' 8/3/2019 ')
    expect(twin.inputsOf('customers.edit').at(-1)?.value).toBe('8/3/2019')
    stop()
  })

  test('a change goes to the customer for whom it was typed, though the list has another order by then', async () => {
    answerList('a', 'b')
    const { customers, stop } = listing()
    await customers.pages.ask({})
    answerList('b', 'a')
    await customers.pages.refresh()
    expect(customers.pages.at(0)?.id).toBe('b')
    twin.answer('customers.edit', () => success(customer('a', { clientName: 'Zed' })))
    void customers.edit('a', 'clientName', 'Zed')
    expect(twin.inputsOf('customers.edit').at(-1)).toMatchObject({ id: 'a', value: 'Zed' })

    twin.answer('customers.get', () => failure({ kind: 'not-found', message: 'Gone.' }))
    await customers.edit('c', 'clientName', 'Zed')
    expect(customers.pages.failure.value).toMatchObject({ message: 'Gone.', kept: '“Zed” was not saved.' })
    stop()
  })

  test('a record that the service no longer has closes its open details', async () => {
    answerList('a', 'b')
    const { customers, stop } = listing()
    await customers.pages.ask({})
    customers.openAt(0)
    expect(customers.open.value?.id).toBe('a')
    answerList('b')
    twin.answer('customers.get', () => failure({ kind: 'not-found', message: 'Gone.' }))
    twin.announce({ name: 'customers.changed' })
    await settled()
    await settled()
    expect(customers.open.value).toBeNull()
    expect(customers.pages.total.value).toBe(1)
    stop()
  })

  test('a change in the column that sorts keeps its row where it is, and is shown when it is saved', async () => {
    const edit = {
      editId: 'e1',
      field: 'clientName',
      value: 'Zed',
      state: 'pending',
      failure: null,
      elsewhere: null,
    } as const
    answerList('a', 'b')
    const { customers, stop } = listing()
    await customers.pages.ask({ sort: 'clientName', descending: false })
    twin.answer('customers.edit', () => success(customer('a', { edits: [edit] })))
    void customers.edit('a', 'clientName', 'Zed')
    await settled()
    expect(customers.cell(0, 'clientName')).toMatchObject({ text: 'Zed', tone: 'pending' })
    // The service has it now: by its name the row would go to the end.
    answerList('b', 'a')
    twin.answer('customers.edits', () => success({ edits: [] }))
    twin.answer('customers.get', () => success(customer('a', { clientName: 'Zed' })))
    twin.announce({ name: 'customers.changed' })
    await settled()
    await settled()
    expect(customers.pages.at(0)?.id).toBe('a')
    expect(customers.cell(0, 'clientName')).toMatchObject({ text: 'Zed', tone: 'saved' })

    // Deleted, or found by another question: then the rows go to their places.
    customers.release()
    twin.announce({ name: 'customers.changed' })
    await vi.waitFor(() => expect(customers.pages.at(0)?.id).toBe('b'))
    stop()
  })

  test('a change from elsewhere is fetched', async () => {
    answerList('a')
    const { customers, stop } = listing()
    await customers.pages.ask({})
    answerList('a', 'b')
    twin.announce({ name: 'customers.changed' })
    await settled()
    await settled()
    expect(customers.pages.total.value).toBe(2)
    stop()
  })
})

describe('the age of the copy', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const status: CustomersStatus = {
    total: 1_240,
    withSightings: 36,
    syncedAt: '2026-11-21T11:55:00Z',
    syncing: null,
    problem: null,
    vanished: null,
    edits: { pending: 0, failed: 0, conflicts: 0 },
    deletions: { pending: 0, failed: 0 },
    inBin: 0,
  }
  test('is said with the count', () => {
    expect(statusWords(status, now)).toBe('1,240 customers, 36 of them seen for sale; brought up to date 5 minutes ago')
    expect(statusWords({ ...status, syncedAt: null }, now)).toMatch(/; not complete yet$/)
    expect(statusWords({ ...status, total: 0, withSightings: 0, syncedAt: null }, now)).toBe('Not read yet')
  })
  test('decides whether it is brought up to date on opening', () => {
    expect(isStale(status, now)).toBe(false)
    expect(isStale({ ...status, syncedAt: '2026-11-21T11:30:00Z' }, now)).toBe(true)
    expect(isStale({ ...status, syncedAt: null }, now)).toBe(true)
  })
})

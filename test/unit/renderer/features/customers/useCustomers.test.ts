import { effectScope } from 'vue'
import { describe, expect, test, vi } from 'vitest'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'
import { useCustomers } from '../../../../../src/renderer/features/customers/useCustomers.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { withinScope } from '../../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

twin.answer('customers.edits', () => success({ edits: [] }))

const answerList = (...ids: string[]): void =>
  twin.answer('customers.list', () => success({ total: ids.length, customers: ids.map((id) => customer(id)) }))

function openList(): { customers: ReturnType<typeof useCustomers>; stop: () => void } {
  const scope = effectScope()
  const customers = withinScope(() => useCustomers(() => 'au'), { client }, scope)
  return { customers, stop: () => scope.stop() }
}

describe('the list of customers', () => {
  test('sorts by a heading, reverses on the second click, and sorts dates newest first', async () => {
    answerList('a')
    const { customers, stop } = openList()
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

  test('sends a changed text as typed, and nothing for an unchanged text', async () => {
    answerList('a')
    const { customers, stop } = openList()
    await customers.pages.setQuery({})
    const before = twin.inputsOf('customers.edit').length
    void customers.edit('a', 'saleDate', '7/3/2019')
    expect(twin.inputsOf('customers.edit')).toHaveLength(before)
    twin.answer('customers.edit', () => success(customer('a', { saleDate: '2019-03-08' })))
    void customers.edit('a', 'saleDate', ' 8/3/2019 ')
    expect(twin.inputsOf('customers.edit').at(-1)?.value).toBe('8/3/2019')
    stop()
  })

  test('edits the customer of the opened cell even when the order has changed', async () => {
    answerList('a', 'b')
    const { customers, stop } = openList()
    await customers.pages.setQuery({})
    answerList('b', 'a')
    await customers.pages.refresh()
    expect(customers.pages.rowAt(0)?.id).toBe('b')
    twin.answer('customers.edit', () => success(customer('a', { clientName: 'Zed' })))
    void customers.edit('a', 'clientName', 'Zed')
    expect(twin.inputsOf('customers.edit').at(-1)).toMatchObject({ id: 'a', value: 'Zed' })

    twin.answer('customers.get', () => failure({ kind: 'not-found', message: 'Gone.' }))
    await customers.edit('c', 'clientName', 'Zed')
    expect(customers.edits.rejected.value).toMatchObject([
      { customerId: 'c', typed: 'Zed', failure: { message: 'Gone.' } },
    ])
    stop()
  })

  test('closes the details of a record that no longer exists', async () => {
    answerList('a', 'b')
    const { customers, stop } = openList()
    await customers.pages.setQuery({})
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

  test('keeps an edited row in its place when the list is sorted by that column', async () => {
    const edit = {
      editId: 'e1',
      field: 'clientName',
      value: 'Zed',
      state: 'pending',
      failure: null,
      elsewhere: null,
    } as const
    answerList('a', 'b')
    const { customers, stop } = openList()
    await customers.pages.setQuery({ sort: 'clientName', descending: false })
    twin.answer('customers.edit', () => success(customer('a', { edits: [edit] })))
    void customers.edit('a', 'clientName', 'Zed')
    await settled()
    expect(customers.cell(0, 'clientName')).toMatchObject({ text: 'Zed', tone: 'pending' })
    // The service has the new name, which would move the row to the end.
    answerList('b', 'a')
    twin.answer('customers.edits', () => success({ edits: [] }))
    twin.answer('customers.get', () => success(customer('a', { clientName: 'Zed' })))
    twin.announce({ name: 'customers.changed' })
    await settled()
    await settled()
    expect(customers.pages.rowAt(0)?.id).toBe('a')
    expect(customers.cell(0, 'clientName')).toMatchObject({ text: 'Zed', tone: 'saved' })

    // A deletion or another query sorts the rows again.
    customers.allowReorder()
    twin.announce({ name: 'customers.changed' })
    await vi.waitFor(() => expect(customers.pages.rowAt(0)?.id).toBe('b'))
    stop()
  })

  test('fetches customers that were added elsewhere', async () => {
    answerList('a')
    const { customers, stop } = openList()
    await customers.pages.setQuery({})
    answerList('a', 'b')
    twin.announce({ name: 'customers.changed' })
    await settled()
    await settled()
    expect(customers.pages.total.value).toBe(2)
    stop()
  })
})

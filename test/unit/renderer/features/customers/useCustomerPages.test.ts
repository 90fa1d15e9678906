import { beforeEach, describe, expect, test } from 'vitest'
import { watchEffect } from 'vue'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { createHostTwin, settled } from '../../host-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { customer } from './sample-customer.ts'
import { rowsPerPage, useCustomerPages } from '../../../../../src/renderer/features/customers/useCustomerPages.ts'
import { createProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

const all = (count: number, prefix: string): Customer[] =>
  Array.from({ length: count }, (_, index) => customer(`${prefix}${index}`))

const answerFrom = (list: Customer[]): void =>
  twin.answer('customers.list', ({ offset, limit }) =>
    success({ total: list.length, customers: list.slice(offset, offset + limit) }),
  )

beforeEach(() => answerFrom(all(1_000, 'c')))

describe('pages of customers', () => {
  test('fetches only visible pages, each once', async () => {
    const before = twin.inputsOf('customers.list').length
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    expect(pages.total.value).toBe(1_000)
    expect(pages.rowAt(450)).toBeNull()
    void pages.show({ first: 395, last: 420 })
    void pages.show({ first: 396, last: 421 })
    await settled()
    expect(pages.rowAt(399)?.id).toBe('c399')
    expect(pages.rowAt(420)?.id).toBe('c420')
    const offsets = twin
      .inputsOf('customers.list')
      .slice(before)
      .map((input) => input.offset)
    expect(offsets).toEqual([0, rowsPerPage, 2 * rowsPerPage])
  })

  test('fetches a page before it becomes visible, and none past the end', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    void pages.show({ first: 150, last: 170 })
    await settled()
    expect(pages.rowAt(rowsPerPage)?.id).toBe(`c${rowsPerPage}`)
    const before = twin.inputsOf('customers.list').length
    void pages.show({ first: 975, last: 999 })
    await settled()
    expect(twin.inputsOf('customers.list').slice(before)).toHaveLength(1)
  })

  test('notifies readers of a row when it arrives', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    const drawn: (string | null)[] = []
    const stop = watchEffect(() => drawn.push(pages.rowAt(450)?.id ?? null), { flush: 'sync' })
    void pages.show({ first: 440, last: 460 })
    await settled()
    stop()
    expect([drawn[0], drawn.at(-1)]).toEqual([null, 'c450'])
  })

  test('drops far pages of a long list', async () => {
    const long = all(40 * rowsPerPage, 'c')
    answerFrom(long)
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    for (let row = 0; row < long.length; row += rowsPerPage) {
      void pages.show({ first: row, last: row + 20 })
      await settled()
    }
    expect(pages.rowAt(long.length - 1)?.id).toBe(`c${long.length - 1}`)
    expect(pages.rowAt(0)).toBeNull()
    expect(pages.loaded(() => true)).toHaveLength(30 * rowsPerPage)
    void pages.show({ first: 0, last: 20 })
    await settled()
    expect(pages.rowAt(0)?.id).toBe('c0')
  })

  test('ignores rows of an earlier query', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    const held = twin.hold('customers.list')
    void pages.show({ first: 680, last: 690 })
    const asking = pages.setQuery({ search: 'mazda' })
    held[1]?.answer(success({ total: 1, customers: [customer('mazda')] }))
    await asking
    held[0]?.answer(success({ total: 1_000, customers: all(200, 'late') }))
    await settled()
    expect(pages.total.value).toBe(1)
    expect(pages.rowAt(0)?.id).toBe('mazda')
    expect(pages.rowAt(680)).toBeNull()
  })

  test('keeps the visible rows until new ones arrive, and after a failure', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    const held = twin.hold('customers.list')
    const asking = pages.setQuery({ descending: false })
    expect(pages.rowAt(0)?.id).toBe('c0')
    held[0]?.answer(failure({ kind: 'unexpected', message: 'The list could not be read.' }))
    await asking
    expect(pages.rowAt(0)?.id).toBe('c0')
    expect(pages.failure.value?.message).toBe('The list could not be read.')
  })

  test('replaces a record in its place', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    const version = pages.version.value
    pages.replace(customer('c7', { clientName: 'Aaron First' }))
    expect(pages.rowAt(7)?.clientName).toBe('Aaron First')
    expect(pages.rowOf('c7')).toBe(7)
    expect(pages.version.value).toBeGreaterThan(version)
  })

  test('refreshes the visible rows', async () => {
    const pages = withinScope(useCustomerPages, { client })
    await pages.setQuery({})
    void pages.show({ first: 850, last: 870 })
    await settled()
    answerFrom(all(1_000, 'new'))
    await pages.refresh()
    expect(pages.rowAt(860)?.id).toBe('new860')
    expect(pages.rowAt(0)).toBeNull()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { watchEffect } from 'vue'
import type { Customer } from '../../../../../src/contract/customers.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin, settled } from '../../host-twin.ts'
import { customer } from './sample-customer.ts'

const twin = installHostTwin()
const { pageSize, useCustomerPages } =
  await import('../../../../../src/renderer/features/customers/useCustomerPages.ts')

const all = (count: number, prefix: string): Customer[] =>
  Array.from({ length: count }, (_, index) => customer(`${prefix}${index}`))

const answerFrom = (list: Customer[]): void =>
  twin.answer('customers.list', ({ offset, limit }) =>
    success({ total: list.length, customers: list.slice(offset, offset + limit) }),
  )

beforeEach(() => answerFrom(all(1_000, 'c')))

describe('the list by pages', () => {
  test('only what is in view is asked for, and once', async () => {
    const before = twin.inputsOf('customers.list').length
    const pages = useCustomerPages()
    await pages.ask({})
    expect(pages.total.value).toBe(1_000)
    expect(pages.at(450)).toBeNull()
    pages.show({ first: 395, last: 420 })
    pages.show({ first: 396, last: 421 })
    await settled()
    expect(pages.at(399)?.id).toBe('c399')
    expect(pages.at(420)?.id).toBe('c420')
    const offsets = twin
      .inputsOf('customers.list')
      .slice(before)
      .map((input) => input.offset)
    expect(offsets).toEqual([0, pageSize, 2 * pageSize])
  })

  test('a page is fetched before it comes into view, and none beyond the end', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    pages.show({ first: 150, last: 170 })
    await settled()
    expect(pages.at(pageSize)?.id).toBe(`c${pageSize}`)
    const before = twin.inputsOf('customers.list').length
    pages.show({ first: 975, last: 999 })
    await settled()
    expect(twin.inputsOf('customers.list').slice(before)).toHaveLength(1)
  })

  test('what is drawn from a row is told when the row arrives', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    const drawn: (string | null)[] = []
    const stop = watchEffect(() => drawn.push(pages.at(450)?.id ?? null), { flush: 'sync' })
    pages.show({ first: 440, last: 460 })
    await settled()
    stop()
    expect([drawn[0], drawn.at(-1)]).toEqual([null, 'c450'])
  })

  test('a list that is gone through whole is not kept whole', async () => {
    const long = all(40 * pageSize, 'c')
    answerFrom(long)
    const pages = useCustomerPages()
    await pages.ask({})
    for (let row = 0; row < long.length; row += pageSize) {
      pages.show({ first: row, last: row + 20 })
      await settled()
    }
    expect(pages.at(long.length - 1)?.id).toBe(`c${long.length - 1}`)
    expect(pages.at(0)).toBeNull()
    expect(pages.loaded(() => true)).toHaveLength(30 * pageSize)
    pages.show({ first: 0, last: 20 })
    await settled()
    expect(pages.at(0)?.id).toBe('c0')
  })

  test('rows of an earlier question never appear among those of a newer one', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    const held = twin.hold('customers.list')
    pages.show({ first: 680, last: 690 })
    const asking = pages.ask({ search: 'mazda' })
    held[1]?.answer(success({ total: 1, customers: [customer('mazda')] }))
    await asking
    held[0]?.answer(success({ total: 1_000, customers: all(200, 'late') }))
    await settled()
    expect(pages.total.value).toBe(1)
    expect(pages.at(0)?.id).toBe('mazda')
    expect(pages.at(680)).toBeNull()
  })

  test('what is shown stays until the new rows are here, and when they cannot be had', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    const held = twin.hold('customers.list')
    const asking = pages.ask({ descending: false })
    expect(pages.at(0)?.id).toBe('c0')
    held[0]?.answer(failure({ kind: 'unexpected', message: 'The list could not be read.' }))
    await asking
    expect(pages.at(0)?.id).toBe('c0')
    expect(pages.failure.value?.message).toBe('The list could not be read.')
  })

  test('a newer record takes its place without moving', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    const version = pages.version.value
    pages.replace(customer('c7', { clientName: 'Aaron First' }))
    expect(pages.at(7)?.clientName).toBe('Aaron First')
    expect(pages.rowOf('c7')).toBe(7)
    expect(pages.version.value).toBeGreaterThan(version)
  })

  test('a refresh brings what is in view, not the beginning', async () => {
    const pages = useCustomerPages()
    await pages.ask({})
    pages.show({ first: 850, last: 870 })
    await settled()
    answerFrom(all(1_000, 'new'))
    await pages.refresh()
    expect(pages.at(860)?.id).toBe('new860')
    expect(pages.at(0)).toBeNull()
  })
})

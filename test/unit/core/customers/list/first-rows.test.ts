import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { firstRowsLength } from '../../../../../src/core/customers/cache/first-rows.ts'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import { createCustomerLists, type CustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { orderAtStart } from '../../../../../src/contract/order-at-start.ts'
import type { ListOrder } from '../../../../../src/core/customers/packed/packed-list.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import { FailureError } from '../../../../../src/core/failures/failure-error.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, openCache, remote, scope } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

let database: Database
let cache: CustomerCache
let lists: CustomerLists
const restart = (of: Database = database): void => {
  cache = openCache(of)
  lists = createCustomerLists(cache, of)
}
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  restart()
})

const notEnded = new AbortController().signal
const byName: ListOrder = { sort: 'clientName', descending: false }
const orders: readonly ListOrder[] = [
  byName,
  { ...orderAtStart, descending: !orderAtStart.descending },
  orderAtStart,
  { sort: 'expiryDate', descending: true },
]
const updatedAt = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()
const sighting = { at: '', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
const recordOf = (number: number, minute = 0): RemoteCustomer =>
  remote(`c${number}`, {
    lastUpdated: updatedAt(minute),
    clientName: number % 9 === 0 ? null : `Client ${(number * 7 + minute) % 50}`,
    rego: `R${(number * 31 + minute * 17) % 1000}`,
    sightings: (number + minute) % 4 === 0 ? [{ ...sighting, at: updatedAt((number * 13) % 90) }] : [],
    expiryDate: (number + minute) % 3 === 0 ? null : `2027-01-0${1 + ((number + minute) % 8)}`,
  })
const many = (count: number, from = 0): RemoteCustomer[] =>
  Array.from({ length: count }, (_, index) => recordOf(from + index))
const isStored = (): boolean => database.get('SELECT 1 FROM customer_first_rows') !== undefined

/** Reads a page as the window does. */
const page = (order: ListOrder, offset = 0, limit = 100) =>
  createCustomerList({ database, cache, lists, doNotContact: createDoNotContact(database) }).page(
    scope,
    noFilter,
    order,
    { offset, limit },
    '2026-11-21',
  )

describe('after any changes, rollbacks and restarts', () => {
  const ids = fc.array(fc.nat(700), { maxLength: 20 })
  const operation = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('save', 'remove', 'failed save'), ids, at: fc.nat(9) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('show', 'store', 'close', 'restart', 'read', 'add', 'forget'),
        ids: fc.constant<number[]>([]),
        at: fc.nat(300),
      }),
    },
  )

  async function apply(each: { do: string; ids: readonly number[]; at: number }): Promise<void> {
    const save = () =>
      cache.save(
        scope,
        each.ids.map((id) => recordOf(id, each.at)),
      )
    if (each.do === 'save') save()
    else if (each.do === 'add') cache.save(scope, many(each.at, 701 + each.at), { partsLater: each.at % 2 === 0 })
    else if (each.do === 'remove')
      cache.remove(
        scope,
        each.ids.map((id) => `c${id}`),
      )
    else if (each.do === 'failed save') {
      try {
        cache.transaction(() => {
          save()
          throw new RangeError('No room')
        })
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
    } else if (each.do === 'show') await page(orders[each.at % orders.length] ?? byName)
    else if (each.do === 'store') await lists.store(scope, notEnded)
    else if (each.do === 'close') await lists.close()
    else if (each.do === 'read') await lists.ready(scope)
    else if (each.do === 'restart') restart()
    else if (each.at % 7 === 0) cache.forgetConnection(connectionId)
  }

  it('shows at a start what the list of all customers begins with', async () => {
    let shown = 0
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
        cache.forgetConnection(connectionId)
        restart()
        cache.save(scope, many(650))
        await lists.ready(scope)
        for (const each of operations) {
          await apply(each)
          const started = createCustomerLists(openCache(database), database)
          const found = started.firstRows(scope)
          const { total, page: pageOf } = runAtOnce(started.now(scope).list.inOrder(orderAtStart))
          const first = { total, numbers: pageOf(0, firstRowsLength) }
          expect(found ?? first).toEqual(first)
          if (found) shown += 1
        }
      }),
      { numRuns: runs(8) },
    )
    expect(shown).toBeGreaterThan(4)
  })
})

it('shows the first rows without reading the list, and all others from the list', async () => {
  cache.save(scope, many(2_500))
  const ask = () => [page(orderAtStart), page(orderAtStart, 400), page(orderAtStart, 2_450), page(byName)]
  await lists.ready(scope)
  const shown = await Promise.all(ask())
  await lists.close()
  restart()
  expect([await page(orderAtStart), await page(orderAtStart, 400)]).toEqual(shown.slice(0, 2))
  expect(lists.loaded(scope)).toBeNull()
  expect(await Promise.all(ask())).toEqual(shown)
  expect(lists.loaded(scope)).not.toBeNull()
})

it('forgets the first rows when a customer changes, and stores them again', async () => {
  cache.save(scope, many(30))
  expect([lists.hasUnstored(scope), isStored()]).toEqual([false, false])
  await lists.ready(scope)
  await lists.store(scope, notEnded)
  expect([lists.hasUnstored(scope), isStored()]).toEqual([false, true])
  cache.save(scope, [recordOf(3, 5)])
  expect([lists.hasUnstored(scope), isStored()]).toEqual([true, false])
  await lists.store(scope, notEnded)
  expect([lists.hasUnstored(scope), isStored()]).toEqual([false, true])
})

it('shows nothing that was stored in another format', async () => {
  cache.save(scope, many(30))
  await lists.ready(scope)
  await lists.close()
  restart()
  expect(lists.firstRows(scope)?.numbers).toHaveLength(30)
  database.run('UPDATE customer_first_rows SET format = format + 1')
  expect(lists.firstRows(scope)).toBeNull()
})

it('stores nothing on a full disk, and nothing after the database was closed', async () => {
  const full = new FailureError({ kind: 'disk-full', message: 'No room', next: 'Make room' })
  const fullDisk: Database = {
    ...database,
    transaction(work, durable) {
      if (durable === 'later') throw full
      return database.transaction(work, durable)
    },
  }
  restart(fullDisk)
  cache.save(scope, many(30))
  await lists.ready(scope)
  await lists.store(scope, notEnded)
  expect(isStored()).toBe(false)
  const closed = openMemory()
  restart(closed)
  cache.save(scope, many(3))
  await lists.ready(scope)
  closed.close()
  await expect(lists.close()).resolves.toBeUndefined()
})

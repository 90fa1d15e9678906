import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { orderAtStart } from '../../../../../src/contract/order-at-start.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { emptyCache, openCache, remote, scope } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

let database: Database
let cache: CustomerCache

beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  cache = openCache(database)
})

const idOf = (number: number): string =>
  number % 5 === 0 ? `c${number}` : `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const updatedAt = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()
const many = (count: number, from = 0): RemoteCustomer[] =>
  Array.from({ length: count }, (_, index) => remote(idOf(from + index), { clientName: `Client ${from + index}` }))
const all = (): RemoteCustomer[] => [...cache.each(scope)]

/** The message of what the work has thrown; null: nothing. */
function endOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('random operations', () => {
  const operation = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        records: fc.array(
          fc.record({
            id: fc.nat(400),
            minute: fc.nat(5),
            name: fc.constantFrom('Ana', 'Zoë', null),
            other: fc.nat(1),
          }),
          { maxLength: 60 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), count: fc.nat(300) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('remove' as const), ids: fc.array(fc.nat(400), { maxLength: 80 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('remove' as const), ids: fc.constant([...Array(380).keys()]) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
  )
  /** Records with unknown fields that were compared since the start: then a change of these alone is no change. */
  const compared = new Set<string>()
  /** Several operations in one transaction, which may fail at its end. */
  const step = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 4 }), fails: fc.boolean() })

  it('leave what a plain map has, after commits, rollbacks and restarts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        database.run('DELETE FROM customer')
        cache = openCache(database)
        let expected = new Map<string, RemoteCustomer>()
        compared.clear()
        for (const { operations, fails } of steps) {
          const before = new Map(expected)
          const end = endOf(() =>
            cache.transaction(() => {
              for (const each of operations) apply(each, expected)
              if (fails) throw new Error('No room')
            }),
          )
          expect(end).toBe(fails ? 'No room' : null)
          if (fails) {
            expected = before
            compared.clear()
          }
          expect(new Map(all().map((record) => [record.id, record]))).toEqual(expected)
        }
        const rows = createCustomerLists(cache).now(scope).rows()
        expect(rows.map(({ id }) => id)).toEqual(all().map(({ id }) => id))
        const numbers = rows.map(({ number }) => number)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        expect(cache.read(scope, numbers).map(({ id }) => id)).toEqual(all().map(({ id }) => id))
        for (let id = 0; id < 400; id += 7) {
          expect(cache.find(scope, idOf(id))?.clientName).toBe(expected.get(idOf(id))?.clientName)
          expect(cache.has(scope, idOf(id))).toBe(expected.has(idOf(id)))
        }
      }),
      { numRuns: runs(30) },
    )
  })

  function apply(
    each: typeof operation extends fc.Arbitrary<infer T> ? T : never,
    expected: Map<string, RemoteCustomer>,
  ) {
    switch (each.do) {
      case 'save': {
        const records = each.records.map(({ id, minute, name, other }) =>
          remote(idOf(id), { lastUpdated: updatedAt(minute), clientName: name, other: other ? { seen: true } : {} }),
        )
        for (const record of records) saveInMap(expected, record)
        return cache.save(scope, records)
      }
      case 'add': {
        const records = many(each.count).map((record) => ({ ...record, other: {} }))
        for (const record of records) saveInMap(expected, record)
        return cache.save(scope, records)
      }
      case 'remove':
        for (const id of each.ids) expected.delete(idOf(id))
        return cache.remove(scope, each.ids.map(idOf))
      case 'forget':
        expected.clear()
        compared.clear()
        return emptyCache(database, cache)
      case 'restart':
        compared.clear()
        cache = openCache(database)
    }
  }

  function saveInMap(expected: Map<string, RemoteCustomer>, record: RemoteCustomer): void {
    const before = expected.get(record.id)
    const isSame = JSON.stringify({ ...before, other: {} }) === JSON.stringify({ ...record, other: {} })
    if (before && isSame && compared.has(record.id)) return
    if (before && Date.parse(before.lastUpdated) > Date.parse(record.lastUpdated)) return
    if (Object.keys({ ...before?.other, ...record.other }).length > 0) compared.add(record.id)
    expected.set(record.id, record)
  }
})

describe('the first rows', () => {
  const sighting = { listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }

  it('are those of the whole list in the order of a start, on every page', () => {
    const seen = (number: number) => (number % 4 === 0 ? [{ ...sighting, at: updatedAt((number * 13) % 90) }] : [])
    cache.save({ ...scope, region: 'nz' }, many(9))
    cache.save(
      scope,
      many(250).map((record, number) => ({ ...record, sightings: seen(number) })),
    )
    const list = createCustomerLists(cache).now(scope)
    const expected = list.sorted(orderAtStart).map(({ number }) => number)
    for (const offset of [0, 60, 200, 240, 300]) {
      expect(cache.firstRows(scope, { offset, limit: 50 })).toEqual({
        total: 250,
        numbers: expected.slice(offset, offset + 50),
      })
    }
  })
})

it('uses an index for each question that is asked while the list is not read', () => {
  const plans: string[] = []
  const noting: Database = {
    ...database,
    get: (...query) => database.get(...noted(query)),
    all: (...query) => database.all(...noted(query)),
    value: (...query) => database.value(...noted(query)),
    values: (...query) => database.values(...noted(query)),
  }
  const noted = (query: Parameters<Database['get']>): Parameters<Database['get']> => {
    const [sql, params] = query
    for (const { detail } of database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)) plans.push(detail)
    return query
  }
  const rows = openCache(noting)
  rows.save(scope, many(3))
  rows.find(scope, idOf(1))
  rows.has(scope, idOf(1))
  rows.read(scope, [1, 2])
  rows.listedAfter(scope, 0)
  rows.firstRows(scope, { offset: 0, limit: 2 })
  rows.remove(scope, [idOf(1)])
  expect(plans.filter((plan) => /SCAN customer|USE TEMP B-TREE/.test(plan))).toEqual([])
  expect(new Set(plans.filter((plan) => plan.startsWith('SEARCH customer ')))).toEqual(
    new Set([
      'SEARCH customer USING INDEX customer_id (id_hash=?)',
      'SEARCH customer USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH customer USING INTEGER PRIMARY KEY (rowid>?)',
      'SEARCH customer USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
      'SEARCH customer USING COVERING INDEX customer_at_start (connection_id=? AND region=?)',
    ]),
  )
})

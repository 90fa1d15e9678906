import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerSummary } from '../../../../../src/core/customers/list/customer-summary.ts'
import { createCustomerIndexes } from '../../../../../src/core/customers/cache/customer-indexes.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, scope, remote } from '../customers-bench.ts'

let database: Database
beforeEach(() => {
  database = openMemory()
})
afterEach(() => database.close())

const today = '2026-11-21'
const signal = new AbortController().signal
const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    remote(`c${from + index}`, {
      clientName: `Client ${from + index}`,
      state: index % 2 ? 'VIC' : 'NSW',
      additionalFields: { Salesperson: index % 3 ? 'Kim' : 'Bo' },
    }),
  )
const indexNames = (): string[] =>
  database
    .all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'customer' ORDER BY name`,
    )
    .map(({ name }) => name)

/** The parts as a start of the program creates them. */
function open() {
  const indexes = createCustomerIndexes(database)
  const list = createCustomerList(database, indexes)
  const find = (filter: Partial<typeof noFilter>): number[] => [
    ...list.numbers(scope, { ...noFilter, ...filter }, { sort: 'clientName', descending: false }, today),
  ]
  const found = () => {
    list.clear()
    return {
      all: list.page(scope, noFilter, { sort: 'rego', descending: true }, { offset: 0, limit: 5 }, today).total,
      long: find({ search: 'client 12' }),
      short: find({ search: '9' }),
      state: find({ states: ['VIC'] }).length,
      field: find({ fields: [{ name: 'Salesperson', contains: 'kim' }] }).length,
      never: find({ sighting: 'never', missingVin: true }).length,
      facts: createCustomerSummary(database, indexes).summarise(scope).fields,
    }
  }
  return { indexes, list, cache: createCustomerCache(database, indexes), found }
}

it('returns the same results without indexes', async () => {
  const { indexes, cache, found } = open()
  const before = indexNames()
  cache.save(scope, records(0, 20))
  indexes.drop()
  expect(indexNames().length).toBeLessThan(before.length)
  cache.save(scope, records(20, 140))
  cache.save(scope, [remote('c12', { clientName: 'Client 999', lastUpdated: '2026-11-02T00:00:00Z' })])
  cache.remove(scope, ['c13'])
  const dropped = found()
  expect(dropped).toMatchObject({ all: 139 })
  await indexes.rebuild(signal)
  expect(indexNames()).toEqual(before)
  expect(found()).toEqual(dropped)
})

it('rebuilds dropped indexes after a restart', async () => {
  const killed = open()
  killed.indexes.drop()
  killed.cache.save(scope, records(0, 60))
  const before = killed.found()
  const next = open()
  expect(next.indexes.areDropped()).toBe(true)
  expect(next.found()).toEqual(before)
  await next.indexes.rebuild(signal)
  expect(next.indexes.areDropped()).toBe(false)
  expect(next.found()).toEqual(before)
  expect(open().found()).toEqual(before)
})

it('keeps the indexes of a large cache', () => {
  const { indexes, cache } = open()
  cache.save(scope, records(0, 5_001))
  indexes.drop()
  expect(indexes.areDropped()).toBe(false)
})

it.each(['Stock "no"', 'a\\b', '$.x', 'a.b[0]', 'Größe', "it's", 'two  blanks'])(
  'looks into a field named %s, and says what it holds in words',
  (name) => {
    const { cache, list } = open()
    cache.save(scope, [
      remote('a', { additionalFields: { [name]: 'Kept in the shed', Other: 'blue' } }),
      remote('b', { additionalFields: { [name]: 'Blue shed', Other: true } }),
      remote('c', { additionalFields: { [name]: null, Other: 'shed' } }),
    ])
    const found = (field: string, contains: string) =>
      list.page(
        scope,
        { ...noFilter, fields: [{ name: field, contains }] },
        { sort: 'lastUpdated', descending: false },
        { offset: 0, limit: 10 },
        today,
      ).total
    expect([found(name, 'shed'), found(name, 'in the'), found(name, 'bl'), found(name, 'nowhere')]).toEqual([
      2, 1, 1, 0,
    ])
    expect([found('Other', 'true'), found('Other', 'shed'), found('Other', '1')]).toEqual([1, 1, 0])
  },
)

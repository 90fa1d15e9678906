import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createCustomerCache, type CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import {
  createCustomerIndexes,
  type CustomerIndexes,
} from '../../../../../src/core/customers/cache/customer-indexes.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, scope } from '../customers-bench.ts'

const record = (id: string, more: Partial<RemoteCustomer> = {}): RemoteCustomer => ({
  id,
  lastUpdated: '2026-11-20T00:00:00.000Z',
  rego: 'ABC123',
  state: 'VIC',
  vin: null,
  clientName: 'Anna Smith',
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: {},
  other: {},
  ...more,
})

let database: Database
let indexes: CustomerIndexes
let cache: CustomerCache
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  indexes = createCustomerIndexes(database)
  cache = createCustomerCache(database, indexes)
})

it('saves changed records only', () => {
  expect(cache.save(scope, [record('a'), record('b')]).changed).toBe(2)
  expect(cache.save(scope, [record('a'), record('b', { clientName: 'Ben' })]).changed).toBe(1)
  expect(cache.find(scope, 'b')?.clientName).toBe('Ben')
})

it.each([
  ['it was removed', () => cache.remove(scope, ['a'])],
  ['its connection was removed', () => cache.forgetConnection(connectionId)],
])('saves a record again after %s', (_, lose) => {
  cache.save(scope, [record('a')])
  lose()
  expect(cache.find(scope, 'a')).toBeNull()
  expect(cache.save(scope, [record('a')]).changed).toBe(1)
  expect(cache.find(scope, 'a')?.clientName).toBe('Anna Smith')
})

it('does not count a rolled back record as saved', () => {
  // No column takes an object: the second record fails, and the first goes back with it.
  const broken = record('b', { vin: {} as unknown as string })
  expect(() => cache.save(scope, [record('a'), broken])).toThrow(TypeError)
  expect(cache.find(scope, 'a')).toBeNull()
  expect(cache.save(scope, [record('a')]).changed).toBe(1)
})

it('does not count a record as saved that an outer transaction rolled back', () => {
  const whole = () =>
    cache.transaction(() => {
      cache.save(scope, [record('a', { additionalFields: { Salesperson: 'Kim' } })])
      throw new Error('No room')
    })
  expect(whole).toThrow('No room')
  expect(cache.save(scope, [record('b', { additionalFields: { Stock: '7' } })]).changed).toBe(1)
  expect(cache.save(scope, [record('a', { additionalFields: { Salesperson: 'Kim' } })]).changed).toBe(1)
  const names = database.all<{ id: string; names: string }>(
    'SELECT c.id, s.names FROM customer c JOIN customer_field_set s ON s.id = c.field_set ORDER BY c.id',
  )
  expect(names).toEqual([
    { id: 'a', names: '["Salesperson"]' },
    { id: 'b', names: '["Stock"]' },
  ])
})

it('keeps the newer of two versions, in any order', () => {
  const newer = record('a', { lastUpdated: '2026-11-21T00:00:00.000Z', clientName: 'Newer' })
  cache.save(scope, [record('a')])
  cache.save(scope, [newer, record('a')])
  expect(cache.find(scope, 'a')?.clientName).toBe('Newer')
  cache.save(scope, [record('a')])
  expect(cache.find(scope, 'a')?.clientName).toBe('Newer')
})

it('finds a new record by its text, and a changed one only by its new text', () => {
  const list = createCustomerList(database, indexes)
  const order = { sort: 'rego', descending: false } as const
  const find = (search: string): number =>
    list.page(scope, { ...noFilter, search }, order, { offset: 0, limit: 10 }, '2026-11-21').total
  cache.save(scope, [record('a'), record('b', { clientName: 'Ben Jones' })])
  expect([find('smith'), find('jones'), find('jo')]).toEqual([1, 1, 1])
  cache.save(scope, [record('b', { clientName: 'Ben Tanaka' })])
  expect([find('jones'), find('tanaka')]).toEqual([0, 1])
})

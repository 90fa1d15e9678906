import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import type { RecordChange } from '../../../../../src/core/customers/cache/customer-rows.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, scope, emptyCache, openCache } from '../customers-bench.ts'

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
let cache: CustomerCache
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  cache = openCache(database)
})

it('saves changed records only', () => {
  expect(cache.save(scope, [record('a'), record('b')])).toHaveLength(2)
  expect(cache.save(scope, [record('a'), record('b', { clientName: 'Ben' })])).toHaveLength(1)
  expect(cache.find(scope, 'b')?.clientName).toBe('Ben')
})

it.each([
  ['it was removed', () => cache.remove(scope, ['a'])],
  ['its connection was removed', () => emptyCache(database, cache)],
])('saves a record again after %s', (_, lose) => {
  cache.save(scope, [record('a')])
  lose()
  expect(cache.find(scope, 'a')).toBeNull()
  expect(cache.save(scope, [record('a')])).toHaveLength(1)
  expect(cache.find(scope, 'a')?.clientName).toBe('Anna Smith')
})

it('does not count a rolled back record as saved', () => {
  // JSON has no such value: the second record fails, and the first goes back with it.
  const broken = record('b', { additionalFields: { Stock: 7n } })
  expect(() => cache.save(scope, [record('a'), broken])).toThrow(TypeError)
  expect(cache.find(scope, 'a')).toBeNull()
  expect(cache.save(scope, [record('a')])).toHaveLength(1)
})

it('does not count a record as saved that an outer transaction rolled back', () => {
  const whole = () =>
    cache.transaction(() => {
      cache.save(scope, [record('a', { additionalFields: { Salesperson: 'Kim' } })])
      throw new Error('No room')
    })
  expect(whole).toThrow('No room')
  expect(cache.save(scope, [record('b', { additionalFields: { Stock: '7' } })])).toHaveLength(1)
  expect(cache.save(scope, [record('a', { additionalFields: { Salesperson: 'Kim' } })])).toHaveLength(1)
  expect([...cache.each(scope)].map((each) => each.additionalFields)).toEqual([{ Stock: '7' }, { Salesperson: 'Kim' }])
})

describe('listeners', () => {
  let told: RecordChange[]
  beforeEach(() => {
    told = []
    cache.changes.listen((change) => told.push(change))
  })
  type Changed = Extract<RecordChange, { kind: 'changed' }>
  const savedIds = ({ saved }: Changed) => saved.map(({ id }) => id)
  const changed = () => told.flatMap((change) => (change.kind === 'changed' ? [change] : []))

  it('are told what was saved and removed, with the numbers that the cache lists', () => {
    cache.save(scope, [record('a'), record('b')])
    cache.save(scope, [record('a'), record('b', { clientName: 'Ben' })])
    expect(changed().map(savedIds)).toEqual([['a', 'b'], ['b']])
    expect(changed()[1]?.saved).toMatchObject([{ number: 2, clientName: 'Ben' }])
    expect(cache.listedAfter(scope, 0)?.rows).toEqual([changed()[0]?.saved[0], changed()[1]?.saved[0]])
    cache.remove(scope, ['b', 'nobody', 'b'])
    cache.remove(scope, ['nobody'])
    expect(told.slice(2)).toEqual([{ kind: 'changed', scope, saved: [], removed: ['b'] }])
    emptyCache(database, cache)
    expect(told.slice(3)).toEqual([{ kind: 'forgotten', connectionId }])
  })

  it('are told after the outermost transaction, and nothing of what was rolled back', () => {
    cache.transaction(() => {
      cache.save(scope, [record('a')])
      expect(told).toEqual([])
    })
    expect(changed().map(savedIds)).toEqual([['a']])
    const undone = () =>
      database.transaction(() => {
        cache.save(scope, [record('b')])
        cache.remove(scope, ['a'])
        throw new Error('No room')
      })
    expect(undone).toThrow('No room')
    expect(told).toHaveLength(1)
  })
})

it('returns what a save changed: each record as it is now and as it was', () => {
  const [first] = cache.save(scope, [record('a')])
  expect(first).toMatchObject({ record: { id: 'a' }, before: null })
  const saved = cache.save(scope, [
    record('a', { clientName: 'Ann' }),
    record('b'),
    record('a', { clientName: 'Anne' }),
  ])
  expect(saved).toMatchObject([
    { record: { id: 'a', clientName: 'Anne' }, before: { id: 'a', clientName: 'Anna Smith' } },
    { record: { id: 'b' }, before: null },
  ])
})

it('lists the records of its connection and region in the order of their arrival', () => {
  const others = Array.from({ length: 2_600 }, (_, index) =>
    record(`c${index}`, { additionalFields: { Stock: index } }),
  )
  cache.save(scope, others.slice(0, 1_300))
  cache.save({ ...scope, region: 'nz' }, [record('elsewhere'), record('c7')])
  cache.save(scope, others.slice(1_300))
  cache.save(scope, [record('c3', { clientName: 'Changed' })])
  cache.remove(scope, ['c1400'])
  const expected = others.filter(({ id }) => id !== 'c1400').map(({ id }) => id)
  expect([...cache.each(scope)].map(({ id }) => id)).toEqual(expected)
  expect([...cache.each({ ...scope, region: 'nz' })].map(({ id }) => id)).toEqual(['elsewhere', 'c7'])
})

it('gives no number again, not even that of the last record', () => {
  cache.save(scope, [record('a'), record('b')])
  cache.remove(scope, ['b'])
  cache.save(scope, [record('c')])
  expect(cache.listedAfter(scope, 0)?.rows.map(({ id, number }) => [id, number])).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

it('tells records apart whose ids have the same hash', () => {
  // CRC-32 of both is 0x4ddb0c25.
  const [one, other] = ['plumless', 'buckeroo']
  cache.save(scope, [record(one, { clientName: 'One' })])
  cache.save(scope, [record(other, { clientName: 'Other' })])
  expect([cache.find(scope, one)?.clientName, cache.find(scope, other)?.clientName]).toEqual(['One', 'Other'])
  cache.remove(scope, [one])
  expect([cache.has(scope, one), cache.has(scope, other)]).toEqual([false, true])
})

it('reads records by their numbers, in that order, and none of another region', () => {
  cache.save(scope, [record('a'), record('b'), record('c')])
  cache.save({ ...scope, region: 'nz' }, [record('elsewhere')])
  expect(cache.read(scope, [3, 4, 1, 99]).map(({ id }) => id)).toEqual(['c', 'a'])
})

it('keeps the newer of two versions, in any order', () => {
  const newer = record('a', { lastUpdated: '2026-11-21T00:00:00.000Z', clientName: 'Newer' })
  cache.save(scope, [record('a')])
  cache.save(scope, [newer, record('a')])
  expect(cache.find(scope, 'a')?.clientName).toBe('Newer')
  cache.save(scope, [record('a')])
  expect(cache.find(scope, 'a')?.clientName).toBe('Newer')
})

it('finds a new record by its text, and a changed one only by its new text', async () => {
  const list = createCustomerList({
    database,
    cache,
    lists: createCustomerLists(cache),
    doNotContact: createDoNotContact(database),
  })
  const order = { sort: 'rego', descending: false } as const
  const find = async (search: string): Promise<number> =>
    (await list.page(scope, { ...noFilter, search }, order, { offset: 0, limit: 10 }, '2026-11-21')).total
  cache.save(scope, [record('a'), record('b', { clientName: 'Ben Jones' })])
  expect([await find('smith'), await find('jones'), await find('jo')]).toEqual([1, 1, 1])
  cache.save(scope, [record('b', { clientName: 'Ben Tanaka' })])
  expect([await find('jones'), await find('tanaka')]).toEqual([0, 1])
})

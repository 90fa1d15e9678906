import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import type { RecordChange } from '../../../../../src/core/customers/cache/record-changes.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, scope, openCache } from '../customers-bench.ts'

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
  expect(cache.save(scope, [record('a'), record('b')]).changed).toBe(2)
  expect(cache.save(scope, [record('a'), record('b', { clientName: 'Ben' })]).changed).toBe(1)
  expect(cache.find(scope, 'b')?.clientName).toBe('Ben')
})

it('reads records of more blocks than it holds, in any order', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `customer-${index}`)
  cache.save(
    scope,
    ids.map((id) => record(id, { clientName: `Zoë ${id}` })),
  )
  const read = ids.map((_, index) => ids[(index * 131) % ids.length] ?? '').slice(0, 500)
  for (const id of [...read, ...read.toReversed(), 'customer-0', 'customer-9999'])
    expect(cache.find(scope, id)?.clientName).toBe(`Zoë ${id}`)
  // The block is read, written again and read.
  cache.save(scope, [record('customer-0', { clientName: 'Ben' })])
  expect([cache.find(scope, 'customer-0')?.clientName, cache.find(scope, 'customer-1')?.clientName]).toEqual([
    'Ben',
    'Zoë customer-1',
  ])
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
  // JSON has no such value: the second record fails, and the first goes back with it.
  const broken = record('b', { vin: 7n as unknown as string })
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
  expect([...cache.each(scope)].map((each) => each.record.additionalFields)).toEqual([
    { Stock: '7' },
    { Salesperson: 'Kim' },
  ])
})

describe('listeners', () => {
  let told: RecordChange[]
  beforeEach(() => {
    told = []
    cache.changes.listen((change) => told.push(change))
  })
  const numbers = () => [...cache.each(scope)].map(({ number }) => number)
  type Changed = Extract<RecordChange, { kind: 'changed' }>
  const savedNumbers = ({ saved, appended }: Changed) => [
    ...saved.map(({ number }) => number),
    ...appended.flatMap((block) => [...block.numbers]),
  ]
  const changed = () => told.flatMap((change) => (change.kind === 'changed' ? [change] : []))

  it('are told what was saved and removed, with the numbers that the cache lists', () => {
    cache.save(scope, [record('a'), record('b')])
    cache.save(scope, [record('a'), record('b', { clientName: 'Ben' })])
    const [first, second] = numbers()
    expect(changed().map(savedNumbers)).toEqual([[first, second], [second]])
    expect(changed()[1]?.saved).toMatchObject([{ number: second, record: { clientName: 'Ben' } }])
    cache.remove(scope, ['b', 'nobody'])
    cache.remove(scope, ['nobody'])
    expect(told.slice(2)).toMatchObject([{ kind: 'changed', scope, saved: [], removed: [second], appended: [] }])
    cache.forgetConnection(connectionId)
    expect(told.slice(3)).toEqual([{ kind: 'forgotten', connectionId }])
  })

  it('are told after the outermost transaction, and nothing of what was rolled back', () => {
    cache.transaction(() => {
      cache.save(scope, [record('a')])
      expect(told).toEqual([])
    })
    expect(changed().map(savedNumbers)).toEqual([numbers()])
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

it('lists all records in the order of their numbers, also while others are saved and removed', () => {
  const others = Array.from({ length: 600 }, (_, index) => record(`c${index}`, { additionalFields: { Stock: index } }))
  cache.save({ ...scope, region: 'nz' }, [record('elsewhere')])
  cache.save(scope, others)
  const listed: string[] = []
  for (const { number, record: each } of cache.each(scope)) {
    if (listed.length === 0) cache.remove(scope, ['c400'])
    if (listed.length === 1) cache.save(scope, [record('late')])
    expect(number).toBeGreaterThan(0)
    listed.push(each.id)
  }
  expect(listed).toEqual([...others.map(({ id }) => id).filter((id) => id !== 'c400'), 'late'])
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
    lists: createCustomerLists(cache, database),
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

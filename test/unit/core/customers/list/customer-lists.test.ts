import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import type { ListedBlock } from '../../../../../src/core/customers/cache/scope-records.ts'
import { createCustomerLists, type CustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { createSightedCustomers } from '../../../../../src/core/customers/list/sighted-customers.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { recordsPerBlock } from '../../../../../src/core/customers/cache/record-block.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { listedRecords, recordsAsListed } from '../cache/listed-records.ts'
import { remote, scope, openCache } from '../customers-bench.ts'

let database: Database
let cache: CustomerCache
let lists: CustomerLists
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  cache = openCache(database)
  lists = createCustomerLists(cache, database)
})

const sighting = { at: '2026-11-10T00:00:00Z', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
const records = (count: number) => Array.from({ length: count }, (_, index) => remote(`c${index}`))
const ids = () => [...lists.now(scope).list.ids()]
const stored = () => [...cache.each(scope)].map(({ record }) => record.id)

/** What the list has of each record, without reading one. */
function storedParts() {
  database.run('UPDATE customer_block SET records = zeroblob(9)')
  return listedRecords(openCache(database), scope)
}

describe('parts of the list that were left to be stored', () => {
  const save = (customers: readonly RemoteCustomer[]) => cache.save(scope, customers, { partsLater: true })
  const countOf = (table: string) => database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count

  it('are stored as they are made from the records, also after changes', async () => {
    await lists.ready(scope)
    save(records(recordsPerBlock * 20))
    save([remote('c7', { clientName: 'A much longer name than before', sightings: [sighting] })])
    save([remote('c300', { clientName: 'Zoë', rego: 'ABC123', lastUpdated: '2026-11-02T00:00:00.000Z' })])
    save([remote('c300', { clientName: 'Z', lastUpdated: '2026-11-03T00:00:00.000Z' })])
    save([remote('c2000', { sightings: [sighting], lastUpdated: '2026-11-02T00:00:00.000Z' })])
    cache.remove(scope, ['c400', 'c1400'])
    expect(cache.hasUnstoredParts(scope)).toBe(true)
    await lists.store(scope, new AbortController().signal)
    expect([cache.hasUnstoredParts(scope), countOf('customer_list')]).toEqual([false, countOf('customer_block')])
    const expected = recordsAsListed(cache, scope)
    expect(storedParts()).toEqual(expected)
  })

  it('are made at the next start when the program ended before', async () => {
    await lists.ready(scope)
    save(records(recordsPerBlock * 20))
    const ended = new AbortController()
    const storing = lists.store(scope, ended.signal)
    ended.abort()
    await storing
    expect(countOf('customer_list')).toBeGreaterThan(0)
    expect(countOf('customer_list')).toBeLessThan(20)
    const expected = recordsAsListed(cache, scope)
    expect(listedRecords(openCache(database), scope)).toEqual(expected)
    expect(storedParts()).toEqual(expected)
  })

  it('are not stored for a connection that was removed meanwhile', async () => {
    await lists.ready(scope)
    save(records(recordsPerBlock * 20))
    const storing = lists.store(scope, new AbortController().signal)
    cache.forgetConnection(connectionId)
    await storing
    expect(countOf('customer_list')).toBe(0)
  })
})

describe('the list of a connection and region', () => {
  it('has all records, also when it is needed at once', async () => {
    cache.save(scope, records(700))
    expect(lists.loaded(scope)).toBeNull()
    const ready = lists.ready(scope)
    expect(ids()).toEqual(stored())
    expect((await ready).list).toBe(lists.now(scope).list)
    expect(lists.loaded(scope)?.list.counts().total).toBe(700)
  })

  it('has what was saved and removed while the records were read', async () => {
    cache.save(scope, records(700))
    /** Changes come after each page of the reading. */
    const changes = [
      () => cache.save(scope, [remote('c3', { clientName: 'Changed behind the reading', sightings: [sighting] })]),
      () => cache.remove(scope, ['c5', 'c699']),
      () =>
        cache.save(scope, [remote('new', { clientName: 'New' }), remote('c600', { clientName: 'Changed before it' })]),
      () => cache.remove(scope, ['new']),
      () => cache.save(scope, [remote('last')]),
    ]
    const changing = createCustomerLists(
      {
        ...cache,
        *listBlocks(asked): Generator<ListedBlock> {
          for (const block of cache.listBlocks(asked)) {
            yield block
            changes.shift()?.()
          }
        },
      },
      database,
    )
    const { list, sighted } = await changing.ready(scope)
    expect(changes).toEqual([])
    expect([...list.ids()]).toEqual(stored())
    expect([...sighted.values()].map(({ id }) => id)).toEqual(['c3'])
  })

  it('changes after each commit, and not by what is rolled back', async () => {
    await lists.ready(scope)
    database.transaction(() => {
      cache.save(scope, [remote('a')])
      expect(ids()).toEqual([])
    })
    expect(ids()).toEqual(['a'])
    const undone = () =>
      cache.transaction(() => {
        cache.save(scope, [remote('b')])
        cache.remove(scope, ['a'])
        throw new Error('No room')
      })
    expect(undone).toThrow('No room')
    expect(ids()).toEqual(['a'])
    cache.save(scope, [remote('b')])
    expect(ids()).toEqual(stored())
  })

  it('is empty after its connection was forgotten, also while it was read', async () => {
    cache.save(scope, records(700))
    let isForgotten = false
    const forgetting = createCustomerLists(
      {
        ...cache,
        *listBlocks(asked): Generator<ListedBlock> {
          for (const block of cache.listBlocks(asked)) {
            yield block
            if (isForgotten) continue
            isForgotten = true
            cache.forgetConnection(connectionId)
          }
        },
      },
      database,
    )
    expect((await forgetting.ready(scope)).list.counts().total).toBe(0)
    cache.save(scope, [remote('a')])
    expect([...forgetting.now(scope).list.ids()]).toEqual(['a'])
    cache.forgetConnection(connectionId)
    expect([...forgetting.now(scope).list.ids()]).toEqual([])
  })

  it('is read again after the reading has failed', async () => {
    cache.save(scope, records(3))
    let isDamaged = true
    const failing = createCustomerLists(
      {
        ...cache,
        *listBlocks(asked): Generator<ListedBlock> {
          if (isDamaged) throw new Error('Damaged')
          yield* cache.listBlocks(asked)
        },
      },
      database,
    )
    await expect(failing.ready(scope)).rejects.toThrow('Damaged')
    expect(() => failing.now(scope)).toThrow('Damaged')
    isDamaged = false
    expect((await failing.ready(scope)).list.counts().total).toBe(3)
  })
})

describe('the sighted customers', () => {
  it('are the latest first, and only those that changed are read again', () => {
    const decorated: string[] = []
    const sighted = createSightedCustomers(lists, {
      decorator: () => (customer) => {
        decorated.push(customer.id)
        return customer
      },
    })
    const seen = (id: string, ...days: string[]) =>
      remote(id, {
        sightings: days.map((at) => ({ ...sighting, at })),
        lastUpdated: `2026-11-${20 + decorated.length}`,
      })
    const shown = () => sighted.all(scope).map(({ id }) => id)
    cache.save(scope, [
      seen('a', '2026-11-02', '2026-11-01'),
      seen('b', '2026-11-03'),
      seen('c', '2026-11-02'),
      remote('d'),
    ])
    expect(shown()).toEqual(['b', 'c', 'a'])
    expect(decorated.splice(0).toSorted()).toEqual(['a', 'b', 'c'])

    const before = sighted.all(scope)
    sighted.clear({ scope, sighted: false })
    expect(sighted.all(scope)).toBe(before)

    cache.save(scope, [seen('d', '2026-11-09'), remote('b', { lastUpdated: '2026-11-29' })])
    sighted.clear({ scope, sighted: true, ids: ['d', 'b'] })
    expect(shown()).toEqual(['d', 'c', 'a'])
    expect(decorated.splice(0)).toEqual(['d'])

    sighted.clear({ scope, sighted: true, ids: ['c'] })
    expect(shown()).toEqual(['d', 'c', 'a'])
    expect(decorated.splice(0)).toEqual(['c'])

    cache.remove(scope, ['c'])
    sighted.clear({ scope, sighted: true })
    expect(shown()).toEqual(['d', 'a'])
    expect(decorated.splice(0).toSorted()).toEqual(['a', 'd'])
  })
})

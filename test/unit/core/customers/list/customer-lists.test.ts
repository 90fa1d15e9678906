import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerLists, type CustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { createSightedCustomers } from '../../../../../src/core/customers/list/sighted-customers.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { remote, scope, emptyCache, openCache } from '../customers-bench.ts'

let database: Database
let cache: CustomerCache
let lists: CustomerLists
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  cache = openCache(database)
  lists = createCustomerLists(cache)
})

const sighting = { at: '2026-11-10T00:00:00Z', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
const records = (count: number) => Array.from({ length: count }, (_, index) => remote(`c${index}`))
const ids = () =>
  lists
    .now(scope)
    .rows()
    .map(({ id }) => id)
const stored = () => [...cache.each(scope)].map(({ id }) => id)

describe('the list of a connection and region', () => {
  it('has all records, also when it is needed at once', async () => {
    cache.save(scope, records(700))
    expect(lists.loaded(scope)).toBeNull()
    const ready = lists.ready(scope)
    expect(ids()).toEqual(stored())
    expect(await ready).toBe(lists.now(scope))
    expect(lists.loaded(scope)?.rows()).toHaveLength(700)
  })

  it('has what was saved and removed while the records were read', async () => {
    cache.save(scope, records(700))
    /** Changes come after each part of the reading. */
    const changes = [
      () => cache.save(scope, [remote('c3', { clientName: 'Changed behind the reading', sightings: [sighting] })]),
      () => cache.remove(scope, ['c5', 'c699']),
      () =>
        cache.save(scope, [remote('new', { clientName: 'New' }), remote('c600', { clientName: 'Changed before it' })]),
      () => cache.remove(scope, ['new']),
      () => cache.save(scope, [remote('last')]),
    ]
    const changing = createCustomerLists({
      changes: cache.changes,
      listedAfter(asked, after) {
        if (after > 0) changes.shift()?.()
        const [found, last] = [cache.listedAfter(asked, after), after + 120]
        return found && { rows: found.rows.filter(({ number }) => number <= last), last }
      },
    })
    const list = await changing.ready(scope)
    expect(changes).toEqual([])
    expect(list.rows().map(({ id }) => id)).toEqual(stored())
    expect(list.rows().filter(({ lastSighting }) => lastSighting !== null)).toMatchObject([{ id: 'c3' }])
    expect(list.find('c600')?.clientName).toBe('Changed before it')
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
    const forgetting = createCustomerLists({
      changes: cache.changes,
      listedAfter(asked, after) {
        const found = cache.listedAfter(asked, after)
        if (found && !isForgotten) queueMicrotask(() => emptyCache(database, cache))
        isForgotten = true
        return found
      },
    })
    const ready = forgetting.ready(scope)
    expect((await ready).rows()).toEqual([])
    cache.save(scope, [remote('a')])
    expect(forgetting.now(scope).rows()).toMatchObject([{ id: 'a' }])
    emptyCache(database, cache)
    expect(forgetting.now(scope).rows()).toEqual([])
  })

  it('is read again after the reading has failed', async () => {
    cache.save(scope, records(3))
    let isDamaged = true
    const failing = createCustomerLists({
      changes: cache.changes,
      listedAfter(asked, after) {
        if (isDamaged) throw new Error('Damaged')
        return cache.listedAfter(asked, after)
      },
    })
    await expect(failing.ready(scope)).rejects.toThrow('Damaged')
    expect(() => failing.now(scope)).toThrow('Damaged')
    isDamaged = false
    expect((await failing.ready(scope)).rows()).toHaveLength(3)
  })
})

describe('the sighted customers', () => {
  it('are the latest first, and only those that changed are read again', () => {
    const decorated: string[] = []
    const sighted = createSightedCustomers(cache, lists, {
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

  it('are all of them when each customer was seen', () => {
    const sighted = createSightedCustomers(cache, lists, { decorator: () => (customer) => customer })
    cache.save(
      scope,
      ['2026-11-01', '2026-11-03', '2026-11-02'].map((at, index) =>
        remote(`c${index}`, { sightings: [{ ...sighting, at }] }),
      ),
    )
    expect(sighted.all(scope).map(({ id }) => id)).toEqual(['c1', 'c2', 'c0'])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionId } from '../uploads/upload-bench.ts'
import { makeCustomersBench, scope, remote, signal, type CustomersBench } from './customers-bench.ts'

let desk: CustomersBench

const sighting = (at: string) => ({
  at,
  listingId: 'lead',
  listingUrl: 'https://cars.example/1',
  listingTitle: 'Car',
  listingPrice: 1,
})

beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

const status = () => desk.customers().status({}, signal)

describe('the copy of the customers', () => {
  it('is filled by paging, also when the service serves shorter pages than were asked for', async () => {
    desk.service.maxPage = 20
    for (let n = 0; n < 130; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    expect(await status()).toMatchObject({ total: 130, syncing: null, problem: null, vanished: null })
  })

  it('loses what the service no longer lists, only after a look to the very end, and says how many', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    desk.service.remove('c3')
    let pages = 0
    desk.service.faults = (call) => {
      if (call === 'listCustomers') pages += 1
      return call === 'listCustomers' && pages === 3 ? { kind: 'offline' } : { kind: 'none' }
    }
    desk.customers().requestSync(connectionId, 'au')
    await desk.bench.until(async () => (await status()).problem !== null)
    expect((await status()).total).toBe(120)
    await desk.bench.until(async () => (await status()).total === 119)
    await desk.bench.until(async () => (await status()).syncing === null)
    const { vanished, problem } = await status()
    expect(problem).toBeNull()
    expect(vanished?.count).toBe(1)
    await desk.synced()
    expect((await status()).vanished).toEqual(vanished)
  })

  it('is not emptied by a list that comes out short though the customers are there', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    const { client } = desk.service
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: { ...client, listCustomers: async () => ({ ok: true, value: [] }) },
    })
    await desk.synced()
    expect((await status()).total).toBe(120)

    desk.bench.storage.connections.client = async () => ({ ok: true, value: client })
    for (let n = 0; n < 100; n += 1) desk.service.remove(`c${n}`)
    await desk.synced()
    expect(await status()).toMatchObject({ total: 20, vanished: { count: 100 } })
  })

  it('is brought up to date every two minutes by itself', async () => {
    desk.customers().start()
    await desk.synced()
    desk.service.put(remote('late'))
    const startMs = desk.bench.clock.monotonicMs()
    await desk.bench.until(async () => (await status()).total === 1)
    expect(desk.bench.clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(119_000)
    expect(desk.bench.clock.monotonicMs() - startMs).toBeLessThanOrEqual(125_000)
  })

  it('says how far it is, of how many there were the last time', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        listCustomers: async (page) => {
          if (page.offset === 50) {
            asked.resolve()
            await release.promise
          }
          return client.listCustomers(page)
        },
      },
    })
    desk.customers().requestSync(connectionId, 'au')
    await asked.promise
    expect((await status()).syncing).toEqual({ read: 50, of: 120 })
    release.resolve()
    await desk.synced()
  })

  it('knows the vehicles in it', async () => {
    desk.service.put(remote('a', { rego: 'ABC-123', state: 'vic', vin: '6g1fa8e5az4033922' }))
    desk.customers().start()
    await desk.synced()
    expect([...desk.customers().vehicleKeys(connectionId, 'au')].toSorted()).toEqual([
      'r:ABC123|VIC',
      'v:6G1FA8E5AZ4033922',
    ])
    expect(desk.customers().vehicleKeys(connectionId, 'nz').size).toBe(0)
  })

  it('takes in what an event brings, unless it is older, or of a customer that is deleted here', async () => {
    desk.service.put(remote('a', { clientName: 'Anna' }))
    desk.service.put(remote('b', { clientName: 'Ben' }))
    desk.customers().start()
    await desk.synced()
    expect(desk.customers().sightedCustomers(scope)).toEqual([])
    const before = desk.customers().sightedCustomers(scope)
    await desk.customers().delete({ selection: { by: 'ids', ids: ['b'] } }, signal)
    const seen = remote('a', { lastUpdated: '2026-11-02T00:00:00Z', sightings: [sighting('2026-11-02T00:00:00Z')] })
    expect(
      desk
        .customers()
        .applyEvents(scope, [
          seen,
          seen,
          remote('a', { clientName: 'Old', lastUpdated: '2026-10-01T00:00:00Z' }),
          remote('b', { lastUpdated: '2026-11-03T00:00:00Z' }),
        ]),
    ).toEqual(['applied', 'older', 'older', 'deleted'])
    expect(
      desk
        .customers()
        .sightedCustomers(scope)
        .map(({ id }) => id),
    ).toEqual(['a'])
    expect(desk.customers().sightedCustomers(scope)).not.toBe(before)
    expect(desk.customers().sightedCustomers(scope)).toBe(desk.customers().sightedCustomers(scope))
  })
})

describe('the list', () => {
  beforeEach(async () => {
    desk.service.put(
      remote('brien', {
        clientName: 'Seán O’Brien',
        rego: 'ABC-123',
        state: 'VIC',
        mobileNumber: '0491 570 006',
        expiryDate: '2026-12-20',
        additionalFields: { Salesperson: 'Kim Tan', 'Bought for': 'wife' },
      }),
    )
    desk.service.put(
      remote('anna', {
        clientName: 'anna Li',
        mobileNumber: '+61491570156',
        vehicleTitle: '2019 Mazda CX-5',
        state: 'NSW',
        expiryDate: '2027-11-01',
      }),
    )
    desk.service.put(
      remote('zoe', {
        clientName: 'Zoe',
        vin: '6G1FA8E5AZ4033922',
        additionalFields: { Salesperson: 'Kim Lee', forecourt_ref: 'fc-0123456789abcdef-77' },
        sightings: [sighting('2026-11-10T00:00:00Z'), sighting('2026-11-12T00:00:00Z')],
      }),
    )
    desk.service.put(remote('nameless', { saleDate: '2020-01-31', state: 'VIC' }))
    desk.customers().start()
    await desk.synced()
  })

  it.each([
    ['o’brien', ['brien']],
    ['sean obrien', ['brien']],
    ['abc123', ['brien']],
    ['ABC-123', ['brien']],
    ['0491570006', ['brien']],
    ['+61 491 570 006', ['brien']],
    ['+61 (0)491 570 006', ['brien']],
    ['0491 570', ['anna', 'brien']],
    ['0491570156', ['anna']],
    ['cx-5 mazda', ['anna']],
    ['li', ['anna']],
    ['z4033', ['zoe']],
    ['kim', ['brien', 'zoe']],
    ['77', []],
    ['"; DROP', []],
    ['%', ['anna', 'brien', 'zoe', 'nameless']],
  ])('finds by %s', async (search, expected) => {
    const found = await desk.list({ search })
    expect(found.customers.map(({ id }) => id)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  it.each([
    ['state', { states: ['VIC'] }, ['brien', 'nameless']],
    ['states', { states: ['VIC', 'NSW'] }, ['anna', 'brien', 'nameless']],
    ['sightings', { sighting: 'seen' }, ['zoe']],
    ['no sightings', { sighting: 'never' }, ['anna', 'brien', 'nameless']],
    ['a near expiry', { expiresWithinDays: 60 }, ['brien']],
    ['a far expiry', { expiresWithinDays: 400 }, ['anna', 'brien']],
    ['a missing VIN', { missingVin: true }, ['anna', 'brien', 'nameless']],
    ['the upload', { uploadId: '0123456789abcdef' }, ['zoe']],
    ['another upload', { uploadId: 'fedcba9876543210' }, []],
    ['an additional field', { fields: [{ name: 'Salesperson', contains: '' }] }, ['brien', 'zoe']],
    ['what a field holds', { fields: [{ name: 'Salesperson', contains: 'kim t' }] }, ['brien']],
    ['what another field holds', { fields: [{ name: 'Bought for', contains: 'kim' }] }, []],
    [
      'two fields',
      {
        fields: [
          { name: 'Salesperson', contains: 'kim' },
          { name: 'Bought for', contains: 'WIFE' },
        ],
      },
      ['brien'],
    ],
    ['several at once', { states: ['VIC'], missingVin: true, search: 'sean' }, ['brien']],
    ['a change that is not settled', { unsettled: true }, []],
  ] as const)('filters by %s', async (_, filter, expected) => {
    const mutable = JSON.parse(JSON.stringify(filter)) as Partial<Parameters<CustomersBench['list']>[0]>
    const found = await desk.list(mutable)
    expect(found.customers.map(({ id }) => id)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  it('counts what it can be filtered by', async () => {
    const facts = await desk.customers().facts({}, signal)
    expect(facts).toEqual({
      states: [
        { state: 'VIC', count: 2 },
        { state: 'NSW', count: 1 },
      ],
      // The reference is of an upload of another PC: it has no name here.
      uploads: [],
      fields: [
        { name: 'Salesperson', count: 2 },
        { name: 'Bought for', count: 1 },
      ],
      missingVin: 3,
    })
  })

  it.each([
    'clientName',
    'rego',
    'state',
    'vin',
    'mobileNumber',
    'vehicleTitle',
    'saleDate',
    'expiryDate',
    'lastSighting',
    'lastUpdated',
  ] as const)('sorts by %s either way, each record once', async (sort) => {
    const up = await desk.ids({ sort })
    const down = await desk.ids({ sort, descending: true })
    expect(up.toSorted()).toEqual(['anna', 'brien', 'nameless', 'zoe'])
    expect(down.toSorted()).toEqual(up.toSorted())
  })

  it('sorts either way, with what is empty last', async () => {
    expect(await desk.ids()).toEqual(['anna', 'brien', 'zoe', 'nameless'])
    expect(await desk.ids({ descending: true })).toEqual(['zoe', 'brien', 'anna', 'nameless'])
    expect((await desk.ids({ sort: 'lastSighting', descending: true }))[0]).toBe('zoe')
    expect((await desk.ids({ sort: 'saleDate' }))[0]).toBe('nameless')
  })

  it('pages', async () => {
    expect(await desk.ids({ offset: 1, limit: 2 })).toEqual(['brien', 'zoe'])
    expect((await status()).withSightings).toBe(1)
  })

  it('says who is not to be contacted, on every record of that number', async () => {
    const person = await desk.get('brien')
    desk.customers().doNotContact.add(scope, person, '2026-11-20T00:00:00Z')
    desk.customers().notifyDoNotContact(scope)
    const { customers } = await desk.list()
    expect(customers.filter(({ doNotContact }) => doNotContact).map(({ id }) => id)).toEqual(['brien'])
  })
})

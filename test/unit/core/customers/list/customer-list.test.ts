import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCustomersBench, scope, remote, signal, type CustomersBench } from '../customers-bench.ts'

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
  ])('finds customers by %s', async (search, expected) => {
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

  it('counts the values that it can be filtered by', async () => {
    const facts = await desk.customers().facts({}, signal)
    expect(facts).toMatchObject({
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
  ] as const)('sorts by %s in both directions, each customer once', async (sort) => {
    const up = await desk.ids({ sort })
    const down = await desk.ids({ sort, descending: true })
    expect(up.toSorted()).toEqual(['anna', 'brien', 'nameless', 'zoe'])
    expect(down.toSorted()).toEqual(up.toSorted())
  })

  it('sorts in both directions, with empty values last', async () => {
    expect(await desk.ids()).toEqual(['anna', 'brien', 'zoe', 'nameless'])
    expect(await desk.ids({ descending: true })).toEqual(['zoe', 'brien', 'anna', 'nameless'])
    expect((await desk.ids({ sort: 'lastSighting', descending: true }))[0]).toBe('zoe')
    expect((await desk.ids({ sort: 'saleDate' }))[0]).toBe('nameless')
  })

  it('returns one page', async () => {
    expect(await desk.ids({ offset: 1, limit: 2 })).toEqual(['brien', 'zoe'])
    expect((await status()).withSightings).toBe(1)
  })

  it('marks every customer with a Do Not Contact number', async () => {
    const person = await desk.get('brien')
    desk.customers().doNotContact.add(scope, person, '2026-11-20T00:00:00Z')
    desk.customers().notifyDoNotContact(scope)
    const { customers } = await desk.list()
    expect(customers.filter(({ doNotContact }) => doNotContact).map(({ id }) => id)).toEqual(['brien'])
  })
})

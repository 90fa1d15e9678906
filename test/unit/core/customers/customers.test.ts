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

describe('customers', () => {
  it('returns the keys of the vehicles in the cache', async () => {
    desk.service.put(remote('a', { rego: 'ABC-123', state: 'vic', vin: '6g1fa8e5az4033922' }))
    desk.customers().start()
    await desk.synced()
    expect([...(await desk.customers().vehicleKeys(connectionId, 'au'))].toSorted()).toEqual([
      'r:ABC123|VIC',
      'v:6G1FA8E5AZ4033922',
    ])
    expect([...(await desk.customers().vehicleKeys(connectionId, 'nz'))]).toEqual([])
  })

  it('applies events, except older versions and customers that this PC deleted', async () => {
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

it('does not bring back a deleted customer that was being read', async () => {
  desk.service.put(remote('anna', { clientName: 'Anna' }))
  desk.service.put(remote('ben', { clientName: 'Ben' }))
  desk.customers().start()
  await desk.synced()
  const read = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { client } = desk.service
  desk.bench.storage.connections.client = async () => ({
    ok: true,
    value: {
      ...client,
      getCustomer: async (id) => {
        const answer = await client.getCustomer(id)
        read.resolve()
        await release.promise
        return answer
      },
    },
  })
  const again = desk.customers().refreshCustomer(scope.connectionId, scope.region, 'anna')
  await read.promise
  await desk.customers().delete({ selection: { by: 'ids', ids: ['anna'] } }, signal)
  await desk.sent()
  release.resolve()
  expect(await again).toBeNull()
  expect(await desk.customers().status({}, signal)).toMatchObject({ total: 1, inBin: 1 })
})

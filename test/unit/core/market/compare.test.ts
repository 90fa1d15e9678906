import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../src/contract/region.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import type { ConnectionRegion } from '../../../../src/core/connections/connection-region.ts'
import type { SourcedResult } from '../../../../src/core/lookup/cached-query.ts'
import { readLookup } from '../../../../src/core/lookup/read-lookup.ts'
import { createMarket, type CarToCompare, type VehicleLookups } from '../../../../src/core/market/market.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { oneSource } from '../../../twins/one-source.ts'

const vin = '6FPAAAJGSW6A12345'
const car = (more: Partial<CarToCompare> = {}): CarToCompare => ({
  vin: null,
  rego: null,
  state: null,
  price: null,
  kms: null,
  ...more,
})
const listings = [10_000, 20_000, 30_000, 40_000].map((kms, at) => ({ kms, price: 30_000 - at * 1_000 }))

/** Knows the vehicles and listings that it is given, and remembers what it was asked. */
function begin(known: {
  readonly vins?: readonly string[]
  readonly plates?: readonly string[]
  readonly listings?: unknown
}) {
  const saved = new Set<string>()
  const asked: string[] = []
  const clock = createClockTwin()
  const vehicles: VehicleLookups = {
    async findVehicle(_of, what) {
      const [query, list] =
        'vin' in what ? [what.vin, known.vins] : [`${what.plate} ${what.state ?? '-'}`, known.plates]
      asked.push(query)
      return readLookup(list?.includes(query) ? { vehicle: { id: '42', title: 'Mazda3' } } : { vehicle: null })
    },
    async fetchMarket(scope, vehicleId) {
      asked.push(`market ${vehicleId}`)
      saved.add(vehicleId)
      return resultOf(scope, vehicleId)
    },
    savedMarket: (scope, vehicleId) => (saved.has(vehicleId) ? resultOf(scope, vehicleId) : null),
  }
  function resultOf(scope: ConnectionRegion, vehicleId: string): SourcedResult {
    return {
      ...scope,
      id: 'a',
      kind: 'market',
      key: vehicleId,
      query: '',
      state: null,
      title: '',
      answer: { body: { sample_size: 4, days_checked: 70, leads: known.listings ?? listings } },
      at: '2026-11-19T00:00:00.000Z',
      pinned: false,
      kept: true,
      problem: null,
    }
  }
  const connections = {
    active: () => ({ id: 'c', region: 'au' as const, advanced: defaultAdvanced }),
    ...oneSource(() => null),
    find: () => null,
    client: () => Promise.reject(new Error('Nothing else is asked')),
  }
  const market = createMarket({ clock, connections, dateFormat: () => 'region' }, vehicles)
  const compare = (what: CarToCompare, region: Region = 'au') =>
    market.compare({ connectionId: 'c', region }, what, { refresh: false, signal: new AbortController().signal })
  const savedMedian = () => market.savedMedian({ vehicleId: '42', minimumDays: null }, new AbortController().signal)
  return { asked, compare, savedMedian }
}

describe('the comparison of a customer’s car', () => {
  it('is looked up by VIN, and compared by price and kilometres', async () => {
    const { asked, compare } = begin({ vins: [vin] })
    expect(await compare(car({ vin, rego: 'ABC123', state: 'VIC', price: 26_000, kms: 40_000 }))).toEqual({
      state: 'ready',
      vehicleId: '42',
      title: 'Mazda3',
      median: 28_500,
      rank: 1,
      of: 5,
      sampleSize: 4,
      daysChecked: 70,
      adjustedPrice: 27_000,
      priceToMarket: 96,
      basis: 'Expected price by kilometres, from 4 listings.',
      daysSupply: null,
      words: expect.stringMatching(/^Cheapest of 5, \$2,500 below the median/),
      at: '2026-11-19T00:00:00.000Z',
    })
    expect(asked).toEqual([vin, 'market 42'])
  })

  it('looks up the plate when the VIN is unknown, missing, or the region has no VIN search', async () => {
    const one = begin({ plates: ['ABC123 VIC'] })
    expect(await one.compare(car({ vin, rego: 'abc 123', state: 'Victoria', price: 1 }))).toMatchObject({
      state: 'ready',
    })
    expect(one.asked).toEqual([vin, 'ABC123 VIC', 'market 42'])
    const other = begin({ plates: ['ABC123 -'] })
    expect(await other.compare(car({ vin, rego: 'ABC123', state: 'VIC', price: 1 }), 'my')).toMatchObject({
      state: 'ready',
    })
    expect(other.asked).toEqual(['ABC123 -', 'market 42'])
  })

  it.each([
    ['neither VIN nor plate', car({ price: 1 }), []],
    ['a plate without its state', car({ rego: 'ABC123' }), []],
    ['a plate with a state that is none', car({ rego: 'ABC123', state: 'Utopia' }), []],
    ['a car that nobody knows', car({ rego: 'ABC123', state: 'VIC' }), ['ABC123 VIC']],
  ])('%s gives “no-vehicle”', async (_what, what, calls) => {
    const { asked, compare } = begin({})
    expect(await compare(what)).toMatchObject({
      state: 'no-vehicle',
      vehicleId: null,
      rank: null,
      words: expect.stringMatching(/\.$/),
    })
    expect(asked).toEqual(calls)
  })

  it('works without an asking price, and without listings', async () => {
    expect(await begin({ vins: [vin] }).compare(car({ vin }))).toMatchObject({
      state: 'no-price',
      rank: null,
      median: 28_500,
    })
    expect(await begin({ vins: [vin], listings: [] }).compare(car({ vin, price: 1 }))).toMatchObject({
      state: 'no-listings',
      median: null,
      rank: null,
    })
  })
})

it('the median of a saved market asks nothing', async () => {
  const { asked, compare, savedMedian } = begin({ vins: [vin] })
  expect(await savedMedian()).toEqual({ price: null, at: null })
  await compare(car({ vin }))
  const before = asked.length
  expect(await savedMedian()).toEqual({ price: 28_500, at: '2026-11-19T00:00:00.000Z' })
  expect(asked).toHaveLength(before)
})

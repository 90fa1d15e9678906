import fc from 'fast-check'
import type { Listing } from '../../../../src/contract/market.ts'

export const listing = (more: Partial<Listing> = {}): Listing => ({
  id: 'l1',
  vehicleId: null,
  year: 2019,
  releaseYear: null,
  releaseMonth: null,
  listedAt: null,
  removedAt: null,
  daysListed: null,
  sellerType: null,
  colour: null,
  state: null,
  tags: [],
  price: null,
  kms: null,
  sources: [],
  link: null,
  details: [],
  ...more,
})
export const priced = (...prices: readonly number[]): Listing[] =>
  prices.map((price, at) => listing({ id: `l${at}`, price }))

export const price = fc.integer({ min: 1, max: 500_000 })
const anyListing = fc
  .record({
    price: fc.option(fc.oneof(price, fc.constant(0), fc.double({ min: 0.01, max: 1e9, noNaN: true }))),
    kms: fc.option(fc.integer({ min: 0, max: 900_000 })),
    year: fc.option(fc.integer({ min: 1990, max: 2027 })),
    state: fc.option(fc.constantFrom('NSW', 'VIC')),
    sellerType: fc.option(fc.constantFrom('dealer', 'private')),
    daysListed: fc.option(fc.nat({ max: 900 })),
    removedAt: fc.option(fc.constant('2026-11-01T00:00:00.000Z')),
  })
  .map(listing)
export const sample = fc.array(anyListing, { maxLength: 60 })
export const askedCar = fc.record({ price: fc.option(price), kms: fc.option(fc.integer({ min: 0, max: 1_000_000 })) })

export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

import { describe, expect, it } from 'vitest'
import { daysSupply, priceToMarket } from '../../../../src/core/market/market-measures.ts'
import { pricePosition } from '../../../../src/core/market/price-position.ts'
import { listing, priced } from './sample-listings.ts'

const forSale = (count: number) => Array.from({ length: count }, () => listing())
const removed = (count: number) => Array.from({ length: count }, () => listing({ removedAt: '2026-11-01' }))

describe('price to market', () => {
  it.each([
    [19_600, 20_000, 10, 98],
    [20_000, 20_000, 4, 100],
    [23_000, 20_000, 4, 115],
    [20_000, 20_000, 3, null],
    [null, 20_000, 10, null],
    [20_000, null, 10, null],
  ])('of %d against %d with %d listings is %d', (price, marketPrice, listings, expected) => {
    expect(priceToMarket(price, marketPrice, listings)).toBe(expected)
  })

  it('is against the expected price where there is one, else the median, and says which', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    expect(pricePosition(line, { price: 29_700, kms: 40_000 }, 'au')).toMatchObject({
      priceToMarket: 110,
      basis: 'Expected price by kilometres, from 5 listings.',
    })
    expect(pricePosition(line, { price: 29_700, kms: 40_000, year: 2019 }, 'au').basis).toBe(
      'Expected price by kilometres, from 5 listings. The sample is too small to include the year 2019.',
    )
    expect(pricePosition(line, { price: 14_000, kms: null }, 'au')).toMatchObject({
      priceToMarket: 50,
      basis: 'Compared with the median of 5 listings: kilometres are not known.',
    })
    expect(pricePosition(priced(10, 20, 30), { price: 20, kms: null }, 'au').priceToMarket).toBeNull()
    expect(pricePosition([], { price: 20, kms: null }, 'au').basis).toBeNull()
  })
})

describe('days’ supply', () => {
  it('is how long the cars for sale last at the rate of the period', () => {
    expect(daysSupply([...forSale(20), ...removed(40)], 60)).toBe(30)
    expect(daysSupply([...forSale(8), ...removed(4)], 90)).toBe(180)
  })

  it('is not shown for a small sample or an unknown period', () => {
    expect(daysSupply([...forSale(20), ...removed(3)], 60)).toBeNull()
    expect(daysSupply(removed(10), 60)).toBeNull()
    expect(daysSupply([...forSale(20), ...removed(40)], null)).toBeNull()
  })
})

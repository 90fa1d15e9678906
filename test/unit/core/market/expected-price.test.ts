import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedPrice } from '../../../../src/core/market/price-position.ts'
import { askedCar, listing, sample } from './sample-listings.ts'

/** Cars whose price is exactly $40,000 in 2020 with 0 km, $1,500 less per year of age and $100 less per 1,000 km. */
const exactly = (year: number, kms: number) => listing({ year, kms, price: 40_000 - (2020 - year) * 1_500 - kms / 10 })
const cars = [
  [2014, 120_000],
  [2015, 60_000],
  [2015, 110_000],
  [2016, 95_000],
  [2017, 40_000],
  [2017, 82_000],
  [2018, 66_000],
  [2019, 20_000],
  [2019, 54_000],
  [2020, 15_000],
] as const
const known = cars.map(([year, kms]) => exactly(year, kms))

describe('the expected price', () => {
  it('takes year and kilometres into account', () => {
    for (const [year, kms] of [
      [2016, 80_000],
      [2018, 30_000],
      [2019, 60_000],
    ] as const) {
      const { price, basis, listings } = expectedPrice(known, { year, kms })
      expect({ basis, listings }).toEqual({ basis: 'year-and-kms', listings: 10 })
      expect(Math.abs((price ?? 0) - (exactly(year, kms).price ?? 0))).toBeLessThan(250)
    }
  })

  it('is hardly moved by two listings with absurd prices', () => {
    const odd = [
      ...known,
      listing({ year: 2016, kms: 70_000, price: 990 }),
      listing({ year: 2018, kms: 45_000, price: 399_000 }),
    ]
    const { price } = expectedPrice(odd, { year: 2017, kms: 60_000 })
    expect(Math.abs((price ?? 0) - 29_500)).toBeLessThan(1_500)
  })

  it('uses kilometres alone for a year outside of the sample, without a year, and for a small sample', () => {
    expect(expectedPrice(known, { year: 2024, kms: 60_000 }).basis).toBe('kms')
    expect(expectedPrice(known, { year: null, kms: 60_000 }).basis).toBe('kms')
    expect(expectedPrice(known.slice(0, 6), { year: 2016, kms: 60_000 })).toMatchObject({ basis: 'kms', listings: 6 })
  })

  it('falls back to the median without kilometres, and where prices rise with them', () => {
    expect(expectedPrice(known, { year: 2016, kms: null })).toMatchObject({
      basis: 'median',
      price: 28_850,
    })
    const rising = [10_000, 20_000, 30_000, 40_000].map((kms) => listing({ kms, price: kms }))
    expect(expectedPrice(rising, { year: null, kms: 15_000 })).toMatchObject({ basis: 'median', price: 25_000 })
    expect(expectedPrice([], { year: 2016, kms: 1 })).toEqual({
      price: null,
      basis: 'median',
      listings: 0,
      range: null,
    })
  })

  it('is none far outside the kilometres of the sample', () => {
    expect(expectedPrice(known, { year: 2016, kms: 300_000 })).toMatchObject({ price: null, basis: 'year-and-kms' })
    expect(expectedPrice(known, { year: 2016, kms: 2_000 }).price).toBeNull()
  })

  it('falls with kilometres, does not fall with the year, and stays within the prices of any sample', () => {
    fc.assert(
      fc.property(sample, askedCar, fc.integer({ min: 1988, max: 2029 }), (listings, { kms }, year) => {
        const prices = listings.flatMap(({ price }) => (price !== null && price > 0 ? [price] : []))
        const found = expectedPrice(listings, { kms, year })
        const lowest = Math.round(Math.min(...prices))
        const price = found.price ?? lowest
        // Without prices there is neither an expected one nor a lowest one.
        expect(prices.length === 0 || (price >= lowest && price <= Math.round(Math.max(...prices)))).toBe(true)
        const further = kms === null ? null : expectedPrice(listings, { kms: kms + 5_000, year }).price
        expect(found.price === null || further === null || further <= found.price).toBe(true)
        const newer = expectedPrice(listings, { kms, year: year + 1 })
        const isByYear = found.basis === 'year-and-kms' && newer.basis === 'year-and-kms'
        expect(!isByYear || found.price === null || newer.price === null || newer.price >= found.price).toBe(true)
      }),
    )
  })

  it('does not depend on the order of the listings', () => {
    expect(expectedPrice(known.toReversed(), { year: 2017, kms: 50_000 })).toEqual(
      expectedPrice(known, { year: 2017, kms: 50_000 }),
    )
  })
})

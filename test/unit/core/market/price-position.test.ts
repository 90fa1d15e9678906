import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pricePosition } from '../../../../src/core/market/price-position.ts'
import { listing, priced, sample, askedCar, numbersIn } from './sample-listings.ts'

describe('pricePosition', () => {
  it('ranks within any sample, and writes one or two sentences', () => {
    fc.assert(
      fc.property(sample, askedCar, (listings, car) => {
        const { rank, of, words, ...rest } = pricePosition(listings, car, 'au')
        expect(rank === null).toBe(car.price === null)
        expect(rank ?? 1).toBeGreaterThanOrEqual(1)
        expect(rank ?? 0).toBeLessThanOrEqual(of)
        for (const number of numbersIn(rest)) expect(Number.isFinite(number)).toBe(true)
        expect(words).not.toMatch(/undefined|null|NaN/)
        expect(words.match(/\.(?: |$)/g)?.length ?? 0).toBeGreaterThanOrEqual(1)
        expect(words.match(/\.(?: |$)/g)?.length ?? 9).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('describes rank, median and expected price', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    expect(pricePosition(line, { price: 26_500, kms: 40_000 }, 'au')).toMatchObject({
      rank: 2,
      of: 6,
      expectedPrice: 27_000,
      difference: -500,
      words:
        'Second cheapest of 6, $1,500 below the median of $28,000. At 40,000 km, $500 below the expected price of $27,000 (about right).',
    })
    expect(pricePosition(line, { price: 35_000, kms: null }, 'nz').words).toBe(
      'Most expensive of 6. $7,000 above the median of $28,000.',
    )
    expect(pricePosition(line, { price: null, kms: 10_000 }, 'au').words).toBe(
      'Similar cars: expected price $30,000 at 10,000 km, median asking price $28,000.',
    )
    expect(pricePosition(priced(20_000), { price: 20_000, kms: 10 }, 'my').words).toBe(
      'Among the cheapest of 2, at the median of RM 20,000. Only 1 listing to compare with: use this as a guide only.',
    )
    expect(pricePosition([], { price: 1, kms: 1 }, 'au').words).toBe('No priced listings to compare with.')
  })

  it('expects no price far outside the kilometres of the sample, and says so', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    const far = pricePosition(line, { price: 26_500, kms: 120_000 }, 'au')
    expect(far).toMatchObject({ rank: 2, expectedPrice: null, difference: null })
    expect(far.words).toBe(
      'Second cheapest of 6, $1,500 below the median of $28,000. No listing has more than 50,000 km, so no price is estimated for 120,000 km.',
    )
    expect(pricePosition(line, { price: null, kms: 1_000 }, 'au').words).toBe(
      'Similar cars: median asking price $28,000. No listing has fewer than 10,000 km, so no price is estimated for 1,000 km.',
    )
    expect(pricePosition(line, { price: null, kms: 55_000 }, 'au').expectedPrice).toBe(26_000)
  })

  it('expects no price without kilometres, or from a sample that suggests none', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    const nothing = { expectedPrice: null, difference: null }
    expect(pricePosition(line, { price: 26_500, kms: null }, 'au')).toMatchObject(nothing)
    expect(pricePosition(priced(20_000, 21_000, 22_000, 23_000), { price: 26_500, kms: 40_000 }, 'au')).toMatchObject(
      nothing,
    )
  })
})

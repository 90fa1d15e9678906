import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedPriceAt, marketFigures, priceLine, sortedPrices } from '../../../../src/core/market/figures.ts'
import { medianOf, quantileOf, sortAscending, theilSenLine } from '../../../../src/core/market/statistics.ts'
import { listing, price, sample, numbersIn } from './sample-listings.ts'

describe('the figures of a sample', () => {
  it.each([
    [[10], 0.5, 10],
    [[10, 20], 0.5, 15],
    [[10, 20, 30, 40], 0.25, 17.5],
    [[10, 20, 30, 40, 50], 0.75, 40],
    [[], 0.5, null],
  ])('interpolates the quantile of %j at %d as %d', (values, part, expected) => {
    expect(quantileOf(sortAscending(values), part)).toBe(expected)
  })

  it('are ordered, within the sample, and independent of the order of the listings', () => {
    fc.assert(
      fc.property(sample, fc.integer(), (listings, seed) => {
        const figures = marketFigures(listings)
        for (const number of numbersIn(figures)) expect(Number.isFinite(number)).toBe(true)
        const { lowest, lowerQuartile, median, upperQuartile, highest } = figures
        const middle = [lowest, lowerQuartile, median, upperQuartile, highest]
        expect(middle.includes(null)).toBe(figures.priced === 0)
        // Middle figures are in whole dollars.
        const inOrder = middle.map((each) => Math.round(each ?? 0))
        expect(inOrder).toEqual(inOrder.toSorted((one, another) => one - another))
        const other = listings.toSorted(
          (a, b) => (((a.price ?? 0) * 7 + seed) % 13) - (((b.price ?? 0) * 7 + seed) % 13),
        )
        expect(marketFigures(other)).toEqual(figures)
        for (const groups of [figures.byYear, figures.byState, figures.bySeller, [figures.active, figures.sold]]) {
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(listings.length)
        }
      }),
    )
  })

  it('one outlier moves the median no further than to its neighbour', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 3, maxLength: 50 }), fc.integer({ min: 1, max: 1e9 }), (prices, odd) => {
        const sorted = prices.toSorted((a, b) => a - b)
        const after = medianOf([...prices, odd]) ?? 0
        const middle = (sorted.length - 1) / 2
        expect(after).toBeGreaterThanOrEqual(sorted[Math.max(0, Math.floor(middle) - 1)] ?? 0)
        expect(after).toBeLessThanOrEqual(sorted[Math.min(sorted.length - 1, Math.ceil(middle) + 1)] ?? 0)
      }),
    )
  })

  it('a quarter of outliers does not distort the price line', () => {
    const points = Array.from({ length: 40 }, (_, at) => ({ x: at * 5_000, y: 40_000 - at * 500 }))
    const odd = points.map((point, at) => (at % 4 === 0 ? { ...point, y: at % 8 === 0 ? 1 : 900_000 } : point))
    expect(theilSenLine(points)?.slope).toBeCloseTo(-0.1)
    expect(theilSenLine(odd)?.slope).toBeCloseTo(-0.1, 1)
  })

  it('computes the figures of 2,000 listings in under a second of CPU time', () => {
    const listings = Array.from({ length: 2_000 }, (_, at) =>
      listing({ price: 50_000 - at * 9 + (at % 7) * 300, kms: at * 90 }),
    )
    const before = process.threadCpuUsage()
    const { pricePerThousandKms } = marketFigures(listings)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
    expect(pricePerThousandKms).toBeCloseTo(-100, -1)
  })

  it('have no price line that rises with kilometres, or from fewer than four listings', () => {
    const of = (prices: readonly number[]) => prices.map((each, at) => listing({ price: each, kms: (at + 1) * 10_000 }))
    expect(marketFigures(of([40, 30, 20, 10])).pricePerThousandKms).toBe(-1)
    expect(marketFigures(of([10, 20, 30, 40]))).toMatchObject({ pricePerThousandKms: null, expectedLine: null })
    expect(marketFigures(of([40, 30, 20]))).toMatchObject({ pricePerThousandKms: null, expectedLine: null })
  })

  it('the price line gives the expected price, within the range of the sample', () => {
    fc.assert(
      fc.property(sample, fc.nat({ max: 1_000_000 }), (listings, kms) => {
        const prices = sortedPrices(listings)
        const line = priceLine(listings)
        const drawn = marketFigures(listings).expectedLine
        expect(drawn === null).toBe(line === null)
        if (line === null || drawn === null) return
        const expected = expectedPriceAt(prices, line, kms)
        expect(expected).toBeGreaterThanOrEqual(Math.round(prices[0] ?? 0))
        expect(expected).toBeLessThanOrEqual(Math.round(prices.at(-1) ?? 0))
        const ends = [drawn.fromKms, drawn.toKms].map((each) => expectedPriceAt(prices, line, each))
        expect(ends).toEqual([drawn.fromPrice, drawn.toPrice])
      }),
    )
  })
})

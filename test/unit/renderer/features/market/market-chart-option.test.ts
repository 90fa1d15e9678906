import { describe, expect, it } from 'vitest'
import type { MarketFigures, MarketGroup } from '../../../../../src/contract/market.ts'
import {
  type ChartGiven,
  type ChartPalette,
  chartInWords,
  marketChartOption,
  pointsOf,
  pointWords,
} from '../../../../../src/renderer/features/market/market-chart-option.ts'
import { bareListing, listing } from './sample-listing.ts'

const none: MarketGroup = { name: '', count: 0, medianPrice: null, medianKms: null, medianDaysListed: null }
const figures: MarketFigures = {
  priced: 2,
  lowest: 20_000,
  lowerQuartile: 21_000,
  median: 22_000,
  upperQuartile: 23_000,
  highest: 24_000,
  medianKms: 80_000,
  medianDaysListed: 30,
  pricePerThousandKms: -90,
  expectedLine: { fromKms: 10_000, fromPrice: 26_000, toKms: 90_000, toPrice: 19_000 },
  byYear: [],
  byState: [],
  bySeller: [],
  active: none,
  sold: none,
}
const palette: ChartPalette = {
  ink: '#111',
  quiet: '#222',
  line: '#333',
  surface: '#fff',
  active: '#0aa',
  sold: '#999',
  own: '#a00',
  band: '#eff',
  font: 'Inter',
}
const given: ChartGiven = {
  listings: [
    listing({ id: 'a' }),
    bareListing('b'),
    listing({ id: 'c', removedAt: '2026-11-02T00:00:00Z', price: 20_000 }),
  ],
  figures,
  own: { price: 25_000, kms: 70_000 },
  region: 'au',
}

interface Series {
  readonly id: string
  readonly symbol: string
  readonly data: readonly (readonly number[])[]
  readonly itemStyle: { readonly color: string }
  readonly markLine?: { readonly data: readonly unknown[] }
  readonly markArea?: { readonly data: readonly unknown[] }
}
const seriesOf = (of: ChartGiven): Record<string, Series> =>
  Object.fromEntries((marketChartOption(of, palette)['series'] as Series[]).map((series) => [series.id, series]))

describe('the chart', () => {
  it('has a point for each listing with price and kilometres, and knows which it is', () => {
    expect(pointsOf(given.listings)).toEqual({ active: [[85_000, 24_990, 0]], sold: [[85_000, 20_000, 2]] })
  })

  it('tells those for sale from those gone by shape and by colour', () => {
    const { active, sold } = seriesOf(given)
    expect(active?.symbol).not.toBe(sold?.symbol)
    expect(active?.itemStyle.color).not.toBe(sold?.itemStyle.color)
  })

  it('marks this car where both its figures are known', () => {
    expect(seriesOf(given)['own']?.data).toEqual([[70_000, 25_000, -1]])
  })

  it('draws a line for the one figure that is known', () => {
    const lines = (own: ChartGiven['own']): number => seriesOf({ ...given, own })['active']?.markLine?.data.length ?? 0
    const without = lines({ price: null, kms: null })
    expect(lines({ price: 25_000, kms: null })).toBe(without + 1)
    expect(lines({ price: null, kms: 70_000 })).toBe(without + 1)
    expect(lines({ price: 25_000, kms: 70_000 })).toBe(without)
    expect(seriesOf({ ...given, own: { price: 25_000, kms: null } })['own']?.data).toEqual([])
  })

  it('leaves out what the sample is too small for', () => {
    const bare = { ...figures, lowerQuartile: null, upperQuartile: null, median: null, expectedLine: null }
    const { active } = seriesOf({ ...given, figures: bare, own: { price: null, kms: null } })
    expect(active?.markLine?.data).toEqual([])
    expect(active?.markArea?.data).toEqual([])
  })

  it('says of a point what is known of it, a line each', () => {
    expect(pointWords(listing(), 'au').split('\n')).toEqual([
      '$24,990 · 85,000 km',
      '2021, White',
      'For sale, 32 days',
      'Dealer, VIC',
    ])
    expect(pointWords({ ...bareListing('b'), price: 1, kms: 1 }, 'au')).toBe('$1 · 1 km\nFor sale')
  })

  it('shows a tip without markup', () => {
    const tooltip = marketChartOption(given, palette)['tooltip'] as {
      renderMode: string
      formatter(of: unknown): string
    }
    expect(tooltip.renderMode).toBe('richText')
    expect(tooltip.formatter({ data: [85_000, 20_000, 2] })).toContain('Gone 2/11/2026')
    expect(tooltip.formatter({ data: [0, 0, -1] })).toBe('')
  })
})

describe('the chart in words', () => {
  it('says what it shows', () => {
    expect(chartInWords(given)).toBe(
      'Price against kilometres of 2 listings: 1 for sale, 1 gone. The median price is $22,000. The middle half asks $21,000 to $23,000. ' +
        'A thousand kilometres more go with $90 less. This car asks $25,000. This car has 70,000 km.',
    )
  })

  it('says no more than is known', () => {
    const bare = { ...figures, lowerQuartile: null, upperQuartile: null, median: null, pricePerThousandKms: null }
    expect(chartInWords({ listings: [], figures: bare, own: { price: null, kms: null }, region: 'au' })).toBe(
      'Price against kilometres of 0 listings: 0 for sale, 0 gone.',
    )
  })
})

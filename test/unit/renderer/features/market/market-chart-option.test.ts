import { describe, expect, it } from 'vitest'
import type { MarketFigures, MarketGroup } from '../../../../../src/contract/market.ts'
import {
  type ChartInput,
  type ChartPalette,
  chartDescription,
  marketChartOption,
  pointsOf,
  pointText,
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
  car: '#a00',
  band: '#eff',
  font: 'Inter',
}
const given: ChartInput = {
  listings: [
    listing({ id: 'a' }),
    bareListing('b'),
    listing({ id: 'c', removedAt: '2026-11-02T00:00:00Z', price: 20_000 }),
  ],
  figures,
  car: { price: 25_000, kms: 70_000 },
}

interface Series {
  readonly id: string
  readonly symbol: string
  readonly data: readonly (readonly number[])[]
  readonly itemStyle: { readonly color: string }
  readonly markLine?: { readonly data: readonly unknown[] }
  readonly markArea?: { readonly data: readonly unknown[] }
}
const seriesOf = (of: ChartInput): Record<string, Series> =>
  Object.fromEntries((marketChartOption(of, palette)['series'] as Series[]).map((series) => [series.id, series]))

/** Every value of these keys in an option, at any depth. */
function valuesOf(option: unknown, keys: readonly string[]): unknown[] {
  if (typeof option !== 'object' || option === null) return []
  return Object.entries(option).flatMap(([key, value]) => (keys.includes(key) ? [value] : valuesOf(value, keys)))
}

describe('marketChartOption', () => {
  it('never animates, neither points nor the tooltip', () => {
    const option = marketChartOption(given, palette)
    expect(option['animation']).toBe(false)
    expect(new Set(valuesOf(option, ['animation']))).toEqual(new Set([false]))
    expect(new Set(valuesOf(option, ['transitionDuration', 'animationDuration']))).toEqual(new Set([0]))
  })

  it('has a point with the index of its listing for each listing with price and kilometres', () => {
    expect(pointsOf(given.listings)).toEqual({ active: [[85_000, 24_990, 0]], sold: [[85_000, 20_000, 2]] })
  })

  it('draws active and removed listings in another shape and colour', () => {
    const { active, sold } = seriesOf(given)
    expect(active?.symbol).not.toBe(sold?.symbol)
    expect(active?.itemStyle.color).not.toBe(sold?.itemStyle.color)
  })

  it('marks this car when its price and kilometres are entered', () => {
    const { car } = seriesOf(given)
    expect(car?.data).toEqual([[70_000, 25_000, -1]])
    expect(car?.itemStyle).toMatchObject({ color: palette.car, opacity: 1 })
  })

  it('draws a line for this car when only one of the two is entered', () => {
    const lines = (car: ChartInput['car']): number => seriesOf({ ...given, car })['active']?.markLine?.data.length ?? 0
    const without = lines({ price: null, kms: null })
    expect(lines({ price: 25_000, kms: null })).toBe(without + 1)
    expect(lines({ price: null, kms: 70_000 })).toBe(without + 1)
    expect(lines({ price: 25_000, kms: 70_000 })).toBe(without)
    expect(seriesOf({ ...given, car: { price: 25_000, kms: null } })['car']?.data).toEqual([])
  })

  it('draws no lines for figures that are null', () => {
    const bare = { ...figures, lowerQuartile: null, upperQuartile: null, median: null, expectedLine: null }
    const { active } = seriesOf({ ...given, figures: bare, car: { price: null, kms: null } })
    expect(active?.markLine?.data).toEqual([])
    expect(active?.markArea?.data).toEqual([])
  })

  it('gives a tooltip line for each known part of a listing', () => {
    expect(pointText(listing()).split('\n')).toEqual([
      '$24,990 · 85,000 km',
      '2021, White',
      'For sale, 32 days',
      'Dealer, VIC',
    ])
    expect(pointText({ ...bareListing('b'), price: 1, kms: 1 })).toBe('$1 · 1 km\nFor sale')
  })

  it('formats the tooltip as text without markup', () => {
    const tooltip = marketChartOption(given, palette)['tooltip'] as {
      renderMode: string
      formatter(params: unknown): string
    }
    expect(tooltip.renderMode).toBe('richText')
    expect(tooltip.formatter({ data: [85_000, 20_000, 2] })).toContain('Removed 2/11/2026')
    expect(tooltip.formatter({ data: [0, 0, -1] })).toBe('')
  })
})

describe('chartDescription', () => {
  it('describes the points, medians and this car', () => {
    expect(chartDescription(given)).toBe(
      'Price against kilometres of 2 listings: 1 for sale, 1 removed. Median price $22,000. Middle 50% from $21,000 to $23,000. ' +
        'Per extra 1,000 km: $90 less. Price of this car: $25,000. Kilometres of this car: 70,000.',
    )
  })

  it('leaves out what is not known', () => {
    const bare = { ...figures, lowerQuartile: null, upperQuartile: null, median: null, pricePerThousandKms: null }
    expect(chartDescription({ listings: [], figures: bare, car: { price: null, kms: null } })).toBe(
      'Price against kilometres of 0 listings: 0 for sale, 0 removed.',
    )
  })
})

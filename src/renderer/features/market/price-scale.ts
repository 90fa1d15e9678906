import type { MarketFigures } from '../../../contract/market.ts'

/** The five prices of a sample, from the lowest to the highest. */
export const scalePrices = ['lowest', 'lowerQuartile', 'median', 'upperQuartile', 'highest'] as const
export type ScalePrice = (typeof scalePrices)[number]

export interface PriceScale {
  /** The places of the five prices, in percent of the scale. */
  readonly percents: Readonly<Record<ScalePrice, number>>
  /** The place of this car's price; null without one. */
  readonly car: number | null
}

/** A scale that holds the sample and this car's price; null when the sample has no prices. */
export function priceScale(figures: MarketFigures, price: number | null): PriceScale | null {
  const { lowest, lowerQuartile, median, upperQuartile, highest } = figures
  if (lowest === null || lowerQuartile === null || median === null || upperQuartile === null || highest === null)
    return null
  const from = Math.min(lowest, price ?? lowest)
  const to = Math.max(highest, price ?? highest)
  const percentOf = (amount: number): number => (to === from ? 50 : ((amount - from) / (to - from)) * 100)
  return {
    percents: {
      lowest: percentOf(lowest),
      lowerQuartile: percentOf(lowerQuartile),
      median: percentOf(median),
      upperQuartile: percentOf(upperQuartile),
      highest: percentOf(highest),
    },
    car: price === null ? null : percentOf(price),
  }
}

/**
 * The left edges of labels below their marks, as CSS lengths: they hold at each width, and on paper. Each label is centred below its mark;
 * labels that would collide are pushed apart evenly, and none leaves the scale. `--label` is the width of a label and `--step` the least
 * distance between two left edges; the scale must be at least as wide as all labels together.
 *
 * Pushing to the right and pushing to the left both keep the distance, and so does the middle of the two.
 */
export function labelEdges(percents: readonly number[]): readonly string[] {
  const last = percents.length - 1
  const steps = (count: number): string => `${count} * var(--step)`
  return percents.map((_, at) => {
    const first = steps(at)
    const furthest = `100% - var(--label) - ${steps(last - at)}`
    const centred = percents.map((percent, other) => `${percent}% - var(--label) / 2 + ${steps(at - other)}`)
    const pushedRight = `min(${furthest}, max(${[first, ...centred.slice(0, at + 1)].join(', ')}))`
    const pushedLeft = `max(${first}, min(${[furthest, ...centred.slice(at)].join(', ')}))`
    return `calc((${pushedRight} + ${pushedLeft}) / 2)`
  })
}

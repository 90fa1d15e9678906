import type { SightedCar } from '../../../contract/sightings.ts'
import { callText } from './call-text.ts'

const { market: text } = callText

export interface PriceToMarket {
  /** The asking price in percent of the median of similar cars. */
  readonly percent: number
  /** "92% of the market price (8% below the median)." */
  readonly sentence: string
}

/** How the current asking price compares with the median of similar cars; null while one of the two is not known. */
export function priceToMarket({ price, comparison }: Pick<SightedCar, 'price' | 'comparison'>): PriceToMarket | null {
  const median = comparison?.median ?? null
  if (price === null || median === null || median <= 0) return null
  const percent = Math.round((price / median) * 100)
  return { percent, sentence: text.position(percent) }
}

import type { Region } from '../../../contract/region.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { formatMoney } from '../../ui/format.ts'
import { callText } from './call-text.ts'

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
  return { percent, sentence: callText.market.position(percent) }
}

type Priced = Pick<SightedCar, 'price' | 'comparison'>

/** What similar cars cost: at this car's kilometres where they are known, else the median. */
const expectedPrice = ({ comparison }: Priced): number | null => comparison?.adjustedPrice ?? comparison?.median ?? null

/** Dollars by which the asking price is above (or, negative, below) that of similar cars; null while one of the two is not known. */
function priceGap(car: Priced): number | null {
  const expected = expectedPrice(car)
  return car.price === null || expected === null ? null : Math.round(car.price - expected)
}

/** "$1,407 below similar cars"; empty while one of the two is not known. */
export function gapText(car: Priced, region: Region): string {
  const dollars = priceGap(car)
  return dollars === null ? '' : callText.car.gap(dollars, formatMoney(Math.abs(dollars), region))
}

/** This far from similar cars, the bar ends. */
const barShare = 0.3

/** Where the asking price is on a bar with similar cars in its middle, in percent of its length. */
export function pricePlace(car: Priced): number | null {
  const [gap, expected] = [priceGap(car), expectedPrice(car)]
  if (gap === null || expected === null || expected <= 0) return null
  return Math.min(100, Math.max(0, 50 + (gap / expected / barShare) * 50))
}

import type { Listing } from '../../../contract/market.ts'
import { marketText } from './market-text.ts'

/** How many listings were on the market for a time: active ones and removed ones. */
export interface DaysBand {
  readonly name: string
  readonly active: number
  readonly sold: number
}

/** The last day of each band of `marketText.daysListed.bands`. */
const lastDays: readonly number[] = [14, 30, 60, 90, Number.POSITIVE_INFINITY]

/** The sample by time on the market, without the listings whose days are not known. */
export function daysBands(listings: readonly Listing[]): readonly DaysBand[] {
  const bands = marketText.daysListed.bands.map((name) => ({ name: String(name), active: 0, sold: 0 }))
  for (const { daysListed, removedAt } of listings) {
    if (daysListed === null) continue
    const band = bands[lastDays.findIndex((last) => daysListed <= last)]
    if (band) band[removedAt === null ? 'active' : 'sold'] += 1
  }
  return bands
}

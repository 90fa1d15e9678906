import type { Listing } from '../../../contract/market.ts'

/** How many listings stood so long, told apart by whether they still stand. `to` is in days, inclusive; null: without end. */
export interface DaysBand {
  readonly name: string
  readonly active: number
  readonly sold: number
}

const edges: readonly { readonly name: string; readonly to: number }[] = [
  { name: 'Up to 2 weeks', to: 14 },
  { name: 'Up to 30 days', to: 30 },
  { name: 'Up to 60 days', to: 60 },
  { name: 'Up to 90 days', to: 90 },
  { name: 'Longer', to: Number.POSITIVE_INFINITY },
]

/** The sample by time on the market. Listings whose days are not known are in none of them. */
export function daysBands(listings: readonly Listing[]): readonly DaysBand[] {
  const bands = edges.map(({ name }) => ({ name, active: 0, sold: 0 }))
  for (const { daysListed, removedAt } of listings) {
    if (daysListed === null) continue
    const band = bands[edges.findIndex(({ to }) => daysListed <= to)]
    if (band) band[removedAt === null ? 'active' : 'sold'] += 1
  }
  return bands
}

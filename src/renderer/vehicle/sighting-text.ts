import type { Sighting } from '../../contract/customer-record.ts'
import type { Region } from '../../contract/region.ts'
import { formatMoney } from '../ui/format.ts'

/** The texts of a car's sightings, on the customer's record and on the call card. */
export const sightingText = {
  seen: (price: string): string => (price === '' ? 'Seen for sale without a price' : `Seen for sale for ${price}`),
  noPrice: 'No price',
  priceChange: (amount: string, isDrop: boolean): string => `${amount} ${isDrop ? 'less' : 'more'} than before`,
  open: (site: string): string => (site ? `View on ${site}` : 'View listing'),
}

/** The change of the asking price of one of the sightings (newest first) since the previous one; null when it did not change. */
export function priceChange(sightings: readonly Sighting[], index: number, region: Region): string | null {
  const current = sightings[index]?.listingPrice ?? null
  const previous = sightings[index + 1]?.listingPrice ?? null
  if (current === null || previous === null || current === previous) return null
  return sightingText.priceChange(formatMoney(Math.abs(current - previous), region), current < previous)
}

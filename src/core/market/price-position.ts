import type { Listing, MarketPlace } from '../../contract/market.ts'
import type { Region } from '../../contract/region.ts'
import { expectedPriceAt, priceLine, sortedPrices, type PriceLine } from './figures.ts'
import { quantileOf, rounded } from './statistics.ts'

/** Interface, part 8: the sample that the service itself seeks. */
export const targetSampleSize = 4

const numbers = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 })

/** A price in the region's own money, without cents: "$24,990", "RM 88,000". */
export function money(amount: number, region: Region): string {
  const whole = numbers.format(Math.abs(Math.round(amount)))
  const sign = Math.round(amount) < 0 ? '-' : ''
  return region === 'my' ? `${sign}RM ${whole}` : `${sign}$${whole}`
}

/** Where a car with this price and these kilometres stands among the listings, in numbers and in one or two sentences. Pure. */
export function pricePosition(
  listings: readonly Listing[],
  car: { readonly price: number | null; readonly kms: number | null },
  region: Region,
): MarketPlace {
  const prices = sortedPrices(listings)
  const line = priceLine(listings)
  const median = rounded(quantileOf(prices, 0.5))
  const beyond = outsideRangeNote(line, car.kms)
  const expectedPrice = beyond === null ? expectedPriceAt(prices, line, car.kms) : null
  const { price } = car
  const difference = price === null || expectedPrice === null ? null : Math.round(price - expectedPrice) + 0
  const place = {
    rank: price === null ? null : 1 + prices.filter((each) => each < price).length,
    of: prices.length + (price === null ? 0 : 1),
    expectedPrice,
    difference,
  }
  if (median === null) {
    return { ...place, words: 'There are no listings with a price to compare with.' }
  }
  const warning = hint(prices.length)
  const isAdjusted = car.kms !== null && line !== null && expectedPrice !== null
  if (price === null) {
    const asked = isAdjusted
      ? `With ${numbers.format(car.kms ?? 0)} km such cars are asked for about ${money(expectedPrice, region)}; the median of all is ${money(median, region)}.`
      : `The median asking price of such cars is ${money(median, region)}.${beyond ?? ''}`
    return { ...place, words: joined(asked, warning) }
  }
  const first = `At ${money(price, region)} this car is ${rankWords(place.rank ?? 1, place.of, prices, price)}, and ${against(price, median, region)} of ${money(median, region)}.`
  const second =
    isAdjusted && difference !== null
      ? ` With ${numbers.format(car.kms ?? 0)} km such cars are asked for about ${money(expectedPrice, region)}: it is ${differenceWords(difference, expectedPrice, region)}.`
      : (beyond ?? '')
  return { ...place, words: warning === '' ? `${first}${second}` : joined(first, warning) }
}

/** How far past the sample's own kilometres its line still speaks of a car. */
const reach = 0.15

/** Why the sample says nothing of so many, or so few, kilometres; null where it does. */
function outsideRangeNote(line: PriceLine | null, kms: number | null): string | null {
  if (line === null || kms === null) return null
  if (kms > line.toKms * (1 + reach))
    return ` No listing has more than ${numbers.format(line.toKms)} km, so what ${numbers.format(kms)} km take off the price cannot be said.`
  if (kms < line.fromKms * (1 - reach))
    return ` No listing has fewer than ${numbers.format(line.fromKms)} km, so what only ${numbers.format(kms)} km add to the price cannot be said.`
  return null
}

function hint(count: number): string {
  if (count >= targetSampleSize) return ''
  return count === 1
    ? 'There is only 1 listing to compare with, so take this as a hint.'
    : `There are only ${count} listings to compare with, so take this as a hint.`
}

const joined = (words: string, more: string): string => (more === '' ? words : `${words} ${more}`)

function rankWords(rank: number, scope: number, prices: Float64Array, price: number): string {
  const same = prices.filter((each) => each === price).length
  if (scope === 1) return 'the only one'
  if (rank === 1) return same > 0 ? `among the cheapest of ${scope}` : `the cheapest of ${scope}`
  if (rank + same === scope) return same > 0 ? `among the dearest of ${scope}` : `the dearest of ${scope}`
  return rank <= scope / 2
    ? `number ${rank} of ${scope} from the cheapest`
    : `number ${scope - rank - same + 1} of ${scope} from the dearest`
}

function against(price: number, median: number, region: Region): string {
  const difference = Math.round(price - median)
  if (difference === 0) return 'at the median'
  return `${money(Math.abs(difference), region)} ${difference < 0 ? 'below' : 'above'} the median`
}

/** Within two in a hundred an asking price is what the market asks. */
const closeShare = 0.02

function differenceWords(difference: number, expected: number, region: Region): string {
  if (difference === 0) return 'right on it'
  const amount = money(Math.abs(difference), region)
  const side = difference < 0 ? 'below' : 'above'
  const share = Math.abs(difference) / expected
  if (share <= closeShare) return `${amount} ${side}, about what is asked`
  return `${amount} (${Math.max(1, Math.round(share * 100))} %) ${side} that`
}

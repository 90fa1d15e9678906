import type { Listing, MarketFigures, MarketGroup } from '../../contract/market.ts'
import { medianOf, quantileOf, rising, theilSenLine, rounded, type Line, type Point } from './statistics.ts'

/** A listing with a price that can be one. */
type Priced = Listing & { readonly price: number }

export function pricedListings(listings: readonly Listing[]): readonly Priced[] {
  return listings.filter((listing): listing is Priced => listing.price !== null && listing.price > 0)
}

export function sortedPrices(listings: readonly Listing[]): Float64Array {
  return rising(pricedListings(listings).map(({ price }) => price))
}

const notGiven = 'Not given'

/** Figures of the listings that carry a price; counts of groups are of all listings. Pure; the order of the listings does not matter. */
export function marketFigures(listings: readonly Listing[]): MarketFigures {
  const prices = sortedPrices(listings)
  const line = priceLine(listings)
  return {
    priced: prices.length,
    lowest: prices[0] ?? null,
    lowerQuartile: rounded(quantileOf(prices, 0.25)),
    median: rounded(quantileOf(prices, 0.5)),
    upperQuartile: rounded(quantileOf(prices, 0.75)),
    highest: prices.at(-1) ?? null,
    medianKms: rounded(medianOf(given(listings, ({ kms }) => kms))),
    medianDaysListed: rounded(medianOf(given(listings, ({ daysListed }) => daysListed))),
    pricePerThousandKms: line && rounded(line.slope * 1_000),
    expectedLine: line && expectedLine(prices, line),
    byYear: groups(listings, ({ year, releaseYear }) => (year ?? releaseYear)?.toString() ?? null).toSorted(newestYear),
    byState: groups(listings, ({ state }) => state).toSorted(largest),
    bySeller: groups(listings, ({ sellerType }) => sellerType && capitalised(sellerType)).toSorted(largest),
    active: groupOf(
      'For sale now',
      listings.filter(({ removedAt }) => removedAt === null),
    ),
    sold: groupOf(
      'Sold or removed',
      listings.filter(({ removedAt }) => removedAt !== null),
    ),
  }
}

/** The line of price against kilometres, and how far the sample's own kilometres reach. */
export interface PriceLine extends Line {
  readonly fromKms: number
  readonly toKms: number
}

/**
 * Price against kilometres of the listings that have both; null with too few of them, and where cars would gain with kilometres: that line
 * says nothing.
 */
export function priceLine(listings: readonly Listing[]): PriceLine | null {
  const points = pricedListings(listings).flatMap(({ kms, price }): Point[] =>
    kms === null ? [] : [{ x: kms, y: price }],
  )
  const line = theilSenLine(points)
  if (line === null || line.slope > 0) return null
  const xs = rising(points.map(({ x }) => x))
  return { ...line, fromKms: xs[0] ?? 0, toKms: xs.at(-1) ?? 0 }
}

/**
 * What the sample says a car with these kilometres costs: on the line, at most as far as the sample's own kilometres reach, and within its
 * prices; without kilometres or a line the median. Null without prices.
 */
export function expectedPriceAt(prices: Float64Array, line: PriceLine | null, kms: number | null): number | null {
  const [lowest, highest, median] = [prices[0], prices.at(-1), quantileOf(prices, 0.5)]
  if (lowest === undefined || highest === undefined || median === null) return null
  if (line === null || kms === null) return rounded(median)
  const price = line.intercept + line.slope * Math.min(line.toKms, Math.max(line.fromKms, kms))
  return rounded(Math.min(highest, Math.max(lowest, price)))
}

function expectedLine(prices: Float64Array, line: PriceLine): MarketFigures['expectedLine'] {
  const { fromKms, toKms } = line
  const [fromPrice, toPrice] = [expectedPriceAt(prices, line, fromKms), expectedPriceAt(prices, line, toKms)]
  return fromPrice === null || toPrice === null ? null : { fromKms, fromPrice, toKms, toPrice }
}

function given(listings: readonly Listing[], read: (listing: Listing) => number | null): number[] {
  return listings.flatMap((listing) => read(listing) ?? [])
}

function groupOf(name: string, listings: readonly Listing[]): MarketGroup {
  return {
    name,
    count: listings.length,
    medianPrice: rounded(medianOf(pricedListings(listings).map(({ price }) => price))),
    medianKms: rounded(medianOf(given(listings, ({ kms }) => kms))),
    medianDaysListed: rounded(medianOf(given(listings, ({ daysListed }) => daysListed))),
  }
}

function groups(listings: readonly Listing[], nameOf: (listing: Listing) => string | null): MarketGroup[] {
  const byName = Map.groupBy(listings, (listing) => nameOf(listing) ?? notGiven)
  return [...byName].map(([name, members]) => groupOf(name, members))
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

function newestYear(one: MarketGroup, other: MarketGroup): number {
  if (one.name === notGiven || other.name === notGiven) return one.name === notGiven ? 1 : -1
  return other.name.localeCompare(one.name)
}

function largest(one: MarketGroup, other: MarketGroup): number {
  return other.count - one.count || one.name.localeCompare(other.name)
}

import type { Listing, MarketFigures, MarketGroup } from '../../contract/market.ts'
import { medianOf, quantileOf, sortAscending, theilSenLine, rounded, type Line, type Point } from './statistics.ts'

/** A listing with a price above 0. */
type PricedListing = Listing & { readonly price: number }

function pricedListings(listings: readonly Listing[]): readonly PricedListing[] {
  return listings.filter((listing): listing is PricedListing => listing.price !== null && listing.price > 0)
}

export function sortedPrices(listings: readonly Listing[]): Float64Array {
  return sortAscending(pricedListings(listings).map(({ price }) => price))
}

/** The median of sorted prices; null without prices. */
export const medianPrice = (prices: Float64Array): number | null => rounded(quantileOf(prices, 0.5))

const notProvided = 'Not provided'

/**
 * Figures of the priced listings; the counts of groups include all listings. The order of the listings does not matter.
 */
export function marketFigures(listings: readonly Listing[]): MarketFigures {
  const prices = sortedPrices(listings)
  const line = priceLine(listings)
  return {
    priced: prices.length,
    lowest: prices[0] ?? null,
    lowerQuartile: rounded(quantileOf(prices, 0.25)),
    median: medianPrice(prices),
    upperQuartile: rounded(quantileOf(prices, 0.75)),
    highest: prices.at(-1) ?? null,
    medianKms: rounded(medianOf(valuesOf(listings, ({ kms }) => kms))),
    medianDaysListed: rounded(medianOf(valuesOf(listings, ({ daysListed }) => daysListed))),
    pricePerThousandKms: line && rounded(line.slope * 1_000),
    expectedLine: line && expectedLine(prices, line),
    byYear: groupListings(listings, ({ year, releaseYear }) => (year ?? releaseYear)?.toString() ?? null).toSorted(
      byYearDescending,
    ),
    byState: groupListings(listings, ({ state }) => state).toSorted(byCountDescending),
    bySeller: groupListings(listings, ({ sellerType }) => sellerType && capitalised(sellerType)).toSorted(
      byCountDescending,
    ),
    active: toGroup(
      'For sale now',
      listings.filter(({ removedAt }) => removedAt === null),
    ),
    sold: toGroup(
      'Sold or removed',
      listings.filter(({ removedAt }) => removedAt !== null),
    ),
  }
}

/** The line of price against kilometres, and the range of the sample's kilometres. */
export interface PriceLine extends Line {
  readonly fromKms: number
  readonly toKms: number
}

/**
 * Price against kilometres. Null with too few listings that have both, and for a line that rises with kilometres, which
 * is noise.
 */
export function priceLine(listings: readonly Listing[]): PriceLine | null {
  const points = pricedListings(listings).flatMap(({ kms, price }): Point[] =>
    kms === null ? [] : [{ x: kms, y: price }],
  )
  const line = theilSenLine(points)
  if (line === null || line.slope > 0) return null
  const xs = sortAscending(points.map(({ x }) => x))
  return { ...line, fromKms: xs[0] ?? 0, toKms: xs.at(-1) ?? 0 }
}

/**
 * The price that the sample suggests at these kilometres: on the line, limited to the sample's kilometres and prices.
 * Null without prices.
 */
export function expectedPriceAt(prices: Float64Array, line: PriceLine, kms: number): number | null {
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  const price = line.intercept + line.slope * Math.min(line.toKms, Math.max(line.fromKms, kms))
  return rounded(Math.min(highest, Math.max(lowest, price)))
}

function expectedLine(prices: Float64Array, line: PriceLine): MarketFigures['expectedLine'] {
  const { fromKms, toKms } = line
  const [fromPrice, toPrice] = [expectedPriceAt(prices, line, fromKms), expectedPriceAt(prices, line, toKms)]
  return fromPrice === null || toPrice === null ? null : { fromKms, fromPrice, toKms, toPrice }
}

function valuesOf(listings: readonly Listing[], read: (listing: Listing) => number | null): number[] {
  return listings.flatMap((listing) => read(listing) ?? [])
}

function toGroup(name: string, listings: readonly Listing[]): MarketGroup {
  return {
    name,
    count: listings.length,
    medianPrice: rounded(medianOf(pricedListings(listings).map(({ price }) => price))),
    medianKms: rounded(medianOf(valuesOf(listings, ({ kms }) => kms))),
    medianDaysListed: rounded(medianOf(valuesOf(listings, ({ daysListed }) => daysListed))),
  }
}

function groupListings(listings: readonly Listing[], nameOf: (listing: Listing) => string | null): MarketGroup[] {
  const byName = Map.groupBy(listings, (listing) => nameOf(listing) ?? notProvided)
  return [...byName].map(([name, members]) => toGroup(name, members))
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

function byYearDescending(one: MarketGroup, other: MarketGroup): number {
  if (one.name === notProvided || other.name === notProvided) return one.name === notProvided ? 1 : -1
  return other.name.localeCompare(one.name)
}

function byCountDescending(one: MarketGroup, other: MarketGroup): number {
  return other.count - one.count || one.name.localeCompare(other.name)
}

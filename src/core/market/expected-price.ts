import type { Listing } from '../../contract/market.ts'
import { medianPrice, sortedPrices } from './figures.ts'
import { medianOf, rounded, slopeOf, sortAscending, type Point } from './statistics.ts'

/** What an expected price is based on. `median`: the sample does not allow more. */
export type PriceBasis = 'year-and-kms' | 'kms' | 'median'

export interface ExpectedPrice {
  /** Null: outside the kilometres or years of the sample, or no listings with a price. */
  readonly price: number | null
  readonly basis: PriceBasis
  /** Listings that it is based on. */
  readonly listings: number
  /** The kilometres of these listings; null for the median. */
  readonly range: { readonly fromKms: number; readonly toKms: number } | null
}

/** A car by what its price depends on. */
export interface PricedCar {
  readonly kms: number | null
  readonly year: number | null
}

/** Fewer listings with price, kilometres and year say too little about two effects at once. */
const minForYear = 8
/** As `statistics.ts` requires for a line. */
const minForKms = 4
/** How far beyond the listings' own kilometres the price at their edge is still used, as a part of them. */
const beyondKms = 0.15
/** The two effects are estimated in turns, because older cars have more kilometres. They settle after a few. */
const rounds = 12
/** Of a larger sample, as many spread over its kilometres: all pairs of 2,000 listings would take a second. */
const mostFitted = 150

interface Sold {
  readonly price: number
  readonly kms: number
  readonly year: number | null
}

/**
 * The price that a sample suggests for a car of this year with these kilometres: by year and kilometres, else by
 * kilometres, else the median. It falls with kilometres, does not fall with the year, and is never outside the prices of
 * the sample. Slopes are medians of the slopes between pairs (Theil-Sen), which outliers do not distort.
 */
export function expectedPrice(listings: readonly Listing[], { kms, year }: PricedCar): ExpectedPrice {
  const prices = sortedPrices(listings)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return { price: null, basis: 'median', listings: 0, range: null }
  const median: ExpectedPrice = {
    price: medianPrice(prices),
    basis: 'median',
    listings: prices.length,
    range: null,
  }
  if (kms === null) return median
  const sold = listings.flatMap((listing): Sold[] =>
    listing.price !== null && listing.price > 0 && listing.kms !== null
      ? [{ price: listing.price, kms: listing.kms, year: listing.year ?? listing.releaseYear }]
      : [],
  )
  const within = (price: number): number | null => rounded(Math.min(highest, Math.max(lowest, price)))
  const byYear = year === null ? null : yearModel(sold, year)
  const model = byYear ?? kmsModel(sold)
  if (model === null) return median
  const { basis, fromKms: from, toKms: to } = model
  const found = { basis, listings: model.listings, range: { fromKms: from, toKms: to } }
  if (kms > to * (1 + beyondKms) || kms < from * (1 - beyondKms)) return { price: null, ...found }
  return { price: within(model.priceAt(Math.min(to, Math.max(from, kms)))), ...found }
}

interface PriceModel {
  readonly basis: PriceBasis
  readonly listings: number
  readonly fromKms: number
  readonly toKms: number
  priceAt(kms: number): number
}

/** Null with too few listings, or for prices that rise with kilometres, which is noise. */
function kmsModel(sold: readonly Sold[]): PriceModel | null {
  if (new Set(sold.map(({ kms }) => kms)).size < minForKms) return null
  const slope = slopeOf(sold.map(({ kms, price }): Point => ({ x: kms, y: price })))
  if (slope === null || slope > 0) return null
  const base = medianOf(sold.map(({ kms, price }) => price - slope * kms)) ?? 0
  return { basis: 'kms', listings: sold.length, ...rangeOf(sold), priceAt: (kms) => base + slope * kms }
}

/** Null with too few listings, or a year outside of theirs. */
function yearModel(all: readonly Sold[], year: number): PriceModel | null {
  const sold = all.filter((each): each is Sold & { readonly year: number } => each.year !== null)
  const years = new Set(sold.map((each) => each.year))
  if (sold.length < minForYear || years.size < 2 || new Set(sold.map(({ kms }) => kms)).size < minForKms) return null
  if (year < Math.min(...years) || year > Math.max(...years)) return null
  const fitted = spread(sold)
  let perKm = 0
  let perYear = 0
  for (let round = 0; round < rounds; round += 1) {
    const newer = slopeOf(fitted.map((each): Point => ({ x: each.year, y: each.price - perKm * each.kms })))
    perYear = Math.max(0, newer ?? 0)
    const further = slopeOf(fitted.map((each): Point => ({ x: each.kms, y: each.price - perYear * each.year })))
    perKm = Math.min(0, further ?? 0)
  }
  const base = medianOf(sold.map((each) => each.price - perKm * each.kms - perYear * each.year)) ?? 0
  return {
    basis: 'year-and-kms',
    listings: sold.length,
    ...rangeOf(sold),
    priceAt: (kms) => base + perKm * kms + perYear * year,
  }
}

/** At most `mostFitted` of them, at even distances in the order of their kilometres. */
function spread<S extends Sold>(sold: readonly S[]): readonly S[] {
  if (sold.length <= mostFitted) return sold
  const sorted = sold.toSorted((a, b) => a.kms - b.kms || a.price - b.price || (a.year ?? 0) - (b.year ?? 0))
  return sorted.filter(
    (_, at) => Math.floor((at * mostFitted) / sorted.length) !== Math.floor(((at - 1) * mostFitted) / sorted.length),
  )
}

function rangeOf(sold: readonly Sold[]): { readonly fromKms: number; readonly toKms: number } {
  const kms = sortAscending(sold.map((each) => each.kms))
  return { fromKms: kms[0] ?? 0, toKms: kms.at(-1) ?? 0 }
}

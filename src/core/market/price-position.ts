import type { Listing, MarketPlace } from '../../contract/market.ts'
import type { Region } from '../../contract/region.ts'
import { formatMoney, formatNumber } from '../../contract/regional-format.ts'
import { medianPrice, sortedPrices } from './figures.ts'
import { priceToMarket, targetSampleSize } from './market-measures.ts'
import { basisTexts, positionText as text } from './market-text.ts'
import { medianOf, rounded, slopeOf, sortAscending, type Point } from './statistics.ts'

/**
 * Where a car with this price and these kilometres ranks among the listings, in numbers and in at most two sentences.
 */
export function pricePosition(
  listings: readonly Listing[],
  {
    price,
    kms,
    year = null,
  }: { readonly price: number | null; readonly kms: number | null; readonly year?: number | null },
  region: Region,
): MarketPlace {
  const prices = sortedPrices(listings)
  const median = medianPrice(prices)
  const expected = expectedPrice(listings, { kms, year })
  const isEstimate = expected.basis !== 'median'
  const outside = outsideRangeNote(expected, kms)
  const estimate = isEstimate ? expected.price : null
  const position = {
    rank: price === null ? null : 1 + prices.filter((each) => each < price).length,
    of: prices.length + (price === null ? 0 : 1),
    expectedPrice: estimate,
    difference: price === null || estimate === null ? null : Math.round(price - estimate) + 0,
    priceToMarket: priceToMarket(price, estimate ?? median, prices.length),
    basis: basisText(expected, { kms, year }, prices.length),
  }
  if (median === null) return { ...position, words: text.noListings }
  // With a small sample, the warning is more important than an estimate by kilometres.
  const warning = prices.length < targetSampleSize ? text.smallSample(prices.length) : null
  const expectation = !isEstimate || kms === null ? null : { kms, expectedPrice: estimate, outside }
  const words =
    price === null
      ? joinSentences(marketSentence(median, expectation, region), warning ?? outside)
      : text.position(
          rankText(price, prices),
          medianText(price, median, region),
          warning ?? expectedSentence(price, expectation, region),
        )
  return { ...position, words }
}

/** What the comparison is based on, and why not on more; null without listings. */
function basisText({ price, basis, listings }: ExpectedPrice, { kms, year }: PricedCar, priced: number): string | null {
  if (priced === 0) return null
  if (basis === 'year-and-kms' && price !== null && year !== null) return basisTexts.yearAndKms(year, listings)
  if (basis === 'kms' && price !== null) {
    return year === null ? basisTexts.kms(listings) : basisTexts.kmsOnly(year, listings)
  }
  if (basis !== 'median') return basisTexts.outside(priced)
  return kms === null ? basisTexts.noKms(priced) : basisTexts.fewKms(priced)
}

const joinSentences = (first: string, second: string | null): string => (second === null ? first : `${first} ${second}`)

interface Expectation {
  readonly kms: number
  readonly expectedPrice: number | null
  /** Why no price is expected at these kilometres. */
  readonly outside: string | null
}

/** Says why no price can be estimated at these kilometres; null where one can. */
function outsideRangeNote({ price, range }: ExpectedPrice, kms: number | null): string | null {
  if (range === null || kms === null || price !== null) return null
  return kms > range.toKms
    ? text.moreThanAnyListing(formatNumber(range.toKms), formatNumber(kms))
    : text.fewerThanAnyListing(formatNumber(range.fromKms), formatNumber(kms))
}

function marketSentence(median: number, expectation: Expectation | null, region: Region): string {
  const medianPrice = formatMoney(median, region)
  if (expectation === null || expectation.expectedPrice === null) return text.median(medianPrice)
  const { kms, expectedPrice } = expectation
  return text.expectedAndMedian(formatNumber(kms), formatMoney(expectedPrice, region), medianPrice)
}

function rankText(price: number, prices: Float64Array): string {
  const count = prices.length + 1
  const rank = 1 + prices.filter((each) => each < price).length
  const samePrice = prices.filter((each) => each === price).length
  const rankFromTop = count - rank - samePrice + 1
  if (rank === 1) return text.rank(1, count, 'cheapest', samePrice > 0)
  if (rankFromTop === 1) return text.rank(1, count, 'most expensive', samePrice > 0)
  return rank <= count / 2
    ? text.rank(rank, count, 'cheapest', samePrice > 0)
    : text.rank(rankFromTop, count, 'most expensive', samePrice > 0)
}

function medianText(price: number, median: number, region: Region): string {
  const difference = Math.round(price - median)
  if (difference === 0) return text.atMedian(formatMoney(median, region))
  const side = difference < 0 ? 'below' : 'above'
  return text.fromMedian(formatMoney(Math.abs(difference), region), side, formatMoney(median, region))
}

/** A price within two per cent of the expected one counts as about right. */
const aboutRightPart = 0.02

function expectedSentence(price: number, expectation: Expectation | null, region: Region): string | null {
  if (expectation === null) return null
  if (expectation.expectedPrice === null) return expectation.outside
  const expected = expectation.expectedPrice
  const kms = formatNumber(expectation.kms)
  const difference = Math.round(price - expected)
  if (difference === 0) return text.atExpected(kms, formatMoney(expected, region))
  const part = Math.abs(difference) / expected
  const percent = part <= aboutRightPart ? null : Math.max(1, Math.round(part * 100))
  const side = difference < 0 ? 'below' : 'above'
  return text.fromExpected(kms, formatMoney(Math.abs(difference), region), side, formatMoney(expected, region), percent)
}

/** What an expected price is based on. `median`: the sample does not allow more. */
type PriceBasis = 'year-and-kms' | 'kms' | 'median'

interface ExpectedPrice {
  /** Null: outside the kilometres or years of the sample, or no listings with a price. */
  readonly price: number | null
  readonly basis: PriceBasis
  /** Listings that it is based on. */
  readonly listings: number
  /** The kilometres of these listings; null for the median. */
  readonly range: { readonly fromKms: number; readonly toKms: number } | null
}

/** A car by what its price depends on. */
interface PricedCar {
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

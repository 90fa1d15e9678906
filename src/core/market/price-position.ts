import type { Listing, MarketPlace } from '../../contract/market.ts'
import type { Region } from '../../contract/region.ts'
import { expectedPriceAt, priceLine, sortedPrices, type PriceLine } from './figures.ts'
import { positionText as text } from './market-text.ts'
import { quantileOf, rounded } from './statistics.ts'

/** Interface, part 8: the service searches until it has this many listings. */
export const targetSampleSize = 4

const numbers = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 })

/** A price in the region's currency, without cents: "$24,990", "RM 88,000". */
function priceText(amount: number, region: Region): string {
  const whole = numbers.format(Math.abs(Math.round(amount)))
  const sign = Math.round(amount) < 0 ? '-' : ''
  return region === 'my' ? `${sign}RM ${whole}` : `${sign}$${whole}`
}

/**
 * Where a car with this price and these kilometres ranks among the listings, in numbers and in at most two sentences.
 */
export function pricePosition(
  listings: readonly Listing[],
  { price, kms }: { readonly price: number | null; readonly kms: number | null },
  region: Region,
): MarketPlace {
  const prices = sortedPrices(listings)
  const line = priceLine(listings)
  const median = rounded(quantileOf(prices, 0.5))
  const outside = outsideRangeNote(line, kms)
  const expectedPrice = line === null || kms === null || outside !== null ? null : expectedPriceAt(prices, line, kms)
  const position = {
    rank: price === null ? null : 1 + prices.filter((each) => each < price).length,
    of: prices.length + (price === null ? 0 : 1),
    expectedPrice,
    difference: price === null || expectedPrice === null ? null : Math.round(price - expectedPrice) + 0,
  }
  if (median === null) return { ...position, words: text.noListings }
  // With a small sample, the warning is more important than an estimate by kilometres.
  const warning = prices.length < targetSampleSize ? text.smallSample(prices.length) : null
  const expectation = line === null || kms === null ? null : { kms, expectedPrice, outside }
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

const joinSentences = (first: string, second: string | null): string => (second === null ? first : `${first} ${second}`)

interface Expectation {
  readonly kms: number
  readonly expectedPrice: number | null
  /** Why no price is expected at these kilometres. */
  readonly outside: string | null
}

/** How far beyond the listings' own kilometres a price is still estimated, as a part of them. */
const extrapolation = 0.15

/** Says why no price can be estimated at these kilometres; null where one can. */
function outsideRangeNote(line: PriceLine | null, kms: number | null): string | null {
  if (line === null || kms === null) return null
  if (kms > line.toKms * (1 + extrapolation)) {
    return text.moreThanAnyListing(numbers.format(line.toKms), numbers.format(kms))
  }
  if (kms < line.fromKms * (1 - extrapolation)) {
    return text.fewerThanAnyListing(numbers.format(line.fromKms), numbers.format(kms))
  }
  return null
}

function marketSentence(median: number, expectation: Expectation | null, region: Region): string {
  const medianPrice = priceText(median, region)
  if (expectation === null || expectation.expectedPrice === null) return text.median(medianPrice)
  const { kms, expectedPrice } = expectation
  return text.expectedAndMedian(numbers.format(kms), priceText(expectedPrice, region), medianPrice)
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
  if (difference === 0) return text.atMedian(priceText(median, region))
  const side = difference < 0 ? 'below' : 'above'
  return text.fromMedian(priceText(Math.abs(difference), region), side, priceText(median, region))
}

/** A price within two per cent of the expected one counts as about right. */
const aboutRightPart = 0.02

function expectedSentence(price: number, expectation: Expectation | null, region: Region): string | null {
  if (expectation === null) return null
  if (expectation.expectedPrice === null) return expectation.outside
  const expected = expectation.expectedPrice
  const kms = numbers.format(expectation.kms)
  const difference = Math.round(price - expected)
  if (difference === 0) return text.atExpected(kms, priceText(expected, region))
  const part = Math.abs(difference) / expected
  const percent = part <= aboutRightPart ? null : Math.max(1, Math.round(part * 100))
  const side = difference < 0 ? 'below' : 'above'
  return text.fromExpected(kms, priceText(Math.abs(difference), region), side, priceText(expected, region), percent)
}

import type { Listing, MarketPlace } from '../../contract/market.ts'
import type { Region } from '../../contract/region.ts'
import { formatMoney, formatNumber } from '../../contract/regional-format.ts'
import { expectedPrice, type ExpectedPrice, type PricedCar } from './expected-price.ts'
import { medianPrice, sortedPrices } from './figures.ts'
import { priceToMarket, targetSampleSize } from './market-measures.ts'
import { basisTexts, positionText as text } from './market-text.ts'

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

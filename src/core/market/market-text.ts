import { formatNumber, plural } from '../../contract/regional-format.ts'
/** Every sentence that core writes about the market. Prices and kilometres come as formatted texts. */

export const marketFailures = {
  notFetched: ['The listings for this vehicle have not been fetched yet.', { next: 'Open its market view.' }],
} as const

export const comparisonText = {
  noIdentifier: 'This record has no VIN, and no rego with a state, so the car can’t be looked up.',
  notInCatalogue: 'This car isn’t in the catalogue, so there is no market data to compare with.',
}

const ordinals = ['', '', 'Second', 'Third'] as const

/** "4th", "13th", "21st", "22nd". */
function ordinal(rank: number): string {
  const named = ordinals[rank]
  if (named) return named
  const teens = rank % 100 >= 11 && rank % 100 <= 13
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')
  return `${formatNumber(rank)}${ending}`
}

export const positionText = {
  noListings: 'No priced listings to compare with.',
  /** `rank` counts from the cheapest or the most expensive car. `isShared`: other cars have the same price. */
  rank: (rank: number, count: number, end: 'cheapest' | 'most expensive', isShared: boolean) => {
    if (rank > 1) return `${ordinal(rank)} ${end} of ${formatNumber(count)}`
    if (isShared) return `Among the ${end} of ${formatNumber(count)}`
    return `${end === 'cheapest' ? 'Cheapest' : 'Most expensive'} of ${formatNumber(count)}`
  },
  atMedian: (median: string) => `at the median of ${median}`,
  fromMedian: (amount: string, side: 'above' | 'below', median: string) => `${amount} ${side} the median of ${median}`,
  /** `more`: a sentence about the kilometres or the sample. Two sentences either way. */
  position: (rank: string, median: string, more: string | null) =>
    more === null ? `${rank}. ${median.charAt(0).toUpperCase()}${median.slice(1)}.` : `${rank}, ${median}. ${more}`,
  median: (median: string) => `Similar cars: median asking price ${median}.`,
  expectedAndMedian: (kms: string, expected: string, median: string) =>
    `Similar cars: expected price ${expected} at ${kms} km, median asking price ${median}.`,
  atExpected: (kms: string, expected: string) => `At ${kms} km, exactly the expected price of ${expected}.`,
  /** `percent` is null within the range that counts as the market price. */
  fromExpected: (kms: string, amount: string, side: 'above' | 'below', expected: string, percent: number | null) =>
    `At ${kms} km, ${amount} ${side} the expected price of ${expected} (${percent === null ? 'about right' : `${percent}%`}).`,
  moreThanAnyListing: (most: string, kms: string) =>
    `No listing has more than ${most} km, so no price is estimated for ${kms} km.`,
  fewerThanAnyListing: (fewest: string, kms: string) =>
    `No listing has fewer than ${fewest} km, so no price is estimated for ${kms} km.`,
  smallSample: (count: number) =>
    count === 1
      ? 'Only 1 listing to compare with: use this as a guide only.'
      : `Only ${formatNumber(count)} listings to compare with: use this as a guide only.`,
}

const count = (listings: number): string => plural(listings, 'listing')

/** What a price is compared with, and why not with more. */
export const basisTexts = {
  yearAndKms: (year: number, listings: number) =>
    `Expected price by year (${year}) and kilometres, from ${count(listings)}.`,
  kms: (listings: number) => `Expected price by kilometres, from ${count(listings)}.`,
  kmsOnly: (year: number, listings: number) =>
    `Expected price by kilometres, from ${count(listings)}. The sample is too small to include the year ${year}.`,
  outside: (listings: number) => `Compared with the median of ${count(listings)}: no listing has such kilometres.`,
  noKms: (listings: number) => `Compared with the median of ${count(listings)}: kilometres are not known.`,
  fewKms: (listings: number) =>
    `Compared with the median of ${count(listings)}: the sample does not show how prices change with kilometres.`,
}

export const confidenceText = {
  /** " in the last 60 days"; empty where the service doesn't say. */
  period: (days: number | null) => (days === null ? '' : ` in the last ${days === 1 ? 'day' : `${days} days`}`),
  nothingFound: (period: string) => `No listings of similar cars found${period}.`,
  noPrices: 'None of them has a price.',
  priced: (count: number) => (count === 1 ? 'Only 1 has a price.' : `Only ${formatNumber(count)} have a price.`),
  unknownPeriod: 'The service did not report the period.',
  extended: (from: number, to: number) => `The period was extended from ${from} to ${to} days to find enough listings.`,
  tooFew: 'Fewer than four: one more car could change the figures.',
  reliable: 'Enough for a reliable median.',
  mayBeOld: 'Some prices may be out of date.',
  rare: 'Similar cars are rare.',
  moreWouldHelp: 'A few more cars could move the figures slightly.',
  guideOnly: 'Use the figures as a guide only.',
}

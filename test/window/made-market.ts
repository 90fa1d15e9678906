import type { Detail } from '../../src/contract/details.ts'
import type { Listing, MarketGroup, MarketPlace, MarketView } from '../../src/contract/market.ts'

/** Numbers from 0 to 1 that are the same in every run. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const states = ['VIC', 'NSW', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const
const colours = ['White', 'Black', 'Silver', 'Red', 'Blue'] as const
const sites = ['Drive Yard', 'Motor Board', 'Car Corner'] as const
const pick = <T>(from: readonly [T, ...T[]], part: number): T => from[Math.floor(part * from.length)] ?? from[0]

const detail = (name: string, label: string, text: string | null, children: readonly Detail[] = []): Detail => ({
  name,
  label,
  text,
  children,
})

const isoDay = (daysAgo: number): string => new Date(Date.UTC(2026, 10, 21) - daysAgo * 86_400_000).toISOString()

/** A listing that never was; every tenth lacks what a listing may lack. */
function madeListing(at: number, next: () => number): Listing {
  const year = 2017 + Math.floor(next() * 7)
  const kms = at % 10 === 7 ? null : Math.round((2_026 - year) * (9_000 + next() * 14_000))
  const price =
    at % 10 === 3 ? null : Math.round((46_000 - (2_026 - year) * 2_600 - (kms ?? 60_000) * 0.08) * (0.9 + next() * 0.2))
  const listedDaysAgo = 1 + Math.floor(next() * 110)
  const gone = next() < 0.45
  const daysListed = gone ? Math.max(1, Math.floor(listedDaysAgo * next())) : listedDaysAgo
  const link = at % 4 === 0 ? null : `https://listings.example/${at}`
  const dealer = next() < 0.7
  const state = pick(states, next())
  const colour = pick(colours, next())
  return {
    id: `listing-${at}`,
    vehicleId: 'made-1',
    year,
    releaseYear: year,
    releaseMonth: 1 + Math.floor(next() * 12),
    listedAt: isoDay(listedDaysAgo),
    removedAt: gone ? isoDay(listedDaysAgo - daysListed) : null,
    daysListed,
    sellerType: dealer ? 'dealer' : 'private',
    colour,
    state,
    tags: at % 9 === 0 ? ['one_owner'] : [],
    price,
    kms,
    sources: [pick(sites, next())],
    link,
    details: [
      detail('id', 'Id', `listing-${at}`),
      detail('price', 'Price', price === null ? null : String(price)),
      detail('kms', 'Kilometres', kms === null ? null : String(kms)),
      detail('state', 'State', state),
      detail('inspection_grade', 'Inspection grade', `Grade ${1 + (at % 5)}`),
      detail('photos', 'Photos', null, [detail('count', 'Count', String(at % 30)), detail('cover', 'Cover', null)]),
    ],
  }
}

function quantile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) * part
  const low = sorted[Math.floor(at)] ?? 0
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at % 1)
}

const sortedOf = (listings: readonly Listing[], value: (listing: Listing) => number | null): number[] =>
  listings
    .map(value)
    .filter((one) => one !== null)
    .toSorted((a, b) => a - b)

const groupOf = (name: string, listings: readonly Listing[]): MarketGroup => ({
  name,
  count: listings.length,
  medianPrice: quantile(
    sortedOf(listings, (listing) => listing.price),
    0.5,
  ),
  medianKms: quantile(
    sortedOf(listings, (listing) => listing.kms),
    0.5,
  ),
  medianDaysListed: quantile(
    sortedOf(listings, (listing) => listing.daysListed),
    0.5,
  ),
})

function groupsBy(listings: readonly Listing[], name: (listing: Listing) => string): MarketGroup[] {
  const names = [...new Set(listings.map(name))].toSorted()
  return names.map((each) =>
    groupOf(
      each,
      listings.filter((listing) => name(listing) === each),
    ),
  )
}

/** A market of so many listings, as the program answers `market.view`. */
export function madeMarket(count: number): MarketView {
  const next = drawn(7)
  const listings = Array.from({ length: count }, (_, at) => madeListing(at, next))
  const prices = sortedOf(listings, (listing) => listing.price)
  const kms = sortedOf(listings, (listing) => listing.kms)
  return {
    vehicleId: 'made-1',
    sampleSize: count,
    daysChecked: 60,
    minimumDays: null,
    listings,
    unreadable: [],
    figures: {
      priced: prices.length,
      lowest: prices[0] ?? null,
      lowerQuartile: quantile(prices, 0.25),
      median: quantile(prices, 0.5),
      upperQuartile: quantile(prices, 0.75),
      highest: prices.at(-1) ?? null,
      medianKms: quantile(kms, 0.5),
      medianDaysListed: groupOf('', listings).medianDaysListed,
      pricePerThousandKms: count < 4 ? null : -160,
      expectedLine:
        count < 4
          ? null
          : {
              fromKms: kms[0] ?? 0,
              fromPrice: 38_000,
              toKms: kms.at(-1) ?? 0,
              toPrice: 38_000 - ((kms.at(-1) ?? 0) - (kms[0] ?? 0)) * 0.16,
            },
      byYear: groupsBy(listings, ({ year }) => String(year)),
      byState: groupsBy(listings, ({ state }) => state ?? 'Not given'),
      bySeller: groupsBy(listings, ({ sellerType }) => sellerType ?? 'Not given'),
      active: groupOf(
        'For sale',
        listings.filter(({ removedAt }) => removedAt === null),
      ),
      sold: groupOf(
        'Gone',
        listings.filter(({ removedAt }) => removedAt !== null),
      ),
    },
    daysSupply: 45,
    trust:
      count < 4
        ? { level: 'thin', words: 'Fewer than four listings: take every figure as a hint.' }
        : { level: 'good', words: 'Enough listings of the last 60 days to rely on the middle of them.' },
    other: [detail('catalogue_revision', 'Catalogue revision', '2026-11')],
    at: new Date(Date.now() - 120_000).toISOString(),
    kept: false,
    problem: null,
  }
}

/** The same, of listings of which the service says next to nothing. */
export function bareMarket(count: number): MarketView {
  const market = madeMarket(count)
  const listings = market.listings.map(({ id, vehicleId, details }) => ({
    id,
    vehicleId,
    details,
    year: null,
    releaseYear: null,
    releaseMonth: null,
    listedAt: null,
    removedAt: null,
    daysListed: null,
    sellerType: null,
    colour: null,
    state: null,
    tags: [],
    price: null,
    kms: null,
    sources: [],
    link: null,
  }))
  const figures = {
    priced: 0,
    lowest: null,
    lowerQuartile: null,
    median: null,
    upperQuartile: null,
    highest: null,
    medianKms: null,
    medianDaysListed: null,
    pricePerThousandKms: null,
    expectedLine: null,
    byYear: [],
    byState: [],
    bySeller: [],
    active: groupOf('For sale', listings),
    sold: groupOf('Gone', []),
  }
  return { ...market, listings, figures, daysChecked: null }
}

export const madePlace: MarketPlace = {
  rank: 12,
  of: 181,
  expectedPrice: 31_400,
  difference: -1_400,
  priceToMarket: 96,
  basis: 'Expected price by year (2019) and kilometres, from 181 listings.',
  words: 'At $30,000 this car is $1,400 below what the sample says for 70,000 km: the 12th cheapest of 181.',
}

import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'
import { Failure } from './failure.ts'
import { Refresh } from './lookup.ts'
import { UnreadableRecord } from './unreadable-record.ts'

/** A listing of a similar vehicle (interface, part 2, lead). Null means not provided; `details` has every field. */
export const Listing = z.object({
  id: z.string(),
  vehicleId: z.string().nullable(),
  year: z.number().int().nullable(),
  releaseYear: z.number().int().nullable(),
  releaseMonth: z.number().int().nullable(),
  /** ISO 8601, or YYYY-MM-DD when the service gives no time of day. */
  listedAt: z.string().nullable(),
  /** Likewise; null for an active listing. */
  removedAt: z.string().nullable(),
  /** Whole days on the market, until today for an active listing. */
  daysListed: z.number().int().nullable(),
  sellerType: z.string().nullable(),
  colour: z.string().nullable(),
  state: z.string().nullable(),
  tags: z.array(z.string()),
  price: z.number().nullable(),
  kms: z.number().nullable(),
  sources: z.array(z.string()),
  /** The https address of the listing. */
  link: z.string().nullable(),
  details: z.array(Detail),
})
export type Listing = z.infer<typeof Listing>

/** A part of the sample: one year, state or seller type; active or removed listings. */
export const MarketGroup = z.object({
  name: z.string(),
  count: z.number().int(),
  medianPrice: z.number().nullable(),
  medianKms: z.number().nullable(),
  medianDaysListed: z.number().nullable(),
})
export type MarketGroup = z.infer<typeof MarketGroup>

/** Figures of the priced listings. Quartiles and medians are interpolated; null without values. */
export const MarketFigures = z.object({
  priced: z.number().int(),
  lowest: z.number().nullable(),
  lowerQuartile: z.number().nullable(),
  median: z.number().nullable(),
  upperQuartile: z.number().nullable(),
  highest: z.number().nullable(),
  medianKms: z.number().nullable(),
  medianDaysListed: z.number().nullable(),
  /** Price change per extra 1,000 km, by a line that outliers don't distort; null with too few listings. */
  pricePerThousandKms: z.number().nullable(),
  /**
   * The line from the fewest to the most kilometres of the sample: `expectedPrice` at both ends. Null with too few
   * listings.
   */
  expectedLine: z
    .object({ fromKms: z.number(), fromPrice: z.number(), toKms: z.number(), toPrice: z.number() })
    .nullable(),
  byYear: z.array(MarketGroup),
  byState: z.array(MarketGroup),
  bySeller: z.array(MarketGroup),
  active: MarketGroup,
  sold: MarketGroup,
})
export type MarketFigures = z.infer<typeof MarketFigures>

const MarketTrust = z.object({
  level: z.enum(['good', 'fair', 'thin', 'none']),
  /** How reliable the sample is, and why. */
  words: z.string(),
})

export const MarketView = z.object({
  vehicleId: z.string(),
  /** As the service says; the number of `listings` when it doesn't. */
  sampleSize: z.number().int(),
  daysChecked: z.number().int().nullable(),
  minimumDays: z.number().int().nullable(),
  listings: z.array(Listing),
  /** Entries of the list that are no listings: they count in no figure. */
  unreadable: z.array(UnreadableRecord),
  figures: MarketFigures,
  trust: MarketTrust,
  /** For how many days the cars for sale last, by how many were removed in the period; null with too few. */
  daysSupply: z.number().int().nullable(),
  other: z.array(Detail),
  /** ISO 8601: when the service returned it. `kept`: a saved result. `problem`: why it could not be fetched again. */
  at: z.string(),
  kept: z.boolean(),
  problem: Failure.nullable(),
})
export type MarketView = z.infer<typeof MarketView>

/** How a car with this price and these kilometres compares with the sample. */
export const MarketPlace = z.object({
  /** 1 is the cheapest; null without a price. `of` includes the car itself. */
  rank: z.number().int().nullable(),
  of: z.number().int(),
  /** The price that the sample suggests at these kilometres; null without kilometres, or where it suggests none. */
  expectedPrice: z.number().nullable(),
  /** Price minus expected price; negative is below the market. */
  difference: z.number().nullable(),
  /**
   * The price as a percentage of the expected price, or of the median where none is expected; null with fewer than four
   * listings.
   */
  priceToMarket: z.number().int().nullable(),
  /** What the price is compared with: by year and kilometres, by kilometres, or the median, and from how many listings. */
  basis: z.string().nullable(),
  /** One or two sentences; medians, never averages; with a warning for fewer than four listings. */
  words: z.string(),
})
export type MarketPlace = z.infer<typeof MarketPlace>

const vehicleId = z.string().min(1).max(200)
/** Interface, part 8: the shortest period, 60 days by default. */
const minimumDays = z.number().int().min(1).max(3_650).nullable().default(null)
const price = z.number().min(0).max(100_000_000).nullable().default(null)
/** The model year of the car. */
const year = z.number().int().min(1_900).max(2_100).nullable().default(null)
const kms = z.number().min(0).max(10_000_000).nullable().default(null)

/**
 * Failures and saved results as for `lookup`. `place` and `exportCsv` use the last fetched result and are `not-found`
 * before it.
 */
export const market = {
  view: {
    input: z.object({ vehicleId, minimumDays, refresh: Refresh.default(false) }),
    output: MarketView,
  },
  /** The median price of the result that was fetched last, `at` (ISO 8601); null: none is saved. Asks the service nothing. */
  savedMedian: {
    input: z.object({ vehicleId, minimumDays }),
    output: z.object({ price: z.number().nullable(), at: z.string().nullable() }),
  },
  place: { input: z.object({ vehicleId, minimumDays, price, kms, year }), output: MarketPlace },
  exportCsv: { input: z.object({ vehicleId, minimumDays, title: z.string().max(300) }), output: ExportedFile },
} as const

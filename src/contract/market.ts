import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'
import { Failure } from './result.ts'

/** A listing like the vehicle (interface, part 2, lead). What is null was not given; `details` holds every field that came. */
export const Listing = z.object({
  id: z.string(),
  vehicleId: z.string().nullable(),
  year: z.number().int().nullable(),
  releaseYear: z.number().int().nullable(),
  releaseMonth: z.number().int().nullable(),
  /** ISO 8601. */
  listedAt: z.string().nullable(),
  /** ISO 8601; null while it is listed. */
  removedAt: z.string().nullable(),
  /** Whole days on the market, to today where it is still listed. */
  daysListed: z.number().int().nullable(),
  sellerType: z.string().nullable(),
  colour: z.string().nullable(),
  state: z.string().nullable(),
  tags: z.array(z.string()),
  price: z.number().nullable(),
  kms: z.number().nullable(),
  sources: z.array(z.string()),
  /** An https address of the listing, where one came. */
  link: z.string().nullable(),
  details: z.array(Detail),
})
export type Listing = z.infer<typeof Listing>

/** A part of the sample: of one year, state or seller type; still listed, or gone. */
export const MarketGroup = z.object({
  name: z.string(),
  count: z.number().int(),
  medianPrice: z.number().nullable(),
  medianKms: z.number().nullable(),
  medianDaysListed: z.number().nullable(),
})
export type MarketGroup = z.infer<typeof MarketGroup>

/** Figures of the listings that carry a price. Quartiles and medians interpolate between neighbours; null where there is none. */
export const MarketFigures = z.object({
  priced: z.number().int(),
  lowest: z.number().nullable(),
  lowerQuartile: z.number().nullable(),
  median: z.number().nullable(),
  upperQuartile: z.number().nullable(),
  highest: z.number().nullable(),
  medianKms: z.number().nullable(),
  medianDaysListed: z.number().nullable(),
  /** Price per 1,000 km more, by a line that a few odd listings do not bend; null with too few. */
  pricePerThousandKms: z.number().nullable(),
  /** That line from the least to the most kilometres of the sample: `expectedPrice` at both ends. Null as the slope is. */
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

export const MarketTrust = z.object({
  level: z.enum(['good', 'fair', 'thin', 'none']),
  /** What sample and days say about how far to rely on it. */
  words: z.string(),
})

export const MarketView = z.object({
  vehicleId: z.string(),
  sampleSize: z.number().int(),
  daysChecked: z.number().int().nullable(),
  minimumDays: z.number().int().nullable(),
  listings: z.array(Listing),
  figures: MarketFigures,
  trust: MarketTrust,
  other: z.array(Detail),
  /** ISO 8601: when the service gave it. `kept`: from this PC. `problem`: why it could not be fetched anew. */
  at: z.string(),
  kept: z.boolean(),
  problem: Failure.nullable(),
})
export type MarketView = z.infer<typeof MarketView>

/** Where a car with this price and these kilometres stands among the sample. */
export const MarketPlace = z.object({
  /** 1 is the cheapest; null without a price. Of how many, itself included. */
  rank: z.number().int().nullable(),
  of: z.number().int(),
  /** What the sample says such a car costs at these kilometres. */
  expectedPrice: z.number().nullable(),
  /** Price less expected price; negative is below the market. */
  difference: z.number().nullable(),
  /** One or two sentences; medians, never averages; fewer than four listings is said. */
  words: z.string(),
})
export type MarketPlace = z.infer<typeof MarketPlace>

const vehicleId = z.string().min(1).max(200)
/** Interface, part 8: replaces the least number of days looked back, 60 unless given. */
const minimumDays = z.number().int().min(1).max(3_650).nullable().default(null)
const price = z.number().min(0).max(100_000_000).nullable().default(null)
const kms = z.number().min(0).max(10_000_000).nullable().default(null)

/** Failures and keeping: as for `lookup`. `place` and `exportCsv` work on what was fetched last and are `not-found` before that. */
export const market = {
  view: { input: z.object({ vehicleId, minimumDays, refresh: z.boolean().default(false) }), output: MarketView },
  place: { input: z.object({ vehicleId, minimumDays, price, kms }), output: MarketPlace },
  exportCsv: { input: z.object({ vehicleId, minimumDays, title: z.string().max(300) }), output: ExportedFile },
} as const

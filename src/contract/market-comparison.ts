import { z } from 'zod'

/** The car's asking price compared with similar cars. Computed once and saved. */
export const MarketComparison = z.object({
  /**
   * `no-vehicle`: not found in the catalogue, or the record has neither VIN nor rego; `no-price`: the listing has no
   * price.
   */
  state: z.enum(['ready', 'no-vehicle', 'no-price', 'no-listings']),
  vehicleId: z.string().nullable(),
  title: z.string().nullable(),
  median: z.number().nullable(),
  rank: z.number().int().nullable(),
  of: z.number().int(),
  sampleSize: z.number().int(),
  daysChecked: z.number().int().nullable(),
  /** The expected price at this car's kilometres, when they are known. */
  adjustedPrice: z.number().nullable(),
  /** As in `MarketPlace` and `MarketView`; absent without listings. */
  priceToMarket: z.number().int().nullable().optional(),
  basis: z.string().nullable().optional(),
  daysSupply: z.number().int().nullable().optional(),
  /** The comparison in one or two sentences. */
  words: z.string(),
  at: z.string(),
})
export type MarketComparison = z.infer<typeof MarketComparison>

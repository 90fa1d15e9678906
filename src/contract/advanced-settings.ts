import { z } from 'zod'

/** A key in `additional_fields` that Forecourt writes. */
const FieldKey = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

/** What the interface leaves open, changeable per connection (defaults and reasons: `core/service/assumptions.ts`). */
export const AdvancedSettings = z.object({
  mobileForm: z.enum(['national', 'international']),
  malaysiaRegionCode: z.string().regex(/^[a-z]{2,10}$/),
  firstBatchSize: z.number().int().min(1).max(5_000),
  pageSize: z.number().int().min(1).max(1_000),
  /** The key in `additional_fields` that refers from a customer to its row. */
  referenceKey: FieldKey,
  /** For a chassis number that is not a VIN. */
  chassisKey: FieldKey,
  /** For the second number of a mobile cell. */
  secondMobileKey: FieldKey,
  /** Where a chassis or frame number goes that is too short for a VIN: `chassisKey`, or `vin` of rows without a VIN. */
  shortVins: z.enum(['extra-field', 'vin']),
  /** Which form of the status path is called. `both`: the other form after a 404, and then the one that works. */
  statusPath: z.enum(['both', 'registrations', 'vehicles']),
  /** The query parameter that narrows a search, with `{facet}` for the facet's name. */
  facetParameter: z.string().regex(/^[A-Za-z0-9_.[\]-]{0,30}\{facet\}[A-Za-z0-9_.[\]-]{0,30}$/),
  /** The name under which webhooks subscribe to price changes. */
  priceChangeEvent: z.enum(['recapture_price_change', 'price_change']),
  /** `local-time`: a date with a time and zone is the date on this PC at that moment. */
  dates: z.enum(['as-written', 'local-time']),
  /** A match with a confidence below this percentage has to be checked. 0: only words count. */
  lowConfidenceBelow: z.number().int().min(0).max(100),
  /** A VIN that was last seen with a rego this many days ago is not filled in. */
  knownVinMaxAgeDays: z.number().int().min(1).max(3_650),
  /** A token is renewed this many seconds before it expires. */
  tokenMarginSeconds: z.number().int().min(0).max(600),
})
export type AdvancedSettings = z.infer<typeof AdvancedSettings>

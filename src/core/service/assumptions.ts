import type { AdvancedSettings } from '../../contract/advanced-settings.ts'

/**
 * What Forecourt assumes where the interface says nothing, each with its reason. Those in `defaultAdvanced` can be
 * changed in a connection's advanced settings.
 */
export const defaultAdvanced: AdvancedSettings = {
  /** The form of `mobile_number` is not shown. Dealers write the national form (0491570006). */
  mobileForm: 'national',
  /** The region code for Malaysia is not shown. */
  malaysiaRegionCode: 'my',
  /** The most customers in an upload is not shown. A batch that the service rejects is sent in halves. */
  firstBatchSize: 500,
  /** The greatest `limit` of the customer list is not shown. */
  pageSize: 200,
  /** Refers from each customer to its row of the file. Sent in additional_fields. */
  referenceKey: 'forecourt_ref',
  /** The field for a chassis number that is not a VIN. */
  chassisKey: 'chassis_no',
  /** The field for the second number of a mobile cell. */
  secondMobileKey: 'mobile_2',
  /** Whether `vin` accepts fewer than 17 characters is not shown. */
  shortVins: 'extra-field',
  /** The interface shows two forms of the status path, and not which is canonical (part 4). */
  statusPath: 'both',
  /** How a facet value narrows a search is not shown. Services of this kind use a parameter with the facet's name. */
  facetParameter: '{facet}',
  /**
   * The price-change event has two names (interface, part 6). A webhook keeps the name that it has. A new subscription
   * uses the name in the table of events, because only the names in the table are accepted.
   */
  priceChangeEvent: 'recapture_price_change',
  /** Dates of records are midnight timestamps. A time zone would move some of them to another day. */
  dates: 'as-written',
  /** The scale of `confidence` is not shown. A number is read as a fraction or a percentage. */
  lowConfidenceBelow: 60,
  /** A rego can move to another car. Nearly every registration is renewed within a year. */
  knownVinMaxAgeDays: 365,
  /** Long enough for a slow call with the old token. */
  tokenMarginSeconds: 60,
}

/** The interface shows no time to wait. Services of this kind send it with a 429 in one of these headers. */
export const rateLimitResetHeaders = [
  'Rate-Limit-Reset',
  'RateLimit-Reset',
  'X-RateLimit-Reset',
  'X-Rate-Limit-Reset',
] as const

/** The headers of the remaining calls and of all calls of a period. The interface shows none; these are usual. */
export const rateLimitHeaders = {
  remaining: ['RateLimit-Remaining', 'X-RateLimit-Remaining', 'Rate-Limit-Remaining', 'X-Rate-Limit-Remaining'],
  limit: [
    'RateLimit-Limit',
    'X-RateLimit-Limit',
    'Rate-Limit-Limit',
    'X-Rate-Limit-Limit',
    'Rate-Limit-Total',
    'X-RateLimit-Total',
  ],
} as const

/** Words of `confidence` that mean a match to check. The interface shows none. */
export const lowConfidenceWords: ReadonlySet<string> = new Set(
  'low,very low,poor,weak,bad,partial,uncertain,doubtful,warning,low quality,low match,low match quality,low confidence,questionable,unreliable,inexact,approximate'.split(
    ',',
  ),
)

/** Whether a look-up is charged is not shown. Results are reused for these hours unless the user looks up again. */
export const repeatAfterHours = 24

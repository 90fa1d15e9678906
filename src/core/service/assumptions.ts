import type { AdvancedSettings } from '../../contract/connections.ts'

/**
 * Where the interface is silent, this is what Forecourt assumes: each with its reason. Those in `defaultAdvanced` can be changed in a
 * connection's advanced settings.
 */
export const defaultAdvanced: AdvancedSettings = {
  /** The form of `mobile_number` is not shown: national (0491570006), as dealers write it. */
  mobileForm: 'national',
  /** The region code for Malaysia is not shown. */
  malaysiaRegionCode: 'my',
  /** The most customers an upload takes is not shown: a modest batch, halved when the service says it is too large. */
  firstBatchSize: 500,
  /** The greatest `limit` of the customer list is not shown. */
  pageSize: 200,
  /** Ties each customer to its row of the file; kept by the service in additional_fields. */
  referenceKey: 'forecourt_ref',
}

/** Where a frame number goes that is no VIN: whether `vin` takes fewer than 17 characters is not shown. */
export const chassisKey = 'chassis_no'

/** Where a second number of a mobile cell goes. */
export const secondMobileKey = 'mobile_2'

/** The service shows no time to wait; a 429 carries it in headers seen in the field. */
export const rateLimitHeaders = {
  remaining: 'Rate-Limit-Remaining',
  total: 'Rate-Limit-Total',
  reset: 'Rate-Limit-Reset',
} as const

/** Seconds before a token's end at which a new one is fetched. */
export const tokenMarginSeconds = 60

/** How a facet value narrows is not shown: by a query parameter of the facet's name, as such services do. */
export const facetParameter = (name: string): string => name

/** The scale of `confidence` is not shown. A share from 0 to 1 under this is a match to check; so are these words for it. */
export const lowConfidenceBelow = 0.6
export const lowConfidenceWords: ReadonlySet<string> = new Set(
  'low,very low,poor,weak,bad,partial,uncertain,doubtful,warning,low quality,low match quality,low confidence'.split(
    ',',
  ),
)

/** What a look-up costs is not shown, nor that it does: Forecourt only keeps from asking again within these hours unless told to. */
export const repeatAfterHours = 24

/**
 * The price-change event has two names (interface, part 6). A webhook keeps the one that it has; a new subscription goes out by the one in the
 * table of events, whose names alone are said to be taken.
 */
export const priceChangeEvent = 'recapture_price_change'

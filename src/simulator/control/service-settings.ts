/** What an account may be licensed for (interface, part 1: every API needs a licence). */
export const products = ['vehicles', 'sourcing', 'webhooks', 'recapture'] as const
export type Product = (typeof products)[number]

/** Settings that tests can change while the service runs. Every part reads them when it uses them. */
export interface ServiceSettings {
  /** How fast uploaded customers are processed; Infinity is at once, 0 pauses it. */
  customersPerSecond: number
  /** The share of rows that fail, 0 to 1. Which rows depends on their content. */
  errorShare: number
  /** Rows with these regos always fail. */
  failingRegos: Set<string>
  /** Every call returns 503 and has no effect. */
  serviceDown: boolean
  /** Added before each answer. */
  latencyMs: number
  /** `expires_in` of tokens made from now on. */
  tokenLifetimeSeconds: number
  /** The share of trackable customers that will be sighted, 0 to 1; 0 turns sightings off. */
  sightingShare: number
  /** An upload with more customers gets 413; null: no limit. */
  maxUploadCustomers: number | null
  /** The default and the maximum `limit` of the customer list. */
  defaultPageSize: number
  maxPageSize: number
  licences: Set<Product>
  /** How long a new customer is missing from the list after the counters include it. */
  listLagMs: number
}

export function defaultSettings(customersPerSecond: number): ServiceSettings {
  return {
    customersPerSecond,
    errorShare: 0.01,
    failingRegos: new Set(),
    serviceDown: false,
    latencyMs: 0,
    tokenLifetimeSeconds: 3_600,
    sightingShare: 0.06,
    maxUploadCustomers: null,
    defaultPageSize: 50,
    maxPageSize: 1_000,
    licences: new Set(products),
    listLagMs: 0,
  }
}

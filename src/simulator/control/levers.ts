/** What an account may be licensed for (interface, part 1: every API needs a licence). */
export const products = ['vehicles', 'sourcing', 'webhooks', 'recapture'] as const
export type Product = (typeof products)[number]

/** What can be turned while the service runs. Every part reads them at the moment of use. */
export interface Levers {
  /** How fast uploaded customers are processed; Infinity is at once, 0 stands still. */
  customersPerSecond: number
  /** The share of rows whose processing fails, 0 to 1; which rows follows from their content. */
  errorShare: number
  /** Rows with these regos always fail. */
  failingRegos: Set<string>
  /** Every call is answered 503, and takes no effect. */
  serviceDown: boolean
  /** Added before each answer. */
  latencyMs: number
  /** `expires_in` of tokens made from now on. */
  tokenLifetimeSeconds: number
  /** The share of trackable customers that will be sighted, 0 to 1; at 0 none is by itself, nor again. */
  sightingShare: number
  /** More customers than this in one upload are refused with 413; null is without limit. */
  maxUploadCustomers: number | null
  /** `limit` of the customer list when none is given, and the most that is given at once. */
  defaultPageSize: number
  maxPageSize: number
  licences: Set<Product>
}

export function defaultLevers(customersPerSecond: number): Levers {
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
  }
}

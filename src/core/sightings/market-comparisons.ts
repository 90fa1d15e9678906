import type { MarketComparison } from '../../contract/market-comparison.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Market } from '../market/market.ts'
import type { CallListCar } from './call-list.ts'
import type { SavedComparisons } from './saved-comparisons.ts'

export interface ComparisonRequest {
  /** Null: the kilometres of the saved comparison, if any. */
  readonly kms: number | null
  /** Query the service even if a comparison for this price and these kilometres is saved. */
  readonly refresh: boolean
}

/** Compares cars with the market, and saves the results because each may be charged as a look-up. */
export type MarketComparisons = ReturnType<typeof createMarketComparisons>

/** `ended` aborts when the program ends. */
export function createMarketComparisons(market: Pick<Market, 'compare'>, saved: SavedComparisons, ended: AbortSignal) {
  /** Two requests for the same comparison share one call. */
  const inFlight = new Map<string, Promise<MarketComparison>>()

  return {
    /** Saves the comparison of a car; returns false where it was saved before. Failures as for `lookup`. */
    async compare(
      scope: ConnectionRegion,
      { customer, history: { price } }: CallListCar,
      { kms: requestedKms, refresh }: ComparisonRequest,
    ): Promise<boolean> {
      const previous = saved.get(scope, customer.id)
      const { vin, rego, state } = customer
      const kms = requestedKms ?? previous?.kms ?? null
      const isSaved = previous !== null && previous.price === price && previous.kms === kms
      if (isSaved && !refresh) return false
      const key = JSON.stringify([scope.region, scope.connectionId, customer.id, price, kms])
      // Not the caller's signal: the call may be charged even if the user leaves the screen.
      const running =
        inFlight.get(key) ?? market.compare(scope, { vin, rego, state, price, kms }, { refresh, signal: ended })
      inFlight.set(key, running)
      try {
        saved.save(scope, customer.id, { comparison: await running, price, kms })
      } finally {
        inFlight.delete(key)
      }
      return true
    },
  }
}

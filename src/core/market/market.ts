import type { MarketComparison } from '../../contract/sightings.ts'
import type { Region } from '../../contract/region.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { notYet } from '../not-yet.ts'
import type { Session } from '../session.ts'

/** A car as a customer's record names it, with what is asked for it. */
export interface AskedCar {
  readonly vin: string | null
  readonly rego: string | null
  readonly state: string | null
  readonly price: number | null
  readonly kms: number | null
}

export type Market = DomainHandlers<'market', AbortSignal> & {
  /**
   * Looks the car up (by VIN, else by rego) and its market, both from what is kept where that is fresh, and says where the price stands.
   * Throws the failures of a look-up; a car that is not found is an answer (`no-vehicle`).
   */
  compare(
    of: { readonly connectionId: string; readonly region: Region },
    car: AskedCar,
    options: { readonly refresh: boolean; readonly signal: AbortSignal },
  ): Promise<MarketComparison>
}

export function createMarket(_session: Session, _lookup: Lookup): Market {
  return { ...notYet('market'), compare: () => Promise.reject(new Error('not yet')) }
}

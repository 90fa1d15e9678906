import { whyUnavailable } from '../../contract/availability.ts'
import type { MarketView } from '../../contract/market.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { MarketComparison } from '../../contract/sightings.ts'
import { requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { plateKey } from '../fields/plate.ts'
import { stateOf } from '../fields/state.ts'
import type { SourcedResult } from '../lookup/cached-query.ts'
import { provenanceOf, type Lookup } from '../lookup/lookup.ts'
import { payloadBody } from '../lookup/queries.ts'
import type { ReadLookup } from '../lookup/read-lookup.ts'
import type { OpenStorage } from '../open-storage.ts'
import { marketFigures } from './figures.ts'
import { marketFile } from './market-file.ts'
import { pricePosition } from './price-position.ts'
import { readMarket } from './read-market.ts'
import { sampleConfidence } from './confidence.ts'

/** A car as a customer's record names it, with what is asked for it. */
export interface CarToCompare {
  readonly vin: string | null
  readonly rego: string | null
  readonly state: string | null
  readonly price: number | null
  readonly kms: number | null
}

/** What the market needs of look-up: to find a car, and to ask for listings and keep them. */
export type Vehicles = Pick<Lookup, 'findVehicle' | 'fetchMarket' | 'savedMarket'>

export type Market = DomainHandlers<'market', AbortSignal> & {
  /**
   * Looks the car up (by VIN, else by rego) and its market, both from what is kept where that is fresh, and says where the price stands.
   * Throws the failures of a look-up; a car that is not found is an answer (`no-vehicle`).
   */
  compare(
    scope: ConnectionRegion,
    car: CarToCompare,
    options: { readonly refresh: boolean; readonly signal: AbortSignal },
  ): Promise<MarketComparison>
}

/** Listings of vehicles like one (interface, part 4, sourcing), and what they say about a price. */
export function createMarket(
  { clock, connections }: Pick<OpenStorage, 'clock' | 'connections'>,
  lookup: Vehicles,
): Market {
  const active = (): ConnectionRegion => requireScope({ connections })

  const kept = (vehicleId: string, minimumDays: number | null): { scope: ConnectionRegion; answer: SourcedResult } => {
    const scope = active()
    const answer =
      lookup.savedMarket(scope, vehicleId, minimumDays) ??
      fail('not-found', 'The listings for this vehicle have not been fetched yet.', { next: 'Open its market view.' })
    return { scope, answer }
  }

  const listingsOf = (answer: SourcedResult) => readMarket(payloadBody(answer.answer), clock.now()).listings

  return {
    async view({ vehicleId, minimumDays, refresh }, signal) {
      const answer = await lookup.fetchMarket(active(), vehicleId, minimumDays, { refresh, signal })
      return viewOf(vehicleId, minimumDays, answer, clock.now())
    },

    async place({ vehicleId, minimumDays, price, kms }) {
      const { scope, answer } = kept(vehicleId, minimumDays)
      return pricePosition(listingsOf(answer), { price, kms }, scope.region)
    },

    async exportCsv({ vehicleId, minimumDays, title }) {
      return marketFile(title, listingsOf(kept(vehicleId, minimumDays).answer))
    },

    async compare(scope, car, options) {
      const found = await findCar(lookup, scope, car, options)
      const vehicleId = found?.vehicle?.vehicleId ?? null
      const title = found?.vehicle?.title ?? null
      const nothing = { median: null, rank: null, of: 0, sampleSize: 0, daysChecked: null, adjustedPrice: null }
      const now = clock.now().toISOString()
      if (!found || vehicleId === null) {
        const words =
          found === null
            ? 'The record has neither a VIN nor a plate with its state, so the car cannot be looked up.'
            : 'The car is not found in the catalogue, so there is no market to compare with.'
        return { state: 'no-vehicle', vehicleId, title, ...nothing, words, at: now }
      }
      const answer = await lookup.fetchMarket(scope, vehicleId, null, options)
      const { sampleSize, daysChecked, listings } = readMarket(payloadBody(answer.answer), clock.now())
      const { median } = marketFigures(listings)
      const place = pricePosition(listings, car, scope.region)
      const state = median === null ? 'no-listings' : car.price === null ? 'no-price' : 'ready'
      return {
        state,
        vehicleId,
        title,
        median,
        rank: state === 'ready' ? place.rank : null,
        of: place.of,
        sampleSize,
        daysChecked,
        adjustedPrice: car.kms === null ? null : place.expectedPrice,
        words: place.words,
        at: answer.at,
      }
    },
  }
}

/** By VIN where there is one and the region has such a search, since a plate may have moved to another car; null without either. */
async function findCar(
  lookup: Vehicles,
  scope: ConnectionRegion,
  { vin, rego, state }: CarToCompare,
  options: { readonly refresh: boolean; readonly signal: AbortSignal },
): Promise<ReadLookup | null> {
  const byVin = plateKey(vin ?? '')
  const hasVin = byVin.length === 17 && whyUnavailable('vin-search', scope.region) === null
  const found = hasVin ? await lookup.findVehicle(scope, { vin: byVin }, options) : null
  if (found?.vehicle) return found
  const plate = plateKey(rego ?? '')
  const plateState = scope.region === 'au' ? stateOf(state ?? '') : null
  if (plate === '' || (scope.region === 'au' && plateState === null)) return found
  return lookup.findVehicle(scope, { plate, state: plateState }, options)
}

function viewOf(vehicleId: string, minimumDays: number | null, answer: SourcedResult, now: Date): MarketView {
  const { sampleSize, daysChecked, listings, other } = readMarket(payloadBody(answer.answer), now)
  const figures = marketFigures(listings)
  return {
    vehicleId,
    sampleSize,
    daysChecked,
    minimumDays,
    listings,
    figures,
    trust: sampleConfidence(
      { listings: listings.length, sampleSize, priced: figures.priced, daysChecked },
      minimumDays,
    ),
    other,
    ...provenanceOf(answer),
  }
}

import { whyUnavailable } from '../../contract/availability.ts'
import type { MarketView } from '../../contract/market.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { MarketComparison } from '../../contract/market-comparison.ts'
import { requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { stateOf } from '../fields/state.ts'
import { provenanceOf, type SourcedResult } from '../lookup/cached-query.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { payloadBody } from '../lookup/queries.ts'
import type { ReadLookup } from '../lookup/read-lookup.ts'
import type { OpenStorage } from '../open-storage.ts'
import { marketFigures, medianPrice, sortedPrices } from './figures.ts'
import { comparisonText, marketFailures, confidenceText as text } from './market-text.ts'
import { daysSupply, targetSampleSize } from './market-measures.ts'
import { pricePosition } from './price-position.ts'
import { readMarket } from './read-market.ts'

/** A car as a customer's record identifies it, with its asking price and kilometres. */
export interface CarToCompare {
  readonly vin: string | null
  readonly rego: string | null
  readonly state: string | null
  readonly price: number | null
  readonly kms: number | null
}

/** The part of look-up that the market uses: to find a car, and to fetch and save listings. */
export type VehicleLookups = Pick<Lookup, 'findVehicle' | 'fetchMarket' | 'savedMarket'>

export type Market = DomainHandlers<'market', AbortSignal> & {
  /**
   * Looks up the car (by VIN, otherwise by rego) and its market, from saved results where they are recent, and compares
   * the price. Fails as a look-up does; a car that is not found is a result (`no-vehicle`).
   */
  compare(
    scope: ConnectionRegion,
    car: CarToCompare,
    options: { readonly refresh: boolean; readonly signal: AbortSignal },
  ): Promise<MarketComparison>
}

/** Listings of vehicles similar to one (interface, part 4, sourcing), and how a price compares with them. */
export function createMarket(
  { clock, connections, dateFormat }: Pick<OpenStorage, 'clock' | 'connections' | 'dateFormat'>,
  lookup: VehicleLookups,
): Market {
  const activeScope = (): ConnectionRegion => requireScope({ connections })

  const requireSaved = (
    vehicleId: string,
    minimumDays: number | null,
  ): { scope: ConnectionRegion; answer: SourcedResult } => {
    const scope = activeScope()
    const answer = lookup.savedMarket(scope, vehicleId, minimumDays) ?? fail('not-found', ...marketFailures.notFetched)
    return { scope, answer }
  }

  const listingsOf = (answer: SourcedResult) => readMarket(payloadBody(answer.answer), clock.now()).listings

  return {
    async view({ vehicleId, minimumDays, ...how }, signal) {
      const answer = await lookup.fetchMarket(activeScope(), vehicleId, minimumDays, { ...how, signal })
      return toMarketView(vehicleId, minimumDays, answer, clock.now())
    },

    async savedMedian({ vehicleId, minimumDays }) {
      const answer = lookup.savedMarket(activeScope(), vehicleId, minimumDays)
      return answer
        ? { price: medianPrice(sortedPrices(listingsOf(answer))), at: answer.at }
        : { price: null, at: null }
    },

    async place({ vehicleId, minimumDays, price, kms, year }) {
      const { scope, answer } = requireSaved(vehicleId, minimumDays)
      return pricePosition(listingsOf(answer), { price, kms, year }, scope.region)
    },

    async exportCsv({ vehicleId, minimumDays, title }) {
      const { marketFile } = await import('./market-file.ts')
      return marketFile(title, listingsOf(requireSaved(vehicleId, minimumDays).answer), dateFormat())
    },

    async compare(scope, car, options) {
      const found = await findCar(lookup, scope, car, options)
      const vehicleId = found?.vehicle?.vehicleId ?? null
      const title = found?.vehicle?.title ?? null
      const nothing = { median: null, rank: null, of: 0, sampleSize: 0, daysChecked: null, adjustedPrice: null }
      const now = clock.now().toISOString()
      if (!found || vehicleId === null) {
        const words = found === null ? comparisonText.noIdentifier : comparisonText.notInCatalogue
        return { state: 'no-vehicle', vehicleId, title, ...nothing, words, at: now }
      }
      const answer = await lookup.fetchMarket(scope, vehicleId, null, options)
      const { sampleSize, daysChecked, listings } = readMarket(payloadBody(answer.answer), clock.now())
      const median = medianPrice(sortedPrices(listings))
      const year = yearOf(found)
      const position = pricePosition(listings, { ...car, year }, scope.region)
      const state = median === null ? 'no-listings' : car.price === null ? 'no-price' : 'ready'
      return {
        state,
        vehicleId,
        title,
        median,
        rank: state === 'ready' ? position.rank : null,
        of: position.of,
        sampleSize,
        daysChecked,
        adjustedPrice: car.kms === null ? null : position.expectedPrice,
        priceToMarket: position.priceToMarket,
        basis: position.basis,
        daysSupply: daysSupply(listings, daysChecked),
        words: position.words,
        at: answer.at,
      }
    },
  }
}

/** The model year of a vehicle; null when it is not provided. */
function yearOf({ vehicle }: ReadLookup): number | null {
  const year = Number(vehicle?.facets.year ?? Number.NaN)
  return Number.isInteger(year) && year >= 1_900 && year <= 2_100 ? year : null
}

/** By VIN where possible, because a plate may have moved to another car; otherwise by plate. Null without either. */
async function findCar(
  lookup: VehicleLookups,
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

function toMarketView(vehicleId: string, minimumDays: number | null, answer: SourcedResult, now: Date): MarketView {
  const { sampleSize, daysChecked, listings, unreadable, other } = readMarket(payloadBody(answer.answer), now)
  const figures = marketFigures(listings)
  return {
    vehicleId,
    sampleSize,
    daysChecked,
    minimumDays,
    listings,
    unreadable,
    figures,
    trust: sampleConfidence(
      { listings: listings.length, sampleSize, priced: figures.priced, daysChecked },
      minimumDays,
    ),
    daysSupply: daysSupply(listings, daysChecked),
    other,
    ...provenanceOf(answer),
  }
}

/**
 * Interface, part 8: the period is 60 days unless `minimum_days` is given, and the service extends it until four
 * listings are found.
 */
const defaultDays = 60
/** From this size on, one more car hardly moves the median. */
const goodSample = 10
/** Below this size, a sample from an extended period is only a guide. */
const fairSample = 6
/** Prices from a longer period may be out of date. */
const recentDays = 120

interface MarketSample {
  readonly listings: number
  /** As the service reports it. */
  readonly sampleSize: number
  readonly priced: number
  readonly daysChecked: number | null
}

/**
 * How reliable a sample is, by its size and by the period that the service had to search. The words do not repeat size
 * and period of a sample that is not empty: they are shown beside them.
 */
export function sampleConfidence(sample: MarketSample, minimumDays: number | null): MarketView['trust'] {
  const { priced, sampleSize, daysChecked } = sample
  const requestedDays = minimumDays ?? defaultDays
  const size = Math.max(sampleSize, sample.listings)
  if (size === 0) return { level: 'none', words: text.nothingFound(text.period(daysChecked)) }
  if (priced === 0) return { level: 'none', words: text.noPrices }
  const unpriced = priced < size ? [text.priced(priced)] : []
  const isExtended = daysChecked !== null && daysChecked > requestedDays
  const extension = isExtended
    ? [text.extended(requestedDays, daysChecked)]
    : daysChecked === null
      ? [text.unknownPeriod]
      : []
  if (priced < targetSampleSize) return { level: 'thin', words: join([...unpriced, ...extension, text.tooFew]) }
  const isOld = daysChecked !== null && daysChecked > Math.max(recentDays, minimumDays ?? 0)
  if (priced >= goodSample && !isOld && !isExtended) return { level: 'good', words: join([...unpriced, text.reliable]) }
  if (!isExtended) return { level: 'fair', words: join([...unpriced, isOld ? text.mayBeOld : text.moreWouldHelp]) }
  const words = [...unpriced, ...extension, isOld ? text.mayBeOld : text.rare]
  return priced < fairSample
    ? { level: 'thin', words: join([...words, text.guideOnly]) }
    : { level: 'fair', words: join(words) }
}

const join = (sentences: readonly string[]): string => sentences.join(' ')

import { type ConnectionRegion, requireScope } from '../connections/connection-region.ts'
import type { RegistrationStatus, VehicleLookup, RecentLookup } from '../../contract/lookup.ts'
import type { FacetChoice } from '../../contract/facets.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { StateCode } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { VinSource } from '../known-vins/vin-evidence.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createCarLookups, type CarLookups } from './car-lookups.ts'
import {
  createCachedQueries,
  provenanceOf,
  type CachedQueries,
  type QueryOptions,
  type SourcedResult,
} from './cached-query.ts'
import { createCatalogueFacets, searchFacets } from './catalogue-facets.ts'
import type { OptionsWithin } from './facets-of-description.ts'
import { interpret } from './interpret.ts'
import { findSavedVins } from './saved-vins.ts'
import { createSavedResults, type SavedResult, type SavedResults } from './saved-results.ts'
import { lookupFailures, lookupTitles } from './lookup-text.ts'
import { createLookupSettings } from './lookup-settings.ts'
import {
  payloadBody,
  facetsQuery,
  marketQuery,
  orderedFacets,
  plateQuery,
  searchQuery,
  specsQuery,
  statusQuery,
  vinQuery,
} from './queries.ts'
import { readFacets } from './read-facets.ts'
import { readLookup, type ReadLookup } from './read-lookup.ts'
import { readSearch } from './read-search.ts'
import { readSpecs } from './read-specs.ts'
import { readStatus } from './read-status.ts'
import { requirePlate, requireState, requireVin, requireFeature } from './typed-vehicle.ts'
import { plateKey } from '../fields/plate-rules.ts'

export type Lookup = DomainHandlers<'lookup', AbortSignal> & {
  /** Single cars for bulk look-ups. */
  readonly cars: CarLookups
  /** A plate or VIN look-up for another part of core: saved and shared, but not in the list of recent look-ups. */
  findVehicle(
    scope: ConnectionRegion,
    what: { readonly vin: string } | { readonly plate: string; readonly state: StateCode | null },
    options: QueryOptions,
  ): Promise<ReadLookup>
  /** The market result for a vehicle. */
  fetchMarket(
    scope: ConnectionRegion,
    vehicleId: string,
    minimumDays: number | null,
    options: QueryOptions,
  ): Promise<SourcedResult>
  /** The saved market result of any age. */
  savedMarket(scope: ConnectionRegion, vehicleId: string, minimumDays: number | null): SourcedResult | null
  /** The newest saved look-up of a car. Nothing is looked up. */
  savedVehicle(
    scope: ConnectionRegion,
    car: { readonly rego: string | null; readonly state: string | null; readonly vin: string | null },
  ): SavedVehicle | null
  /** The VINs in saved look-ups of regos (`regoKey`). Nothing is looked up. */
  readonly savedVins: VinSource
  /** The saved results of a connection were removed; results of calls in flight will not be saved. */
  forgetConnection(connectionId: string): void
}

/** Vehicles by plate, VIN or keywords, and their details (interface, part 4, vehicle search). */
export function createLookup(storage: OpenStorage): Lookup {
  const { announcer, connections, database } = storage
  const saved = createSavedResults(database)
  const settings = createLookupSettings(database)
  const queries = createCachedQueries(storage, saved, settings)
  const catalogue = createCatalogueFacets(queries)
  const recentLookups = createRecentLookups(saved)

  const activeScope = (): ConnectionRegion => requireScope(storage)

  /** Reads a result with the settings of its connection. */
  const readResult = ({ answer, connectionId }: Pick<SavedResult, 'answer' | 'connectionId'>): ReadLookup =>
    readLookup(payloadBody(answer), connections.find(connectionId)?.advanced.lowConfidenceBelow)

  const lookupOf = (answer: SourcedResult, read: ReadLookup, facets: FacetChoice): VehicleLookup => ({
    id: answer.id,
    kind: answer.kind === 'vin' ? 'vin' : 'plate',
    query: answer.query,
    state: answer.state,
    region: answer.region,
    ...read,
    warnings:
      'nothing' in answer.answer && answer.answer.nothing !== null
        ? [answer.answer.nothing, ...read.warnings]
        : read.warnings,
    facets,
    pinned: answer.pinned,
    ...provenanceOf(answer),
  })

  const toListedLookup = async (
    scope: ConnectionRegion,
    answer: SourcedResult,
    signal: AbortSignal,
  ): Promise<VehicleLookup> => {
    const read = readResult(answer)
    saved.markRecent(answer.id)
    announcer.announce('lookup.changed')
    return lookupOf(answer, read, await searchFacets(read, catalogue.optionsWithin(scope, signal)))
  }

  return {
    cars: createCarLookups(saved, queries, readResult),
    interpret: async ({ text }) => interpret(text, activeScope().region),

    async findPlate({ plate, state, refresh }, signal) {
      const scope = activeScope()
      const key = requirePlate(plate, scope.region)
      const answer = await queries.fetch(scope, plateQuery(key, requireState(state, scope.region)), { refresh, signal })
      return toListedLookup(scope, answer, signal)
    },

    async findVin({ vin, refresh }, signal) {
      const scope = activeScope()
      requireFeature('vin-search', scope.region)
      const answer = await queries.fetch(scope, vinQuery(requireVin(vin)), { refresh, signal })
      return toListedLookup(scope, answer, signal)
    },

    async search({ text, chosen, count, refresh }, signal) {
      const scope = activeScope()
      if (text === '' && orderedFacets(chosen).length === 0) {
        fail('invalid-input', ...lookupFailures.nothingToSearch)
      }
      const answer = await queries.fetch(scope, searchQuery(text, chosen, count), { refresh, signal })
      if (text !== '') {
        saved.markRecent(answer.id)
        announcer.announce('lookup.changed')
      }
      const { vehicles, unreadable, other } = readSearch(payloadBody(answer.answer))
      const more = vehicles.length + unreadable.length >= count
      return { vehicles, unreadable, more, other, ...provenanceOf(answer) }
    },

    facets: ({ chosen }, signal) => catalogue.facetsWithin(activeScope(), chosen, signal),

    ...createVehicleDetails(storage, saved, queries),

    recent: async () => ({ lookups: recentLookups.list(activeScope()) }),

    async open({ id }) {
      const answer = recentLookups.require(activeScope(), id)
      const read = readResult(answer)
      const savedOptions: OptionsWithin = async (chosen) => {
        const found = saved.find(answer, facetsQuery(chosen))
        return found && readFacets(payloadBody(found.answer)).options
      }
      return lookupOf({ ...answer, kept: true, problem: null }, read, await searchFacets(read, savedOptions))
    },

    async pin({ id, pinned }) {
      recentLookups.pin(id, pinned)
      announcer.announce('lookup.changed')
      return {}
    },

    async remove({ id }) {
      recentLookups.remove(id)
      announcer.announce('lookup.changed')
      return {}
    },

    settings: async () => settings.get(),

    async setSettings(changed) {
      const changedSettings = settings.set(changed)
      announcer.announce('lookup.changed')
      return changedSettings
    },

    async findVehicle(scope, what, options) {
      const query = 'vin' in what ? vinQuery(what.vin) : plateQuery(what.plate, what.state)
      return readResult(await queries.fetch(scope, query, options))
    },
    savedVehicle: (scope, car) => findSavedVehicle(saved, scope, car),
    savedVins: (scope, regos) => findSavedVins(saved, scope, regos),
    fetchMarket: (scope, vehicleId, minimumDays, options) =>
      queries.fetch(scope, marketQuery(vehicleId, minimumDays), options),
    savedMarket(scope, vehicleId, minimumDays) {
      const answer = saved.find(scope, marketQuery(vehicleId, minimumDays))
      return answer && { ...answer, kept: true, problem: null }
    },
    forgetConnection(connectionId) {
      queries.forgetConnection(connectionId)
      saved.reread()
      announcer.announce('lookup.changed')
    },
  }
}

/** The registration and the specifications of a vehicle that was found. */
function createVehicleDetails(storage: OpenStorage, saved: SavedResults, queries: CachedQueries) {
  const statusOf = (answer: SourcedResult, plate: string, state: StateCode): RegistrationStatus => ({
    plate,
    state,
    ...readStatus(payloadBody(answer.answer), { plate, state }, localDate(storage.clock.now())),
    ...provenanceOf(answer),
  })

  return {
    async status({ plate, state, ...how }, signal) {
      const scope = requireScope(storage)
      requireFeature('registration-status', scope.region)
      const key = requirePlate(plate, scope.region)
      return statusOf(await queries.fetch(scope, statusQuery(key, state), { ...how, signal }), key, state)
    },

    async savedStatus({ plate, state }) {
      const scope = requireScope(storage)
      const key = requirePlate(plate, scope.region)
      const answer = saved.find(scope, statusQuery(key, state))
      return { status: answer && statusOf({ ...answer, kept: true, problem: null }, key, state) }
    },

    async specs({ vehicleId, categories, refresh }, signal) {
      const scope = requireScope(storage)
      requireFeature('specs', scope.region)
      const whole = specsQuery(vehicleId, null)
      const answer =
        (refresh || categories === null ? null : queries.recentResult(scope, whole)) ??
        (await queries.fetch(scope, specsQuery(vehicleId, categories), { refresh, signal }))
      const parts = readSpecs(payloadBody(answer.answer), vehicleId, categories)
      // The saved result has all categories: leave out those that were not requested.
      const wanted = categories !== null && answer.key === whole.key ? parts.slice(0, categories.length) : parts
      return { vehicleId, parts: wanted, ...provenanceOf(answer) }
    },

    async exportSpecs({ vehicles }, signal) {
      const scope = requireScope(storage)
      requireFeature('specs', scope.region)
      const answers = await Promise.all(
        vehicles.map(({ vehicleId }) => queries.fetch(scope, specsQuery(vehicleId, null), { refresh: false, signal })),
      )
      const { specsFile } = await import('./specs-file.ts')
      return specsFile(
        vehicles.map(({ vehicleId, title }, at) => ({
          title: title.trim() || lookupTitles.vehicle(vehicleId),
          parts: readSpecs(payloadBody(answers[at]?.answer ?? { nothing: null }), vehicleId, null),
        })),
      )
    },
  } satisfies Partial<DomainHandlers<'lookup', AbortSignal>>
}

/** The list of recent look-ups. All methods but `list` fail with `not-found` for a look-up that was removed. */
function createRecentLookups(saved: SavedResults) {
  return {
    list(scope: ConnectionRegion): RecentLookup[] {
      const seen = new Set<string>()
      return saved.recent(scope).flatMap((entry): RecentLookup[] => {
        const key = lookupKey(entry)
        if (seen.has(key)) return []
        seen.add(key)
        const { id, query, state, region, title, pinned, at } = entry
        return [{ id, kind: lookupKind(entry), query, state, region, title, pinned, at }]
      })
    },
    /** A saved plate or VIN look-up of this connection. */
    require(scope: ConnectionRegion, id: string): SavedResult {
      const result = saved.byId(id)
      const isVehicle = result?.kind === 'plate' || result?.kind === 'vin'
      return result && isVehicle && result.connectionId === scope.connectionId ? result : failRemoved()
    },
    pin(id: string, pinned: boolean): void {
      if (!saved.pin(id, pinned)) failRemoved()
    },
    remove(id: string): void {
      const entry = saved.byId(id) ?? failRemoved()
      const same = saved.recent(entry).filter((other) => lookupKey(other) === lookupKey(entry))
      for (const other of same) saved.remove(other.id)
      saved.remove(id)
    },
  }
}

type ResultHeader = Omit<SavedResult, 'answer'>

const lookupKind = ({ kind }: ResultHeader): RecentLookup['kind'] =>
  kind === 'plate' || kind === 'vin' ? kind : 'text'

/** Results with the same key are one look-up in the list: the same keywords with another page length, for example. */
function lookupKey(entry: ResultHeader): string {
  return JSON.stringify([lookupKind(entry), entry.query.toLowerCase(), entry.state, entry.title.toLowerCase()])
}

function failRemoved(): never {
  fail('not-found', ...lookupFailures.removed)
}

interface SavedVehicle {
  /** For `lookup.open`. */
  readonly id: string
  /** The vehicle, or the road authority's description; null when the look-up found no car. */
  readonly title: string | null
  /** ISO 8601: when the service answered. */
  readonly at: string
}

/** The newest saved look-up of a car by its VIN or plate, of any age. Nothing is looked up. */
function findSavedVehicle(
  saved: Pick<SavedResults, 'findCar'>,
  scope: ConnectionRegion,
  { rego, state, vin }: { readonly rego: string | null; readonly state: string | null; readonly vin: string | null },
): SavedVehicle | null {
  const plateState = scope.region === 'au' ? StateCode.safeParse(state?.toUpperCase()) : { success: true, data: null }
  const results: (SavedResult | null)[] = [
    vin ? saved.findCar(scope, vinQuery(plateKey(vin))) : null,
    rego && plateState.success ? saved.findCar(scope, plateQuery(plateKey(rego), plateState.data ?? null)) : null,
  ]
  const [newest] = results.filter((result) => result !== null).toSorted((a, b) => b.at.localeCompare(a.at))
  if (!newest) return null
  const { vehicle, authority } = readLookup(payloadBody(newest.answer))
  return { id: newest.id, title: vehicle?.title || authority?.description || null, at: newest.at }
}

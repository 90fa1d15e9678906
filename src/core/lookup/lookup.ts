import type { ConnectionRegion } from '../connections/connection-region.ts'
import {
  FacetName,
  type FacetChoice,
  type Facets,
  type RecentLookup,
  type VehicleLookup,
} from '../../contract/lookup.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { StateCode } from '../../contract/region.ts'
import { requireScope } from '../connections/connection-region.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createCachedQueries, type QueryOptions, type SourcedResult } from './cached-query.ts'
import { facetsOfDescription } from './facets-of-description.ts'
import { interpret } from './interpret.ts'
import { createSavedResults, type SavedResult } from './saved-results.ts'
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
import { facetLabels, readFacets, type FacetOptions } from './read-facets.ts'
import { readLookup, type ReadLookup } from './read-lookup.ts'
import { readSearch } from './read-search.ts'
import { readSpecs } from './read-specs.ts'
import { readStatus } from './read-status.ts'
import { specsFile } from './specs-file.ts'
import { requirePlate, requireState, requireVin, requireFeature } from './typed-vehicle.ts'

export type Lookup = DomainHandlers<'lookup', AbortSignal> & {
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
  /** Removes the saved results of a connection; results of calls in flight will not be saved. */
  forgetConnection(connectionId: string): void
}

/** Vehicles by plate, VIN or keywords, and their details (interface, part 4, vehicle search). */
export function createLookup(storage: OpenStorage): Lookup {
  const { database, clock, announcer } = storage
  const saved = createSavedResults(database)
  const settings = createLookupSettings(database)
  const queries = createCachedQueries(storage, saved, settings)

  const activeScope = (): ConnectionRegion => requireScope(storage)

  const optionsWithin =
    (scope: ConnectionRegion, signal: AbortSignal) =>
    async (chosen: FacetChoice): Promise<FacetOptions | null> => {
      try {
        const answer = await queries.fetch(scope, facetsQuery(chosen), { refresh: false, signal })
        return readFacets(payloadBody(answer.answer)).options
      } catch (error) {
        if (error instanceof FailureError) return null
        throw error
      }
    }

  /** The road authority's description of a car without a match, as facets of the catalogue. */
  const searchFacets = async (
    read: ReadLookup,
    options: (chosen: FacetChoice) => Promise<FacetOptions | null>,
  ): Promise<FacetChoice> => {
    if (read.outcome !== 'no-match' || !read.authority) return read.facets
    const { description } = read.authority
    return facetsOfDescription({ description, fields: read.facets }, options)
  }

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
    const read = readLookup(payloadBody(answer.answer))
    saved.markRecent(answer.id)
    announcer.announce('lookup.changed')
    return lookupOf(answer, read, await searchFacets(read, optionsWithin(scope, signal)))
  }

  /** All facets within a choice. A chosen facet offers the values that it has without its own choice. */
  const facetsWithin = async (scope: ConnectionRegion, chosen: FacetChoice, signal: AbortSignal): Promise<Facets> => {
    const options = { refresh: false, signal }
    const within = optionsWithin(scope, signal)
    const [answer, ...others] = await Promise.all([
      queries.fetch(scope, facetsQuery(chosen), options),
      ...orderedFacets(chosen).map(async ([name]) => {
        const { [name]: _chosen, ...rest } = chosen
        return [name, (await within(rest))?.[name] ?? []] as const
      }),
    ])
    const read = readFacets(payloadBody(answer.answer))
    const alternatives = new Map(others)
    return {
      facets: FacetName.options.map((name) => {
        const own = read.options[name] ?? []
        const wider = alternatives.get(name) ?? []
        return { name, label: facetLabels[name], options: [...(wider.length > own.length ? wider : own)] }
      }),
      total: read.total,
      ...provenanceOf(answer),
    }
  }

  return {
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
      const { vehicles, other } = readSearch(payloadBody(answer.answer))
      return { vehicles, more: vehicles.length >= count, other, ...provenanceOf(answer) }
    },

    facets: ({ chosen }, signal) => facetsWithin(activeScope(), chosen, signal),

    async status({ plate, state, refresh }, signal) {
      const scope = activeScope()
      requireFeature('registration-status', scope.region)
      const key = requirePlate(plate, scope.region)
      const answer = await queries.fetch(scope, statusQuery(key, state), { refresh, signal })
      const today = localDate(clock.now())
      return {
        plate: key,
        state,
        ...readStatus(payloadBody(answer.answer), { plate: key, state }, today),
        ...provenanceOf(answer),
      }
    },

    async specs({ vehicleId, categories, refresh }, signal) {
      const scope = activeScope()
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
      const scope = activeScope()
      requireFeature('specs', scope.region)
      const answers = await Promise.all(
        vehicles.map(({ vehicleId }) => queries.fetch(scope, specsQuery(vehicleId, null), { refresh: false, signal })),
      )
      return specsFile(
        vehicles.map(({ vehicleId, title }, at) => ({
          title: title.trim() || lookupTitles.vehicle(vehicleId),
          parts: readSpecs(payloadBody(answers[at]?.answer ?? { nothing: null }), vehicleId, null),
        })),
      )
    },

    async recent() {
      const seen = new Set<string>()
      const lookups = saved.recent(activeScope()).flatMap((entry): RecentLookup[] => {
        const name = recentKey(entry)
        if (seen.has(name)) return []
        seen.add(name)
        const { id, query, state, region, title, pinned, at } = entry
        return [{ id, kind: kindOf(entry), query, state, region, title, pinned, at }]
      })
      return { lookups }
    },

    async open({ id }) {
      const scope = activeScope()
      const answer = saved.byId(id)
      if (!answer || answer.connectionId !== scope.connectionId || (answer.kind !== 'plate' && answer.kind !== 'vin')) {
        return failNotFound()
      }
      const read = readLookup(payloadBody(answer.answer))
      const savedFacets = (chosen: FacetChoice): Promise<FacetOptions | null> => {
        const found = saved.find(answer, facetsQuery(chosen))
        return Promise.resolve(found && readFacets(payloadBody(found.answer)).options)
      }
      return lookupOf({ ...answer, kept: true, problem: null }, read, await searchFacets(read, savedFacets))
    },

    async pin({ id, pinned }) {
      if (!saved.pin(id, pinned)) failNotFound()
      announcer.announce('lookup.changed')
      return {}
    },

    async remove({ id }) {
      const entry = saved.byId(id) ?? failNotFound()
      for (const other of saved.recent(entry)) if (recentKey(other) === recentKey(entry)) saved.remove(other.id)
      saved.remove(id)
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
      return readLookup(payloadBody((await queries.fetch(scope, query, options)).answer))
    },
    fetchMarket: (scope, vehicleId, minimumDays, options) =>
      queries.fetch(scope, marketQuery(vehicleId, minimumDays), options),
    savedMarket(scope, vehicleId, minimumDays) {
      const answer = saved.find(scope, marketQuery(vehicleId, minimumDays))
      return answer && { ...answer, kept: true, problem: null }
    },
    forgetConnection(connectionId) {
      queries.forgetConnection(connectionId)
      saved.forgetConnection(connectionId)
      announcer.announce('lookup.changed')
    },
  }
}

export function provenanceOf({ at, kept, problem }: SourcedResult): Pick<SourcedResult, 'at' | 'kept' | 'problem'> {
  return { at, kept, problem }
}

type RecentResult = Omit<SavedResult, 'answer'>

const kindOf = ({ kind }: RecentResult): RecentLookup['kind'] => (kind === 'plate' || kind === 'vin' ? kind : 'text')

/** Two results with the same key are one look-up in the list: the same keywords with another page length, for example. */
function recentKey(entry: RecentResult): string {
  return JSON.stringify([kindOf(entry), entry.query.toLowerCase(), entry.state, entry.title.toLowerCase()])
}

function failNotFound(): never {
  fail('not-found', ...lookupFailures.removed)
}

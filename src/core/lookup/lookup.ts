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
import { createLookupSettings } from './lookup-settings.ts'
import {
  payloadBody,
  facetsQuery,
  marketQuery,
  orderedChoice,
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
  /** A plate or VIN for another part of core: kept and shared, but not on her list of recent look-ups. */
  findVehicle(
    scope: ConnectionRegion,
    what: { readonly vin: string } | { readonly plate: string; readonly state: StateCode | null },
    options: QueryOptions,
  ): Promise<ReadLookup>
  /** The market answer for a vehicle, with where it comes from. */
  fetchMarket(
    scope: ConnectionRegion,
    vehicleId: string,
    minimumDays: number | null,
    options: QueryOptions,
  ): Promise<SourcedResult>
  /** The kept market answer, whatever its age. */
  savedMarket(scope: ConnectionRegion, vehicleId: string, minimumDays: number | null): SourcedResult | null
  /** What is kept for a connection is failNotFound; what is on its way for it is not kept. */
  forgetConnection(connectionId: string): void
}

/** Vehicles looked up by plate, VIN or words, and what the service knows of them (interface, part 4, vehicle search). */
export function createLookup(storage: OpenStorage): Lookup {
  const { database, clock, announcer } = storage
  const kept = createSavedResults(database)
  const settings = createLookupSettings(database)
  const queries = createCachedQueries(storage, kept, settings)

  const active = (): ConnectionRegion => requireScope(storage)

  const optionsWithin =
    (scope: ConnectionRegion, signal: AbortSignal) =>
    async (chosen: FacetChoice): Promise<FacetOptions | null> => {
      try {
        const answer = await queries.ask(scope, facetsQuery(chosen), { refresh: false, signal })
        return readFacets(payloadBody(answer.answer)).options
      } catch (error) {
        if (error instanceof FailureError) return null
        throw error
      }
    }

  /** The description of a car without a match, as facets: worked out once, by the catalogue's own values. */
  const described = async (
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

  const opened = async (
    scope: ConnectionRegion,
    answer: SourcedResult,
    signal: AbortSignal,
  ): Promise<VehicleLookup> => {
    const read = readLookup(payloadBody(answer.answer))
    kept.list(answer.id)
    announcer.announce('lookup.changed')
    return lookupOf(answer, read, await described(read, optionsWithin(scope, signal)))
  }

  /** All facets within a choice. A chosen one offers what it would offer if it were not chosen. */
  const facetsWithin = async (scope: ConnectionRegion, chosen: FacetChoice, signal: AbortSignal): Promise<Facets> => {
    const options = { refresh: false, signal }
    const within = optionsWithin(scope, signal)
    const [answer, ...others] = await Promise.all([
      queries.ask(scope, facetsQuery(chosen), options),
      ...orderedChoice(chosen).map(async ([name]) => {
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
    interpret: async ({ text }) => interpret(text, active().region),

    async findPlate({ plate, state, refresh }, signal) {
      const scope = active()
      const key = requirePlate(plate, scope.region)
      const answer = await queries.ask(scope, plateQuery(key, requireState(state, scope.region)), { refresh, signal })
      return opened(scope, answer, signal)
    },

    async findVin({ vin, refresh }, signal) {
      const scope = active()
      requireFeature('vin-search', scope.region)
      const answer = await queries.ask(scope, vinQuery(requireVin(vin)), { refresh, signal })
      return opened(scope, answer, signal)
    },

    async search({ text, chosen, count, refresh }, signal) {
      const scope = active()
      if (text === '' && orderedChoice(chosen).length === 0) {
        fail('invalid-input', 'There is nothing to search for yet.', { next: 'Type some words, or choose a facet.' })
      }
      const answer = await queries.ask(scope, searchQuery(text, chosen, count), { refresh, signal })
      if (text !== '') {
        kept.list(answer.id)
        announcer.announce('lookup.changed')
      }
      const { vehicles, other } = readSearch(payloadBody(answer.answer))
      return { vehicles, more: vehicles.length >= count, other, ...provenanceOf(answer) }
    },

    facets: ({ chosen }, signal) => facetsWithin(active(), chosen, signal),

    async status({ plate, state, refresh }, signal) {
      const scope = active()
      requireFeature('registration-status', scope.region)
      const key = requirePlate(plate, scope.region)
      const answer = await queries.ask(scope, statusQuery(key, state), { refresh, signal })
      const today = localDate(clock.now())
      return {
        plate: key,
        state,
        ...readStatus(payloadBody(answer.answer), { plate: key, state }, today),
        ...provenanceOf(answer),
      }
    },

    async specs({ vehicleId, categories, refresh }, signal) {
      const scope = active()
      requireFeature('specs', scope.region)
      const whole = specsQuery(vehicleId, null)
      const answer =
        (refresh || categories === null ? null : queries.fresh(scope, whole)) ??
        (await queries.ask(scope, specsQuery(vehicleId, categories), { refresh, signal }))
      const parts = readSpecs(payloadBody(answer.answer), vehicleId, categories)
      // A part out of all that is kept: the rest was not asked for.
      const wanted = categories !== null && answer.key === whole.key ? parts.slice(0, categories.length) : parts
      return { vehicleId, parts: wanted, ...provenanceOf(answer) }
    },

    async exportSpecs({ vehicles }, signal) {
      const scope = active()
      requireFeature('specs', scope.region)
      const answers = await Promise.all(
        vehicles.map(({ vehicleId }) => queries.ask(scope, specsQuery(vehicleId, null), { refresh: false, signal })),
      )
      return specsFile(
        vehicles.map(({ vehicleId, title }, at) => ({
          title: title.trim() || `Vehicle ${vehicleId}`,
          parts: readSpecs(payloadBody(answers[at]?.answer ?? { nothing: null }), vehicleId, null),
        })),
      )
    },

    async recent() {
      const seen = new Set<string>()
      const lookups = kept.recent(active()).flatMap((entry): RecentLookup[] => {
        const name = listName(entry)
        if (seen.has(name)) return []
        seen.add(name)
        const { id, query, state, region, title, pinned, at } = entry
        return [{ id, kind: kindOf(entry), query, state, region, title, pinned, at }]
      })
      return { lookups }
    },

    async open({ id }) {
      const scope = active()
      const answer = kept.byId(id)
      if (!answer || answer.connectionId !== scope.connectionId || (answer.kind !== 'plate' && answer.kind !== 'vin')) {
        return failNotFound()
      }
      const read = readLookup(payloadBody(answer.answer))
      const facetsKept = (chosen: FacetChoice): Promise<FacetOptions | null> => {
        const found = kept.find(answer, facetsQuery(chosen))
        return Promise.resolve(found && readFacets(payloadBody(found.answer)).options)
      }
      return lookupOf({ ...answer, kept: true, problem: null }, read, await described(read, facetsKept))
    },

    async pin({ id, pinned }) {
      if (!kept.pin(id, pinned)) failNotFound()
      announcer.announce('lookup.changed')
      return {}
    },

    async remove({ id }) {
      const entry = kept.byId(id) ?? failNotFound()
      for (const other of kept.recent(entry)) if (listName(other) === listName(entry)) kept.remove(other.id)
      kept.remove(id)
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
      const question = 'vin' in what ? vinQuery(what.vin) : plateQuery(what.plate, what.state)
      return readLookup(payloadBody((await queries.ask(scope, question, options)).answer))
    },
    fetchMarket: (scope, vehicleId, minimumDays, options) =>
      queries.ask(scope, marketQuery(vehicleId, minimumDays), options),
    savedMarket(scope, vehicleId, minimumDays) {
      const answer = kept.find(scope, marketQuery(vehicleId, minimumDays))
      return answer && { ...answer, kept: true, problem: null }
    },
    forgetConnection(connectionId) {
      queries.forgetConnection(connectionId)
      kept.forgetConnection(connectionId)
      announcer.announce('lookup.changed')
    },
  }
}

export function provenanceOf({ at, kept, problem }: SourcedResult): Pick<SourcedResult, 'at' | 'kept' | 'problem'> {
  return { at, kept, problem }
}

type Entry = Omit<SavedResult, 'answer'>

const kindOf = ({ kind }: Entry): RecentLookup['kind'] => (kind === 'plate' || kind === 'vin' ? kind : 'text')

/** What makes two entries of the list one: the same words with another page length are the same look-up to her. */
function listName(entry: Entry): string {
  return JSON.stringify([kindOf(entry), entry.query.toLowerCase(), entry.state, entry.title.toLowerCase()])
}

function failNotFound(): never {
  fail('not-found', 'This look-up is no longer on this PC.', { next: 'Look the vehicle up again.' })
}

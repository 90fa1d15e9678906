import type { Incident } from '../../contract/lookup.ts'
import type { StateCode } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Answer } from '../service/service-client.ts'
import type { CachedQueries, ServiceQuery } from './cached-query.ts'
import { payloadBody, plateQuery, statusQuery, vinQuery } from './queries.ts'
import type { ReadLookup } from './read-lookup.ts'
import { readStatus } from './read-status.ts'
import type { SavedResult, SavedResults } from './saved-results.ts'

/** A car by its plate or VIN, in the form that is sent. */
export interface CarQuery {
  readonly kind: 'plate' | 'vin'
  readonly query: string
  readonly state: StateCode | null
}

/** The saved answer for a car. */
export interface CarAnswer {
  /** For `lookup.open`. */
  readonly id: string
  readonly title: string
  /** ISO 8601: when the service answered. */
  readonly at: string
  read(): ReadLookup
}

export type CarLookups = ReturnType<typeof createCarLookups>

export function createCarLookups(
  saved: Pick<SavedResults, 'find' | 'findCar' | 'byId'>,
  queries: Pick<CachedQueries, 'queryOnce'>,
  /** Reads an answer with the settings of its connection. */
  read: (result: SavedResult) => ReadLookup,
) {
  const toAnswer = (result: SavedResult): CarAnswer => {
    const { id, title, at } = result
    return { id, title, at, read: () => read(result) }
  }
  return {
    /** The saved answer of any age; null: none. Nothing is looked up. */
    saved(scope: ConnectionRegion, car: CarQuery): CarAnswer | null {
      const found = saved.findCar(scope, queryOf(car))
      return found && toAnswer(found)
    },
    byId(id: string): CarAnswer | null {
      const found = saved.byId(id)
      return found && toAnswer(found)
    },
    /** The words and the write-offs, newest first, of the saved registration status of a plate. Nothing is asked. */
    registration(
      scope: ConnectionRegion,
      { kind, query, state }: Omit<CarQuery, 'kind'> & { readonly kind: CarQuery['kind'] | null },
    ): { readonly registration: string | null; readonly writeOffs: readonly Incident[] } {
      const found = kind === 'plate' && state !== null ? saved.find(scope, statusQuery(query, state)) : null
      if (!found || state === null) return { registration: null, writeOffs: [] }
      const { status, incidents } = readStatus(
        payloadBody(found.answer),
        { plate: query, state },
        found.at.slice(0, 10),
      )
      return { registration: status, writeOffs: incidents }
    },
    /** Asks the service once and saves the answer. */
    async ask(scope: ConnectionRegion, car: CarQuery, signal: AbortSignal): Promise<Answer<CarAnswer>> {
      const answer = await queries.queryOnce(scope, queryOf(car), signal)
      return answer.ok ? { ok: true, value: toAnswer(answer.value) } : answer
    },
  }
}

const queryOf = ({ kind, query, state }: CarQuery): ServiceQuery =>
  kind === 'vin' ? vinQuery(query) : plateQuery(query, state)

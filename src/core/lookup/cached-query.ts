import type { ConnectionRegion } from '../connections/connection-region.ts'
import { isReused } from '../../contract/lookup-settings.ts'
import type { Refresh } from '../../contract/lookup.ts'
import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Answer, CallOptions, ServiceClient, ServiceFailure } from '../service/service-client.ts'
import { cancelledCall } from '../service/http-call.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createPaidLookups } from '../usage/paid-lookups.ts'
import { lookupFailures } from './lookup-text.ts'
import type { QueryKey, QueryKind, ResultPayload, SavedResult, SavedResults, RecentEntry } from './saved-results.ts'
import type { LookupSettingsRepository } from './lookup-settings.ts'

/** A query to the service whose result is saved. */
export interface ServiceQuery extends QueryKey {
  readonly call: (client: ServiceClient, options: CallOptions) => Promise<Answer<unknown>>
  /** How the result appears in the list of recent look-ups. */
  readonly entry: (answer: ResultPayload) => RecentEntry
  /** "Not found" is a result, not a failure. */
  readonly mayBeNothing?: boolean
}

export interface QueryOptions {
  /**
   * True: query the service even if a recent result is saved. `opening`: after an answer that was lost and may have been charged, there is no
   * call. `returning`: else a saved result is returned whatever its age.
   */
  readonly refresh: Refresh
  readonly signal: AbortSignal
}

/** A result with its source. `kept`: saved before, not fetched now. */
export interface SourcedResult extends SavedResult {
  readonly kept: boolean
  /** Why it could not be fetched again, when that was tried. */
  readonly problem: Failure | null
}

/** All look-up and market queries go through here. */
export type CachedQueries = ReturnType<typeof createCachedQueries>

/** The user is waiting: a few attempts, then the failure is shown. */
const retryLimits: CallOptions = { attempts: 3, patienceMs: 6_000 }

/** Queries whose answers may be charged as look-ups. */
const mayBeCharged: ReadonlySet<QueryKind> = new Set(['plate', 'vin', 'status', 'market'])

export function createCachedQueries(storage: OpenStorage, saved: SavedResults, settings: LookupSettingsRepository) {
  const { clock, connections, announcer, ended } = storage
  const paidLookups = createPaidLookups(storage.database, clock)
  const inFlight = new Map<string, Promise<Answer<SavedResult>>>()
  /** The failures of queries that may have been charged without an answer, until one has an answer. */
  const lost = new Map<string, Answer<SavedResult>>()
  let generations: Readonly<Record<string, number>> = {}

  const isRecent = ({ at }: SavedResult): boolean => isReused(at, clock.now().getTime(), settings.get())

  /**
   * One call, shared by all requests while it runs. It ends with the program and not with the first request: it may be
   * charged, so its result is saved in any case.
   */
  const callService = async (
    scope: ConnectionRegion,
    query: ServiceQuery,
    options: CallOptions & { readonly signal: AbortSignal },
  ): Promise<Answer<SavedResult>> => {
    const generation = generations[scope.connectionId]
    const client = await connections.client(scope.connectionId, scope.region)
    if (!client.ok) return client
    const answer = await query.call(client.value, options)
    const { kind } = answer.ok ? { kind: null } : answer.error.failure
    if (!answer.ok && !(query.mayBeNothing === true && kind === 'not-found')) return answer
    const given: ResultPayload = answer.ok ? { body: answer.value } : { nothing: answer.error.failure.message }
    const at = clock.now().toISOString()
    // The database is closed, or the connection was removed meanwhile: nothing may be written for it.
    if (
      options.signal.aborted ||
      generations[scope.connectionId] !== generation ||
      !connections.find(scope.connectionId)
    ) {
      return { ok: false, error: cancelledCall(true) }
    }
    if (mayBeCharged.has(query.kind)) {
      paidLookups.add(scope.connectionId, 'look-up', 1)
      announcer.announce('usage.changed', scope.connectionId)
    }
    const stored = saved.save(scope, query, query.entry(given), given, at)
    announcer.announce('lookup.changed')
    return { ok: true, value: stored }
  }

  const nameOf = ({ connectionId, region }: ConnectionRegion, { kind, key }: QueryKey): string =>
    JSON.stringify([connectionId, region, kind, key, generations[connectionId]])

  const shared = (
    scope: ConnectionRegion,
    query: ServiceQuery,
    options: CallOptions & { readonly signal: AbortSignal },
  ): Promise<Answer<SavedResult>> => {
    const name = nameOf(scope, query)
    const running = inFlight.get(name)
    if (running) return running
    const call = async (): Promise<Answer<SavedResult>> => {
      const answer = await callService(scope, query, options)
      if (answer.ok) lost.delete(name)
      else if (mayBePaid(query, answer.error)) lost.set(name, answer)
      return answer
    }
    const starting = call().finally(() => void inFlight.delete(name))
    inFlight.set(name, starting)
    return starting
  }

  const recentResult = (scope: ConnectionRegion, key: QueryKey): SourcedResult | null => {
    const answer = saved.find(scope, key)
    return answer && isRecent(answer) ? { ...answer, kept: true, problem: null } : null
  }

  return {
    /** A saved result that is recent enough, without a call. */
    recentResult,
    /**
     * Queries the service with one call and saves the result, also when a recent one is saved. An identical call in flight
     * is shared. `signal` ends the call and the saving. Never throws for an error of the service.
     */
    queryOnce: (scope: ConnectionRegion, query: ServiceQuery, signal: AbortSignal): Promise<Answer<SavedResult>> =>
      shared(scope, query, { attempts: 1, signal }),
    /**
     * Returns the saved result if it is recent enough, otherwise queries the service; identical calls in flight are
     * shared. If the call fails, the saved result of any age is returned with the `problem`; without one, the failure is
     * thrown.
     */
    async fetch(
      scope: ConnectionRegion,
      query: ServiceQuery,
      { refresh, signal }: QueryOptions,
    ): Promise<SourcedResult> {
      const known = refresh === true ? null : recentResult(scope, query)
      if (known) return known
      const before = typeof refresh === 'string' ? lost.get(nameOf(scope, query)) : undefined
      const shownBefore = refresh === 'returning' && !before ? saved.find(scope, query) : null
      if (shownBefore) return { ...shownBefore, kept: true, problem: null }
      const answer = before ?? (await untilAborted(shared(scope, query, { ...retryLimits, signal: ended }), signal))
      if (answer.ok) return { ...answer.value, kept: false, problem: null }
      const failure = withCharge(query, answer.error)
      const older = failure.kind === 'cancelled' ? null : saved.find(scope, query)
      if (older) return { ...older, kept: true, problem: failure }
      throw new FailureError(failure)
    },
    /** Results of calls in flight for this connection will not be saved. */
    forgetConnection(connectionId: string): void {
      generations = { ...generations, [connectionId]: (generations[connectionId] ?? 0) + 1 }
    },
  }
}

/** A look-up whose answer was lost may have been charged: trying again may cost twice. */
const mayBePaid = ({ kind }: QueryKey, { failure, certainty }: ServiceFailure): boolean =>
  mayBeCharged.has(kind) && certainty === 'unknown' && failure.kind !== 'cancelled'
const withCharge = (query: QueryKey, error: ServiceFailure): Failure =>
  mayBePaid(query, error) ? { ...error.failure, kept: lookupFailures.mayBePaid } : error.failure

/** A request can be aborted; the others that share the call still get its result. */
function untilAborted<T>(running: Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve({ ok: false, error: cancelledCall(true) })
    if (signal.aborted) {
      abort()
      // Another request that shares the call reports its failure.
      running.catch(() => undefined)
      return
    }
    signal.addEventListener('abort', abort, { once: true })
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The source of a result, as the contract returns it. */
export function provenanceOf({ at, kept, problem }: SourcedResult): Pick<SourcedResult, 'at' | 'kept' | 'problem'> {
  return { at, kept, problem }
}

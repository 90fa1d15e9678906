import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Answer, CallOptions, ServiceClient } from '../service/service-client.ts'
import { cancelledCall } from '../service/http-call.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { QueryKey, ResultPayload, SavedResult, SavedResults, RecentEntry } from './saved-results.ts'
import type { LookupSettingsRepository } from './lookup-settings.ts'

/** Something to ask of the service, once. */
export interface ServiceQuery extends QueryKey {
  readonly call: (client: ServiceClient, options: CallOptions) => Promise<Answer<unknown>>
  /** How the answer is shown in the list of recent look-ups. */
  readonly entry: (answer: ResultPayload) => RecentEntry
  /** "The service does not have this" is an answer, not a failure. */
  readonly mayBeNothing?: boolean
}

export interface QueryOptions {
  /** Ask the service even where a fresh answer is kept. */
  readonly refresh: boolean
  readonly signal: AbortSignal
}

/** An answer with where it comes from. */
export interface SourcedResult extends SavedResult {
  readonly kept: boolean
  /** Why it could not be fetched anew, when that was tried. */
  readonly problem: Failure | null
}

/** The one way in which look-ups and market ask the service. */
export interface CachedQueries {
  /**
   * From this PC where a kept answer is fresh enough, else from the service; a call for the same that is under way is shared. A failing
   * call gives the kept answer, whatever its age, with the `problem`; without one the failure is thrown.
   */
  ask(scope: ConnectionRegion, question: ServiceQuery, options: QueryOptions): Promise<SourcedResult>
  /** A kept answer that is fresh, without queries. */
  fresh(scope: ConnectionRegion, key: QueryKey): SourcedResult | null
  /** What is under way for this connection is kept no more. */
  forgetConnection(connectionId: string): void
}

/** She sits before the screen: a few tries, then she is told. */
const retryLimits: CallOptions = { attempts: 3, patienceMs: 6_000 }
/** A clock that was set back makes kept answers look as if they were of the future: then they are of no known age. */
const clockSlackMs = 5 * 60_000
const hourMs = 60 * 60_000

export function createCachedQueries(
  storage: OpenStorage,
  kept: SavedResults,
  settings: LookupSettingsRepository,
): CachedQueries {
  const { clock, connections, announcer, ended } = storage
  const inFlight = new Map<string, Promise<Answer<SavedResult>>>()
  let generations: Readonly<Record<string, number>> = {}

  const isFresh = (answer: SavedResult): boolean => {
    const ageMs = clock.now().getTime() - Date.parse(answer.at)
    return ageMs > -clockSlackMs && ageMs < settings.get().repeatAfterHours * hourMs
  }

  /**
   * One call, for all who ask while it is under way. It ends with the program, not with who asked first: it may have been paid for, so
   * that its answer is kept in any case.
   */
  const fetched = async (scope: ConnectionRegion, question: ServiceQuery): Promise<Answer<SavedResult>> => {
    const generation = generations[scope.connectionId]
    const client = await connections.client(scope.connectionId, scope.region)
    if (!client.ok) return client
    const answer = await question.call(client.value, { ...retryLimits, signal: ended })
    const { kind } = answer.ok ? { kind: null } : answer.error.failure
    if (!answer.ok && !(question.mayBeNothing === true && kind === 'not-found')) return answer
    const given: ResultPayload = answer.ok ? { body: answer.value } : { nothing: answer.error.failure.message }
    const at = clock.now().toISOString()
    // The database is closed, or the connection was forgotten meanwhile: nothing may be written for it.
    if (ended.aborted || generations[scope.connectionId] !== generation || !connections.find(scope.connectionId)) {
      return { ok: false, error: cancelledCall(true) }
    }
    const stored = kept.put(scope, question, question.entry(given), given, at)
    announcer.announce('lookup.changed')
    return { ok: true, value: stored }
  }

  const shared = (scope: ConnectionRegion, question: ServiceQuery): Promise<Answer<SavedResult>> => {
    const name = JSON.stringify([
      scope.connectionId,
      scope.region,
      question.kind,
      question.key,
      generations[scope.connectionId],
    ])
    const running = inFlight.get(name)
    if (running) return running
    const starting = fetched(scope, question).finally(() => void inFlight.delete(name))
    inFlight.set(name, starting)
    return starting
  }

  const fresh: CachedQueries['fresh'] = (scope, key) => {
    const answer = kept.find(scope, key)
    return answer && isFresh(answer) ? { ...answer, kept: true, problem: null } : null
  }

  return {
    fresh,
    async ask(scope, question, { refresh, signal }) {
      const known = refresh ? null : fresh(scope, question)
      if (known) return known
      const answer = await untilAborted(shared(scope, question), signal)
      if (answer.ok) return { ...answer.value, kept: false, problem: null }
      const { failure } = answer.error
      const older = failure.kind === 'cancelled' ? null : kept.find(scope, question)
      if (older) return { ...older, kept: true, problem: failure }
      throw new FailureError(failure)
    },
    forgetConnection(connectionId) {
      generations = { ...generations, [connectionId]: (generations[connectionId] ?? 0) + 1 }
    },
  }
}

/** One who waits may leave; the others still get the answer. */
function untilAborted<T>(running: Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve({ ok: false, error: cancelledCall(true) })
    if (signal.aborted) {
      leave()
      // Nobody waits any more; a fault of ours is still told by whoever shares the call.
      running.catch(() => undefined)
      return
    }
    signal.addEventListener('abort', leave, { once: true })
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

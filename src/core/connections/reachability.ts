import type { Reachability } from '../../contract/connections.ts'
import { recoveryOf } from '../../contract/recovery.ts'
import { assertNever, type FailureKind } from '../../contract/result.ts'
import type { Clock } from '../ports/clock.ts'
import { errorFields, type Log } from '../ports/log.ts'

/** What the result of a call shows about the service; null: nothing. `failure` is null for an answer. */
export function reachabilityAfter(failure: FailureKind | null): Reachability | null {
  if (failure === null || failure === 'rate-limited' || failure === 'no-licence') return 'online'
  if (failure === 'sign-in-required' || failure === 'service-down') return failure
  const recovery = recoveryOf(failure)
  switch (recovery) {
    case 'request':
      return 'online'
    case 'time':
    case 'connection':
      return 'offline'
    case 'machine':
    case 'program':
    case 'none':
      return null
    default:
      return assertNever(recovery)
  }
}

export interface ReachabilityWatch {
  current(): { readonly reachability: Reachability; readonly lastAnswerAt: string | null }
  /** How a call of the current connection ended; null for an answer. */
  heard(failure: FailureKind | null): void
  /** Another connection, or other credentials: nothing is known of it yet. */
  reset(): void
  close(): Promise<void>
}

export interface ReachabilityParts {
  readonly clock: Clock
  readonly log: Log
  readonly onChanged: () => void
  /** Makes one short call, of whose end `heard` is told. */
  readonly call: (signal: AbortSignal) => Promise<void>
}

/** How often a service that could not be reached is tried again, so that "offline" goes away without anybody doing anything. */
const lookAgainMs = 30_000

/** Whether the service answers, knownPaths from the calls that are made anyway; only while it is away are some made to find out. */
export function watchReachability({ clock, log, onChanged, call }: ReachabilityParts): ReachabilityWatch {
  const closing = new AbortController()
  let reachability: Reachability = 'unknown'
  let lastAnswerAt: string | null = null
  let looking: Promise<void> | null = null

  const isAway = (): boolean => reachability === 'offline' || reachability === 'service-down'

  /** Until the service is back, the program ends, or she turns to another connection. */
  const lookAgain = async (): Promise<void> => {
    try {
      while (isAway()) {
        await clock.sleep(lookAgainMs, closing.signal)
        if (isAway()) await call(closing.signal)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.write('error', 'connections.not-watched', errorFields(error))
    } finally {
      looking = null
    }
  }

  return {
    current: () => ({ reachability, lastAnswerAt }),
    heard(failure) {
      const next = reachabilityAfter(failure)
      if (next === null || closing.signal.aborted) return
      if (next === 'online') lastAnswerAt = clock.now().toISOString()
      if (next === reachability) return
      reachability = next
      onChanged()
      if (isAway()) looking ??= lookAgain()
    },
    reset() {
      reachability = 'unknown'
      lastAnswerAt = null
    },
    async close() {
      closing.abort(new Error('Forecourt is closing'))
      await looking
    },
  }
}

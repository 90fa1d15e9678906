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

export interface ReachabilityParts {
  readonly clock: Clock
  readonly log: Log
  readonly onChanged: () => void
  /** Makes one short call, whose end must be passed to `recordOutcome`. */
  readonly call: (signal: AbortSignal) => Promise<void>
}

/** How often a service that cannot be reached is called, so that "offline" disappears without an action of the user. */
const checkEveryMs = 30_000

/**
 * Knows from the other calls whether the service answers. Makes calls of its own only while the service cannot be
 * reached.
 */
export function monitorReachability({ clock, log, onChanged, call }: ReachabilityParts) {
  const closing = new AbortController()
  let pause = new AbortController()
  let reachability: Reachability = 'unknown'
  let lastAnswerAt: string | null = null
  let checking: Promise<void> | null = null

  const isUnreachable = (): boolean => reachability === 'offline' || reachability === 'service-down'

  const waitForCheck = async (): Promise<void> => {
    pause = new AbortController()
    const { signal } = pause
    // A pause that was ended early is not an error.
    await clock.sleep(checkEveryMs, AbortSignal.any([closing.signal, signal])).catch((reason: unknown) => {
      if (closing.signal.aborted || !signal.aborted) throw reason
    })
  }

  /** Calls until the service answers, the program ends, or the user selects another connection. */
  const checkUntilBack = async (): Promise<void> => {
    try {
      while (isUnreachable()) {
        await waitForCheck()
        if (isUnreachable()) await call(closing.signal)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.write('error', 'connections.not-watched', errorFields(error))
    } finally {
      checking = null
    }
  }

  return {
    current: (): { readonly reachability: Reachability; readonly lastAnswerAt: string | null } => ({
      reachability,
      lastAnswerAt,
    }),
    /** Records how a call of the current connection ended; null for an answer. */
    recordOutcome(failure: FailureKind | null): void {
      const next = reachabilityAfter(failure)
      if (next === null || closing.signal.aborted) return
      if (next === 'online') lastAnswerAt = clock.now().toISOString()
      if (next === reachability) return
      reachability = next
      onChanged()
      if (isUnreachable()) checking ??= checkUntilBack()
    },
    /** For another connection or other credentials: nothing is known about them yet. */
    reset(): void {
      reachability = 'unknown'
      lastAnswerAt = null
    },
    /** Calls a service that cannot be reached now, not after the usual time. */
    retryNow: (): void => pause.abort(),
    async close(): Promise<void> {
      closing.abort(new Error('Forecourt is closing'))
      await checking
    },
  }
}

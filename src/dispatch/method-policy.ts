import type { MethodName } from '../contract/methods.ts'
import type { Failure } from '../contract/result.ts'

/**
 * What a method does beside answering.
 *
 * - `read`: reads data on this PC.
 * - `write`: changes data on this PC.
 * - `query`: sends a request to the service, which may charge for it, and saves the answer.
 * - `send`: changes data at the service, now or when the queue is next sent.
 * - `secret`: receives a password or credentials, or answers with a secret.
 * - `system`: opens a browser or a port on this PC.
 */
export type SideEffect = 'read' | 'write' | 'query' | 'send' | 'secret' | 'system'

export interface MethodPolicy {
  readonly effect: SideEffect
  /** The largest input, as JSON in UTF-8. */
  readonly maxInputBytes: number
  /** Calls in any 60 seconds; null: no limit. */
  readonly maxCallsPerMinute: number | null
}

export type MethodPolicies = Readonly<Record<MethodName, MethodPolicy>>

/** Counts a call: null when it may run, else the failure to answer with. */
export type RateLimiter = (method: MethodName) => Failure | null

const windowMs = 60_000

/** Limits the calls of each method by its policy. `monotonicMs` is a clock that never goes back. */
export function createRateLimiter(policies: MethodPolicies, monotonicMs: () => number): RateLimiter {
  const callTimes = new Map<MethodName, number[]>()
  return (method) => {
    const { maxCallsPerMinute } = policies[method]
    if (maxCallsPerMinute === null) return null
    const now = monotonicMs()
    const recent = (callTimes.get(method) ?? []).filter((time) => now - time < windowMs)
    callTimes.set(method, recent)
    if (recent.length < maxCallsPerMinute) {
      recent.push(now)
      return null
    }
    return {
      kind: 'rate-limited',
      message: 'Too many requests in a short time.',
      next: 'Wait a minute, then try again.',
    }
  }
}

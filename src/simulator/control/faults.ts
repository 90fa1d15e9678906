import { fits, type CallMatch } from './calls.ts'

/**
 * A simulated failure of a call. `drop` breaks the connection, before or after the call took effect; `cut` sends the
 * headers and `afterBytes` of the body, then breaks it, after the effect; `status` returns that status with no effect;
 * `rate-limit` answers 429 with `Rate-Limit-*` headers, no effect; `hang` never answers, no effect; `garbage` takes
 * effect and answers 200 with a page that is not JSON; `hold` keeps the call waiting until it is released.
 */
export type Fault =
  | { readonly kind: 'drop'; readonly after: 'effect' | 'before' }
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'status'; readonly status: number; readonly message?: string; readonly retryAfterSeconds?: number }
  | { readonly kind: 'rate-limit'; readonly resetInSeconds: number; readonly retryAfter?: boolean }
  | { readonly kind: 'hang' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'hold'; readonly after: 'effect' | 'before'; arrived(): void; readonly released: Promise<void> }

export interface Faults {
  /** The next `times` matching calls get this fault. Faults apply in the order in which they were added. */
  add(fault: Fault, match?: CallMatch, times?: number): void
  /** Removes and returns the fault for a call, or null. */
  take(method: string, path: string): Fault | null
  /** How many faults are still waiting for a call. */
  waiting(): number
  clear(): void
}

export function createFaultQueue(): Faults {
  let queue: { fault: Fault; match: CallMatch; times: number }[] = []
  return {
    add: (fault, match = {}, times = 1) => {
      queue.push({ fault, match, times })
    },
    take: (method, path) => {
      const found = queue.find((entry) => fits(entry.match, method, path))
      if (!found) return null
      found.times -= 1
      if (found.times <= 0) queue = queue.filter((entry) => entry !== found)
      return found.fault
    },
    waiting: () => queue.reduce((sum, entry) => sum + entry.times, 0),
    clear: () => {
      queue = []
    },
  }
}

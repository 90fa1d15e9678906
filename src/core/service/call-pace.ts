import type { Clock } from '../ports/clock.ts'

/** Calls of one kind within one period. Over a network, even the longest list needs fewer: only a loop without an end has more. */
const mostCalls = 1_000
const periodMs = 10_000

/** Bounds the calls of each kind, whatever their reason. Shared by the clients of a connection. */
export type CallPace = ReturnType<typeof createCallPace>

export function createCallPace(clock: Clock) {
  const periods = new Map<string, { endsAtMs: number; calls: number }>()
  return {
    /** Resolves when a call may be made. Returns whether it had to wait. */
    async take(operation: string, signal?: AbortSignal): Promise<boolean> {
      for (let hasWaited = false; ; hasWaited = true) {
        const nowMs = clock.monotonicMs()
        const known = periods.get(operation)
        const period = known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + periodMs, calls: 0 }
        periods.set(operation, period)
        if (period.calls < mostCalls) {
          period.calls += 1
          return hasWaited
        }
        await clock.sleep(period.endsAtMs - nowMs, signal)
      }
    },
  }
}

import type { Clock } from '../ports/clock.ts'

/** A greater difference means that the clock of the PC was set. A smaller one is the inexactness of reading two clocks. */
const sameClockMs = 1_000

/**
 * Gives the time of day (ISO 8601) of moments on the monotonic clock. A moment keeps its time from call to call, so that a
 * wait that is shown does not change by a millisecond, until the clock of the PC is set.
 */
export function createWallTime(clock: Pick<Clock, 'now' | 'monotonicMs'>): (monotonicMs: number) => string {
  let startMs: number | null = null
  return (monotonicMs) => {
    const nowStartMs = clock.now().getTime() - clock.monotonicMs()
    if (startMs === null || Math.abs(nowStartMs - startMs) > sameClockMs) startMs = nowStartMs
    return new Date(Math.round(startMs + monotonicMs)).toISOString()
  }
}

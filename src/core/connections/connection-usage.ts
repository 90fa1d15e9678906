import type { ConnectionUsage } from '../../contract/connections.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events/announcer.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import type { Clock } from '../ports/clock.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import { createPaidLookups } from '../usage/paid-lookups.ts'

/** What a connection has used this month, and the calls that its service still accepts. */
export type ConnectionUsageLog = ReturnType<typeof createConnectionUsage>

const announceEveryMs = 1_000
/** Without a time of its own, what a service said about its limit is out of date after this time. */
const validForMs = 60 * 60_000

export function createConnectionUsage(database: Database, clock: Clock, announcer: Announcer) {
  const closing = new AbortController()
  const announce = createThrottledAnnouncer(announcer, clock, 'usage.changed', announceEveryMs, closing.signal)
  const paidLookups = createPaidLookups(database, clock)
  const wallTime = createWallTime(clock)
  const last = new Map<string, { readonly callsLeft: CallsLeft; readonly untilMs: number }>()

  /**
   * Both clocks are checked: the wall clock can be set back, and the monotonic clock stops while the PC sleeps. The end is
   * shown by the earlier of the two.
   */
  const currentCallsLeft = (connectionId: string): CallsLeft | null => {
    const saved = last.get(connectionId)
    if (!saved || saved.untilMs <= clock.monotonicMs()) return null
    const { until } = saved.callsLeft
    if (until === null) return saved.callsLeft
    const isOutdated = Date.parse(until) <= clock.now().getTime()
    const byMonotonic = wallTime(saved.untilMs)
    return isOutdated ? null : { ...saved.callsLeft, until: byMonotonic < until ? byMonotonic : until }
  }

  return {
    saveCallsLeft(connectionId: string, callsLeft: CallsLeft): void {
      const { until } = callsLeft
      const validMs = until === null ? validForMs : Date.parse(until) - clock.now().getTime()
      last.set(connectionId, { callsLeft, untilMs: clock.monotonicMs() + validMs })
      announce(connectionId)
    },
    /** For other credentials: they can have another limit. */
    forgetCallsLeft: (connectionId: string): void => void last.delete(connectionId),
    usage: (connectionId: string): ConnectionUsage => ({
      ...paidLookups.ofThisMonth(connectionId),
      callsLeft: currentCallsLeft(connectionId),
    }),
    close: (): void => closing.abort(),
  }
}

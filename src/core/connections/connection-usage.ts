import type { ConnectionUsage } from '../../contract/connections.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events/announcer.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import type { Clock } from '../ports/clock.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createPaidLookups } from '../usage/paid-lookups.ts'

/** What a connection has used this month, and the calls that its service still accepts. */
export interface ConnectionUsageLog {
  saveCallsLeft(connectionId: string, callsLeft: CallsLeft): void
  /** For other credentials: they can have another limit. */
  forgetCallsLeft(connectionId: string): void
  usage(connectionId: string): ConnectionUsage
  close(): void
}

const announceEveryMs = 1_000
/** Without a time of its own, what a service said about its limit is out of date after this time. */
const validForMs = 60 * 60_000

export function createConnectionUsage(database: Database, clock: Clock, announcer: Announcer): ConnectionUsageLog {
  const closing = new AbortController()
  const announce = createThrottledAnnouncer(announcer, clock, 'usage.changed', announceEveryMs, closing.signal)
  const paidLookups = createPaidLookups(database, clock)
  const last = new Map<string, { readonly callsLeft: CallsLeft; readonly atMs: number }>()

  const currentCallsLeft = (connectionId: string): CallsLeft | null => {
    const saved = last.get(connectionId)
    if (!saved) return null
    const { until } = saved.callsLeft
    const isOutdated =
      until === null ? clock.monotonicMs() - saved.atMs > validForMs : Date.parse(until) <= clock.now().getTime()
    return isOutdated ? null : saved.callsLeft
  }

  return {
    saveCallsLeft(connectionId, callsLeft) {
      last.set(connectionId, { callsLeft, atMs: clock.monotonicMs() })
      announce(connectionId)
    },
    forgetCallsLeft: (connectionId) => void last.delete(connectionId),
    usage: (connectionId) => ({
      ...paidLookups.ofThisMonth(connectionId),
      callsLeft: currentCallsLeft(connectionId),
    }),
    close: () => closing.abort(),
  }
}

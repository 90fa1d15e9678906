import type { ReceivedEvent, WebhookRegion } from '../../contract/webhooks.ts'
import type { Database } from '../database/database.ts'
import { kindOf } from './webhook-record.ts'

/** A received event with its text as it came; bytes that are no UTF-8 stand in it as the replacement character. */
export interface LoggedEvent extends ReceivedEvent {
  readonly connectionId: string
  readonly text: string
}

export interface EventLogLimits {
  /** In memory, while the program runs. */
  readonly mostEvents: number
  readonly mostBytes: number
  /** In the database, for the next start: the newest of them. */
  readonly mostStored: number
  readonly mostStoredBytes: number
}

export const defaultEventLogLimits: EventLogLimits = {
  mostEvents: 20_000,
  mostBytes: 64 * 1024 * 1024,
  mostStored: 1_000,
  mostStoredBytes: 16 * 1024 * 1024,
}

export interface EventQuery {
  readonly event: string | null
  readonly search: string
  readonly onlyMalformed: boolean
  readonly before: number | null
  readonly offset: number
  readonly limit: number
}

/** The events that were received: as many as memory may hold, the newest of them also in the database. */
export interface EventLog {
  /** The number of the next event; numbers grow and are not used again while the program runs. */
  nextNumber(): number
  /** Keeps them, in the order of their numbers, in one transaction. Throws what the database refuses: then none is kept. */
  add(events: readonly LoggedEvent[]): void
  size(): number
  /** Newest first. */
  find(query: EventQuery): { readonly total: number; readonly events: readonly LoggedEvent[] }
  /** Names of the events that are kept, by the interface's table first. */
  names(): string[]
  get(number: number): LoggedEvent | null
  all(): readonly LoggedEvent[]
  clear(): void
  forgetConnection(connectionId: string): void
  /** Drops the events of connections that are no longer on this PC. */
  dropUnless(isThere: (connectionId: string) => boolean): void
}

interface EventColumns {
  readonly number: number
  readonly connection_id: string
  readonly region: WebhookRegion
  readonly at: string
  readonly event: string | null
  readonly size_bytes: number
  readonly state: ReceivedEvent['state']
  readonly summary: string
  readonly customer_id: string | null
  readonly customer_words: string | null
  readonly text: string
}

/** What an event costs beside its text. */
const overheadBytes = 600
const costOf = ({ text, summary }: LoggedEvent): number => text.length + summary.length + overheadBytes

export function createEventLog(database: Database, limits: EventLogLimits = defaultEventLogLimits): EventLog {
  /** Oldest first. */
  let eventLog: LoggedEvent[] = database
    .all<EventColumns>('SELECT * FROM inspector_event ORDER BY number')
    .map(fromColumns)
  let bytes = eventLog.reduce((sum, event) => sum + costOf(event), 0)
  let last = eventLog.at(-1)?.number ?? 0
  /** What the last question found, oldest first: the next one, a moment later, looks only at what came since. */
  let found: { readonly key: string; readonly matches: LoggedEvent[]; lookedAt: number } | null = null

  const trim = (): void => {
    let drop = 0
    while (eventLog.length - drop > limits.mostEvents || (bytes > limits.mostBytes && drop < eventLog.length - 1)) {
      const oldest = eventLog[drop]
      if (!oldest) break
      bytes -= costOf(oldest)
      drop += 1
    }
    if (drop === 0) return
    eventLog = eventLog.slice(drop)
    const oldestKept = eventLog[0]?.number ?? 0
    if (found) found = { ...found, matches: found.matches.filter(({ number }) => number >= oldestKept) }
  }

  /** The number up to which the database need not hold the events any more. */
  const storedFrom = (): number => {
    let storedBytes = 0
    for (let back = 1; back <= eventLog.length; back += 1) {
      const event = eventLog[eventLog.length - back]
      if (!event) break
      storedBytes += costOf(event)
      if (back > limits.mostStored || (storedBytes > limits.mostStoredBytes && back > 1)) return event.number + 1
    }
    return 0
  }

  const store = (events: readonly LoggedEvent[], from: number): void =>
    database.transaction(() => {
      for (const event of events) {
        if (event.number < from) continue
        database.run(
          `INSERT INTO inspector_event (number, connection_id, region, at, event, size_bytes, state, summary, customer_id, customer_words, text)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            event.number,
            event.connectionId,
            event.region,
            event.at,
            event.event,
            event.sizeBytes,
            event.state,
            event.summary,
            event.applied?.customerId ?? null,
            event.applied?.words ?? null,
            event.text,
          ],
        )
      }
      database.run('DELETE FROM inspector_event WHERE number < ?', [from])
    })

  const matching = ({ event, search, onlyMalformed }: EventQuery): readonly LoggedEvent[] => {
    if (event === null && search === '' && !onlyMalformed) return eventLog
    const key = JSON.stringify([event, search, onlyMalformed])
    if (found?.key !== key) found = { key, matches: [], lookedAt: 0 }
    const looking = found
    const isFound = matcher(event, search, onlyMalformed)
    for (let at = firstAfter(eventLog, looking.lookedAt); at < eventLog.length; at += 1) {
      const each = eventLog[at]
      if (each && isFound(each)) looking.matches.push(each)
    }
    looking.lookedAt = last
    return looking.matches
  }

  return {
    nextNumber: () => last + 1,

    add(events) {
      const before = { eventLog, bytes, last }
      eventLog = [...eventLog, ...events]
      bytes += events.reduce((sum, event) => sum + costOf(event), 0)
      last = events.at(-1)?.number ?? last
      try {
        store(events, storedFrom())
      } catch (error) {
        ;({ eventLog, bytes, last } = before)
        throw error
      }
      trim()
    },

    size: () => eventLog.length,

    find(query) {
      const matches = matching(query)
      // Paused: what came later is not there, so that nothing moves.
      const end = query.before === null ? matches.length : firstAfter(matches, query.before - 1)
      const events: LoggedEvent[] = []
      for (let at = end - 1 - query.offset; at >= 0 && events.length < query.limit; at -= 1) {
        const event = matches[at]
        if (event) events.push(event)
      }
      return { total: end, events }
    },

    names() {
      const names = new Set(eventLog.flatMap(({ event }) => (event === null ? [] : [kindOf(event)?.name ?? event])))
      return [...names].toSorted(
        (a, b) => Number(kindOf(a) === null) - Number(kindOf(b) === null) || a.localeCompare(b),
      )
    },

    get: (number) => eventLog.find((event) => event.number === number) ?? null,
    all: () => eventLog,

    clear() {
      database.run('DELETE FROM inspector_event')
      eventLog = []
      bytes = 0
      found = null
    },

    forgetConnection(connectionId) {
      database.run('DELETE FROM inspector_event WHERE connection_id = ?', [connectionId])
      this.dropUnless((each) => each !== connectionId)
    },

    dropUnless(isThere) {
      const kept = eventLog.filter(({ connectionId }) => isThere(connectionId))
      if (kept.length === eventLog.length) return
      eventLog = kept
      bytes = kept.reduce((sum, event) => sum + costOf(event), 0)
      found = null
    },
  }
}

function matcher(event: string | null, search: string, onlyMalformed: boolean): (each: LoggedEvent) => boolean {
  const wanted = event === null ? null : (kindOf(event)?.name ?? event)
  const words = search.trim() === '' ? null : new RegExp(search.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'iu')
  return (each) => {
    if (onlyMalformed && each.state !== 'malformed') return false
    if (wanted !== null && (each.event === null || (kindOf(each.event)?.name ?? each.event) !== wanted)) return false
    return words === null || words.test(each.summary) || words.test(each.text)
  }
}

/** The place of the first event whose number is greater; the list is in the order of the numbers. */
function firstAfter(events: readonly LoggedEvent[], number: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.number ?? 0) > number) high = middle
    else low = middle + 1
  }
  return low
}

function fromColumns(row: EventColumns): LoggedEvent {
  return {
    number: row.number,
    connectionId: row.connection_id,
    region: row.region,
    at: row.at,
    event: row.event,
    sizeBytes: row.size_bytes,
    state: row.state,
    summary: row.summary,
    applied: row.customer_id === null ? null : { customerId: row.customer_id, words: row.customer_words ?? '' },
    text: row.text,
  }
}

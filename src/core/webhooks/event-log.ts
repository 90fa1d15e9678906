import type { ReceivedEvent } from '../../contract/webhooks.ts'
import type { Database } from '../database/database.ts'
import { kindOf } from './webhook-record.ts'

/** A received event with its original text. Bytes that are not UTF-8 are replacement characters. */
export interface LoggedEvent extends ReceivedEvent {
  readonly connectionId: string
  readonly text: string
}

export interface EventLogLimits {
  /** In memory. */
  readonly mostEvents: number
  readonly mostBytes: number
  /** In the database: the newest events, for the next start. */
  readonly mostStored: number
  readonly mostStoredBytes: number
}

const defaultEventLogLimits: EventLogLimits = {
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

/** The received events: in memory up to a limit, and the newest of them in the database. */
export type EventLog = ReturnType<typeof createEventLog>

type StoredEvent = Omit<LoggedEvent, 'applied'> & {
  readonly customerId: string | null
  readonly customerWords: string | null
}

/** The memory of an event without its text. */
const overheadBytes = 600
const sizeOf = ({ text, summary }: LoggedEvent): number => text.length + summary.length + overheadBytes

export function createEventLog(database: Database, limits: EventLogLimits = defaultEventLogLimits) {
  /** Oldest first. */
  let logged: LoggedEvent[] = database
    .all<StoredEvent>(
      `SELECT number, connection_id AS connectionId, region, at, event, size_bytes AS sizeBytes, state, summary,
         customer_id AS customerId, customer_words AS customerWords, text FROM inspector_event ORDER BY number`,
    )
    .map(fromStored)
  let bytes = logged.reduce((sum, event) => sum + sizeOf(event), 0)
  let last = logged.at(-1)?.number ?? 0
  /** The matches of the last query, oldest first. The same query checks only the events after `lastNumber`. */
  let cached: { readonly key: string; readonly matches: LoggedEvent[]; lastNumber: number } | null = null

  const trim = (): void => {
    let drop = 0
    while (logged.length - drop > limits.mostEvents || (bytes > limits.mostBytes && drop < logged.length - 1)) {
      const oldest = logged[drop]
      if (!oldest) break
      bytes -= sizeOf(oldest)
      drop += 1
    }
    if (drop === 0) return
    logged = logged.slice(drop)
    const oldestNumber = logged[0]?.number ?? 0
    if (cached) cached = { ...cached, matches: cached.matches.filter(({ number }) => number >= oldestNumber) }
  }

  /** The first number that must be in the database. */
  const storedFrom = (): number => {
    let storedBytes = 0
    for (let back = 1; back <= logged.length; back += 1) {
      const event = logged[logged.length - back]
      if (!event) break
      storedBytes += sizeOf(event)
      if (back > limits.mostStored || (storedBytes > limits.mostStoredBytes && back > 1)) return event.number + 1
    }
    return 0
  }

  const store = (events: readonly LoggedEvent[], from: number): void =>
    database.transaction(() => {
      for (const { applied, ...event } of events) {
        if (event.number < from) continue
        database.run(
          `INSERT INTO inspector_event (number, connection_id, region, at, event, size_bytes, state, summary, customer_id, customer_words, text)
           VALUES ($number, $connectionId, $region, $at, $event, $sizeBytes, $state, $summary, $customerId, $customerWords, $text)`,
          { ...event, customerId: applied?.customerId ?? null, customerWords: applied?.words ?? null },
        )
      }
      database.run('DELETE FROM inspector_event WHERE number < ?', [from])
    })

  const matching = ({ event, search, onlyMalformed }: EventQuery): readonly LoggedEvent[] => {
    if (event === null && search === '' && !onlyMalformed) return logged
    const key = JSON.stringify([event, search, onlyMalformed])
    if (cached?.key !== key) cached = { key, matches: [], lastNumber: 0 }
    const query = cached
    const isFound = matcher(event, search, onlyMalformed)
    for (let at = firstAfter(logged, query.lastNumber); at < logged.length; at += 1) {
      const each = logged[at]
      if (each && isFound(each)) query.matches.push(each)
    }
    query.lastNumber = last
    return query.matches
  }

  return {
    /** The number of the next event. Numbers increase, and are not used again while the program runs. */
    nextNumber: (): number => last + 1,

    /** Saves events in the order of their numbers, in one transaction. When the database throws, none is saved. */
    add(events: readonly LoggedEvent[]): void {
      const before = { logged, bytes, last }
      logged = [...logged, ...events]
      bytes += events.reduce((sum, event) => sum + sizeOf(event), 0)
      last = events.at(-1)?.number ?? last
      try {
        store(events, storedFrom())
      } catch (error) {
        ;({ logged, bytes, last } = before)
        throw error
      }
      trim()
    },

    size: (): number => logged.length,

    /** Newest first. */
    find(query: EventQuery): { readonly total: number; readonly events: readonly LoggedEvent[] } {
      const matches = matching(query)
      // A paused list leaves out later events, so that its rows do not move.
      const end = query.before === null ? matches.length : firstAfter(matches, query.before - 1)
      const events: LoggedEvent[] = []
      for (let at = end - 1 - query.offset; at >= 0 && events.length < query.limit; at -= 1) {
        const event = matches[at]
        if (event) events.push(event)
      }
      return { total: end, events }
    },

    /** The names of the saved events, known ones first. */
    names(): string[] {
      const names = new Set(logged.flatMap(({ event }) => (event === null ? [] : [kindOf(event)?.name ?? event])))
      return [...names].toSorted(
        (a, b) => Number(kindOf(a) === null) - Number(kindOf(b) === null) || a.localeCompare(b),
      )
    },

    get: (number: number): LoggedEvent | null => logged.find((event) => event.number === number) ?? null,
    all: (): readonly LoggedEvent[] => logged,

    clear(): void {
      database.run('DELETE FROM inspector_event')
      logged = []
      bytes = 0
      cached = null
    },

    forgetConnection(connectionId: string): void {
      database.run('DELETE FROM inspector_event WHERE connection_id = ?', [connectionId])
      this.removeUnless((each) => each !== connectionId)
    },

    /** Removes the events of connections that no longer exist. */
    removeUnless(exists: (connectionId: string) => boolean): void {
      const remaining = logged.filter(({ connectionId }) => exists(connectionId))
      if (remaining.length === logged.length) return
      logged = remaining
      bytes = remaining.reduce((sum, event) => sum + sizeOf(event), 0)
      cached = null
    },
  }
}

function matcher(event: string | null, search: string, onlyMalformed: boolean): (each: LoggedEvent) => boolean {
  const wanted = event === null ? null : (kindOf(event)?.name ?? event)
  const pattern = search.trim() === '' ? null : new RegExp(search.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'iu')
  return (each) => {
    if (onlyMalformed && each.state !== 'malformed') return false
    if (wanted !== null && (each.event === null || (kindOf(each.event)?.name ?? each.event) !== wanted)) return false
    return pattern === null || pattern.test(each.summary) || pattern.test(each.text)
  }
}

/** The index of the first event with a greater number. The list is in the order of numbers. */
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

const fromStored = ({ customerId, customerWords, ...event }: StoredEvent): LoggedEvent => ({
  ...event,
  applied: customerId === null ? null : { customerId, words: customerWords ?? '' },
})

import type { ReceivedEvent } from '../../contract/webhooks.ts'
import type { Database } from '../database/database.ts'
import { kindOf } from './webhook-record.ts'

/** A received event with its original text. Bytes that are not UTF-8 are replacement characters. */
export interface LoggedEvent extends ReceivedEvent {
  readonly connectionId: string
  readonly text: string
}

/** The newest events are kept, at least one. */
export interface EventLogLimits {
  readonly mostEvents: number
  readonly mostBytes: number
}

const defaultEventLogLimits: EventLogLimits = { mostEvents: 10_000, mostBytes: 16 * 1024 * 1024 }

export interface EventQuery {
  readonly event: string | null
  readonly search: string
  readonly onlyMalformed: boolean
  readonly before: number | null
  readonly offset: number
  readonly limit: number
}

/** The newest received events, in the database and in memory, where they are searched. */
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
  let last = logged.at(-1)?.number ?? 0

  const newestOf = (events: readonly LoggedEvent[]): LoggedEvent[] => {
    let bytes = 0
    const dropped = events.findLastIndex((event, at) => {
      bytes += sizeOf(event)
      const isNewest = at === events.length - 1
      return !isNewest && (bytes > limits.mostBytes || events.length - at > limits.mostEvents)
    })
    return events.slice(dropped + 1)
  }

  return {
    /** The number of the next event. Numbers increase, and are not used again while the program runs. */
    nextNumber: (): number => last + 1,

    /** Saves events in the order of their numbers, in one transaction. When the database throws, none is saved. */
    add(events: readonly LoggedEvent[]): void {
      const newest = newestOf([...logged, ...events])
      const from = newest[0]?.number ?? 0
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
      logged = newest
      last = events.at(-1)?.number ?? last
    },

    size: (): number => logged.length,

    /** Newest first. `before`: a paused list leaves out later events, so that its rows do not move. */
    find({ before, offset, limit, ...query }: EventQuery): {
      readonly total: number
      readonly events: readonly LoggedEvent[]
    } {
      const isFound = matcher(query)
      const matches = logged.filter((event) => (before === null || event.number < before) && isFound(event))
      return { total: matches.length, events: matches.toReversed().slice(offset, offset + limit) }
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
    },

    /** Removes the events of connections that no longer exist. */
    removeUnless(exists: (connectionId: string) => boolean): void {
      logged = logged.filter(({ connectionId }) => exists(connectionId))
    },
  }
}

function matcher({
  event,
  search,
  onlyMalformed,
}: Pick<EventQuery, 'event' | 'search' | 'onlyMalformed'>): (each: LoggedEvent) => boolean {
  const wanted = event === null ? null : (kindOf(event)?.name ?? event)
  const pattern = search.trim() === '' ? null : new RegExp(search.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'iu')
  return (each) => {
    if (onlyMalformed && each.state !== 'malformed') return false
    if (wanted !== null && (each.event === null || (kindOf(each.event)?.name ?? each.event) !== wanted)) return false
    return pattern === null || pattern.test(each.summary) || pattern.test(each.text)
  }
}

const fromStored = ({ customerId, customerWords, ...event }: StoredEvent): LoggedEvent => ({
  ...event,
  applied: customerId === null ? null : { customerId, words: customerWords ?? '' },
})

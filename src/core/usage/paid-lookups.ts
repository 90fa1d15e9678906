import { localDate } from '../../contract/calendar-date.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'

/** Paid look-ups of a connection in one month. */
export interface PaidLookupsOfMonth {
  /** YYYY-MM, by the PC's calendar. */
  readonly month: string
  /** Answers of look-ups by rego or VIN, of a registration status and of the market: each may be charged. */
  readonly lookups: number
  /** Created customers whose missing VIN the service had to look up (interface, part 4, rule 1). */
  readonly uploads: number
}

/** Counts paid look-ups by connection and month. Kept until the connection is removed. */
export function createPaidLookups(database: Database, clock: Clock) {
  const thisMonth = (): string => localDate(clock.now()).slice(0, 7)
  return {
    add(connectionId: string, source: 'look-up' | 'upload', count: number): void {
      if (count === 0) return
      database.run(
        `INSERT INTO paid_lookup (connection_id, month, source, count) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
        [connectionId, thisMonth(), source, count],
      )
    },
    ofThisMonth(connectionId: string): PaidLookupsOfMonth {
      const month = thisMonth()
      const found = database.all<{ source: string; count: number }>(
        'SELECT source, count FROM paid_lookup WHERE connection_id = ? AND month = ?',
        [connectionId, month],
      )
      const countOf = (wanted: string): number => found.find(({ source }) => source === wanted)?.count ?? 0
      return { month, lookups: countOf('look-up'), uploads: countOf('upload') }
    },
  }
}

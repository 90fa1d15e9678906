import type { ConnectionRegion } from '../connections/connection-region.ts'
import { CallNote } from '../../contract/sightings.ts'
import type { Database } from '../database/database.ts'

/** What an entry did to the list of those who are not to be contacted. */
export type ContactChange = 'forbidden' | 'allowed' | null

export interface LoggedEntry {
  readonly entry: CallNote
  readonly contact: ContactChange
}

/** What was noted about each sighted car: entry after entry, never changed. One that is taken back is passed over from then on, not removed. */
export interface CallLog {
  /** The latest entry of each car that has one, by customer. */
  latest(scope: ConnectionRegion): ReadonlyMap<string, CallNote>
  /** Newest first. */
  entries(scope: ConnectionRegion, customerId: string): CallNote[]
  append(scope: ConnectionRegion, customerId: string, logged: LoggedEntry): void
  /** Takes the latest entry of a car back; null when there is none. */
  undoLatest(scope: ConnectionRegion, customerId: string, at: string): LoggedEntry | null
  /** All entries from a time on (ISO 8601, UTC), oldest first; those of records that have vanished, too. */
  since(scope: ConnectionRegion, at: string): Pick<CallNote, 'at' | 'outcome'>[]
  forgetConnection(connectionId: string): void
}

interface EntryRow {
  readonly number: number
  readonly customer_id: string
  readonly id: string
  readonly at: string
  readonly outcome: string
  readonly note: string
  readonly next_action: string
  readonly next_date: string | null
  readonly amount: number | null
  readonly contact: ContactChange
}

const ofCopy = 'connection_id = ? AND region = ? AND undone_at IS NULL'

export function createCallLog(database: Database): CallLog {
  const known = new Map<string, Map<string, CallNote>>()
  const keyOf = ({ connectionId, region }: ConnectionRegion): string => `${connectionId} ${region}`

  const newestRows = (scope: ConnectionRegion, customerId: string, limit: number): EntryRow[] =>
    database.all<EntryRow>(
      `SELECT * FROM sighting_entry WHERE ${ofCopy} AND customer_id = ? ORDER BY number DESC LIMIT ?`,
      [scope.connectionId, scope.region, customerId, limit],
    )
  const latest = (scope: ConnectionRegion): Map<string, CallNote> => {
    const ready = known.get(keyOf(scope))
    if (ready) return ready
    const rows = database.all<EntryRow>(
      `SELECT * FROM sighting_entry WHERE number IN (SELECT max(number) FROM sighting_entry WHERE ${ofCopy} GROUP BY customer_id)`,
      [scope.connectionId, scope.region],
    )
    const made = new Map(rows.map((row) => [row.customer_id, toEntry(row)]))
    known.set(keyOf(scope), made)
    return made
  }

  return {
    latest,
    entries: (scope, customerId) => newestRows(scope, customerId, -1).map(toEntry),
    append(scope, customerId, { entry, contact }) {
      database.run(
        `INSERT INTO sighting_entry (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, amount, contact)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          scope.connectionId,
          scope.region,
          customerId,
          entry.id,
          entry.at,
          entry.outcome,
          entry.note,
          entry.nextAction,
          entry.nextDate,
          entry.amount,
          contact,
        ],
      )
      known.delete(keyOf(scope))
    },
    undoLatest(scope, customerId, at) {
      const [row] = newestRows(scope, customerId, 1)
      if (!row) return null
      database.run('UPDATE sighting_entry SET undone_at = ? WHERE number = ?', [at, row.number])
      known.delete(keyOf(scope))
      return { entry: toEntry(row), contact: row.contact }
    },
    since: (scope, at) =>
      database
        .all<EntryRow>(`SELECT * FROM sighting_entry WHERE ${ofCopy} AND at >= ? ORDER BY at, number`, [
          scope.connectionId,
          scope.region,
          at,
        ])
        .map(toEntry),
    forgetConnection(connectionId) {
      database.run('DELETE FROM sighting_entry WHERE connection_id = ?', [connectionId])
      known.clear()
    },
  }
}

function toEntry(row: EntryRow): CallNote {
  return CallNote.parse({
    id: row.id,
    at: row.at,
    outcome: row.outcome,
    note: row.note,
    nextAction: row.next_action,
    nextDate: row.next_date,
    amount: row.amount,
  })
}

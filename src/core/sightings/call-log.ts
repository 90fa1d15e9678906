import type { ConnectionRegion } from '../connections/connection-region.ts'
import { CallNote } from '../../contract/sightings.ts'
import type { Database } from '../database/database.ts'

/** What a call note changed in the Do Not Contact list. */
export type ContactChange = 'forbidden' | 'allowed' | null

export interface LoggedNote {
  readonly note: CallNote
  readonly contact: ContactChange
}

/** The call notes of each sighted car. Notes are only added: an undone note stays in the table and is ignored. */
export interface CallLog {
  /** The latest note of each car that has one, by customer ID. */
  latest(scope: ConnectionRegion): ReadonlyMap<string, CallNote>
  /** Newest first. */
  notes(scope: ConnectionRegion, customerId: string): CallNote[]
  append(scope: ConnectionRegion, customerId: string, logged: LoggedNote): void
  /** Undoes the latest note of a car; null when it has none. */
  undoLatest(scope: ConnectionRegion, customerId: string, at: string): LoggedNote | null
  /** All notes from a time on (ISO 8601, UTC), oldest first, including those of deleted customers. */
  since(scope: ConnectionRegion, at: string): Pick<CallNote, 'at' | 'outcome'>[]
  forgetConnection(connectionId: string): void
}

interface NoteRow {
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

const inScope = 'connection_id = ? AND region = ? AND undone_at IS NULL'

export function createCallLog(database: Database): CallLog {
  const latestByScope = new Map<string, Map<string, CallNote>>()
  const keyOf = ({ connectionId, region }: ConnectionRegion): string => `${connectionId} ${region}`

  const newestRows = (scope: ConnectionRegion, customerId: string, limit: number): NoteRow[] =>
    database.all<NoteRow>(
      `SELECT * FROM sighting_entry WHERE ${inScope} AND customer_id = ? ORDER BY number DESC LIMIT ?`,
      [scope.connectionId, scope.region, customerId, limit],
    )
  const latest = (scope: ConnectionRegion): Map<string, CallNote> => {
    const cached = latestByScope.get(keyOf(scope))
    if (cached) return cached
    const rows = database.all<NoteRow>(
      `SELECT * FROM sighting_entry WHERE number IN (SELECT max(number) FROM sighting_entry WHERE ${inScope} GROUP BY customer_id)`,
      [scope.connectionId, scope.region],
    )
    const notes = new Map(rows.map((row) => [row.customer_id, toCallNote(row)]))
    latestByScope.set(keyOf(scope), notes)
    return notes
  }

  return {
    latest,
    notes: (scope, customerId) => newestRows(scope, customerId, -1).map(toCallNote),
    append(scope, customerId, { note, contact }) {
      database.run(
        `INSERT INTO sighting_entry (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, amount, contact)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          scope.connectionId,
          scope.region,
          customerId,
          note.id,
          note.at,
          note.outcome,
          note.note,
          note.nextAction,
          note.nextDate,
          note.amount,
          contact,
        ],
      )
      latestByScope.delete(keyOf(scope))
    },
    undoLatest(scope, customerId, at) {
      const [row] = newestRows(scope, customerId, 1)
      if (!row) return null
      database.run('UPDATE sighting_entry SET undone_at = ? WHERE number = ?', [at, row.number])
      latestByScope.delete(keyOf(scope))
      return { note: toCallNote(row), contact: row.contact }
    },
    since: (scope, at) =>
      database
        .all<NoteRow>(`SELECT * FROM sighting_entry WHERE ${inScope} AND at >= ? ORDER BY at, number`, [
          scope.connectionId,
          scope.region,
          at,
        ])
        .map(toCallNote),
    forgetConnection(connectionId) {
      database.run('DELETE FROM sighting_entry WHERE connection_id = ?', [connectionId])
      latestByScope.clear()
    },
  }
}

function toCallNote(row: NoteRow): CallNote {
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

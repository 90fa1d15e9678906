import { LeadEntry } from '../../contract/sightings.ts'
import type { CopyOf } from '../customers/cache/customer-columns.ts'
import type { Database } from '../database/database.ts'

/** What an entry did to the list of those who are not to be contacted. */
export type ContactChange = 'forbidden' | 'allowed' | null

export interface LoggedEntry {
  readonly entry: LeadEntry
  readonly contact: ContactChange
}

/** What was noted about each sighted car: entry after entry, never changed. One that is taken back is passed over from then on, not removed. */
export interface LeadLog {
  /** The latest entry of each car that has one, by customer. */
  latest(of: CopyOf): ReadonlyMap<string, LeadEntry>
  /** Newest first. */
  entries(of: CopyOf, customerId: string): LeadEntry[]
  append(of: CopyOf, customerId: string, logged: LoggedEntry): void
  /** Takes the latest entry of a car back; null when there is none. */
  undoLatest(of: CopyOf, customerId: string, at: string): LoggedEntry | null
  /** All entries from a time on (ISO 8601, UTC), oldest first; those of records that have vanished, too. */
  since(of: CopyOf, at: string): Pick<LeadEntry, 'at' | 'outcome'>[]
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

export function createLeadLog(database: Database): LeadLog {
  const known = new Map<string, Map<string, LeadEntry>>()
  const keyOf = ({ connectionId, region }: CopyOf): string => `${connectionId} ${region}`

  const newestRows = (of: CopyOf, customerId: string, limit: number): EntryRow[] =>
    database.all<EntryRow>(
      `SELECT * FROM sighting_entry WHERE ${ofCopy} AND customer_id = ? ORDER BY number DESC LIMIT ?`,
      [of.connectionId, of.region, customerId, limit],
    )
  const latest = (of: CopyOf): Map<string, LeadEntry> => {
    const ready = known.get(keyOf(of))
    if (ready) return ready
    const rows = database.all<EntryRow>(
      `SELECT * FROM sighting_entry WHERE number IN (SELECT max(number) FROM sighting_entry WHERE ${ofCopy} GROUP BY customer_id)`,
      [of.connectionId, of.region],
    )
    const made = new Map(rows.map((row) => [row.customer_id, toEntry(row)]))
    known.set(keyOf(of), made)
    return made
  }

  return {
    latest,
    entries: (of, customerId) => newestRows(of, customerId, -1).map(toEntry),
    append(of, customerId, { entry, contact }) {
      database.run(
        `INSERT INTO sighting_entry (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, amount, contact)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          of.connectionId,
          of.region,
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
      known.delete(keyOf(of))
    },
    undoLatest(of, customerId, at) {
      const [row] = newestRows(of, customerId, 1)
      if (!row) return null
      database.run('UPDATE sighting_entry SET undone_at = ? WHERE number = ?', [at, row.number])
      known.delete(keyOf(of))
      return { entry: toEntry(row), contact: row.contact }
    },
    since: (of, at) =>
      database
        .all<EntryRow>(`SELECT * FROM sighting_entry WHERE ${ofCopy} AND at >= ? ORDER BY at, number`, [
          of.connectionId,
          of.region,
          at,
        ])
        .map(toEntry),
    forgetConnection(connectionId) {
      database.run('DELETE FROM sighting_entry WHERE connection_id = ?', [connectionId])
      known.clear()
    },
  }
}

function toEntry(row: EntryRow): LeadEntry {
  return LeadEntry.parse({
    id: row.id,
    at: row.at,
    outcome: row.outcome,
    note: row.note,
    nextAction: row.next_action,
    nextDate: row.next_date,
    amount: row.amount,
  })
}

import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { CallNote } from '../../contract/call-note.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import { scopeParams } from '../database/scope-sql.ts'
import { reachedOutcomes } from './call-list.ts'
import {
  type ContactChange,
  currentNotes,
  type LoggedOutcome,
  type NoteRow,
  selectNotes,
  toCallNote,
  toLoggedOutcome,
} from './note-rows.ts'

export interface LoggedNote {
  readonly customerId: string
  readonly note: CallNote
  readonly contact: ContactChange
  /** What was recorded for several cars at once has one group. */
  readonly groupId?: string
}

/** The call notes of each sighted car. Notes are only added: an undone note stays in the table and is ignored. */
export type CallLog = ReturnType<typeof createCallLog>

export function createCallLog(database: Database) {
  let version = 0
  const noteChange = (): void => void (version += 1)
  /** The latest note of each of these customers that has one, by customer ID; of all customers without `customerIds`. */
  const latest = (scope: ConnectionRegion, customerIds?: readonly string[]): ReadonlyMap<string, CallNote> => {
    const ofCustomers = customerIds ? 'AND customer_id IN (SELECT value FROM json_each(?))' : ''
    const rows = database.all<NoteRow>(
      `${selectNotes} WHERE number IN (
         SELECT max(number) FROM sighting_entry WHERE ${currentNotes} ${ofCustomers} GROUP BY customer_id
       )`,
      [...scopeParams(scope), ...(customerIds ? [JSON.stringify(customerIds)] : [])],
    )
    return new Map(rows.map((row) => [row.customer_id, toCallNote(row)]))
  }
  /** Undoes notes of different customers; gives them by customer ID. */
  const undo = (rows: readonly NoteRow[], at: string): ReadonlyMap<string, LoggedNote> => {
    const undone = new Map(
      rows.map((row) => [
        row.customer_id,
        { customerId: row.customer_id, note: toCallNote(row), contact: row.contact },
      ]),
    )
    if (rows.length === 0) return undone
    database.run('UPDATE sighting_entry SET undone_at = ? WHERE number IN (SELECT value FROM json_each(?))', [
      at,
      JSON.stringify(rows.map(({ number }) => number)),
    ])
    noteTeamWork(
      database,
      'outcome-undone',
      rows.map(({ id }) => id),
    )
    noteChange()
    return undone
  }

  return {
    latest,
    /** The customers who were spoken to. */
    reached: (scope: ConnectionRegion): ReadonlySet<string> =>
      new Set(
        database.values<string>(
          `SELECT DISTINCT customer_id FROM sighting_entry WHERE ${currentNotes} AND outcome IN (SELECT value FROM json_each(?))`,
          [...scopeParams(scope), JSON.stringify([...reachedOutcomes])],
        ),
      ),
    /** Another one after each change of the notes. */
    version: (): number => version,
    /** Newest first. */
    notes: (scope: ConnectionRegion, customerId: string): CallNote[] =>
      database
        .all<NoteRow>(`${selectNotes} WHERE ${currentNotes} AND customer_id = ? ORDER BY number DESC`, [
          ...scopeParams(scope),
          customerId,
        ])
        .map(toCallNote),
    /** Adds notes in their order. */
    append(scope: ConnectionRegion, logged: readonly LoggedNote[]): void {
      const rows = logged.map(({ customerId, note, contact, groupId = null }) => {
        return { ...note, customerId, contact, groupId, personId: note.person?.id ?? null }
      })
      database.transaction(() => {
        // One statement: a thousand of them would hold up all other calls.
        database.run(
          `INSERT INTO sighting_entry
             (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, next_time, amount, contact, person_id, group_id)
           SELECT ?, ?, value ->> 'customerId', value ->> 'id', value ->> 'at', value ->> 'outcome', value ->> 'note', value ->> 'nextAction',
             value ->> 'nextDate', value ->> 'nextTime', value ->> 'amount', value ->> 'contact', value ->> 'personId', value ->> 'groupId'
           FROM json_each(?) ORDER BY key`,
          [...scopeParams(scope), JSON.stringify(rows)],
        )
        const ids = logged.map(({ note }) => note.id)
        noteTeamWork(database, 'outcome', ids)
      })
      noteChange()
    },
    /** Undoes the latest note of a car that this PC made; null when it has none. */
    undoLatest(scope: ConnectionRegion, customerId: string, at: string): LoggedNote | null {
      const row = database.get<NoteRow>(
        `${selectNotes} WHERE ${currentNotes} AND customer_id = ? AND team_pc IS NULL ORDER BY number DESC LIMIT 1`,
        [...scopeParams(scope), customerId],
      )
      return row ? (undo([row], at).get(customerId) ?? null) : null
    },
    /** The latest notes with a time of which the user was not reminded yet. */
    unreminded(scope: ConnectionRegion): { readonly customerId: string; readonly note: CallNote }[] {
      const timed = database.all<NoteRow>(
        `${selectNotes} WHERE ${currentNotes} AND next_time IS NOT NULL AND reminded_at IS NULL ORDER BY number`,
        scopeParams(scope),
      )
      const newest = latest(
        scope,
        timed.map(({ customer_id }) => customer_id),
      )
      return timed
        .map((row) => ({ customerId: row.customer_id, note: toCallNote(row) }))
        .filter(({ customerId, note }) => newest.get(customerId)?.id === note.id)
    },
    setReminded(noteId: string, at: string): void {
      database.run('UPDATE sighting_entry SET reminded_at = ? WHERE id = ?', [at, noteId])
    },
    /** The customers of whose persons the notes of a group, which are not undone, say that they must not be contacted. */
    forbiddenOfGroup: (scope: ConnectionRegion, groupId: string): readonly string[] =>
      database.values<string>(
        `SELECT customer_id FROM sighting_entry WHERE ${currentNotes} AND group_id = ? AND contact = 'forbidden' ORDER BY number`,
        [...scopeParams(scope), groupId],
      ),
    /** Undoes the notes of a group that are not undone yet; gives them by customer ID. */
    undoGroup(scope: ConnectionRegion, groupId: string, at: string): ReadonlyMap<string, LoggedNote> {
      const rows = database.all<NoteRow>(`${selectNotes} WHERE ${currentNotes} AND group_id = ? ORDER BY number`, [
        ...scopeParams(scope),
        groupId,
      ])
      return undo(rows, at)
    },
    /** The connections and regions of the notes of a group. */
    scopesOfGroup: (groupId: string): readonly ConnectionRegion[] =>
      database.all('SELECT DISTINCT connection_id AS connectionId, region FROM sighting_entry WHERE group_id = ?', [
        groupId,
      ]),
    /** All notes of a time (ISO 8601, UTC; `to` is not included), oldest first, including those of deleted customers. */
    between: (scope: ConnectionRegion, from: string, to: string): LoggedOutcome[] =>
      database
        .all<NoteRow>(
          `SELECT id, at, outcome, customer_id, person_id FROM sighting_entry INDEXED BY sighting_entry_age
           WHERE ${currentNotes} AND at >= ? AND at < ? ORDER BY at, number`,
          [...scopeParams(scope), from, to],
        )
        .map(toLoggedOutcome),
    /** Notes have changed in the database, or a person has another name now. */
    reread: noteChange,
  }
}

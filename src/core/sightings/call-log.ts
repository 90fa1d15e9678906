import type { ConnectionRegion } from '../connections/connection-region.ts'
import { Region } from '../../contract/region.ts'
import type { CallNote } from '../../contract/call-note.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import { inScope, scopeKey, scopeParams } from '../database/scope-sql.ts'
import { runAtOnce, type Steps } from '../scheduling/in-slices.ts'
import { reachedOutcomes } from './call-list.ts'
import { type ContactChange, type NoteRow, pageRows, pagesOf, toCallNote, toLoggedOutcome } from './note-rows.ts'
import { createRecentNotes, type LoggedOutcome } from './recent-notes.ts'

export interface LoggedNote {
  readonly customerId: string
  readonly note: CallNote
  readonly contact: ContactChange
  /** What was recorded for several cars at once has one group. */
  readonly groupId?: string
}

/** The call notes of each sighted car. Notes are only added: an undone note stays in the table and is ignored. */
export interface CallLog {
  /** Reads what `latest` and `reached` know, in pieces. Without it, the first call of one of them reads all at once. */
  loadSteps(scope: ConnectionRegion): Steps<void>
  /** The latest note of each car that has one, by customer ID. */
  latest(scope: ConnectionRegion): ReadonlyMap<string, CallNote>
  /** Newest first. */
  notes(scope: ConnectionRegion, customerId: string): CallNote[]
  /** Adds notes in their order. */
  append(scope: ConnectionRegion, logged: readonly LoggedNote[]): void
  /** Undoes the latest note of a car that this PC made; null when it has none. */
  undoLatest(scope: ConnectionRegion, customerId: string, at: string): LoggedNote | null
  /** The latest notes with a time of which the user was not reminded yet. */
  unreminded(scope: ConnectionRegion): { readonly customerId: string; readonly note: CallNote }[]
  setReminded(noteId: string, at: string): void
  /** The customers of whose persons the notes of a group, which are not undone, say that they must not be contacted. */
  forbiddenOfGroup(scope: ConnectionRegion, groupId: string): readonly string[]
  /** Undoes the notes of a group that are not undone yet; gives them by customer ID. */
  undoGroup(scope: ConnectionRegion, groupId: string, at: string): ReadonlyMap<string, LoggedNote>
  /** The connections and regions of the notes of a group. */
  scopesOfGroup(groupId: string): readonly ConnectionRegion[]
  /** All notes of a time (ISO 8601, UTC; `to` is not included), oldest first, in pages, including those of deleted customers. */
  between(scope: ConnectionRegion, from: string, to: string): Iterable<readonly LoggedOutcome[]>
  /** The same, held in memory until another time is asked for. */
  recent(scope: ConnectionRegion, from: string, to: string): Steps<readonly LoggedOutcome[]>
  /** The customers who were spoken to. */
  reached(scope: ConnectionRegion): ReadonlySet<string>
  /** Calls `listener` after a change of the latest notes of these customers; null: any may have changed. */
  onChanged(listener: (scope: ConnectionRegion | null, customerIds: readonly string[]) => void): void
  /** The team has changed the notes of these customers in the database. */
  reread(scope: ConnectionRegion, customerIds: readonly string[]): void
  /** A person has another name now. */
  forgetNames(): void
  forgetConnection(connectionId: string): void
}

const current = `${inScope} AND undone_at IS NULL`
const selectNotes =
  'SELECT sighting_entry.*, coalesce(person.name, sighting_entry.person_name) AS person_name FROM sighting_entry LEFT JOIN person ON person.id = person_id'

interface Loaded {
  readonly notes: Map<string, CallNote> | undefined
  readonly reachedCustomers: Set<string> | undefined
}

export function createCallLog(database: Database): CallLog {
  let latestByScope = new Map<string, Map<string, CallNote>>()
  let reachedByScope = new Map<string, Set<string>>()
  let rollbacks = database.rollbacks()
  const recentNotes = createRecentNotes()
  /** Counts changes, so that a reading that was overtaken begins again. */
  let changes = 0
  const listeners: Parameters<CallLog['onChanged']>[0][] = []

  const clear = (): void => {
    changes += 1
    latestByScope = new Map()
    reachedByScope = new Map()
    recentNotes.clear()
    for (const listener of listeners) listener(null, [])
  }
  /** What was noted in a transaction that was rolled back is in memory only. */
  const clearAfterRollback = (): void => {
    if (rollbacks !== database.rollbacks()) clear()
    rollbacks = database.rollbacks()
  }
  const newestRow = (scope: ConnectionRegion, customerId: string, ofPc = ''): NoteRow | undefined =>
    database.get<NoteRow>(`${selectNotes} WHERE ${current} AND customer_id = ? ${ofPc} ORDER BY number DESC LIMIT 1`, [
      ...scopeParams(scope),
      customerId,
    ])
  const latestRows = (scope: ConnectionRegion, after: string): NoteRow[] =>
    database.all<NoteRow>(
      `${selectNotes} WHERE number IN (
         SELECT max(number) FROM sighting_entry WHERE ${current} AND customer_id > ?
         GROUP BY customer_id ORDER BY customer_id LIMIT ${pageRows}
       ) ORDER BY customer_id`,
      [...scopeParams(scope), after],
    )
  const reachedRows = (scope: ConnectionRegion, after: string): { customer_id: string }[] =>
    database.all<{ customer_id: string }>(
      `SELECT DISTINCT customer_id FROM sighting_entry
       WHERE ${current} AND outcome IN (SELECT value FROM json_each(?)) AND customer_id > ?
       ORDER BY customer_id LIMIT ${pageRows}`,
      [...scopeParams(scope), JSON.stringify([...reachedOutcomes]), after],
    )
  function* loadSteps(scope: ConnectionRegion): Steps<void> {
    clearAfterRollback()
    const key = scopeKey(scope)
    while (!latestByScope.has(key) || !reachedByScope.has(key)) {
      const before = changes
      const notes = new Map<string, CallNote>()
      for (const page of pagesOf((after) => latestRows(scope, after))) {
        for (const row of page) notes.set(row.customer_id, toCallNote(row))
        yield
      }
      const customers = new Set<string>()
      for (const page of pagesOf((after) => reachedRows(scope, after))) {
        for (const { customer_id } of page) customers.add(customer_id)
        yield
      }
      clearAfterRollback()
      if (before !== changes) continue
      latestByScope.set(key, notes)
      reachedByScope.set(key, customers)
    }
  }
  const loaded = <T>(scope: ConnectionRegion, byScope: () => ReadonlyMap<string, T>): T => {
    clearAfterRollback()
    const cached = byScope().get(scopeKey(scope))
    if (cached !== undefined) return cached
    runAtOnce(loadSteps(scope))
    return loaded(scope, byScope)
  }
  const latest = (scope: ConnectionRegion): Map<string, CallNote> => loaded(scope, () => latestByScope)
  const reached = (scope: ConnectionRegion): Set<string> => loaded(scope, () => reachedByScope)
  function* between(scope: ConnectionRegion, from: string, to: string): Generator<readonly LoggedOutcome[], void> {
    let after: readonly [at: string, number: number] = ['', 0]
    for (;;) {
      const rows = database.all<NoteRow>(
        `SELECT number, id, at, outcome, customer_id, person_id FROM sighting_entry INDEXED BY sighting_entry_age
         WHERE ${current} AND at >= ? AND at < ? AND (at, number) > (?, ?) ORDER BY at, number LIMIT ${pageRows}`,
        [...scopeParams(scope), from, to, ...after],
      )
      yield rows.map(toLoggedOutcome)
      const last = rows.at(-1)
      if (!last || rows.length < pageRows) return
      after = [last.at, last.number]
    }
  }
  /** Reads the notes of these customers again: a few statements for all of them, because a thousand each would hold up all other calls. */
  const refresh = (
    scope: ConnectionRegion,
    customerIds: readonly string[],
    { notes, reachedCustomers }: Loaded,
  ): void => {
    const ofCustomers = `${current} AND customer_id IN (SELECT value FROM json_each(?))`
    const params = [...scopeParams(scope), JSON.stringify(customerIds)]
    if (notes) {
      const newest = database.all<NoteRow>(
        `${selectNotes} WHERE number IN (SELECT max(number) FROM sighting_entry WHERE ${ofCustomers} GROUP BY customer_id)`,
        params,
      )
      for (const customerId of customerIds) notes.delete(customerId)
      for (const row of newest) notes.set(row.customer_id, toCallNote(row))
    }
    if (!reachedCustomers) return
    const reachedNow = database.all<{ customer_id: string }>(
      `SELECT DISTINCT customer_id FROM sighting_entry WHERE ${ofCustomers} AND outcome IN (SELECT value FROM json_each(?))`,
      [...params, JSON.stringify([...reachedOutcomes])],
    )
    for (const customerId of customerIds) reachedCustomers.delete(customerId)
    for (const { customer_id } of reachedNow) reachedCustomers.add(customer_id)
  }
  /** Undoes notes of different customers; gives them by customer ID. */
  const undo = (scope: ConnectionRegion, rows: readonly NoteRow[], at: string): ReadonlyMap<string, LoggedNote> => {
    const undone = new Map(
      rows.map((row) => [
        row.customer_id,
        { customerId: row.customer_id, note: toCallNote(row), contact: row.contact },
      ]),
    )
    if (rows.length === 0) return undone
    const loadedNotes = { notes: latest(scope), reachedCustomers: reached(scope) }
    changes += 1
    database.run('UPDATE sighting_entry SET undone_at = ? WHERE number IN (SELECT value FROM json_each(?))', [
      at,
      JSON.stringify(rows.map(({ number }) => number)),
    ])
    noteTeamWork(
      database,
      'outcome-undone',
      rows.map(({ id }) => id),
    )
    for (const { id } of rows) recentNotes.remove(scope, id)
    const customerIds = [...undone.keys()]
    for (const listener of listeners) listener(scope, customerIds)
    refresh(scope, customerIds, loadedNotes)
    return undone
  }

  return {
    loadSteps,
    latest,
    notes: (scope, customerId) =>
      database
        .all<NoteRow>(`${selectNotes} WHERE ${current} AND customer_id = ? ORDER BY number DESC`, [
          ...scopeParams(scope),
          customerId,
        ])
        .map(toCallNote),
    append(scope, logged) {
      const [notes, reachedCustomers] = [latest(scope), reached(scope)]
      changes += 1
      const rows = logged.map(({ customerId, note, contact, groupId = null }) => [
        customerId,
        note.id,
        note.at,
        note.outcome,
        note.note,
        note.nextAction,
        note.nextDate,
        note.nextTime,
        note.amount,
        contact,
        note.person?.id ?? null,
        groupId,
      ])
      database.transaction(() => {
        // One statement: a thousand of them would hold up all other calls.
        database.run(
          `INSERT INTO sighting_entry
             (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, next_time, amount, contact, person_id, group_id)
           SELECT ?, ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
             value ->> 8, value ->> 9, value ->> 10, value ->> 11
           FROM json_each(?) ORDER BY key`,
          [...scopeParams(scope), JSON.stringify(rows)],
        )
        const ids = logged.map(({ note }) => note.id)
        noteTeamWork(database, 'outcome', ids)
      })
      const customerIds = logged.map(({ customerId }) => customerId)
      for (const listener of listeners) listener(scope, customerIds)
      for (const { customerId, note } of logged) {
        notes.set(customerId, note)
        if (reachedOutcomes.has(note.outcome)) reachedCustomers.add(customerId)
        const { id, at, outcome, person } = note
        recentNotes.add(scope, { id, at, outcome, customerId, personId: person?.id ?? null })
      }
    },
    undoLatest(scope, customerId, at) {
      const row = newestRow(scope, customerId, 'AND team_pc IS NULL')
      return row ? (undo(scope, [row], at).get(customerId) ?? null) : null
    },
    unreminded: (scope) =>
      database
        .all<NoteRow>(
          `${selectNotes} WHERE ${current} AND next_time IS NOT NULL AND reminded_at IS NULL ORDER BY number`,
          scopeParams(scope),
        )
        .map((row) => ({ customerId: row.customer_id, note: toCallNote(row) }))
        .filter(({ customerId, note }) => latest(scope).get(customerId)?.id === note.id),
    setReminded(noteId, at) {
      database.run('UPDATE sighting_entry SET reminded_at = ? WHERE id = ?', [at, noteId])
    },
    forbiddenOfGroup: (scope, groupId) =>
      database
        .all<Pick<NoteRow, 'customer_id'>>(
          `SELECT customer_id FROM sighting_entry WHERE ${current} AND group_id = ? AND contact = 'forbidden' ORDER BY number`,
          [...scopeParams(scope), groupId],
        )
        .map(({ customer_id }) => customer_id),
    undoGroup(scope, groupId, at) {
      const rows = database.all<NoteRow>(`${selectNotes} WHERE ${current} AND group_id = ? ORDER BY number`, [
        ...scopeParams(scope),
        groupId,
      ])
      return undo(scope, rows, at)
    },
    scopesOfGroup: (groupId) =>
      database
        .all<{ connection_id: string; region: string }>(
          'SELECT DISTINCT connection_id, region FROM sighting_entry WHERE group_id = ?',
          [groupId],
        )
        .map(({ connection_id: connectionId, region }) => ({ connectionId, region: Region.parse(region) })),
    between,
    recent(scope, from, to) {
      clearAfterRollback()
      return recentNotes.ofTime(scope, [from, to], () => between(scope, from, to))
    },
    reached,
    onChanged: (listener) => void listeners.push(listener),
    reread(scope, customerIds) {
      clearAfterRollback()
      changes += 1
      recentNotes.clear()
      const loadedNotes = {
        notes: latestByScope.get(scopeKey(scope)),
        reachedCustomers: reachedByScope.get(scopeKey(scope)),
      }
      for (const listener of listeners) listener(scope, customerIds)
      refresh(scope, customerIds, loadedNotes)
    },
    forgetNames: clear,
    forgetConnection(connectionId) {
      database.run('DELETE FROM sighting_entry WHERE connection_id = ?', [connectionId])
      clear()
    },
  }
}

import type { CallNote } from '../../contract/call-note.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { scopeKey, scopeParams } from '../database/scope-sql.ts'
import { runAtOnce, type Steps } from '../scheduling/in-slices.ts'
import { reachedOutcomes } from './call-list.ts'
import { currentNotes, type NoteRow, pageRows, pagesOf, selectNotes, toCallNote } from './note-rows.ts'

/** The latest note of each car and who was reached, in memory: the call list asks for them of all its cars. */
export interface LatestNotes {
  /** Reads both in pieces. Without it, the first call of one of them reads all at once. */
  loadSteps(scope: ConnectionRegion): Steps<void>
  /** The latest note of each car that has one, by customer ID. */
  latest(scope: ConnectionRegion): ReadonlyMap<string, CallNote>
  /** The customers who were spoken to. */
  reached(scope: ConnectionRegion): ReadonlySet<string>
  /** The notes of these customers have changed in the database. */
  reread(scope: ConnectionRegion, customerIds: readonly string[]): void
  /** Any notes may have changed. */
  clear(): void
  /** What was noted in a transaction that was rolled back is in memory only. */
  clearAfterRollback(): void
  /** Calls `listener` after a change of the latest notes of these customers; null: any may have changed. */
  onChanged(listener: (scope: ConnectionRegion | null, customerIds: readonly string[]) => void): void
}

interface Loaded {
  readonly notes: Map<string, CallNote>
  readonly reached: Set<string>
}

const reachedCodes = JSON.stringify([...reachedOutcomes])

export function createLatestNotes(database: Database): LatestNotes {
  const byScope = new Map<string, Loaded>()
  let rollbacks = database.rollbacks()
  /** Counts changes, so that a reading that was overtaken begins again. */
  let changes = 0
  const listeners: Parameters<LatestNotes['onChanged']>[0][] = []

  const clear = (): void => {
    changes += 1
    byScope.clear()
    for (const listener of listeners) listener(null, [])
  }
  const clearAfterRollback = (): void => {
    if (rollbacks !== database.rollbacks()) clear()
    rollbacks = database.rollbacks()
  }
  const latestRows = (scope: ConnectionRegion, after: string): NoteRow[] =>
    database.all<NoteRow>(
      `${selectNotes} WHERE number IN (
         SELECT max(number) FROM sighting_entry WHERE ${currentNotes} AND customer_id > ?
         GROUP BY customer_id ORDER BY customer_id LIMIT ${pageRows}
       ) ORDER BY customer_id`,
      [...scopeParams(scope), after],
    )
  const reachedRows = (scope: ConnectionRegion, after: string): { customer_id: string }[] =>
    database.all<{ customer_id: string }>(
      `SELECT DISTINCT customer_id FROM sighting_entry
       WHERE ${currentNotes} AND outcome IN (SELECT value FROM json_each(?)) AND customer_id > ?
       ORDER BY customer_id LIMIT ${pageRows}`,
      [...scopeParams(scope), reachedCodes, after],
    )
  function* loadSteps(scope: ConnectionRegion): Steps<void> {
    clearAfterRollback()
    while (!byScope.has(scopeKey(scope))) {
      const before = changes
      const loaded: Loaded = { notes: new Map(), reached: new Set() }
      for (const page of pagesOf((after) => latestRows(scope, after))) {
        for (const row of page) loaded.notes.set(row.customer_id, toCallNote(row))
        yield
      }
      for (const page of pagesOf((after) => reachedRows(scope, after))) {
        for (const { customer_id: customerId } of page) loaded.reached.add(customerId)
        yield
      }
      clearAfterRollback()
      if (before === changes) byScope.set(scopeKey(scope), loaded)
    }
  }
  const loaded = (scope: ConnectionRegion): Loaded => {
    clearAfterRollback()
    const found = byScope.get(scopeKey(scope))
    if (found) return found
    runAtOnce(loadSteps(scope))
    return loaded(scope)
  }

  return {
    loadSteps,
    latest: (scope) => loaded(scope).notes,
    reached: (scope) => loaded(scope).reached,
    reread(scope, customerIds) {
      clearAfterRollback()
      changes += 1
      for (const listener of listeners) listener(scope, customerIds)
      const held = byScope.get(scopeKey(scope))
      if (!held) return
      // Two statements for all customers: a thousand each would hold up all other calls.
      const ofCustomers = `${currentNotes} AND customer_id IN (SELECT value FROM json_each(?))`
      const params = [...scopeParams(scope), JSON.stringify(customerIds)]
      const newest = database.all<NoteRow>(
        `${selectNotes} WHERE number IN (SELECT max(number) FROM sighting_entry WHERE ${ofCustomers} GROUP BY customer_id)`,
        params,
      )
      const reachedNow = database.all<{ customer_id: string }>(
        `SELECT DISTINCT customer_id FROM sighting_entry WHERE ${ofCustomers} AND outcome IN (SELECT value FROM json_each(?))`,
        [...params, reachedCodes],
      )
      for (const customerId of customerIds) {
        held.notes.delete(customerId)
        held.reached.delete(customerId)
      }
      for (const row of newest) held.notes.set(row.customer_id, toCallNote(row))
      for (const { customer_id: customerId } of reachedNow) held.reached.add(customerId)
    },
    clear,
    clearAfterRollback,
    onChanged: (listener) => void listeners.push(listener),
  }
}

import { randomBytes } from 'node:crypto'
import { CustomerChange, EditableField } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { historyText } from '../customer-messages.ts'

export interface NewChange {
  readonly group: string
  readonly customerId: string
  readonly kind: CustomerChange['kind']
  readonly field: EditableField | null
  readonly before: string | null
  readonly after: string | null
  readonly at: string
  /** `pending`: the service has not confirmed it. */
  readonly state: 'pending' | 'done'
  /** The group that this change undoes. */
  readonly undoOf: string | null
}

/** A change as undo needs it. */
export interface UndoableChange {
  readonly number: number
  readonly customerId: string
  readonly field: EditableField
  readonly before: string | null
  readonly after: string | null
}

/** Reads what was done to customers on this PC. */
export interface ChangeReader {
  /** The confirmed changes of one customer, newest first. */
  ofCustomer(scope: ConnectionRegion, customerId: string, limit: number): CustomerChange[]
  /** The value that this PC last saved in a field; undefined if it never did. */
  lastSaved(
    scope: ConnectionRegion,
    customerId: string,
    field: EditableField,
  ): { readonly after: string | null } | undefined
  /** The last edit, or bulk edit, that was not undone, newest change first. Null if there is none. */
  lastGroup(scope: ConnectionRegion): { readonly group: string; readonly changes: readonly UndoableChange[] } | null
}

/** The table of changes. Only `edit-ledger.ts` writes to it, together with the edit journal. */
export interface ChangeJournal extends ChangeReader {
  add(scope: ConnectionRegion, change: NewChange): number
  /** `done`: the service has the value. `replaced`: a later edit of the field was sent instead. `dropped`: it was discarded. */
  setState(number: number, state: 'done' | 'replaced' | 'dropped'): void
  markUndone(group: string): void
  forgetConnection(connectionId: string): void
}

interface ChangeColumns {
  readonly number: number
  readonly group_id: string
  readonly at: string
  readonly customer_id: string
  readonly kind: string
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
  readonly undone: number
  readonly undo_of: string | null
}

export const newGroup = (): string => randomBytes(8).toString('hex')

export function createChangeJournal(database: Database): ChangeJournal {
  return {
    add(scope, change) {
      const added = database.get<{ number: number }>(
        `INSERT INTO customer_change (group_id, connection_id, region, at, customer_id, kind, field, before, after, state, undo_of)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
        [
          change.group,
          ...scopeParams(scope),
          change.at,
          change.customerId,
          change.kind,
          change.field,
          change.before,
          change.after,
          change.state,
          change.undoOf,
        ],
      )
      if (!added) throw new Error('The change was not added to the journal')
      return added.number
    },
    setState(number, state) {
      database.run('UPDATE customer_change SET state = ? WHERE number = ?', [state, number])
    },
    ofCustomer: (scope, customerId, limit) =>
      database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change WHERE ${inScope} AND customer_id = ? AND state = 'done' ORDER BY number DESC LIMIT ?`,
          [...scopeParams(scope), customerId, limit],
        )
        .map(toChange),
    lastSaved: (scope, customerId, field) =>
      database.get<{ after: string | null }>(
        `SELECT after FROM customer_change WHERE ${inScope} AND customer_id = ? AND kind = 'edited' AND field = ? AND state = 'done'
         ORDER BY number DESC LIMIT 1`,
        [...scopeParams(scope), customerId, field],
      ),
    lastGroup(scope) {
      // NOT INDEXED reads from the newest row back. With an index, SQLite would sort all changes of the region first.
      const group = database.get<{ group_id: string }>(
        `SELECT group_id FROM customer_change NOT INDEXED WHERE ${inScope} AND kind = 'edited' AND undone = 0 AND undo_of IS NULL AND state <> 'dropped'
         ORDER BY number DESC LIMIT 1`,
        scopeParams(scope),
      )?.group_id
      if (group === undefined) return null
      const changes = database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change WHERE group_id = ? AND kind = 'edited' AND state <> 'dropped' ORDER BY number DESC`,
          [group],
        )
        .map(({ number, customer_id: customerId, field, before, after }) => ({
          number,
          customerId,
          field: EditableField.parse(field),
          before,
          after,
        }))
      return { group, changes }
    },
    markUndone(group) {
      database.run('UPDATE customer_change SET undone = 1 WHERE group_id = ?', [group])
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM customer_change WHERE connection_id = ?', [connectionId])
    },
  }
}

function toChange(columns: ChangeColumns): CustomerChange {
  const change = {
    kind: CustomerChange.shape.kind.parse(columns.kind),
    field: columns.field === null ? null : EditableField.parse(columns.field),
    before: columns.before,
    after: columns.after,
  }
  return {
    id: String(columns.number),
    group: columns.group_id,
    at: columns.at,
    customerId: columns.customer_id,
    ...change,
    words: historyText(change),
    undone: columns.undone === 1,
  }
}

import { randomBytes } from 'node:crypto'
import { EditableField } from '../../../contract/customer-record.ts'
import { CustomerChange } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { historyText, type ValueForm } from '../customer-messages.ts'
import { type DateFormat } from '../../../contract/calendar-date.ts'

export interface NewChange {
  readonly group: string
  readonly customerId: string
  readonly kind: CustomerChange['kind']
  readonly field: EditableField | null
  readonly before: string | null
  readonly after: string | null
  readonly at: string
  /** `pending`: the service has not confirmed it. `local`: an edit was taken back before it was sent. */
  readonly state: 'pending' | 'done' | 'local'
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
  ofCustomer(scope: ConnectionRegion, customerId: string, limit: number, dateFormat: DateFormat): CustomerChange[]
  /** The value that this PC last saved in a field; undefined if it never did. */
  lastSaved(
    scope: ConnectionRegion,
    customerId: string,
    field: EditableField,
  ): { readonly after: string | null } | undefined
  /** Changes of a group that were not undone, newest first. */
  undoable(group: string, limit: number): UndoableChange[]
  hasUndoable(group: string): boolean
  countUndoable(group: string): number
  /** Changes of a group that were undone and not redone, oldest first. */
  redoable(group: string, limit: number): UndoableChange[]
}

/** The table of changes. Only `edit-ledger.ts` writes to it, together with the edit journal. */
export interface ChangeJournal extends ChangeReader {
  add(scope: ConnectionRegion, change: NewChange): number
  /** `done`: the service has the value. `replaced`: a later edit of the field was sent instead. `dropped`: it was discarded. */
  setState(number: number, state: 'done' | 'replaced' | 'dropped'): void
  markUndone(number: number): void
  markRedone(number: number): void
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

/** The values of the column `undone`; 0: neither. A redone change stays, and a new one of another group has its value. */
const [undone, redone] = [1, 2]

export const newGroup = (): string => randomBytes(8).toString('hex')

export function createChangeJournal(database: Database): ChangeJournal {
  /** Also the condition of the index. */
  const isUndoable = `kind = 'edited' AND undone = 0 AND state <> 'dropped'`
  const toUndoable = (columns: ChangeColumns): UndoableChange => ({
    number: columns.number,
    customerId: columns.customer_id,
    field: EditableField.parse(columns.field),
    before: columns.before,
    after: columns.after,
  })

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
    ofCustomer: (scope, customerId, limit, dateFormat) =>
      database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change WHERE ${inScope} AND customer_id = ? AND state = 'done' ORDER BY number DESC LIMIT ?`,
          [...scopeParams(scope), customerId, limit],
        )
        .map((columns) => toChange(columns, { region: scope.region, dateFormat })),
    lastSaved: (scope, customerId, field) =>
      database.get<{ after: string | null }>(
        `SELECT after FROM customer_change WHERE ${inScope} AND customer_id = ? AND kind = 'edited' AND field = ? AND state = 'done'
         ORDER BY number DESC LIMIT 1`,
        [...scopeParams(scope), customerId, field],
      ),
    undoable: (group, limit) =>
      database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change INDEXED BY customer_change_undoable WHERE group_id = ? AND ${isUndoable} ORDER BY number DESC LIMIT ?`,
          [group, limit],
        )
        .map(toUndoable),
    redoable: (group, limit) =>
      database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change INDEXED BY customer_change_group WHERE group_id = ? AND kind = 'edited' AND undone = ${undone} ORDER BY number LIMIT ?`,
          [group, limit],
        )
        .map(toUndoable),
    hasUndoable: (group) =>
      database.get(
        `SELECT 1 FROM customer_change INDEXED BY customer_change_undoable WHERE group_id = ? AND ${isUndoable} LIMIT 1`,
        [group],
      ) !== undefined,
    countUndoable: (group) =>
      database.get<{ changes: number }>(
        `SELECT count(*) AS changes FROM customer_change INDEXED BY customer_change_undoable WHERE group_id = ? AND ${isUndoable}`,
        [group],
      )?.changes ?? 0,
    markUndone(number) {
      database.run(`UPDATE customer_change SET undone = ${undone} WHERE number = ?`, [number])
    },
    markRedone(number) {
      database.run(`UPDATE customer_change SET undone = ${redone} WHERE number = ?`, [number])
    },
  }
}

function toChange(columns: ChangeColumns, form: ValueForm): CustomerChange {
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
    words: historyText(change, form),
    undone: columns.undone > 0,
  }
}

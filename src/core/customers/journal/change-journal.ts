import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { randomBytes } from 'node:crypto'
import { CustomerChange, EditableField } from '../../../contract/customers.ts'
import { assertNever } from '../../../contract/result.ts'
import type { Database } from '../../database/database.ts'
import { formatDate } from '../../../contract/calendar-date.ts'

type Kind = CustomerChange['kind']

export interface NewChange {
  readonly group: string
  readonly customerId: string
  readonly kind: Kind
  readonly field: EditableField | null
  readonly before: string | null
  readonly after: string | null
  readonly at: string
  /** `pending`: not at the service yet. */
  readonly state: 'pending' | 'done'
  /** The group that it takes back. */
  readonly undoOf: string | null
}

/** A change as undo sees it. */
export interface UndoableChange {
  readonly number: number
  readonly customerId: string
  readonly field: EditableField
  readonly before: string | null
  readonly after: string | null
}

/** What was done to customers from this PC. */
export interface ChangeJournal {
  add(scope: ConnectionRegion, change: NewChange): number
  /** The value is at the service. */
  done(number: number): void
  /** A later edit of the same field took its place before it had left. */
  replaced(number: number): void
  /** It was given up: it never came to pass. */
  dropped(number: number): void
  /** What came to pass of one customer, newest first. */
  ofCustomer(scope: ConnectionRegion, customerId: string, limit: number): CustomerChange[]
  /** The value that this PC last gave a field, settled or not; undefined: it never did. */
  lastAfter(
    scope: ConnectionRegion,
    customerId: string,
    field: EditableField,
  ): { readonly after: string | null } | undefined
  /** The last edit, or change of many, that was not taken back; null: none. Newest change first. */
  lastGroup(scope: ConnectionRegion): { readonly group: string; readonly changes: readonly UndoableChange[] } | null
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

const ours = 'connection_id = ? AND region = ?'

export const newGroup = (): string => randomBytes(8).toString('hex')

export function createChangeJournal(database: Database): ChangeJournal {
  const setState = (number: number, state: string): void => {
    database.run('UPDATE customer_change SET state = ? WHERE number = ?', [state, number])
  }
  return {
    add(scope, change) {
      const made = database.get<{ number: number }>(
        `INSERT INTO customer_change (group_id, connection_id, region, at, customer_id, kind, field, before, after, state, undo_of)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
        [
          change.group,
          scope.connectionId,
          scope.region,
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
      if (!made) throw new Error('A change could not be written down')
      return made.number
    },
    done: (number) => setState(number, 'done'),
    replaced: (number) => setState(number, 'replaced'),
    dropped: (number) => setState(number, 'dropped'),
    ofCustomer: (scope, customerId, limit) =>
      database
        .all<ChangeColumns>(
          `SELECT * FROM customer_change WHERE ${ours} AND customer_id = ? AND state = 'done' ORDER BY number DESC LIMIT ?`,
          [scope.connectionId, scope.region, customerId, limit],
        )
        .map(toChange),
    lastAfter: (scope, customerId, field) =>
      database.get<{ after: string | null }>(
        `SELECT after FROM customer_change WHERE ${ours} AND customer_id = ? AND kind = 'edited' AND field = ? AND state = 'done'
         ORDER BY number DESC LIMIT 1`,
        [scope.connectionId, scope.region, customerId, field],
      ),
    lastGroup(scope) {
      // From the newest back: by an index all changes of the region would be sorted first.
      const group = database.get<{ group_id: string }>(
        `SELECT group_id FROM customer_change NOT INDEXED WHERE ${ours} AND kind = 'edited' AND undone = 0 AND undo_of IS NULL AND state <> 'dropped'
         ORDER BY number DESC LIMIT 1`,
        [scope.connectionId, scope.region],
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
  const kind = CustomerChange.shape.kind.parse(columns.kind)
  const field = columns.field === null ? null : EditableField.parse(columns.field)
  const { before, after } = columns
  return {
    id: String(columns.number),
    group: columns.group_id,
    at: columns.at,
    customerId: columns.customer_id,
    kind,
    field,
    before,
    after,
    words: wordsOf(kind, field, before, after),
    undone: columns.undone === 1,
  }
}

export const fieldTitles: Readonly<Record<EditableField, string>> = {
  clientName: 'Name',
  mobileNumber: 'Mobile',
  saleDate: 'Sale date',
  expiryDate: 'Expiry date',
}

/** A value as it is shown: dates d/mm/yyyy, nothing as "empty". */
export function valueOnScreen(field: EditableField, value: string | null): string {
  if (value === null || value === '') return 'empty'
  switch (field) {
    case 'saleDate':
    case 'expiryDate':
      return formatDate(value)
    case 'clientName':
    case 'mobileNumber':
      return value
    default:
      return assertNever(field)
  }
}

function wordsOf(kind: Kind, field: EditableField | null, before: string | null, after: string | null): string {
  switch (kind) {
    case 'edited':
      return field === null
        ? 'Changed'
        : `${fieldTitles[field]} from ${valueOnScreen(field, before)} to ${valueOnScreen(field, after)}`
    case 'deleted':
      return 'Deleted, and kept in the bin'
    case 'restored':
      return 'Created again from the bin'
    case 'uploaded':
      return 'Sent in an upload'
    default:
      return assertNever(kind)
  }
}

import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { EditableField, type CellEdit, type Customer } from '../../../contract/customers.ts'
import { Region } from '../../../contract/region.ts'
import { Failure } from '../../../contract/result.ts'
import type { Database } from '../../database/database.ts'

/** A change of one field that is not settled. */
export interface Edit {
  readonly id: string
  readonly scope: ConnectionRegion
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /** What the service held when it was made: where it holds something else, somebody has been there. */
  readonly before: string | null
  readonly state: CellEdit['state']
  /** Grows when the value is replaced, also while the one before is on its way. */
  readonly revision: number
  /** Values that have left and whose arrival is not known, oldest first: finding one of them is no change by others. */
  readonly sent: readonly (string | null)[]
  readonly failure: Failure | null
  readonly elsewhere: string | null
  readonly changeNumber: number | null
  readonly clientName: string | null
  /** The record as it last was, once the service no longer has it. */
  readonly record: Customer | null
}

export interface NewEdit {
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  readonly before: string | null
  readonly clientName: string | null
  readonly changeNumber: number | null
  /** It cannot be sent: the record was changed elsewhere before it was made. */
  readonly conflict: { readonly elsewhere: string | null } | null
}

/** The edits that are not settled, at most one a field. On the disk before anything is sent. */
export interface EditJournal {
  /** In the place of an edit of the same field that is not settled. */
  put(scope: ConnectionRegion, edit: NewEdit): Edit
  find(editId: string): Edit | null
  /** Whether it still waits to be sent, with this value. */
  isCurrent(edit: Edit): boolean
  ofField(scope: ConnectionRegion, customerId: string, field: EditableField): Edit | null
  /** In the order in which they are sent. */
  ofCustomer(scope: ConnectionRegion, customerId: string): Edit[]
  all(scope: ConnectionRegion): Edit[]
  counts(scope: ConnectionRegion): { readonly pending: number; readonly failed: number; readonly conflicts: number }
  /** Whose edits are to be sent, the longest waiting first. */
  waiting(connectionId: string, limit: number): (ConnectionRegion & { readonly customerId: string })[]
  connectionsWithWork(): string[]
  /** Before the value leaves: after a kill it is known that it may have arrived. */
  markSent(edit: Edit): void
  /** The value that had left did certainly not arrive. */
  markNotSent(edit: Edit): void
  fail(editId: string, failure: Failure, record?: Customer): void
  conflict(editId: string, elsewhere: string | null): void
  /** The service holds something else than when the edit was made, and that is known to be ours. */
  rebase(editId: string, before: string | null): void
  /** `overwrite`: she has seen what the service holds now, and wants hers. */
  retry(editId: string, overwrite: boolean): void
  remove(editId: string): void
  forgetConnection(connectionId: string): void
}

interface EditColumns {
  readonly id: string
  readonly connection_id: string
  readonly region: string
  readonly customer_id: string
  readonly field: string
  readonly value: string | null
  readonly before: string | null
  readonly state: string
  readonly revision: number
  readonly sent: string
  readonly failure: string | null
  readonly elsewhere: string | null
  readonly change_number: number | null
  readonly client_name: string | null
  readonly record: string | null
}

const EditState = z.enum(['pending', 'failed', 'conflict'])
const SentValues = z.array(z.string().nullable())
const ours = 'connection_id = ? AND region = ?'

export function createEditJournal(database: Database): EditJournal {
  const where = (condition: string, params: readonly string[]): Edit[] =>
    database.all<EditColumns>(`SELECT * FROM customer_edit WHERE ${condition} ORDER BY number`, params).map(toEdit)
  const find = (editId: string): Edit | null => where('id = ?', [editId])[0] ?? null
  const setSent = ({ id }: Edit, change: (sent: readonly (string | null)[]) => readonly (string | null)[]): void => {
    const now = find(id)
    if (!now) return
    database.run('UPDATE customer_edit SET sent = ? WHERE id = ?', [JSON.stringify(change(now.sent)), id])
  }

  return {
    put(scope, edit) {
      const id = randomBytes(8).toString('hex')
      database.run(
        `INSERT INTO customer_edit (id, connection_id, region, customer_id, field, value, before, state, elsewhere, change_number, client_name)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (connection_id, region, customer_id, field) DO UPDATE SET value = excluded.value, before = excluded.before,
           state = excluded.state, elsewhere = excluded.elsewhere, failure = NULL, revision = revision + 1,
           change_number = excluded.change_number, client_name = excluded.client_name, record = NULL`,
        [
          id,
          scope.connectionId,
          scope.region,
          edit.customerId,
          edit.field,
          edit.value,
          edit.before,
          edit.conflict ? 'conflict' : 'pending',
          edit.conflict?.elsewhere ?? null,
          edit.changeNumber,
          edit.clientName,
        ],
      )
      const made = this.ofField(scope, edit.customerId, edit.field)
      if (!made) throw new Error('An edit is missing from the journal')
      return made
    },
    find,
    isCurrent({ id, revision }) {
      const now = find(id)
      return now !== null && now.state === 'pending' && now.revision === revision
    },
    ofField: (scope, customerId, field) =>
      where(`${ours} AND customer_id = ? AND field = ?`, [scope.connectionId, scope.region, customerId, field])[0] ??
      null,
    ofCustomer: (scope, customerId) =>
      where(`${ours} AND customer_id = ?`, [scope.connectionId, scope.region, customerId]),
    all: (scope) => where(ours, [scope.connectionId, scope.region]),
    counts(scope) {
      const counts = { pending: 0, failed: 0, conflict: 0 }
      for (const { state, edits } of database.all<{ state: string; edits: number }>(
        `SELECT state, count(*) AS edits FROM customer_edit WHERE ${ours} GROUP BY state`,
        [scope.connectionId, scope.region],
      )) {
        counts[EditState.parse(state)] = edits
      }
      return { pending: counts.pending, failed: counts.failed, conflicts: counts.conflict }
    },
    waiting: (connectionId, limit) =>
      database
        .all<{ region: string; customer_id: string }>(
          `SELECT region, customer_id FROM customer_edit INDEXED BY customer_edit_state
           WHERE connection_id = ? AND state = 'pending' ORDER BY number LIMIT ?`,
          [connectionId, limit],
        )
        .map(({ region, customer_id: customerId }) => ({ connectionId, region: Region.parse(region), customerId })),
    connectionsWithWork: () =>
      database
        .all<{ id: string }>(
          `SELECT DISTINCT connection_id AS id FROM customer_edit WHERE state = 'pending'
           UNION SELECT DISTINCT connection_id FROM bin WHERE pending = 1`,
        )
        .map(({ id }) => id),
    markSent: (edit) => setSent(edit, (sent) => [...sent, edit.value]),
    markNotSent: (edit) => setSent(edit, (sent) => sent.toSpliced(sent.lastIndexOf(edit.value), 1)),
    fail(editId, failure, record) {
      database.run(`UPDATE customer_edit SET state = 'failed', failure = ?, record = ? WHERE id = ?`, [
        JSON.stringify(failure),
        record === undefined ? null : JSON.stringify(record),
        editId,
      ])
    },
    conflict(editId, elsewhere) {
      database.run(`UPDATE customer_edit SET state = 'conflict', elsewhere = ?, sent = '[]' WHERE id = ?`, [
        elsewhere,
        editId,
      ])
    },
    rebase(editId, before) {
      database.run(`UPDATE customer_edit SET before = ?, sent = '[]' WHERE id = ?`, [before, editId])
    },
    retry(editId, overwrite) {
      database.run(
        `UPDATE customer_edit SET state = 'pending', failure = NULL, revision = revision + 1, elsewhere = NULL,
           before = CASE WHEN ? AND state = 'conflict' THEN elsewhere ELSE before END WHERE id = ?`,
        [overwrite ? 1 : 0, editId],
      )
    },
    remove(editId) {
      database.run('DELETE FROM customer_edit WHERE id = ?', [editId])
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM customer_edit WHERE connection_id = ?', [connectionId])
    },
  }
}

export function toCellEdit(edit: Edit): CellEdit {
  const { id, field, value, state, failure, elsewhere } = edit
  return { editId: id, field, value, state, failure, elsewhere }
}

function toEdit(columns: EditColumns): Edit {
  return {
    id: columns.id,
    scope: { connectionId: columns.connection_id, region: Region.parse(columns.region) },
    customerId: columns.customer_id,
    field: EditableField.parse(columns.field),
    value: columns.value,
    before: columns.before,
    state: EditState.parse(columns.state),
    revision: columns.revision,
    sent: SentValues.parse(JSON.parse(columns.sent)),
    failure: columns.failure === null ? null : Failure.parse(JSON.parse(columns.failure)),
    elsewhere: columns.elsewhere,
    changeNumber: columns.change_number,
    clientName: columns.client_name,
    record: columns.record === null ? null : (JSON.parse(columns.record) as Customer),
  }
}

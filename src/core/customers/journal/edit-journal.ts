import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { EditableField, type CellEdit, type Customer } from '../../../contract/customer-record.ts'
import { Region } from '../../../contract/region.ts'
import { Failure } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { parseStoredCustomer } from '../cache/stored-customer.ts'

/** A change of one field that the service has not confirmed. */
export interface Edit {
  readonly id: string
  readonly scope: ConnectionRegion
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /** The service's value when the edit was made. If it has another value now, the field was changed elsewhere. */
  readonly before: string | null
  readonly state: CellEdit['state']
  /** Increases when the value is replaced, even while the previous value is being sent. */
  readonly revision: number
  /** Values that were sent and whose arrival is unknown, oldest first. Finding one of them is not a change by others. */
  readonly sent: readonly (string | null)[]
  readonly failure: Failure | null
  /** For a conflict: the service's value. */
  readonly elsewhere: string | null
  readonly changeNumber: number | null
  /** As the list shows it: a name that is being saved counts. */
  readonly clientName: string | null
  /** The last known record, after the service has deleted it. */
  readonly record: Customer | null
}

export interface NewEdit {
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  readonly before: string | null
  readonly clientName: string | null
  /** The entry in the change journal. Null for a value that is saved again (see `recent-saves.ts`). */
  readonly changeNumber: number | null
  /** The record was changed elsewhere before the edit was made, so the edit is not sent. */
  readonly conflict: { readonly elsewhere: string | null } | null
}

/** A customer record with changes to send. */
export type RecordToSend = ConnectionRegion & { readonly customerId: string }

/** Reads the edits that the service has not confirmed: at most one for each field. */
export interface EditReader {
  find(editId: string): Edit | null
  /** Whether the edit is still waiting to be sent with the same value. */
  isCurrent(edit: Edit): boolean
  findByField(scope: ConnectionRegion, customerId: string, field: EditableField): Edit | null
  /** In the order in which they are sent. */
  ofCustomer(scope: ConnectionRegion, customerId: string): Edit[]
  all(scope: ConnectionRegion): Edit[]
  /** Those that failed because the service no longer had their records. */
  ofVanished(scope: ConnectionRegion): Edit[]
  /** Whether there are any. */
  hasAny(scope: ConnectionRegion): boolean
  counts(scope: ConnectionRegion): { readonly pending: number; readonly failed: number; readonly conflicts: number }
  /** Records with edits to send, oldest edit first. */
  recordsToSend(connectionId: string, limit: number): RecordToSend[]
  /** Connections with edits or deletions to send. */
  connectionsToSend(): string[]
}

/** The table of edits. Only `edit-ledger.ts` writes to it, together with the change journal. */
export interface EditJournal extends EditReader {
  /** Adds an edit, or replaces the edit of the same field. */
  put(scope: ConnectionRegion, edit: NewEdit): void
  addSent(edit: Edit): void
  removeSent(edit: Edit): void
  setFailed(editId: string, failure: Failure, record: Customer | null): void
  setConflict(editId: string, elsewhere: string | null): void
  /** The service has another value than before, and this PC sent it. */
  setBefore(editId: string, before: string | null): void
  /** `overwrite`: the user has seen the service's value and replaces it. */
  setPending(editId: string, overwrite: boolean): void
  remove(editId: string): void
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

export function createEditJournal(database: Database): EditJournal {
  return { ...createEditReader(database), ...createEditWriter(database) }
}

function createEditReader(database: Database): EditReader {
  const select = (condition: string, params: readonly string[]): Edit[] =>
    database.all<EditColumns>(`SELECT * FROM customer_edit WHERE ${condition} ORDER BY number`, params).map(toEdit)
  const find = (editId: string): Edit | null => select('id = ?', [editId])[0] ?? null

  return {
    find,
    isCurrent({ id, revision }) {
      const current = find(id)
      return current !== null && current.state === 'pending' && current.revision === revision
    },
    findByField: (scope, customerId, field) =>
      select(`${inScope} AND customer_id = ? AND field = ?`, [...scopeParams(scope), customerId, field])[0] ?? null,
    ofCustomer: (scope, customerId) => select(`${inScope} AND customer_id = ?`, [...scopeParams(scope), customerId]),
    all: (scope) => select(inScope, scopeParams(scope)),
    ofVanished: (scope) => select(`${inScope} AND state = 'failed' AND record IS NOT NULL`, scopeParams(scope)),
    hasAny: (scope) =>
      database.get(`SELECT 1 FROM customer_edit WHERE ${inScope} LIMIT 1`, scopeParams(scope)) !== undefined,
    counts(scope) {
      const edits = new Map(
        database
          .all<{ state: string; edits: number }>(
            `SELECT state, count(*) AS edits FROM customer_edit INDEXED BY customer_edit_state WHERE ${inScope} GROUP BY state`,
            scopeParams(scope),
          )
          .map((row) => [row.state, row.edits]),
      )
      const count = (state: z.infer<typeof EditState>): number => edits.get(state) ?? 0
      return { pending: count('pending'), failed: count('failed'), conflicts: count('conflict') }
    },
    recordsToSend: (connectionId, limit) =>
      database
        .all<{ region: string; customer_id: string }>(
          `SELECT region, customer_id FROM customer_edit INDEXED BY customer_edit_state
           WHERE connection_id = ? AND state = 'pending' ORDER BY number LIMIT ?`,
          [connectionId, limit],
        )
        .map(({ region, customer_id: customerId }) => ({ connectionId, region: Region.parse(region), customerId })),
    connectionsToSend: () =>
      database
        .all<{ id: string }>(
          `SELECT DISTINCT connection_id AS id FROM customer_edit WHERE state = 'pending'
           UNION SELECT DISTINCT connection_id FROM bin WHERE pending = 1`,
        )
        .map(({ id }) => id),
  }
}

function createEditWriter(database: Database): Omit<EditJournal, keyof EditReader> {
  const updateSent = (
    editId: string,
    update: (sent: readonly (string | null)[]) => readonly (string | null)[],
  ): void => {
    const found = database.get<{ sent: string }>('SELECT sent FROM customer_edit WHERE id = ?', [editId])
    if (!found) return
    const sent = JSON.stringify(update(parseJson(SentValues, found.sent)))
    database.run('UPDATE customer_edit SET sent = ? WHERE id = ?', [sent, editId])
  }

  return {
    put(scope, edit) {
      database.run(
        `INSERT INTO customer_edit (id, connection_id, region, customer_id, field, value, before, state, elsewhere, change_number, client_name)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT value FROM customer_edit
           WHERE ${inScope} AND customer_id = ? AND field = 'clientName' AND field <> ? AND state = 'pending'), ?))
         ON CONFLICT (connection_id, region, customer_id, field) DO UPDATE SET value = excluded.value, before = excluded.before,
           state = excluded.state, elsewhere = excluded.elsewhere, failure = NULL, revision = revision + 1,
           change_number = excluded.change_number, client_name = excluded.client_name, record = NULL`,
        [
          randomBytes(8).toString('hex'),
          ...scopeParams(scope),
          edit.customerId,
          edit.field,
          edit.value,
          edit.before,
          edit.conflict ? 'conflict' : 'pending',
          edit.conflict?.elsewhere ?? null,
          edit.changeNumber,
          ...scopeParams(scope),
          edit.customerId,
          edit.field,
          edit.clientName,
        ],
      )
      if (edit.field !== 'clientName' || edit.value === null) return
      database.run(
        `UPDATE customer_edit SET client_name = ? WHERE ${inScope} AND customer_id = ? AND field <> 'clientName'`,
        [edit.value, ...scopeParams(scope), edit.customerId],
      )
    },
    addSent: (edit) => updateSent(edit.id, (sent) => [...sent, edit.value]),
    removeSent: (edit) => updateSent(edit.id, (sent) => sent.toSpliced(sent.lastIndexOf(edit.value), 1)),
    setFailed(editId, failure, record) {
      database.run(`UPDATE customer_edit SET state = 'failed', failure = ?, record = ? WHERE id = ?`, [
        JSON.stringify(failure),
        record === null ? null : JSON.stringify(record),
        editId,
      ])
    },
    setConflict(editId, elsewhere) {
      database.run(`UPDATE customer_edit SET state = 'conflict', elsewhere = ?, sent = '[]' WHERE id = ?`, [
        elsewhere,
        editId,
      ])
    },
    setBefore(editId, before) {
      database.run(`UPDATE customer_edit SET before = ?, sent = '[]' WHERE id = ?`, [before, editId])
    },
    setPending(editId, overwrite) {
      database.run(
        `UPDATE customer_edit SET state = 'pending', failure = NULL, record = NULL, revision = revision + 1, elsewhere = NULL,
           before = CASE WHEN ? AND state = 'conflict' THEN elsewhere ELSE before END WHERE id = ?`,
        [overwrite ? 1 : 0, editId],
      )
    },
    remove(editId) {
      database.run('DELETE FROM customer_edit WHERE id = ?', [editId])
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
    sent: parseJson(SentValues, columns.sent),
    failure: columns.failure === null ? null : parseJson(Failure, columns.failure),
    elsewhere: columns.elsewhere,
    changeNumber: columns.change_number,
    clientName: columns.client_name,
    record: columns.record === null ? null : parseStoredCustomer(columns.record),
  }
}

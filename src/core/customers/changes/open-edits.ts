import { z } from 'zod'
import { EditableField, type CellEdit, type Customer } from '../../../contract/customer-record.ts'
import { Region } from '../../../contract/region.ts'
import { Failure } from '../../../contract/failure.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { parseStoredCustomer } from '../cache/stored-customer.ts'

/** A change of one field that the service has not confirmed. */
export interface Edit {
  /** Stays when the value is replaced. */
  readonly id: string
  /** Of the change in the table: another one when the value is replaced, even while the previous value is being sent. */
  readonly number: number
  readonly scope: ConnectionRegion
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /** The service's value when the edit was made. If it has another value now, the field was changed elsewhere. */
  readonly before: string | null
  readonly state: CellEdit['state']
  /** Values that were sent and whose arrival is unknown, oldest first. Finding one of them is not a change by others. */
  readonly sent: readonly (string | null)[]
  readonly failure: Failure | null
  /** For a conflict: the service's value. */
  readonly elsewhere: string | null
  /** As the list shows it: a name that is being saved counts. */
  readonly clientName: string | null
  /** The last known record, after the service has deleted it. */
  readonly record: Customer | null
}

/** A customer record with changes to send. */
export type RecordToSend = ConnectionRegion & { readonly customerId: string }

/** Reads the edits that the service has not confirmed: at most one for each field. */
export type OpenEdits = ReturnType<typeof createOpenEdits>

interface EditColumns {
  readonly number: number
  readonly edit: number
  readonly connection_id: string
  readonly region: string
  readonly customer_id: string
  readonly field: string
  readonly after: string | null
  readonly base: string | null
  readonly state: string
  readonly sent: string
  readonly failure: string | null
  readonly elsewhere: string | null
  readonly client_name: string | null
  readonly record: string | null
}

const EditState = z.enum(['pending', 'failed', 'conflict'])
const SentValues = z.array(z.string().nullable())

// The indexes are named: SQLite would read the whole history of a customer.
const ofCustomer = `INDEXED BY customer_change_open WHERE ${inScope} AND customer_id = ? AND edit IS NOT NULL`
const inState = `INDEXED BY customer_change_state WHERE ${inScope} AND edit IS NOT NULL`

export function createOpenEdits(database: Database) {
  const select = (condition: string, params: readonly SqlValue[]): Edit[] =>
    database.all<EditColumns>(`SELECT * FROM customer_change ${condition} ORDER BY edit`, params).map(toEdit)
  const find = (editId: string): Edit | null =>
    select('WHERE edit = ? AND edit IS NOT NULL', [Number(editId)])[0] ?? null

  return {
    find,
    /** Whether the edit is still waiting to be sent with the same value. */
    isCurrent({ id, number }: Edit): boolean {
      const current = find(id)
      return current !== null && current.state === 'pending' && current.number === number
    },
    findByField: (scope: ConnectionRegion, customerId: string, field: EditableField): Edit | null =>
      select(`${ofCustomer} AND field = ?`, [...scopeParams(scope), customerId, field])[0] ?? null,
    /** In the order in which they are sent. */
    ofCustomer: (scope: ConnectionRegion, customerId: string): Edit[] =>
      select(ofCustomer, [...scopeParams(scope), customerId]),
    all: (scope: ConnectionRegion): Edit[] => select(inState, scopeParams(scope)),
    /** Those that failed because the service no longer had their records. */
    ofVanished: (scope: ConnectionRegion): Edit[] =>
      select(`${inState} AND state = 'failed' AND record IS NOT NULL`, scopeParams(scope)),
    /** Whether there are any. */
    hasAny: (scope: ConnectionRegion): boolean =>
      database.get(`SELECT 1 FROM customer_change ${inState} LIMIT 1`, scopeParams(scope)) !== undefined,
    counts(scope: ConnectionRegion): { readonly pending: number; readonly failed: number; readonly conflicts: number } {
      const rows = database.all<{ state: string; edits: number }>(
        `SELECT state, count(*) AS edits FROM customer_change ${inState} GROUP BY state`,
        scopeParams(scope),
      )
      const edits = new Map(rows.map((row) => [row.state, row.edits]))
      const count = (state: z.infer<typeof EditState>): number => edits.get(state) ?? 0
      return { pending: count('pending'), failed: count('failed'), conflicts: count('conflict') }
    },
    /** Records with edits to send, oldest edit first. */
    recordsToSend: (connectionId: string, limit: number): RecordToSend[] =>
      database.all(
        `SELECT connection_id AS connectionId, region, customer_id AS customerId
         FROM customer_change INDEXED BY customer_change_state
         WHERE connection_id = ? AND state = 'pending' AND edit IS NOT NULL ORDER BY edit LIMIT ?`,
        [connectionId, limit],
      ),
    /** Connections with edits or deletions to send. */
    connectionsToSend: (): string[] =>
      database.values<string>(
        `SELECT DISTINCT connection_id FROM customer_change WHERE state = 'pending' AND edit IS NOT NULL
           UNION SELECT DISTINCT connection_id FROM bin WHERE pending = 1`,
      ),
  }
}

export function toCellEdit({ id, field, value, state, failure, elsewhere }: Edit): CellEdit {
  return { editId: id, field, value, state, failure, elsewhere }
}

function toEdit(columns: EditColumns): Edit {
  return {
    id: String(columns.edit),
    number: columns.number,
    scope: { connectionId: columns.connection_id, region: Region.parse(columns.region) },
    customerId: columns.customer_id,
    field: EditableField.parse(columns.field),
    value: columns.after,
    before: columns.base,
    state: EditState.parse(columns.state),
    sent: parseJson(SentValues, columns.sent),
    failure: columns.failure === null ? null : parseJson(Failure, columns.failure),
    elsewhere: columns.elsewhere,
    clientName: columns.client_name,
    record: columns.record === null ? null : parseStoredCustomer(columns.record),
  }
}

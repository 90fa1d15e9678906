import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerChange } from '../../../contract/customers.ts'
import type { Database } from '../../database/database.ts'
import type { ChangeJournal } from '../journal/change-journal.ts'
import { referenceIn } from '../cache/customer-columns.ts'

export interface CustomerHistory {
  readonly uploads: { uploadId: string; name: string; row: number; at: string }[]
  readonly changes: CustomerChange[]
}

/** Of one customer: a hand’s work of years, and no more than can be looked through. */
const mostChanges = 500

/**
 * Where a customer came from and what was done to it on this PC, newest first. Its upload is known by the reference that it carries, or, for one
 * that was sent without references, by the id that it became.
 */
export function historyOf(
  database: Database,
  changes: ChangeJournal,
  scope: ConnectionRegion,
  customer: { readonly id: string; readonly additionalFields: Readonly<Record<string, unknown>> },
): CustomerHistory {
  const reference = referenceIn(customer.additionalFields)
  const uploads = database.all<{ uploadId: string; name: string; row: number; at: string }>(
    `SELECT u.id AS uploadId, u.name, r.row, u.created_at AS at FROM upload_row r JOIN upload u ON u.id = r.upload_id
     WHERE u.connection_id = ? AND (r.customer_id = ? OR (r.upload_id = ? AND r.row = ?)) ORDER BY u.created_at DESC, r.row`,
    [scope.connectionId, customer.id, reference?.uploadId ?? null, reference?.row ?? null],
  )
  const sent = uploads.map(({ uploadId, name, at, row }): CustomerChange => ({
    id: `upload-${uploadId}-${row}`,
    group: uploadId,
    at,
    customerId: customer.id,
    kind: 'uploaded',
    field: null,
    before: null,
    after: null,
    words: `Sent in “${name}”, row ${row.toLocaleString('en-AU')}`,
    undone: false,
  }))
  const all = [...changes.ofCustomer(scope, customer.id, mostChanges), ...sent]
  return { uploads, changes: all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) }
}

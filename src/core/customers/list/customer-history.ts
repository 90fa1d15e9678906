import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { findReference } from '../../service/row-reference.ts'
import { customerMessages } from '../customer-messages.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'

export interface CustomerHistory {
  readonly uploads: { uploadId: string; name: string; row: number; at: string }[]
  readonly changes: CustomerChange[]
}

/** The most changes of one customer that are shown. */
const maxChanges = 500

/**
 * Where a customer came from and what was done to it on this PC, newest first. Its upload is found by the reference that the record
 * carries, or, if it was uploaded without references, by the id that the service gave it.
 */
export function customerHistory(
  { database, dateFormat }: Pick<OpenStorage, 'database' | 'dateFormat'>,
  { ledger, reveals }: { readonly ledger: Pick<ChangeLedger, 'history'>; readonly reveals: RevealLog },
  scope: ConnectionRegion,
  customer: { readonly id: string; readonly additionalFields: Readonly<Record<string, unknown>> },
): CustomerHistory {
  const reference = findReference(customer)
  const uploads = database.all<{ uploadId: string; name: string; row: number; at: string }>(
    `SELECT u.id AS uploadId, u.name, r.row, u.created_at AS at
     FROM (SELECT upload_id, row FROM upload_customer WHERE customer_id = ? UNION SELECT ?, ?) r JOIN upload u ON u.id = r.upload_id
     WHERE u.connection_id = ? ORDER BY u.created_at DESC, r.row`,
    [customer.id, reference?.uploadId ?? null, reference?.row ?? null, scope.connectionId],
  )
  const uploaded = uploads.map(({ uploadId, name, at, row }): CustomerChange => ({
    id: `upload-${uploadId}-${row}`,
    group: uploadId,
    at,
    customerId: customer.id,
    kind: 'uploaded',
    field: null,
    before: null,
    after: null,
    words: customerMessages.importedFrom(name, row),
    undone: false,
  }))
  const all = [
    ...ledger.history(scope, customer.id, maxChanges, dateFormat()),
    ...reveals.ofCustomer(scope, customer.id, maxChanges),
    ...uploaded,
  ]
  return { uploads, changes: all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) }
}

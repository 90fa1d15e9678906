import type { Database } from '../database/database.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import { newRow, type JournalRow } from '../drafts/storage/row-pack.ts'
import { saveUnnamedCustomers } from './journal-statements.ts'
import type { RowPacks } from './row-packs.ts'
import type { BatchResult, Counters } from './upload-record.ts'

/** An upload that was made on another PC or by another program, as the service shows it. */
export interface NewElsewhereUpload extends ConnectionRegion {
  readonly id: string
  readonly remoteId: string
  readonly name: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly counters: Counters
}

/** What an upload made elsewhere keeps of a customer. */
export type ElsewhereCustomer = Pick<RemoteCustomer, 'id' | 'rego' | 'state' | 'vin' | 'clientName'>

/**
 * Uploads made elsewhere in the journal: one batch with the size that the service counts, no references, and rows for the
 * customers that were found.
 */
export function createElsewhereJournal(database: Database, packs: RowPacks, now: () => string) {
  return {
    /** The upload on this PC with this id at the service; null: none. */
    findByServiceId: ({ connectionId, region }: ConnectionRegion, remoteId: string): string | null =>
      database.value<string>(
        `SELECT u.id FROM upload u JOIN upload_batch b ON b.upload_id = u.id
         WHERE u.connection_id = ? AND u.region = ? AND u.state <> 'preparing' AND b.remote_id = ?`,
        [connectionId, region, remoteId],
      ),

    addElsewhere({ id, connectionId, region, remoteId, name, createdAt, counters }: NewElsewhereUpload): void {
      database.transaction(() => {
        database.run(
          `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header, rows_in_file,
             rows_excluded, paid_lookups, batch_size, made_elsewhere, state, created_at)
           VALUES (?, ?, ?, ?, '', 0, NULL, '[]', ?, 0, 0, 0, 1, 'open', ?)`,
          [id, connectionId, region, name, counters.uploaded, createdAt],
        )
        database.run(
          `INSERT INTO upload_batch (upload_id, number, state, remote_id, rows, uploaded, processed, errors, sent_at)
           VALUES (?, 1, 'processing', ?, ?, ?, ?, ?, ?)`,
          [id, remoteId, counters.uploaded, counters.uploaded, counters.processed, counters.errors, createdAt],
        )
      })
    },

    /** The service has received more customers since the last reading. */
    growElsewhere(uploadId: string, rows: number): void {
      database.transaction(() => {
        database.run('UPDATE upload SET rows_in_file = ? WHERE id = ?', [rows, uploadId])
        database.run('UPDATE upload_batch SET rows = ? WHERE upload_id = ?', [rows, uploadId])
      })
    },

    /** Saves customers as rows from `firstRow`, also when that was interrupted before. */
    addElsewhereRows(uploadId: string, firstRow: number, customers: readonly ElsewhereCustomer[]): void {
      database.transaction(() => {
        // What an interrupted reading has saved is read again.
        if (firstRow === 1) packs.remove(uploadId, 1)
        const rows = customers.map((customer, at): JournalRow => ({
          ...newRow,
          row: firstRow + at,
          input: inputOf(customer),
          original: [],
          outcome: 'accepted',
          customerId: customer.id,
        }))
        packs.addRows(uploadId, 1, rows)
        saveUnnamedCustomers(database, uploadId, rows)
      })
    },

    completeElsewhere(
      uploadId: string,
      state: 'complete' | 'cancelled',
      { accepted, failed, notProcessed, notSent }: BatchResult,
    ): void {
      database.run(
        `UPDATE upload_batch SET state = ?, accepted = ?, failed = ?, not_processed = ?, not_sent = ?, finished_at = ?
         WHERE upload_id = ?`,
        [state, accepted, failed, notProcessed, notSent, now(), uploadId],
      )
    },
  }
}

function inputOf({ rego, state, vin, clientName }: ElsewhereCustomer): CustomerInput {
  return {
    ...(rego !== null && { rego }),
    ...(state !== null && { state }),
    ...(vin !== null && { vin }),
    ...(clientName !== null && { client_name: clientName }),
  }
}

import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { vehicleKeys } from '../fields/vehicle-key.ts'
import type { CustomerInput } from '../service/service-client.ts'
import { toInput } from './journal-columns.ts'
import { uploadMessages } from './upload-messages.ts'

/** Rows that are not sent yet and whose car is, or may be, a customer. Each method is one transaction. */
export interface KnownRows {
  /** The next rows after `after` that are compared with the customers. Rows that the user wants to be sent are not among them. */
  rowsToCompare(
    uploadId: string,
    after: number,
    limit: number,
  ): { readonly row: number; readonly input: CustomerInput }[]
  /** The user wants these rows to be sent, once the upload continues. */
  markKnown(uploadId: string, rows: readonly number[]): void
  /** Moves rows from their batches to the excluded rows. */
  excludeKnown(uploadId: string, rows: readonly number[]): void
  /** The rows were compared with a refreshed customer list. */
  saveListCheck(uploadId: string, at: string): void
  confirmListAge(uploadId: string): void
}

/** Keys (`vehicleKeys`) of the car in a row. */
export function vehicleKeysOf({ rego, state, vin }: CustomerInput, region: Region): string[] {
  return vehicleKeys({
    rego: rego === undefined ? null : plateKey(rego),
    state: region === 'au' ? (state ?? null) : null,
    vin: vin ?? null,
  })
}

export function createKnownRows(database: Database): KnownRows {
  const exclude = (uploadId: string, row: number): void => {
    const found = database.get<{ batch: number; body: string; paid: number; region: Region }>(
      `SELECT r.batch, r.body, u.look_up_missing_vins AS paid, u.region FROM upload_row r JOIN upload u ON u.id = r.upload_id
       WHERE r.upload_id = ? AND r.row = ? AND r.batch IS NOT NULL AND r.outcome IS NULL`,
      [uploadId, row],
    )
    if (!found) return
    const { rego, state, vin } = toInput(found.body)
    const isPaidLookup = found.paid === 1 && rego !== undefined && vin === undefined && (found.region !== 'au' || state)
    database.run(
      `UPDATE upload_row SET batch = NULL, body = NULL, outcome = 'left-out', reason = ? WHERE upload_id = ? AND row = ?`,
      [uploadMessages.reasons.knownCustomer, uploadId, row],
    )
    database.run('UPDATE upload_batch SET rows = rows - 1 WHERE upload_id = ? AND number = ?', [uploadId, found.batch])
    database.run(
      `UPDATE upload SET rows_left_out = rows_left_out + 1, excluded_before_sending = excluded_before_sending + 1,
         paid_lookups = paid_lookups - ? WHERE id = ?`,
      [isPaidLookup ? 1 : 0, uploadId],
    )
  }

  return {
    rowsToCompare: (uploadId, after, limit) =>
      database
        .all<{ row: number; body: string }>(
          `SELECT row, body FROM upload_row WHERE upload_id = ? AND row > ? AND batch IS NOT NULL AND outcome IS NULL AND known = 0
           ORDER BY row LIMIT ?`,
          [uploadId, after, limit],
        )
        .map(({ row, body }) => ({ row, input: toInput(body) })),

    markKnown(uploadId, rows) {
      database.transaction(() => {
        for (const row of rows) {
          database.run('UPDATE upload_row SET known = 1 WHERE upload_id = ? AND row = ?', [uploadId, row])
        }
      })
    },

    excludeKnown(uploadId, rows) {
      database.transaction(() => {
        for (const row of rows) exclude(uploadId, row)
        database.run('DELETE FROM upload_batch WHERE upload_id = ? AND rows = 0', [uploadId])
      })
    },

    saveListCheck(uploadId, at) {
      database.run('UPDATE upload SET list_checked_at = ? WHERE id = ?', [at, uploadId])
    },

    confirmListAge(uploadId) {
      database.run('UPDATE upload SET list_age_confirmed = 1 WHERE id = ?', [uploadId])
    },
  }
}

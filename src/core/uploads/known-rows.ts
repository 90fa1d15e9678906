import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { vehicleKeys } from '../fields/vehicle-key.ts'
import type { CustomerInput } from '../service/service-client.ts'
import { isKnownIn, outcomeIn, type JournalRow } from '../drafts/storage/row-pack.ts'
import { toInput } from './journal-columns.ts'
import type { ReadPack, RowPacks } from './row-packs.ts'
import { uploadMessages } from './upload-messages.ts'

/** Rows that are not sent yet and whose car is, or may be, a customer. Each method is one transaction. */
export interface KnownRows {
  /**
   * The next rows after `after` that are compared with the customers, lowest first, at least `limit` unless they are the last.
   * Rows that the user wants to be sent are not among them.
   */
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

export function createKnownRows(database: Database, packs: RowPacks): KnownRows {
  /** Moves rows of one pack to the excluded rows. */
  const exclude = (uploadId: string, pack: ReadPack, excluded: ReadonlySet<number>): void => {
    const upload = database.get<{ paid: number; region: Region }>(
      'SELECT look_up_missing_vins AS paid, region FROM upload WHERE id = ?',
      [uploadId],
    )
    const isMoved = ({ row, outcome }: JournalRow): boolean => outcome === null && excluded.has(row)
    const moved = pack.rows.filter(isMoved)
    if (!upload || pack.batch === null || moved.length === 0) return
    const isPaidLookup = ({ body }: JournalRow): boolean => {
      const { rego, state, vin } = toInput(body ?? '{}')
      return upload.paid === 1 && rego !== undefined && vin === undefined && (upload.region !== 'au' || Boolean(state))
    }
    const reason = uploadMessages.reasons.knownCustomer
    packs.replace(
      pack.number,
      pack.rows.filter((row) => !isMoved(row)),
    )
    packs.addRows(
      uploadId,
      null,
      moved.map((row) => ({ ...row, body: null, outcome: 'excluded', reason })),
    )
    database.run('UPDATE upload_batch SET rows = rows - ? WHERE upload_id = ? AND number = ?', [
      moved.length,
      uploadId,
      pack.batch,
    ])
    database.run(
      `UPDATE upload SET rows_excluded = rows_excluded + ?, excluded_before_sending = excluded_before_sending + ?,
         paid_lookups = paid_lookups - ? WHERE id = ?`,
      [moved.length, moved.length, moved.filter(isPaidLookup).length, uploadId],
    )
  }

  return {
    rowsToCompare(uploadId, after, limit) {
      const found: { row: number; input: CustomerInput }[] = []
      for (const { number, numbers, states } of packs.unresolved(uploadId, after)) {
        // Batches do not overlap: the next one has higher row numbers.
        if (found.length >= limit) break
        const compared = new Set(
          numbers.filter(
            (row, at) => row > after && outcomeIn(states[at] ?? 0) === null && !isKnownIn(states[at] ?? 0),
          ),
        )
        if (compared.size === 0) continue
        for (const { row, body } of packs.read(number).rows) {
          if (compared.has(row) && body !== null) found.push({ row, input: toInput(body) })
        }
      }
      return found
    },

    markKnown(uploadId, rows) {
      const known = new Set(rows)
      database.transaction(() => {
        for (const pack of packs.withRows(uploadId, rows)) {
          packs.saveResults(
            pack.number,
            pack.batch,
            pack.rows.map((row) => (known.has(row.row) ? { ...row, known: true } : row)),
          )
        }
      })
    },

    excludeKnown(uploadId, rows) {
      const excluded = new Set(rows)
      database.transaction(() => {
        for (const pack of packs.withRows(uploadId, rows)) exclude(uploadId, pack, excluded)
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

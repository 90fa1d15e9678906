import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { vehicleKeys } from '../fields/vehicle-key.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { JournalRow, RowResults } from '../drafts/storage/row-pack.ts'
import type { OpenRow } from './journal-rows.ts'
import type { PackPlace, RowPacks } from './row-packs.ts'
import { uploadMessages } from './upload-messages.ts'
import { needsVinLookup } from './upload-vins.ts'

/** How a row that is not sent ends. */
export interface EndOfRow {
  readonly outcome: 'excluded' | 'updated'
  readonly reason: string
}

/** The end of a row whose car is already a customer. */
export const excludedAsKnown: EndOfRow = { outcome: 'excluded', reason: uploadMessages.reasons.knownCustomer }

/** Keys (`vehicleKeys`) of the car in a row. */
export function vehicleKeysOf({ rego, state, vin }: CustomerInput, region: Region): string[] {
  return vehicleKeys({
    rego: rego === undefined ? null : plateKey(rego),
    state: region === 'au' ? (state ?? null) : null,
    vin: vin ?? null,
  })
}

/** Rows that are not sent yet and whose car is, or may be, a customer. Each method is one transaction. */
export function createKnownRows(database: Database, packs: RowPacks) {
  /** Moves rows of one pack to the rows that are not sent. */
  const exclude = (uploadId: string, pack: PackPlace, ends: ReadonlyMap<number, EndOfRow>): void => {
    const upload = database.get<{ paid: number; region: Region }>(
      'SELECT look_up_missing_vins AS paid, region FROM upload WHERE id = ?',
      [uploadId],
    )
    const isMoved = ({ row, outcome }: JournalRow): boolean => outcome === null && ends.has(row)
    const { rows } = packs.read(pack.number)
    const moved = rows.filter(isMoved)
    if (!upload || pack.batch === null || moved.length === 0) return
    const updated = moved.filter(({ row }) => ends.get(row)?.outcome === 'updated').length
    const isPaidLookup = ({ input }: JournalRow): boolean => upload.paid === 1 && needsVinLookup(input, upload.region)
    packs.replace(
      uploadId,
      pack,
      rows.filter((row) => !isMoved(row)),
    )
    packs.addRows(
      uploadId,
      null,
      moved.map((row) => ({ ...row, ...ends.get(row.row) })),
    )
    database.run('UPDATE upload_batch SET rows = rows - ? WHERE upload_id = ? AND number = ?', [
      moved.length,
      uploadId,
      pack.batch,
    ])
    database.run(
      `UPDATE upload SET rows_excluded = rows_excluded + ?, rows_updated = rows_updated + ?, excluded_before_sending = excluded_before_sending + ?,
         paid_lookups = paid_lookups - ? WHERE id = ?`,
      [moved.length, updated, moved.length - updated, moved.filter(isPaidLookup).length, uploadId],
    )
  }

  return {
    /**
     * The next rows after `after` that are compared with the customers, lowest first, at least `limit` unless they are the last.
     * Rows that the user wants to be sent are not among them.
     */
    rowsToCompare(uploadId: string, after: number, limit: number): readonly Pick<OpenRow, 'row' | 'input'>[] {
      const found: OpenRow[] = []
      for (const { number, rows } of packs.unresolved(uploadId, after)) {
        // Batches do not overlap: the next one has higher row numbers.
        if (found.length >= limit) break
        const isCompared = ({ row, outcome, known }: RowResults): boolean => row > after && outcome === null && !known
        if (!rows.some(isCompared)) continue
        for (const row of packs.read(number).rows) {
          if (isCompared(row)) found.push({ row: row.row, input: row.input })
        }
      }
      return found
    },

    /** The user wants these rows to be sent, once the upload continues. */
    markKnown(uploadId: string, rows: readonly number[]): void {
      const known = new Set(rows)
      database.transaction(() => {
        for (const pack of packs.withRows(uploadId, rows)) {
          packs.change(pack, (row) => (known.has(row.row) ? { ...row, known: true } : row))
        }
      })
    },

    /** Moves rows from their batches to the rows that are not sent. `inTransaction` is called in the same transaction. */
    excludeKnown(uploadId: string, rows: ReadonlyMap<number, EndOfRow>, inTransaction?: () => void): void {
      database.transaction(() => {
        for (const pack of packs.withRows(uploadId, [...rows.keys()])) exclude(uploadId, pack, rows)
        database.run('DELETE FROM upload_batch WHERE upload_id = ? AND rows = 0', [uploadId])
        inTransaction?.()
      })
    },

    /** The rows were compared with a refreshed customer list. */
    saveListCheck(uploadId: string, at: string): void {
      database.run('UPDATE upload SET list_checked_at = ? WHERE id = ?', [at, uploadId])
    },

    confirmListAge(uploadId: string): void {
      database.run('UPDATE upload SET list_age_confirmed = 1 WHERE id = ?', [uploadId])
    },
  }
}

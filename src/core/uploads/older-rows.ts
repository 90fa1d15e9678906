import type { Database } from '../database/database.ts'
import { packJournalRows, type JournalRow, type StoredOutcome } from '../drafts/storage/row-pack.ts'
import { insertPack } from './pack-columns.ts'

/** Rows of uploads that an older version stored one by one, in the table `upload_row`. */
export interface OlderRows {
  /** Moves all rows of an upload into packs. Does nothing for an upload without such rows. */
  moveAll(uploadId: string): void
  /** Moves the rows of all uploads, a few at a time, each time in one transaction. */
  moveInPieces(mayContinue: () => Promise<boolean>): Promise<void>
}

interface OlderRow {
  readonly row: number
  readonly body: string | null
  readonly original: string
  readonly known: number
  readonly corrects_row: number | null
  readonly outcome: StoredOutcome | null
  readonly reason: string | null
  readonly customer_id: string | null
  readonly duplicate_id: string | null
}

/** Rows moved in one piece: a few milliseconds. */
const mostRows = 500

export function createOlderRows(database: Database): OlderRows {
  const left = new Set(
    database
      .all<{ id: string }>('SELECT id FROM upload WHERE EXISTS (SELECT 1 FROM upload_row WHERE upload_id = upload.id)')
      .map(({ id }) => id),
  )

  /** Moves the first rows of a batch; false: there are none left. */
  const moveSome = (uploadId: string): boolean =>
    database.transaction(() => {
      const first = database.get<{ batch: number | null }>(
        'SELECT batch FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? ORDER BY batch LIMIT 1',
        [uploadId],
      )
      if (!first) return false
      const rows = database.all<OlderRow>(
        `SELECT row, body, original, known, corrects_row, outcome, reason, customer_id, duplicate_id FROM upload_row
           INDEXED BY upload_row_batch WHERE upload_id = ? AND batch IS ? ORDER BY row LIMIT ?`,
        [uploadId, first.batch, mostRows],
      )
      insertPack(database, uploadId, first.batch, packJournalRows(rows.map(toJournalRow)))
      database.run('DELETE FROM upload_row WHERE upload_id = ? AND batch IS ? AND row BETWEEN ? AND ?', [
        uploadId,
        first.batch,
        rows[0]?.row ?? 0,
        rows.at(-1)?.row ?? 0,
      ])
      return true
    })

  return {
    moveAll(uploadId) {
      if (!left.has(uploadId)) return
      // It stays in the set: the transaction around this call may still be rolled back.
      while (moveSome(uploadId));
    },
    async moveInPieces(mayContinue) {
      for (const uploadId of left) {
        do if (!(await mayContinue())) return
        while (moveSome(uploadId))
        left.delete(uploadId)
      }
    },
  }
}

const toJournalRow = (columns: OlderRow): JournalRow => ({
  row: columns.row,
  body: columns.body,
  original: columns.original,
  known: columns.known === 1,
  correctsRow: columns.corrects_row,
  outcome: columns.outcome,
  reason: columns.reason,
  customerId: columns.customer_id,
  duplicateId: columns.duplicate_id,
})

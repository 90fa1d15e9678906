import type { Database } from '../database/database.ts'
import { cancelUnsentBatches, selectBatches } from './journal-statements.ts'

/** Changes to the size of batches that have not been accepted. Each method is one transaction. */
export interface BatchSizes {
  /** Divides this batch and all planned batches into batches of half its size. */
  halve(uploadId: string, batch: number): void
  /** Divides only this batch, for a refusal that may be about one of its rows instead of its size. */
  split(uploadId: string, batch: number): void
}

export function createBatchSizes(database: Database): BatchSizes {
  return {
    halve(uploadId, batch) {
      database.transaction(() => {
        const batches = selectBatches(database, uploadId).filter(
          ({ number, state }) => number === batch || state === 'planned',
        )
        const size = Math.max(1, Math.floor((batches.find(({ number }) => number === batch)?.rows ?? 2) / 2))
        const resent = batches.some((each) => each.resent === 1) ? 1 : 0
        const rows = database.all<{ row: number }>(
          `SELECT row FROM upload_row WHERE upload_id = ? AND outcome IS NULL AND (batch = ? OR batch IN
             (SELECT number FROM upload_batch WHERE upload_id = ? AND state = 'planned')) ORDER BY row`,
          [uploadId, batch, uploadId],
        )
        for (const { number } of batches) {
          database.run('DELETE FROM upload_batch WHERE upload_id = ? AND number = ?', [uploadId, number])
        }
        rows.forEach(({ row }, index) => {
          database.run('UPDATE upload_row SET batch = ? WHERE upload_id = ? AND row = ?', [
            batch + Math.floor(index / size),
            uploadId,
            row,
          ])
        })
        for (let first = 0; first < rows.length; first += size) {
          database.run(
            `INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`,
            [uploadId, batch + first / size, Math.min(size, rows.length - first), resent],
          )
        }
        database.run('UPDATE upload SET batch_size = ?, too_large_seen = 1 WHERE id = ?', [size, uploadId])
        cancelUnsentBatches(database, uploadId)
      })
    },

    split(uploadId, batch) {
      database.transaction(() => {
        const found = selectBatches(database, uploadId).find(({ number }) => number === batch)
        if (!found || found.rows < 2) throw new Error('A batch of one row cannot be split')
        const firstHalf = Math.ceil(found.rows / 2)
        const second = database.all<{ row: number }>(
          'SELECT row FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? ORDER BY row LIMIT -1 OFFSET ?',
          [uploadId, batch, firstHalf],
        )
        database.run('UPDATE upload_row SET batch = batch + 1 WHERE upload_id = ? AND batch > ?', [uploadId, batch])
        // Negative numbers first: the numbers must be unique after each row that the statement changes.
        database.run('UPDATE upload_batch SET number = -number - 1 WHERE upload_id = ? AND number > ?', [
          uploadId,
          batch,
        ])
        database.run('UPDATE upload_batch SET number = -number WHERE upload_id = ? AND number < 0', [uploadId])
        for (const { row } of second) {
          database.run('UPDATE upload_row SET batch = ? WHERE upload_id = ? AND row = ?', [batch + 1, uploadId, row])
        }
        database.run(
          `INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`,
          [uploadId, batch + 1, second.length, found.resent],
        )
        database.run(
          `UPDATE upload_batch SET state = 'planned', rows = ?, note = NULL WHERE upload_id = ? AND number = ?`,
          [firstHalf, uploadId, batch],
        )
        cancelUnsentBatches(database, uploadId)
      })
    },
  }
}

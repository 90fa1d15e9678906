import type { Database } from '../database/database.ts'
import { cancelUnsentBatches, selectBatches } from './journal-statements.ts'
import type { RowPacks } from './row-packs.ts'

/** Changes to the size of batches that have not been accepted. Each method is one transaction. */
export interface BatchSizes {
  /** Divides this batch and all planned batches into batches of half its size. */
  halve(uploadId: string, batch: number): void
  /** Divides only this batch; the second half is sent last. For a refusal that may be about one of its rows instead of its size. */
  split(uploadId: string, batch: number): void
}

export function createBatchSizes(database: Database, packs: RowPacks): BatchSizes {
  const lastNumber = (uploadId: string): number =>
    database.get<{ last: number | null }>('SELECT max(number) AS last FROM upload_batch WHERE upload_id = ?', [
      uploadId,
    ])?.last ?? 0
  const insertBatch = (uploadId: string, number: number, rows: number, resent: number): void => {
    database.run(`INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`, [
      uploadId,
      number,
      rows,
      resent,
    ])
  }

  return {
    halve(uploadId, batch) {
      database.transaction(() => {
        const batches = selectBatches(database, uploadId).filter(
          ({ number, state }) => number === batch || state === 'planned',
        )
        const size = Math.max(1, Math.floor((batches.find(({ number }) => number === batch)?.rows ?? 2) / 2))
        const resent = batches.some((each) => each.resent === 1) ? 1 : 0
        const rows = batches
          .flatMap(({ number }) => packs.ofBatch(uploadId, number))
          .flatMap((pack) => pack.rows)
          .toSorted((a, b) => a.row - b.row)
        for (const { number } of batches) {
          packs.remove(uploadId, number)
          database.run('DELETE FROM upload_batch WHERE upload_id = ? AND number = ?', [uploadId, number])
        }
        const free = freeNumbers(
          batches.map(({ number }) => number),
          lastNumber(uploadId),
        )
        for (let first = 0; first < rows.length; first += size) {
          const number = free()
          const piece = rows.slice(first, first + size)
          packs.addRows(uploadId, number, piece)
          insertBatch(uploadId, number, piece.length, resent)
        }
        database.run('UPDATE upload SET batch_size = ?, too_large_seen = 1 WHERE id = ?', [size, uploadId])
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    split(uploadId, batch) {
      database.transaction(() => {
        const found = selectBatches(database, uploadId).find(({ number }) => number === batch)
        if (!found || found.rows < 2) throw new Error('A batch of one row cannot be split')
        const firstHalf = Math.ceil(found.rows / 2)
        const rows = packs.ofBatch(uploadId, batch).flatMap((pack) => pack.rows)
        const second = rows.slice(firstHalf)
        // At the end: batches behind this one may be at the service, and their numbers are in use.
        const number = lastNumber(uploadId) + 1
        packs.remove(uploadId, batch)
        packs.addRows(uploadId, batch, rows.slice(0, firstHalf))
        packs.addRows(uploadId, number, second)
        insertBatch(uploadId, number, second.length, found.resent)
        database.run(
          `INSERT INTO upload_batch_note (upload_id, batch, at, note)
           SELECT upload_id, ?, at, note FROM upload_batch_note WHERE upload_id = ? AND batch = ? ORDER BY number`,
          [number, uploadId, batch],
        )
        database.run(
          `UPDATE upload_batch SET state = 'planned', rows = ?, note = NULL WHERE upload_id = ? AND number = ?`,
          [firstHalf, uploadId, batch],
        )
        cancelUnsentBatches(database, packs, uploadId)
      })
    },
  }
}

/** First the numbers of the divided batches, then those behind the last one. */
function freeNumbers(divided: readonly number[], last: number): () => number {
  const free = [...divided]
  let next = Math.max(last, ...divided)
  return () => free.shift() ?? (next += 1)
}

import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import { addBatchNote, cancelUnsentBatches, selectBatches, setBatchState } from './journal-statements.ts'
import type { RowPacks } from './row-packs.ts'

/** Changes to the size of batches that have not been accepted. Each method is one transaction. */
export function createBatchSizes(database: Database, clock: Clock, packs: RowPacks) {
  const lastNumber = (uploadId: string): number =>
    database.value<number>('SELECT max(number) FROM upload_batch WHERE upload_id = ?', [uploadId]) ?? 0
  const insertBatch = (uploadId: string, number: number, rows: number, resent: number): void => {
    database.run(`INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`, [
      uploadId,
      number,
      rows,
      resent,
    ])
  }

  /**
   * Gives a planned batch the number behind another. Where all batches behind that are planned, they move on, so that the rows stay in
   * order. Otherwise it is sent last: a number may be in use at the service.
   */
  const numberBehind = (uploadId: string, batch: number): number => {
    const later = selectBatches(database, uploadId).filter(({ number }) => number > batch)
    if (!later.every(({ state }) => state === 'planned')) return lastNumber(uploadId) + 1
    for (const [table, column] of [
      ['upload_pack', 'batch'],
      ['upload_batch_note', 'batch'],
      ['upload_batch', 'number'],
    ] as const) {
      const where = `WHERE upload_id = ? AND ${column}`
      // By negative numbers, because two batches never have the same one.
      database.run(`UPDATE ${table} SET ${column} = -${column} - 1 ${where} > ?`, [uploadId, batch])
      database.run(`UPDATE ${table} SET ${column} = -${column} ${where} < 0`, [uploadId])
    }
    return batch + 1
  }

  /** Divides this batch and all planned batches again. */
  const cut = (uploadId: string, size: number, batch: number): void => {
    const batches = selectBatches(database, uploadId).filter(
      ({ number, state }) => number === batch || state === 'planned',
    )
    const resent = batches.some((each) => each.resent === 1) ? 1 : 0
    const rows = batches.flatMap(({ number }) => packs.rowsOfBatch(uploadId, number)).toSorted((a, b) => a.row - b.row)
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
  }

  return {
    /**
     * Saves the size that the service accepts, and cuts all planned batches and the rejected one to it. `rejected` null: none of them is
     * larger.
     */
    limitSize(
      uploadId: string,
      size: number,
      rejected: { readonly batch: number; readonly note: string } | null,
    ): void {
      database.transaction(() => {
        database.run('UPDATE upload SET batch_size = ?, too_large_seen = 1 WHERE id = ?', [size, uploadId])
        if (rejected) cut(uploadId, size, rejected.batch)
        if (rejected) addBatchNote(database, uploadId, rejected.batch, clock.now(), rejected.note)
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    /**
     * Divides this batch alone: the rows for whose place in it `isFirst` is true are sent next, then the others. Both parts get the note and
     * are planned.
     */
    divide(uploadId: string, batch: number, isFirst: (index: number) => boolean, note: string): void {
      database.transaction(() => {
        const found = selectBatches(database, uploadId).find(({ number }) => number === batch)
        const rows = packs.rowsOfBatch(uploadId, batch)
        const first = rows.filter((_, index) => isFirst(index))
        const others = rows.filter((_, index) => !isFirst(index))
        if (!found || first.length === 0 || others.length === 0) throw new Error('A part of a batch has no rows')
        const number = numberBehind(uploadId, batch)
        packs.remove(uploadId, batch)
        packs.addRows(uploadId, batch, first)
        packs.addRows(uploadId, number, others)
        insertBatch(uploadId, number, others.length, found.resent)
        database.run('UPDATE upload_batch SET rows = ?, sent_at = NULL WHERE upload_id = ? AND number = ?', [
          first.length,
          uploadId,
          batch,
        ])
        addBatchNote(database, uploadId, batch, clock.now(), note)
        database.run(
          `INSERT INTO upload_batch_note (upload_id, batch, at, note)
           SELECT upload_id, ?, at, note FROM upload_batch_note WHERE upload_id = ? AND batch = ? ORDER BY number`,
          [number, uploadId, batch],
        )
        for (const part of [batch, number]) setBatchState(database, uploadId, part, 'planned', note)
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    /** Moves these rows of a planned batch to a new batch, unless they are all that it has. Returns their batch. */
    separate: (uploadId: string, batch: number, moved: { has(row: number): boolean }): number =>
      database.transaction(() => {
        const rows = packs.rowsOfBatch(uploadId, batch)
        const others = rows.filter(({ row }) => !moved.has(row))
        if (others.length === 0) return batch
        const number = lastNumber(uploadId) + 1
        packs.remove(uploadId, batch)
        packs.addRows(uploadId, batch, others)
        packs.addRows(
          uploadId,
          number,
          rows.filter(({ row }) => moved.has(row)),
        )
        insertBatch(uploadId, number, rows.length - others.length, 0)
        database.run('UPDATE upload_batch SET rows = ? WHERE upload_id = ? AND number = ?', [
          others.length,
          uploadId,
          batch,
        ])
        return number
      }),
  }
}

/** First the numbers of the divided batches, then those behind the last one. */
function freeNumbers(divided: readonly number[], last: number): () => number {
  const free = [...divided]
  let next = Math.max(last, ...divided)
  return () => free.shift() ?? (next += 1)
}

import { assertNever } from '../../contract/result.ts'
import type { RowOutcome } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import { setBatchState } from './journal-statements.ts'
import { uploadMessages } from './upload-messages.ts'
import type { BatchResult } from './upload-record.ts'

/** The result of one row. */
export interface RowResult {
  readonly row: number
  readonly outcome: 'accepted' | 'failed' | 'not-processed'
  readonly reason: string | null
  readonly customerId: string | null
}

/** Results of batches and their rows. Each method is one transaction. */
export interface BatchResults {
  completeBatch(uploadId: string, batch: number, state: 'complete' | 'cancelled', rows: readonly RowResult[]): void
  /** For a batch without references that the user says was received: its rows count as accepted. */
  completeUnseenBatch(uploadId: string, batch: number, note: string): void
  /** Rows found at the service after their batch was completed without them, or with another customer. */
  correctRows(uploadId: string, found: readonly { readonly row: number; readonly customerId: string }[]): void
  /**
   * Called before the duplicate is deleted at the service. Returns how many rows of the batch had a duplicate so far.
   */
  markDuplicate(uploadId: string, row: number, duplicateId: string): number
}

export function createBatchResults(database: Database): BatchResults {
  /** Counts a completed batch's results from its rows. */
  const updateTotals = (uploadId: string, batch: number): void => {
    const sums: Record<keyof BatchResult, number> = { accepted: 0, failed: 0, notProcessed: 0, notSent: 0 }
    const counted = database.all<{ outcome: RowOutcome | null; rows: number }>(
      'SELECT outcome, count(*) AS rows FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? GROUP BY outcome',
      [uploadId, batch],
    )
    for (const { outcome, rows } of counted) {
      switch (outcome) {
        case 'accepted':
        case 'failed':
          sums[outcome] = rows
          break
        case 'not-processed':
          sums.notProcessed = rows
          break
        case 'not-sent':
          sums.notSent = rows
          break
        case 'pending':
        case 'in-process':
        case 'left-out':
        case null:
          throw new Error('A completed batch has a row without a result')
        default:
          assertNever(outcome)
      }
    }
    database.run(
      'UPDATE upload_batch SET accepted = ?, failed = ?, not_processed = ?, not_sent = ? WHERE upload_id = ? AND number = ?',
      [sums.accepted, sums.failed, sums.notProcessed, sums.notSent, uploadId, batch],
    )
  }

  return {
    completeBatch(uploadId, batch, state, rows) {
      database.transaction(() => {
        for (const row of rows) {
          database.run(
            'UPDATE upload_row SET outcome = ?, reason = ?, customer_id = ? WHERE upload_id = ? AND row = ? AND batch = ?',
            [row.outcome, row.reason, row.customerId, uploadId, row.row, batch],
          )
        }
        database.run('UPDATE upload_batch SET state = ? WHERE upload_id = ? AND number = ?', [state, uploadId, batch])
        updateTotals(uploadId, batch)
      })
    },

    completeUnseenBatch(uploadId, batch, note) {
      database.transaction(() => {
        setBatchState(database, uploadId, batch, 'complete', note)
        database.run(`UPDATE upload_row SET outcome = 'accepted' WHERE upload_id = ? AND batch = ?`, [uploadId, batch])
        updateTotals(uploadId, batch)
      })
    },

    correctRows(uploadId, found) {
      database.transaction(() => {
        const changed = new Set<number>()
        for (const { row, customerId } of found) {
          const known = database.get<{ batch: number; outcome: RowOutcome | null; customer_id: string | null }>(
            'SELECT batch, outcome, customer_id FROM upload_row WHERE upload_id = ? AND row = ? AND batch IS NOT NULL',
            [uploadId, row],
          )
          if (!known || (known.outcome === 'accepted' && known.customer_id === customerId)) continue
          database.run(
            `UPDATE upload_row SET outcome = 'accepted', reason = NULL, customer_id = ? WHERE upload_id = ? AND row = ?`,
            [customerId, uploadId, row],
          )
          changed.add(known.batch)
        }
        for (const batch of changed) updateTotals(uploadId, batch)
      })
    },

    markDuplicate(uploadId, row, duplicateId) {
      return database.transaction(() => {
        database.run('UPDATE upload_row SET duplicate_id = ? WHERE upload_id = ? AND row = ?', [
          duplicateId,
          uploadId,
          row,
        ])
        const { batch, rows } = database.get<{ batch: number; rows: number }>(
          `SELECT batch, (SELECT count(*) FROM upload_row t INDEXED BY upload_row_batch WHERE t.upload_id = r.upload_id AND t.batch = r.batch AND t.duplicate_id IS NOT NULL) AS rows
           FROM upload_row r WHERE upload_id = ? AND row = ?`,
          [uploadId, row],
        ) ?? { batch: 0, rows: 0 }
        const note = uploadMessages.notes.duplicatesDeleted(rows)
        database.run('UPDATE upload_batch SET note = ? WHERE upload_id = ? AND number = ?', [note, uploadId, batch])
        return rows
      })
    },
  }
}

import { assertNever } from '../../contract/result.ts'
import type { RowOutcome } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import { addBatchNote, setBatchState } from './journal-statements.ts'
import { uploadMessages } from './upload-messages.ts'
import { createPaidLookups } from '../usage/paid-lookups.ts'
import type { BatchResult } from './upload-record.ts'

/** The result of one row; null: its customer may be listed later. */
export interface RowResult {
  readonly row: number
  readonly outcome: 'accepted' | 'failed' | 'not-processed' | null
  readonly reason: string | null
  readonly customerId: string | null
}

/** Results of batches and their rows. Each method is one transaction. */
export interface BatchResults {
  completeBatch(uploadId: string, batch: number, state: 'complete' | 'cancelled', rows: readonly RowResult[]): void
  /** For a batch without references that the user says was received. */
  completeUnseenBatch(uploadId: string, batch: number, rows: readonly RowResult[], note: string): void
  /**
   * The next rows of finished batches after `after` that are not known to be customers, or whose customer is not known, at
   * most `limit`.
   */
  unresolvedRows(uploadId: string, after: number, limit: number): readonly number[]
  /**
   * Rows of finished batches that were found at the service later, or with another customer. When a batch then has as many
   * rows without a result as the service counted errors, these have failed. Returns how many rows changed.
   */
  correctRows(uploadId: string, found: readonly FoundRow[]): number
  /** Notes that these rows have another customer, which is deleted or which the user keeps. */
  markDuplicates(uploadId: string, duplicates: readonly FoundRow[], decision: 'delete' | 'keep'): void
  /** The other customer of a row that was noted last; null: none. */
  duplicateOf(uploadId: string, row: number): string | null
}

/** A row and a customer at the service that refers to it. */
export interface FoundRow {
  readonly row: number
  readonly customerId: string
}

export function createBatchResults(database: Database, clock: Clock): BatchResults {
  const paidLookups = createPaidLookups(database, clock)
  /** Created customers whose VIN the service had to look up. A failed row counts as not charged. */
  const countPaidLookups = (uploadId: string, batch: number): void => {
    const counted = database.get<{ connectionId: string; rows: number }>(
      `SELECT u.connection_id AS connectionId, count(*) AS rows
       FROM upload_row r INDEXED BY upload_row_batch JOIN upload u ON u.id = r.upload_id
       WHERE r.upload_id = ? AND r.batch = ? AND u.look_up_missing_vins = 1 AND (r.outcome IS NULL OR r.outcome = 'accepted')
         AND r.body ->> 'rego' IS NOT NULL AND r.body ->> 'vin' IS NULL
         AND (u.region <> 'au' OR r.body ->> 'state' IS NOT NULL)
       GROUP BY u.connection_id`,
      [uploadId, batch],
    )
    if (counted) paidLookups.add(counted.connectionId, 'upload', counted.rows)
  }
  const saveEnd = (uploadId: string, batch: number): void => {
    database.run('UPDATE upload_batch SET finished_at = ? WHERE upload_id = ? AND number = ?', [
      clock.now().toISOString(),
      uploadId,
      batch,
    ])
  }

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
        case null:
          break
        case 'pending':
        case 'in-process':
        case 'left-out':
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

  const saveResults = (uploadId: string, batch: number, rows: readonly RowResult[]): void => {
    for (const { row, outcome, reason, customerId } of rows) {
      database.run(
        'UPDATE upload_row SET outcome = ?, reason = ?, customer_id = ? WHERE upload_id = ? AND row = ? AND batch = ?',
        [outcome, reason, customerId, uploadId, row, batch],
      )
    }
  }

  /** When all customers that the service counted have been found, the rows without a result have failed. */
  const failRest = (uploadId: string, batch: number): void => {
    const counted = database.get<{ errors: number; open: number }>(
      `SELECT errors, (SELECT count(*) FROM upload_row r INDEXED BY upload_row_batch
         WHERE r.upload_id = b.upload_id AND r.batch = b.number AND r.outcome IS NULL) AS open
       FROM upload_batch b WHERE upload_id = ? AND number = ?`,
      [uploadId, batch],
    )
    if (!counted || counted.open > counted.errors) return
    database.run(
      `UPDATE upload_row SET outcome = 'failed', reason = ? WHERE upload_id = ? AND batch = ? AND outcome IS NULL`,
      [uploadMessages.reasons.failed, uploadId, batch],
    )
  }

  /** A cancelled upload whose rows have all gone through is complete: the cancel came too late. */
  const completeCancelled = (uploadId: string): void => {
    database.run(
      `UPDATE upload SET state = 'complete' WHERE id = ? AND state = 'cancelled'
         AND NOT EXISTS (SELECT 1 FROM upload_batch WHERE upload_id = upload.id AND accepted + failed < rows)`,
      [uploadId],
    )
  }

  return {
    completeBatch(uploadId, batch, state, rows) {
      database.transaction(() => {
        saveResults(uploadId, batch, rows)
        database.run('UPDATE upload_batch SET state = ? WHERE upload_id = ? AND number = ?', [state, uploadId, batch])
        saveEnd(uploadId, batch)
        updateTotals(uploadId, batch)
        countPaidLookups(uploadId, batch)
      })
    },

    completeUnseenBatch(uploadId, batch, rows, note) {
      database.transaction(() => {
        setBatchState(database, uploadId, batch, 'complete', note)
        addBatchNote(database, uploadId, batch, clock.now(), note)
        saveResults(uploadId, batch, rows)
        saveEnd(uploadId, batch)
        updateTotals(uploadId, batch)
        countPaidLookups(uploadId, batch)
      })
    },

    unresolvedRows(uploadId, after, limit) {
      // Each part has its own index and limit, so that no call reads all rows of a long upload.
      const part = (index: string, condition: string): string =>
        `SELECT row FROM (SELECT row FROM upload_row INDEXED BY ${index} WHERE upload_id = ? AND row > ? AND ${condition}
           AND batch IN (SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('complete', 'cancelled'))
           ORDER BY row LIMIT ?)`
      const params = [uploadId, after, uploadId, limit]
      return database
        .all<{ row: number }>(
          `${part('upload_row_outcome', 'outcome IS NULL')} UNION ALL
           ${part('upload_row_without_customer', 'customer_id IS NULL AND batch IS NOT NULL AND outcome IS NOT NULL')}
           ORDER BY row LIMIT ?`,
          [...params, ...params, limit],
        )
        .map(({ row }) => row)
    },

    correctRows(uploadId, found) {
      return database.transaction(() => {
        const changed = new Set<number>()
        let rows = 0
        for (const { row, customerId } of found) {
          const known = database.get<{ batch: number; outcome: RowOutcome | null; customer_id: string | null }>(
            `SELECT r.batch, r.outcome, r.customer_id FROM upload_row r
             JOIN upload_batch b ON b.upload_id = r.upload_id AND b.number = r.batch
             WHERE r.upload_id = ? AND r.row = ? AND b.state IN ('complete', 'cancelled')`,
            [uploadId, row],
          )
          if (!known || (known.outcome === 'accepted' && known.customer_id === customerId)) continue
          database.run(
            `UPDATE upload_row SET outcome = 'accepted', reason = NULL, customer_id = ? WHERE upload_id = ? AND row = ?`,
            [customerId, uploadId, row],
          )
          rows += 1
          changed.add(known.batch)
        }
        for (const batch of changed) {
          failRest(uploadId, batch)
          updateTotals(uploadId, batch)
        }
        if (rows > 0) completeCancelled(uploadId)
        return rows
      })
    },

    markDuplicates(uploadId, duplicates, decision) {
      const { duplicatesDeleted, duplicatesKept } = uploadMessages.notes
      const note = decision === 'delete' ? duplicatesDeleted : duplicatesKept
      database.transaction(() => {
        for (const { row, customerId } of duplicates) {
          database.run('UPDATE upload_row SET duplicate_id = ? WHERE upload_id = ? AND row = ?', [
            customerId,
            uploadId,
            row,
          ])
        }
        const counted = database.all<{ batch: number; rows: number }>(
          `SELECT batch, count(*) AS rows FROM upload_row WHERE upload_id = ? AND duplicate_id IS NOT NULL
             AND batch IN (SELECT batch FROM upload_row WHERE upload_id = ? AND row IN (SELECT value FROM json_each(?)))
           GROUP BY batch`,
          [uploadId, uploadId, JSON.stringify(duplicates.map(({ row }) => row))],
        )
        for (const { batch, rows } of counted) {
          database.run('UPDATE upload_batch SET note = ? WHERE upload_id = ? AND number = ?', [
            note(rows),
            uploadId,
            batch,
          ])
          addBatchNote(database, uploadId, batch, clock.now(), note(rows))
        }
      })
    },

    duplicateOf: (uploadId, row) =>
      database.get<{ duplicate_id: string | null }>(
        'SELECT duplicate_id FROM upload_row WHERE upload_id = ? AND row = ?',
        [uploadId, row],
      )?.duplicate_id ?? null,
  }
}

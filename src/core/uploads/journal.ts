import { assertNever, type Failure } from '../../contract/result.ts'
import type { RowOutcome } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { RemoteUpload } from '../service/service-client.ts'
import { isFinished } from './upload-steps.ts'
import type { BatchColumns } from './journal-columns.ts'
import { createUploadCreation, type UploadCreation } from './journal-entry.ts'
import { createJournalQueries, type JournalQueries } from './journal-reading.ts'
import type { Counters, BatchResult } from './upload-record.ts'

export type { NewRow } from './journal-entry.ts'
export type { OpenRow, RemainderRow } from './journal-reading.ts'

/** What became of one row. */
export interface RowResult {
  readonly row: number
  readonly outcome: 'accepted' | 'failed' | 'not-processed'
  readonly reason: string | null
  readonly customerId: string | null
}

/**
 * The journal of uploads: what was to be sent, what was sent and what became of it. Each method is one durable transaction, so that a
 * program that is killed finds itself before or after it, never between. The sums hold after each.
 */
export interface Journal extends UploadCreation, JournalQueries {
  markSending(uploadId: string, batch: number): void
  markAccepted(uploadId: string, batch: number, remote: RemoteUpload): void
  markUnknown(uploadId: string, batch: number, note: string): void
  /** It was certainly not taken: planned again, or not sent at all when she has cancelled meanwhile. */
  markPlanned(
    uploadId: string,
    batch: number,
    options: { readonly resend: boolean; readonly note: string | null },
  ): void
  markRefused(uploadId: string, batch: number, failure: Failure): void
  /** Cuts this batch and all that follow it into batches of half its size. */
  halve(uploadId: string, batch: number): void
  /** Cuts this batch alone in two, for a refusal that is perhaps not for its size but for one of its rows. */
  split(uploadId: string, batch: number): void
  /** The batch arrived, under an upload id that is not known. */
  markFound(uploadId: string, batch: number, note: string): void
  /** Its upload id is no longer known to the service: followed by its references from here. */
  forgetRemote(uploadId: string, batch: number): void
  saveCounters(uploadId: string, batch: number, counters: Counters, cancelSent: boolean): void
  completeBatch(uploadId: string, batch: number, state: 'complete' | 'cancelled', rows: readonly RowResult[]): void
  /** She says that a batch arrived of which nothing else is known. */
  completeUnseenBatch(uploadId: string, batch: number, note: string): void
  /** Rows that were found at the service after their batch had been result without them, or under another id. */
  correct(uploadId: string, found: readonly { readonly row: number; readonly customerId: string }[]): void
  /** Written before the copy is deleted at the service. Returns how many rows of this upload had a second copy so far. */
  markDuplicate(uploadId: string, row: number, duplicateId: string): number

  stop(uploadId: string, failure: Failure): void
  /** Back to work: refused batches are planned again. */
  reopen(uploadId: string): void
  /** What was not sent is not going to be. */
  requestCancel(uploadId: string): void
  finish(uploadId: string): void
}

const cancelledReason = 'Cancelled before it was sent.'

export function createJournal(database: Database, clock: Clock): Journal {
  const reading = createJournalQueries(database)
  const { find } = reading
  const batchesOf = (uploadId: string): BatchColumns[] =>
    database.all<BatchColumns>('SELECT * FROM upload_batch WHERE upload_id = ? ORDER BY number', [uploadId])
  const setState = (uploadId: string, batch: number, state: string, note: string | null): void => {
    const { changes } = database.run('UPDATE upload_batch SET state = ?, note = ? WHERE upload_id = ? AND number = ?', [
      state,
      note,
      uploadId,
      batch,
    ])
    if (changes !== 1) throw new Error('A batch of an upload is missing from the journal')
  }

  /** Ends planned and refused batches of an upload that she has cancelled. */
  const cancelUnsent = (uploadId: string): void => {
    if (!find(uploadId)?.cancelRequested) return
    database.run(
      `UPDATE upload_row SET outcome = 'not-sent', reason = coalesce(
         (SELECT b.note FROM upload_batch b WHERE b.upload_id = upload_row.upload_id AND b.number = upload_row.batch AND b.state = 'refused'), ?)
       WHERE upload_id = ? AND outcome IS NULL
         AND batch IN (SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'refused'))`,
      [cancelledReason, uploadId, uploadId],
    )
    database.run(
      `UPDATE upload_batch SET state = 'cancelled', not_sent = rows WHERE upload_id = ? AND state IN ('planned', 'refused')`,
      [uploadId],
    )
  }

  /** Works the sums of a result batch out of its rows again. */
  const sumUp = (uploadId: string, batch: number): void => {
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
          throw new Error('A result batch holds a row that is not result')
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
    ...createUploadCreation(database, clock),
    ...reading,

    markSending: (uploadId, batch) => setState(uploadId, batch, 'sending', null),

    markAccepted(uploadId, batch, remote) {
      database.transaction(() => {
        setState(uploadId, batch, 'processing', null)
        database.run(
          'UPDATE upload_batch SET remote_id = ?, uploaded = ?, processed = ?, errors = ? WHERE upload_id = ? AND number = ?',
          [remote.id, remote.uploaded, remote.processed, remote.errors, uploadId, batch],
        )
      })
    },

    markUnknown: (uploadId, batch, note) => setState(uploadId, batch, 'unknown', note),

    markPlanned(uploadId, batch, { resend, note }) {
      database.transaction(() => {
        setState(uploadId, batch, 'planned', note)
        if (resend)
          database.run('UPDATE upload_batch SET resent = 1 WHERE upload_id = ? AND number = ?', [uploadId, batch])
        cancelUnsent(uploadId)
      })
    },

    markRefused(uploadId, batch, failure) {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', failure.message)
        database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ?`, [
          JSON.stringify(failure),
          uploadId,
        ])
        cancelUnsent(uploadId)
        // A cancelled upload has nothing left that she could mend: it goes on to its end.
        database.run(`UPDATE upload SET state = 'open', failure = NULL WHERE id = ? AND cancel_requested = 1`, [
          uploadId,
        ])
      })
    },

    halve(uploadId, batch) {
      database.transaction(() => {
        const recut = batchesOf(uploadId).filter(({ number, state }) => number === batch || state === 'planned')
        const size = Math.max(1, Math.floor((recut.find(({ number }) => number === batch)?.rows ?? 2) / 2))
        const resent = recut.some((each) => each.resent === 1) ? 1 : 0
        const rows = database.all<{ row: number }>(
          `SELECT row FROM upload_row WHERE upload_id = ? AND outcome IS NULL AND (batch = ? OR batch IN
             (SELECT number FROM upload_batch WHERE upload_id = ? AND state = 'planned')) ORDER BY row`,
          [uploadId, batch, uploadId],
        )
        for (const { number } of recut) {
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
        cancelUnsent(uploadId)
      })
    },

    split(uploadId, batch) {
      database.transaction(() => {
        const found = batchesOf(uploadId).find(({ number }) => number === batch)
        if (!found || found.rows < 2) throw new Error('A batch of one row cannot be split')
        const kept = Math.ceil(found.rows / 2)
        const second = database.all<{ row: number }>(
          'SELECT row FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? ORDER BY row LIMIT -1 OFFSET ?',
          [uploadId, batch, kept],
        )
        database.run('UPDATE upload_row SET batch = batch + 1 WHERE upload_id = ? AND batch > ?', [uploadId, batch])
        // By way of negative numbers, for no two may be the same at any moment.
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
          [kept, uploadId, batch],
        )
        cancelUnsent(uploadId)
      })
    },

    markFound: (uploadId, batch, note) => setState(uploadId, batch, 'processing', note),

    forgetRemote(uploadId, batch) {
      database.run('UPDATE upload_batch SET remote_id = NULL WHERE upload_id = ? AND number = ?', [uploadId, batch])
    },

    saveCounters(uploadId, batch, counters, cancelSent) {
      database.run(
        'UPDATE upload_batch SET uploaded = ?, processed = ?, errors = ?, cancel_asked = ? WHERE upload_id = ? AND number = ?',
        [counters.uploaded, counters.processed, counters.errors, cancelSent ? 1 : 0, uploadId, batch],
      )
    },

    completeBatch(uploadId, batch, state, rows) {
      database.transaction(() => {
        for (const row of rows) {
          database.run(
            'UPDATE upload_row SET outcome = ?, reason = ?, customer_id = ? WHERE upload_id = ? AND row = ? AND batch = ?',
            [row.outcome, row.reason, row.customerId, uploadId, row.row, batch],
          )
        }
        database.run('UPDATE upload_batch SET state = ? WHERE upload_id = ? AND number = ?', [state, uploadId, batch])
        sumUp(uploadId, batch)
      })
    },

    completeUnseenBatch(uploadId, batch, note) {
      database.transaction(() => {
        setState(uploadId, batch, 'complete', note)
        database.run(`UPDATE upload_row SET outcome = 'accepted' WHERE upload_id = ? AND batch = ?`, [uploadId, batch])
        sumUp(uploadId, batch)
      })
    },

    correct(uploadId, found) {
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
        for (const batch of changed) sumUp(uploadId, batch)
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
        const note =
          rows === 1
            ? 'One row had reached the service twice after an answer was lost. The second copy was deleted.'
            : `${rows} rows had reached the service twice after an answer was lost. The second copies were deleted.`
        database.run('UPDATE upload_batch SET note = ? WHERE upload_id = ? AND number = ?', [note, uploadId, batch])
        return rows
      })
    },

    stop(uploadId, failure) {
      database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ? AND finished_at IS NULL`, [
        JSON.stringify(failure),
        uploadId,
      ])
    },

    reopen(uploadId) {
      database.transaction(() => {
        database.run(`UPDATE upload SET state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`, [
          uploadId,
        ])
        database.run(
          `UPDATE upload_batch SET state = 'planned', note = NULL WHERE upload_id = ? AND state = 'refused'`,
          [uploadId],
        )
      })
    },

    requestCancel(uploadId) {
      database.transaction(() => {
        database.run(
          `UPDATE upload SET cancel_requested = 1, state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`,
          [uploadId],
        )
        cancelUnsent(uploadId)
      })
    },

    finish(uploadId) {
      database.transaction(() => {
        const upload = find(uploadId)
        if (!upload || !upload.batches.every(isFinished))
          throw new Error('An upload cannot end before all its batches are result')
        database.run('UPDATE upload SET state = ?, failure = NULL, finished_at = ? WHERE id = ?', [
          upload.cancelRequested ? 'cancelled' : 'complete',
          clock.now().toISOString(),
          uploadId,
        ])
      })
    },
  }
}

import type { Failure } from '../../contract/result.ts'
import type { BatchState } from '../../contract/upload-batch.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { RemoteUpload } from '../service/service-client.ts'
import { createBatchHistory, type BatchHistory } from './batch-history.ts'
import { createBatchResults, type BatchResults } from './batch-results.ts'
import { createBatchSizes, type BatchSizes } from './batch-sizes.ts'
import { createUploadCreation, type UploadCreation } from './upload-creation.ts'
import { createKnownRows, type KnownRows } from './known-rows.ts'
import { createJournalQueries, type JournalQueries } from './journal-queries.ts'
import { createJournalRows, type JournalRows } from './journal-rows.ts'
import {
  addBatchNote,
  batchMissing,
  cancelUnsentBatches,
  discardDraft,
  endUnsentBatches,
  selectBatches,
  setBatchState,
} from './journal-statements.ts'
import { createElsewhereJournal, type ElsewhereJournal } from './elsewhere-journal.ts'
import { createUploadChanges, type UploadChanges } from './upload-changes.ts'
import { createRowPacks } from './row-packs.ts'
import { endedAs, isFinished } from './upload-steps.ts'
import type { Counters } from './upload-record.ts'

/**
 * The durable journal of uploads: what is to be sent, what was sent, and each row's result. Each method is one
 * transaction, so a program that is killed restarts before or after it. The sums of `UploadRows` are true after each.
 */
export interface Journal
  extends
    UploadCreation,
    JournalQueries,
    JournalRows,
    BatchSizes,
    BatchResults,
    BatchHistory,
    KnownRows,
    UploadChanges,
    ElsewhereJournal {
  /** Must be called before the request is sent. */
  markSending(uploadId: string, batch: number): void
  markAccepted(uploadId: string, batch: number, remote: RemoteUpload, counters: Counters): void
  markUnknown(uploadId: string, batch: number, note: string): void
  /** For a batch that was certainly not accepted: planned again, or not sent when the user has cancelled. */
  markPlanned(
    uploadId: string,
    batch: number,
    options: { readonly resend: boolean; readonly note: string | null },
  ): void
  markRefused(uploadId: string, batch: number, failure: Failure): void
  /** For a batch of rows that the service rejects: they wait for the user. `reasonOf`: by the place in the batch. */
  markRowsRejected(uploadId: string, batch: number, note: string, reasonOf: (index: number) => string): void
  /** Ends the rejected rows as not sent, each with its reason. */
  leaveOutRejected(uploadId: string): void
  /** For a batch that the service received under an unknown upload id. */
  markFound(uploadId: string, batch: number, note: string): void
  /** For a batch whose upload id the service no longer has: from now on it is followed by its references. */
  forgetRemote(uploadId: string, batch: number): void
  saveCounters(uploadId: string, batch: number, counters: Counters, cancelSent: boolean): void
  /**
   * For an upload whose references the service does not give back: from now on it is one without references. Its lost batches get
   * the note.
   */
  forgetReferences(uploadId: string, note: string): void

  stop(uploadId: string, failure: Failure): void
  /** Continues a stopped or paused upload: its refused batches are planned again. */
  reopen(uploadId: string): void
  /** Unsent batches end as not sent. */
  requestCancel(uploadId: string): void
  finish(uploadId: string): void
  /** The user has undone the upload. */
  markUndone(uploadId: string): void
}

export function createJournal(database: Database, clock: Clock): Journal {
  const queries = createJournalQueries(database, clock)
  const packs = createRowPacks(database)
  const history = createBatchHistory(database)
  const setState = (uploadId: string, batch: number, state: BatchState, note: string | null): void =>
    database.transaction(() => {
      setBatchState(database, uploadId, batch, state, note)
      if (note !== null) addBatchNote(database, uploadId, batch, clock.now(), note)
    })

  return {
    ...createUploadCreation(database, clock, packs),
    ...queries,
    ...createJournalRows(database, packs),
    ...createBatchSizes(database, clock, packs),
    ...createBatchResults(database, clock, packs),
    ...history,
    ...createKnownRows(database, packs),
    ...createUploadChanges(database, clock),
    ...createElsewhereJournal(database, packs, () => clock.now().toISOString()),

    markSending(uploadId, batch) {
      const { changes } = database.run(
        `UPDATE upload_batch SET state = 'sending', note = NULL, sent_at = ? WHERE upload_id = ? AND number = ?`,
        [clock.now().toISOString(), uploadId, batch],
      )
      if (changes !== 1) throw new Error(batchMissing)
    },

    markAccepted(uploadId, batch, remote, counters) {
      database.transaction(() => {
        setState(uploadId, batch, 'processing', null)
        discardDraft(database, uploadId)
        history.saveServiceRecord(uploadId, batch, remote)
        database.run(
          'UPDATE upload_batch SET remote_id = ?, uploaded = ?, processed = ?, errors = ? WHERE upload_id = ? AND number = ?',
          [remote.id, counters.uploaded, counters.processed, counters.errors, uploadId, batch],
        )
      })
    },

    markUnknown(uploadId, batch, note) {
      database.transaction(() => {
        setState(uploadId, batch, 'unknown', note)
        discardDraft(database, uploadId)
      })
    },

    markPlanned(uploadId, batch, { resend, note }) {
      database.transaction(() => {
        setState(uploadId, batch, 'planned', note)
        database.run('UPDATE upload_batch SET sent_at = NULL WHERE upload_id = ? AND number = ?', [uploadId, batch])
        if (resend)
          database.run('UPDATE upload_batch SET resent = 1 WHERE upload_id = ? AND number = ?', [uploadId, batch])
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    markRefused(uploadId, batch, failure) {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', failure.message)
        database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ?`, [
          JSON.stringify(failure),
          uploadId,
        ])
        cancelUnsentBatches(database, packs, uploadId)
        // A cancelled upload has nothing left to fix, so it continues to its end.
        database.run(`UPDATE upload SET state = 'open', failure = NULL WHERE id = ? AND cancel_requested = 1`, [
          uploadId,
        ])
      })
    },

    markRowsRejected(uploadId, batch, note, reasonOf) {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', note)
        let index = 0
        for (const pack of packs.results(uploadId, batch)) {
          packs.change(pack, (row) => ({ ...row, reason: reasonOf(index++) }))
        }
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    leaveOutRejected(uploadId) {
      database.transaction(() => endUnsentBatches(database, packs, uploadId, ['refused']))
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

    forgetReferences(uploadId, note) {
      database.transaction(() => {
        database.run('UPDATE upload SET reference_key = NULL WHERE id = ?', [uploadId])
        for (const { number, state } of selectBatches(database, uploadId)) {
          if (state === 'unknown') setState(uploadId, number, 'unknown', note)
        }
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
        database.run(
          `UPDATE upload SET state = 'open', paused = 0, failure = NULL WHERE id = ? AND finished_at IS NULL`,
          [uploadId],
        )
        database.run(
          `UPDATE upload_batch SET state = 'planned', note = NULL WHERE upload_id = ? AND state = 'refused'`,
          [uploadId],
        )
      })
    },

    requestCancel(uploadId) {
      database.transaction(() => {
        database.run(
          `UPDATE upload SET cancel_requested = 1, paused = 0, state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`,
          [uploadId],
        )
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    markUndone(uploadId) {
      database.run('UPDATE upload SET undone_at = ? WHERE id = ?', [clock.now().toISOString(), uploadId])
    },

    finish(uploadId) {
      database.transaction(() => {
        const upload = queries.find(uploadId)
        if (!upload || !upload.batches.every(isFinished))
          throw new Error('An upload cannot finish before all its batches have')
        database.run('UPDATE upload SET state = ?, failure = NULL, finished_at = ? WHERE id = ?', [
          endedAs(upload),
          clock.now().toISOString(),
          uploadId,
        ])
        noteTeamWork(database, 'upload', [uploadId])
        discardDraft(database, uploadId)
      })
    },
  }
}

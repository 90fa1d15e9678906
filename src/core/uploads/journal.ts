import { z } from 'zod'
import type { Failure } from '../../contract/result.ts'
import type { BatchState, UploadBatch } from '../../contract/upload-batch.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { RemoteUpload } from '../service/service-client.ts'
import { createBatchResults, createLaterResults } from './batch-results.ts'
import { createBatchSizes } from './batch-sizes.ts'
import { createUploadCreation } from './upload-creation.ts'
import { createKnownRows } from './known-rows.ts'
import { createJournalQueries } from './journal-queries.ts'
import { createJournalRows } from './journal-rows.ts'
import {
  addBatchNote,
  batchMissing,
  cancelUnsentBatches,
  discardDraft,
  endUnsentBatches,
  selectBatches,
  setBatchState,
} from './journal-statements.ts'
import { createUploadAccounts } from './upload-accounts.ts'
import { createUploadChanges } from './upload-changes.ts'
import { createRowPacks } from './row-packs.ts'
import { endedAs, isFinished } from './upload-steps.ts'
import type { Counters } from './upload-record.ts'
import type { ServiceUpload } from '../../contract/upload-history.ts'
import { parseJson } from '../database/parse-json.ts'
import { detailsOf } from '../details/details.ts'

export type Journal = ReturnType<typeof createJournal>

/**
 * The durable journal of uploads: what is to be sent, what was sent, and each row's result. Each method is one
 * transaction, so a program that is killed restarts before or after it. The sums of `UploadRows` are true after each.
 */
export function createJournal(database: Database, clock: Clock) {
  const queries = createJournalQueries(database, clock)
  const packs = createRowPacks(database)
  const history = createBatchHistory(database)
  const accounts = createUploadAccounts(database, packs)
  const setState = (uploadId: string, batch: number, state: BatchState, note: string | null): void =>
    database.transaction(() => {
      setBatchState(database, uploadId, batch, state, note)
      if (note !== null) addBatchNote(database, uploadId, batch, clock.now(), note)
    })

  return {
    ...createUploadCreation(database, clock, packs),
    ...queries,
    ...accounts,
    ...createJournalRows(database, packs, accounts.joinedRows),
    ...createBatchSizes(database, clock, packs),
    ...createBatchResults(database, clock, packs),
    ...createLaterResults(database, clock, packs),
    ...history,
    ...createKnownRows(database, packs),
    ...createUploadChanges(database, clock, packs),

    /** Must be called before the request is sent. */
    markSending(uploadId: string, batch: number): void {
      const { changes } = database.run(
        `UPDATE upload_batch SET state = 'sending', note = NULL, sent_at = ? WHERE upload_id = ? AND number = ?`,
        [clock.now().toISOString(), uploadId, batch],
      )
      if (changes !== 1) throw new Error(batchMissing)
    },

    markAccepted(uploadId: string, batch: number, remote: RemoteUpload, counters: Counters): void {
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

    markUnknown(uploadId: string, batch: number, note: string): void {
      database.transaction(() => {
        setState(uploadId, batch, 'unknown', note)
        discardDraft(database, uploadId)
      })
    },

    /** For a batch that was certainly not accepted: planned again, or not sent when the user has cancelled. */
    markPlanned(
      uploadId: string,
      batch: number,
      { resend, note }: { readonly resend: boolean; readonly note: string | null },
    ): void {
      database.transaction(() => {
        setState(uploadId, batch, 'planned', note)
        database.run(
          'UPDATE upload_batch SET sent_at = NULL, resent = max(resent, ?) WHERE upload_id = ? AND number = ?',
          [resend ? 1 : 0, uploadId, batch],
        )
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    markRefused(uploadId: string, batch: number, failure: Failure): void {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', failure.message)
        cancelUnsentBatches(database, packs, uploadId)
        // A cancelled upload has nothing left to fix, so it continues to its end.
        database.run(
          `UPDATE upload SET state = iif(cancel_requested, 'open', 'stopped'), failure = iif(cancel_requested, NULL, ?) WHERE id = ?`,
          [JSON.stringify(failure), uploadId],
        )
      })
    },

    /** For a batch of rows that the service rejects: they wait for the user. `reasonOf`: by the place in the batch. */
    markRowsRejected(uploadId: string, batch: number, note: string, reasonOf: (index: number) => string): void {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', note)
        let index = 0
        for (const pack of packs.results(uploadId, batch)) {
          packs.change(pack, (row) => ({ ...row, reason: reasonOf(index++) }))
        }
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    /** Ends the rejected rows as not sent, each with its reason. */
    leaveOutRejected: (uploadId: string): void =>
      database.transaction(() => endUnsentBatches(database, packs, uploadId, ['refused'])),

    /** For a batch that the service received under an unknown upload id. */
    markFound: (uploadId: string, batch: number, note: string): void => setState(uploadId, batch, 'processing', note),

    /** For a batch whose upload id the service no longer has: from now on it is followed by its references. */
    forgetRemote(uploadId: string, batch: number): void {
      database.run('UPDATE upload_batch SET remote_id = NULL WHERE upload_id = ? AND number = ?', [uploadId, batch])
    },

    saveCounters(uploadId: string, batch: number, counters: Counters, cancelSent: boolean): void {
      database.run(
        'UPDATE upload_batch SET uploaded = ?, processed = ?, errors = ?, cancel_asked = ? WHERE upload_id = ? AND number = ?',
        [counters.uploaded, counters.processed, counters.errors, cancelSent ? 1 : 0, uploadId, batch],
      )
    },

    /**
     * For an upload whose references the service does not give back: from now on it is one without references. Its lost batches get
     * the note.
     */
    forgetReferences(uploadId: string, note: string): void {
      database.transaction(() => {
        database.run('UPDATE upload SET reference_key = NULL WHERE id = ?', [uploadId])
        for (const { number, state } of selectBatches(database, uploadId)) {
          if (state === 'unknown') setState(uploadId, number, 'unknown', note)
        }
      })
    },

    finish(uploadId: string): void {
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

/** What is saved of the service's record of a batch, beside its counters. */
const ServiceRecord = z.object({
  id: z.string(),
  createdAt: z.string().optional(),
  other: z.record(z.string(), z.unknown()).optional(),
})

/** What remains known of a batch after its state has changed. */
function createBatchHistory(database: Database) {
  return {
    /** Saves the service's record of a batch. It stays when the batch is followed without it later. */
    saveServiceRecord(uploadId: string, batch: number, { id, createdAt, other }: RemoteUpload): void {
      const record = JSON.stringify({ id, createdAt, other })
      database.run(
        'UPDATE upload_batch SET service_record = ? WHERE upload_id = ? AND number = ? AND service_record IS NOT ?',
        [record, uploadId, batch, record],
      )
    },

    serviceUploads: (uploadId: string): ServiceUpload[] =>
      database
        .all<{ number: number; service_record: string }>(
          `SELECT number, coalesce(service_record, json_object('id', remote_id)) AS service_record FROM upload_batch
           WHERE upload_id = ? AND coalesce(service_record, remote_id) IS NOT NULL ORDER BY number`,
          [uploadId],
        )
        .map(({ number, service_record: record }) => {
          const { id, createdAt, other } = parseJson(ServiceRecord, record)
          return { batch: number, id, createdAt: createdAt || null, details: detailsOf(other ?? {}) }
        }),

    /** By batch, oldest first. */
    notes(uploadId: string): ReadonlyMap<number, UploadBatch['notes']> {
      const notes = new Map<number, UploadBatch['notes']>()
      for (const { batch, at, note } of database.all<{ batch: number; at: string; note: string }>(
        'SELECT batch, at, note FROM upload_batch_note WHERE upload_id = ? ORDER BY number',
        [uploadId],
      )) {
        notes.set(batch, [...(notes.get(batch) ?? []), { at, text: note }])
      }
      return notes
    },
  }
}

import type { Database } from '../database/database.ts'
import type { BatchColumns } from './journal-columns.ts'
import { uploadMessages } from './upload-messages.ts'

export function selectBatches(database: Database, uploadId: string): BatchColumns[] {
  return database.all<BatchColumns>('SELECT * FROM upload_batch WHERE upload_id = ? ORDER BY number', [uploadId])
}

export function setBatchState(
  database: Database,
  uploadId: string,
  batch: number,
  state: string,
  note: string | null,
): void {
  const { changes } = database.run('UPDATE upload_batch SET state = ?, note = ? WHERE upload_id = ? AND number = ?', [
    state,
    note,
    uploadId,
    batch,
  ])
  if (changes !== 1) throw new Error('A batch of an upload is missing from the journal')
}

/** Removes the draft that was kept for withdrawing an upload: something of it may be at the service, or it has ended. */
export function discardDraft(database: Database, uploadId: string): void {
  database.run('DELETE FROM draft WHERE upload_id = ?', [uploadId])
}

/** Adds a note to what is known of a batch. Its state may change later, the note stays. */
export function addBatchNote(database: Database, uploadId: string, batch: number, at: Date, note: string): void {
  database.run('INSERT INTO upload_batch_note (upload_id, batch, at, note) VALUES (?, ?, ?, ?)', [
    uploadId,
    batch,
    at.toISOString(),
    note,
  ])
}

/** Ends the planned and refused batches of an upload that the user has cancelled. Does nothing for any other upload. */
export function cancelUnsentBatches(database: Database, uploadId: string): void {
  const upload = database.get<{ cancel_requested: number }>(
    `SELECT cancel_requested FROM upload WHERE id = ? AND state <> 'preparing'`,
    [uploadId],
  )
  if (upload?.cancel_requested !== 1) return
  database.run(
    `UPDATE upload_row SET outcome = 'not-sent', reason = coalesce(
       (SELECT b.note FROM upload_batch b WHERE b.upload_id = upload_row.upload_id AND b.number = upload_row.batch AND b.state = 'refused'), ?)
     WHERE upload_id = ? AND outcome IS NULL
       AND batch IN (SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'refused'))`,
    [uploadMessages.reasons.notSent, uploadId, uploadId],
  )
  database.run(
    `UPDATE upload_batch SET state = 'cancelled', not_sent = rows WHERE upload_id = ? AND state IN ('planned', 'refused')`,
    [uploadId],
  )
}

import type { Database, SqlValue } from '../database/database.ts'
import {
  batchColumns,
  toBatch,
  toUpload,
  uploadColumns,
  type BatchColumns,
  type UploadColumns,
} from './journal-columns.ts'
import type { RowPacks } from './row-packs.ts'
import type { UploadRecord } from './upload-record.ts'

/** Uploads with a condition, without those that are not published yet. */
export function selectUploads(
  database: Database,
  condition: string,
  order: string,
  params: readonly SqlValue[],
): UploadColumns[] {
  return database.all<UploadColumns>(
    `SELECT ${uploadColumns} FROM upload
     WHERE state <> 'preparing' AND ${condition} ORDER BY ${order}`,
    params,
  )
}

export function selectBatches(database: Database, uploadId: string): BatchColumns[] {
  return database.all<BatchColumns>(`SELECT ${batchColumns} FROM upload_batch WHERE upload_id = ? ORDER BY number`, [
    uploadId,
  ])
}

export const withBatches = (database: Database, columns: UploadColumns): UploadRecord =>
  toUpload(columns, selectBatches(database, columns.id).map(toBatch))

export const batchMissing = 'A batch of an upload is missing from the journal'

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
  if (changes !== 1) throw new Error(batchMissing)
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
export function cancelUnsentBatches(database: Database, packs: RowPacks, uploadId: string): void {
  const sql = `SELECT cancel_requested FROM upload WHERE id = ? AND state <> 'preparing'`
  if (database.value<number>(sql, [uploadId]) === 1) endUnsentBatches(database, packs, uploadId, ['planned', 'refused'])
}

/** Ends the batches in these states as not sent. A refused row has its own reason, or that of its batch. */
export function endUnsentBatches(
  database: Database,
  packs: RowPacks,
  uploadId: string,
  states: readonly ('planned' | 'refused')[],
): void {
  for (const { number: batch, state, note } of selectBatches(database, uploadId)) {
    if (!states.some((each) => each === state)) continue
    const reasonOfBatch = state === 'refused' ? note : null
    for (const pack of packs.results(uploadId, batch)) {
      packs.change(pack, (row) =>
        row.outcome === null ? { ...row, outcome: 'not-sent', reason: row.reason ?? reasonOfBatch } : row,
      )
    }
    database.run(`UPDATE upload_batch SET state = 'cancelled', not_sent = rows WHERE upload_id = ? AND number = ?`, [
      uploadId,
      batch,
    ])
  }
}

/** Saves the customers of rows that are not found by a reference. */
export function saveUnnamedCustomers(
  database: Database,
  uploadId: string,
  rows: readonly { readonly row: number; readonly customerId: string | null }[],
): void {
  for (const { row, customerId } of rows) {
    if (customerId === null) continue
    database.run('INSERT OR REPLACE INTO upload_customer (upload_id, row, customer_id) VALUES (?, ?, ?)', [
      uploadId,
      row,
      customerId,
    ])
  }
}

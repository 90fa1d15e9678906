import type { Database } from '../database/database.ts'

/** A person has sent the draft of a watched folder's file. Joins the transaction that creates the upload. */
export function noteDraftSent(database: Database, draftId: string, uploadId: string): void {
  database.run(`UPDATE watched_file SET outcome = 'sent', upload_id = ?, follows = 1 WHERE draft_id = ?`, [
    uploadId,
    draftId,
  ])
}

import { exitCode } from '../../contract/exit-codes.ts'
import type { Database } from '../database/database.ts'
import { foldersText as text } from './folders-text.ts'

/** A person has sent the draft of a watched folder's file. Joins the transaction that creates the upload. */
export function noteDraftSent(database: Database, draftId: string, uploadId: string): void {
  database.run(`UPDATE watched_file SET outcome = 'sent', upload_id = ?, follows = 1 WHERE draft_id = ?`, [
    uploadId,
    draftId,
  ])
}

/** An upload of a watched folder's file became a draft again. Joins the transaction in which it does. */
export function noteUploadWithdrawn(database: Database, draftId: string, uploadId: string): void {
  database.run(
    `UPDATE watched_file SET outcome = 'waiting', upload_id = NULL, draft_id = $draftId, follows = 1, message = $message,
       report = json_set(report, '$.message', $message, '$.draftId', $draftId, '$.exitCode', $code, '$.upload', NULL)
     WHERE upload_id = $uploadId`,
    { draftId, uploadId, message: text.withdrawn, code: exitCode.decisionsNeeded },
  )
}

import type { Failure } from '../../contract/result.ts'
import { restoredLookup } from '../bulk-lookups/bulk-text.ts'
import { customerMessages } from '../customers/customer-messages.ts'
import { restoredAtSetting } from '../database/restored-data.ts'
import type { Database } from '../database/database.ts'
import { writeSetting } from '../database/settings.ts'
import { readFolders, writeFolders } from '../folders/folder-settings.ts'
import { foldersText } from '../folders/folders-text.ts'
import { uploadMessages } from '../uploads/upload-messages.ts'

/**
 * Pauses what would continue by itself in restored data, with the reason: it may have been done since, and would be done or charged
 * twice. The user resumes it. Call it before anything else uses the database. Returns whether there was anything to pause.
 */
export function pauseRestoredWork(database: Database, now: Date): boolean {
  return database.transaction(() => {
    writeSetting(database, restoredAtSetting, now.toISOString())
    const paused = [pauseUploads, pauseChanges, pauseLookups, pauseFolders].map((pause) => pause(database))
    return paused.includes(true)
  })
}

const because = (text: Pick<Failure, 'message' | 'kept' | 'next'>): Failure => ({ kind: 'needs-confirmation', ...text })

const runAll = (database: Database, statements: readonly (readonly [sql: string, reason?: Failure])[]): boolean =>
  statements
    .map(([sql, reason]) => database.run(sql, reason ? [JSON.stringify(reason)] : []).changes)
    .some((changes) => changes > 0)

const pauseUploads = (database: Database): boolean =>
  runAll(database, [
    [
      `UPDATE upload SET state = 'open', paused = 1, failure = ?
       WHERE state IN ('open', 'stopped') AND cancel_requested = 0 AND EXISTS (SELECT 1 FROM upload_batch
         WHERE upload_id = upload.id AND state IN ('planned', 'refused', 'sending', 'unknown'))`,
      because(uploadMessages.restored),
    ],
  ])

/** Deletions of personal data go on: they are only sent again. */
function pauseChanges(database: Database): boolean {
  // Values that were saved since would be taken for late calls of this PC, and be overwritten.
  database.run(
    'UPDATE customer_change SET saved = NULL, saved_version = NULL, late = NULL, watched_until = NULL WHERE watched_until IS NOT NULL',
  )
  return runAll(database, [
    [
      `UPDATE customer_change SET state = 'failed', failure = ? WHERE state = 'pending' AND edit IS NOT NULL`,
      because(customerMessages.restoredEdit),
    ],
    [
      `UPDATE bin SET pending = 2, sent = 1, failure = ?, restore_asked = 0 WHERE pending = 1 AND erased_by IS NULL`,
      because(customerMessages.restoredDeletion),
    ],
    [`UPDATE bin SET restore_asked = 0 WHERE pending = 0 AND restore_asked = 1`],
  ])
}

const pauseLookups = (database: Database): boolean =>
  runAll(database, [
    [`UPDATE bulk_lookup SET state = 'paused', problem = ? WHERE state = 'running'`, because(restoredLookup)],
  ])

function pauseFolders(database: Database): boolean {
  const folders = readFolders(database)
  const isPaused = ({ sendByItself, paused }: (typeof folders)[number]): boolean => sendByItself && !paused
  if (!folders.some(isPaused)) return false
  writeFolders(
    database,
    folders.map((each) => (isPaused(each) ? { ...each, paused: true, pauseReason: foldersText.restored } : each)),
  )
  return true
}

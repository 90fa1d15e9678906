import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

export const settings = { key: 'privacy.mark-key', applyMarks: 'privacy.apply-marks' } as const

/** Whether deletions have to be run: some were interrupted or wait for an upload, or the database is a restored one. */
export const hasOpenDeletions = (database: Database): boolean =>
  readSetting(database, settings.applyMarks) !== null ||
  database.get("SELECT 1 FROM person_deletion WHERE state = 'erasing' LIMIT 1") !== undefined ||
  (database.get("SELECT 1 FROM person_deletion WHERE state = 'waiting' LIMIT 1") !== undefined && !isSending(database))

/** Whether rows are being sent. */
export const isSending = (database: Database): boolean =>
  database.get("SELECT 1 FROM upload_batch WHERE state IN ('sending', 'unknown', 'processing') LIMIT 1") !== undefined

/** The persons that were deleted on a PC, as marks. */
export interface DeletionMarks {
  readonly marks: readonly { readonly key: string; readonly hash: string }[]
  readonly deletions: readonly Record<string, string | number | null>[]
}

export const readDeletionMarks = (database: Database): DeletionMarks => ({
  marks: database.all<{ key: string; hash: string }>('SELECT key, hash FROM deletion_mark'),
  deletions: database.all<Record<string, string | number | null>>('SELECT * FROM person_deletion'),
})

/**
 * Adds what was deleted on this PC to a database that takes the place of the one here. Its next opening deletes these persons again.
 */
export function addDeletionMarks(database: Database, { marks, deletions }: DeletionMarks): void {
  database.transaction(() => {
    for (const { key, hash } of marks) {
      database.run('INSERT OR IGNORE INTO deletion_mark (key, hash) VALUES (?, ?)', [key, hash])
    }
    for (const each of deletions) {
      database.run(
        `INSERT OR IGNORE INTO person_deletion (id, at, state, person, receipt, deleted_at_service, service_at)
         VALUES ($id, $at, $state, $person, $receipt, $deleted_at_service, $service_at)`,
        each,
      )
    }
    writeSetting(database, settings.applyMarks, '1')
  })
}

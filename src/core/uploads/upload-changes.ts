import type { Failure } from '../../contract/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import { cancelUnsentBatches } from './journal-statements.ts'
import type { RowPacks } from './row-packs.ts'

/** Changes of an upload as a whole. Each method is one transaction. */
export function createUploadChanges(database: Database, clock: Clock, packs: RowPacks) {
  return {
    stop(uploadId: string, failure: Failure): void {
      database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ? AND finished_at IS NULL`, [
        JSON.stringify(failure),
        uploadId,
      ])
    },

    /** Continues a stopped or paused upload: its refused batches are planned again. */
    reopen(uploadId: string): void {
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

    /** Unsent batches end as not sent. */
    requestCancel(uploadId: string): void {
      database.transaction(() => {
        database.run(
          `UPDATE upload SET cancel_requested = 1, paused = 0, state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`,
          [uploadId],
        )
        cancelUnsentBatches(database, packs, uploadId)
      })
    },

    /** The user has undone the upload. */
    markUndone(uploadId: string): void {
      database.run('UPDATE upload SET undone_at = ? WHERE id = ?', [clock.now().toISOString(), uploadId])
    },

    /** Until `reopen`. */
    pause(uploadId: string): void {
      database.run('UPDATE upload SET paused = 1 WHERE id = ? AND finished_at IS NULL', [uploadId])
    },

    /** `sentBefore`: its first batch was sent, so the service keeps the name that it has. */
    rename(uploadId: string, name: string, { sentBefore }: { readonly sentBefore: boolean }): void {
      database.run(
        'UPDATE upload SET service_name = CASE ? WHEN 1 THEN coalesce(service_name, name) END, name = ? WHERE id = ?',
        [sentBefore ? 1 : 0, name, uploadId],
      )
    },

    /** Saves the order of sending: all unfinished uploads of a connection. */
    saveOrder(uploadIds: readonly string[]): void {
      database.transaction(() => {
        for (const [at, id] of uploadIds.entries()) {
          database.run('UPDATE upload SET position = ? WHERE id = ?', [at + 1, id])
        }
      })
    },

    setRemoved(uploadId: string, removed: boolean): void {
      const at = removed ? clock.now().toISOString() : null
      database.run('UPDATE upload SET removed_at = ? WHERE id = ?', [at, uploadId])
    },

    /** Removes an upload and makes its draft visible again. Returns the draft; null when it is not kept any more: nothing is changed then. */
    withdraw: (uploadId: string, inTransaction: (draftId: string) => void): string | null =>
      database.transaction(() => {
        const draftId = database.value<string>('SELECT id FROM draft WHERE upload_id = ?', [uploadId])
        if (draftId === null) return null
        database.run('UPDATE draft SET upload_id = NULL WHERE id = ?', [draftId])
        database.run('DELETE FROM upload WHERE id = ?', [uploadId])
        noteTeamWork(database, 'upload', [uploadId])
        inTransaction(draftId)
        return draftId
      }),
  }
}

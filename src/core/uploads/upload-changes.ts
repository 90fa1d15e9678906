import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'

/** What the user changes about an upload apart from its rows. Each method is one transaction. */
export interface UploadChanges {
  setPaused(uploadId: string, paused: boolean): void
  /** `sentBefore`: its first batch was sent, so the service keeps the name that it has. */
  rename(uploadId: string, name: string, options: { readonly sentBefore: boolean }): void
  /** Saves the order of sending: all unfinished uploads of a connection. */
  saveOrder(uploadIds: readonly string[]): void
  setRemoved(uploadId: string, removed: boolean): void
  /**
   * Removes an upload and makes its draft visible again, in one transaction. Returns the draft; null when it is not kept any
   * more: nothing is changed then.
   */
  withdraw(uploadId: string): string | null
  /** Deletes an upload that was made elsewhere from this PC. */
  forget(uploadId: string): void
}

export function createUploadChanges(database: Database, clock: Clock): UploadChanges {
  const deleteUpload = (uploadId: string): void => void database.run('DELETE FROM upload WHERE id = ?', [uploadId])

  return {
    setPaused(uploadId, paused) {
      database.run('UPDATE upload SET paused = ? WHERE id = ? AND finished_at IS NULL', [paused ? 1 : 0, uploadId])
    },

    rename(uploadId, name, { sentBefore }) {
      database.run(
        'UPDATE upload SET service_name = CASE ? WHEN 1 THEN coalesce(service_name, name) END, name = ? WHERE id = ?',
        [sentBefore ? 1 : 0, name, uploadId],
      )
    },

    saveOrder(uploadIds) {
      database.transaction(() => {
        for (const [at, id] of uploadIds.entries()) {
          database.run('UPDATE upload SET position = ? WHERE id = ?', [at + 1, id])
        }
      })
    },

    setRemoved(uploadId, removed) {
      const at = removed ? clock.now().toISOString() : null
      database.run('UPDATE upload SET removed_at = ? WHERE id = ?', [at, uploadId])
    },

    withdraw: (uploadId) =>
      database.transaction(() => {
        const draft = database.get<{ id: string }>('SELECT id FROM draft WHERE upload_id = ?', [uploadId])
        if (!draft) return null
        database.run('UPDATE draft SET upload_id = NULL WHERE id = ?', [draft.id])
        deleteUpload(uploadId)
        return draft.id
      }),

    forget: deleteUpload,
  }
}

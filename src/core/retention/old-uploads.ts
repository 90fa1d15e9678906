import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { removeUnusedBlockFiles } from '../database/named-block-files.ts'
import { emptyTexts } from '../drafts/storage/row-pack.ts'
import { retentionText } from './retention-text.ts'

/**
 * Finished uploads older than a time that still have their rows. Each sync looks for duplicates by the references of all uploads
 * (`uploads/account-check.ts`), so an upload is emptied and not removed: its references, results and customers' ids stay.
 */
const old = `finished_at < ? AND rows_emptied_at IS NULL AND finished_at IS NOT NULL AND state IN ('complete', 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM upload_batch WHERE upload_id = upload.id AND state NOT IN ('complete', 'cancelled'))`

export const countOldUploads = (database: Database, before: string): number =>
  database.get<{ rows: number }>(`SELECT count(*) AS rows FROM upload WHERE ${old}`, [before])?.rows ?? 0

/** Empties the rows of old uploads, a pack in each transaction. Can be ended at any moment and run again. */
export async function emptyOldUploads(
  database: Database,
  { before, at }: { readonly before: string; readonly at: string },
  { signal, onDeleted }: { readonly signal: AbortSignal; readonly onDeleted: (uploads: number) => void },
): Promise<void> {
  for (;;) {
    const upload = database.get<{ id: string }>(`SELECT id FROM upload WHERE ${old} LIMIT 1`, [before])
    if (!upload) return
    const packs = database.all<{ number: number }>('SELECT number FROM upload_pack WHERE upload_id = ?', [upload.id])
    for (const { number } of packs) {
      if (signal.aborted) return
      emptyPack(database, number)
      await yieldToEventLoop()
      database.moveLog()
      await yieldToEventLoop()
    }
    if (signal.aborted) return
    database.transaction(() => {
      database.run(`UPDATE upload SET header = '[]', fixes = NULL, rows_emptied_at = ? WHERE id = ?`, [at, upload.id])
      database.run('DELETE FROM upload_block_file WHERE upload_id = ?', [upload.id])
      onDeleted(1)
    })
    removeUnusedBlockFiles(database)
    await yieldToEventLoop()
  }
}

function emptyPack(database: Database, number: number): void {
  const pack = database.get<{ states: Uint8Array; details: Uint8Array | null; sent: number }>(
    'SELECT states, details, bodies IS NOT NULL AS sent FROM upload_pack WHERE number = ?',
    [number],
  )
  if (!pack) return
  const { details, bodies, originals } = emptyTexts({ ...pack, isSent: pack.sent === 1 }, retentionText.rowEmptied)
  database.run('UPDATE upload_pack SET details = ?, bodies = ?, originals = ? WHERE number = ?', [
    details,
    bodies,
    originals,
    number,
  ])
}

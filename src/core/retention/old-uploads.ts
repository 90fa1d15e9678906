import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { withoutTexts } from '../drafts/storage/row-pack.ts'
import { createRowPacks, type PackPlace, type RowPacks } from '../uploads/row-packs.ts'
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
  const packs = createRowPacks(database)
  for (;;) {
    const upload = database.get<{ id: string }>(`SELECT id FROM upload WHERE ${old} LIMIT 1`, [before])
    if (!upload) return
    for (const pack of packs.places(upload.id)) {
      if (signal.aborted) return
      emptyPack(database, packs, upload.id, pack)
      await yieldToEventLoop()
      database.moveLog()
      await yieldToEventLoop()
    }
    if (signal.aborted) return
    database.transaction(() => {
      database.run(`UPDATE upload SET header = '[]', fixes = NULL, rows_emptied_at = ? WHERE id = ?`, [at, upload.id])
      onDeleted(1)
    })
    await yieldToEventLoop()
  }
}

function emptyPack(database: Database, packs: RowPacks, uploadId: string, pack: PackPlace): void {
  const { rows } = packs.read(pack.number)
  const empty = rows.map((row) => withoutTexts(row, retentionText.rowEmptied))
  database.transaction(() => packs.replace(uploadId, pack, empty))
}

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createUploads } from '../../src/core/uploads/uploads.ts'
import { newKey, openOnDisk, openBenchStorage, ownFolder } from '../core-storage.ts'
import { rowsOfDraft } from '../made-rows.ts'
import type { GivenUpload, Measurement } from '../measurement.ts'

const signal = new AbortController().signal

/** An upload from the hand-over of its rows to the service's word for its last batch, all of it through the journal on the disk. */
export const sendUpload: Measurement<GivenUpload> = async ({ service, rows }) => {
  const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
  const ending = new AbortController()
  const storage = openBenchStorage(database, ending.signal, service)
  const draft = rowsOfDraft(rows)
  const uploads = createUploads(storage, {
    drafts: { rowsToSend: async () => draft, closeDraft: () => undefined },
    requestSync: () => undefined,
  })
  uploads.start()
  const startedMs = performance.now()
  const { id } = await uploads.create(
    { draftId: 'draft', name: 'Bench', lookUpMissingVins: false, references: true },
    signal,
  )
  const enteredMs = performance.now() - startedMs
  // Asked of the journal's table, not of the upload: what the window would ask is not part of the sending.
  const unsent = (): number =>
    database.get<{ batches: number }>(
      `SELECT count(*) AS batches FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'sending')`,
      [id],
    )?.batches ?? 0
  while (unsent() > 0) await pause(5)
  const totalMs = performance.now() - startedMs
  ending.abort()
  await uploads.close()
  database.close()
  return { totalMs, enteredMs }
}

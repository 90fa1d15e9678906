import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDrafts } from '../../src/core/drafts/drafts.ts'
import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import { createUploads } from '../../src/core/uploads/uploads.ts'
import { uploadPartsTwin } from '../../test/twins/upload-parts-twin.ts'
import { bundledThreads } from '../bundled-threads.ts'
import { newKey, openOnDisk, openBenchStorage, ownFolder, type ServicePlace } from '../core-storage.ts'
import { measureStretches } from '../event-loop.ts'
import type { Figures, GivenEntering, GivenSending, Measurement } from '../measurement.ts'
import { cpuMs } from '../tree-usage.ts'
import { showFilesPage, untilIdle } from './drafts.ts'

const signal = new AbortController().signal

/** From an open draft to the service's word for the last batch of its upload, all of it through the journal on the disk. */
export const sendUpload: Measurement<GivenSending> = async ({ service, path, rows }) => {
  const { uploads, draftId, database, close } = await openForUpload(path, service)
  uploads.start()
  await untilIdle()
  const startedMs = performance.now()
  const { id } = await uploads.create({ draftId, ...uploadOptions }, signal)
  const enteredMs = performance.now() - startedMs
  // Asked of the journal's table, not of the upload: what the window would ask is not part of the sending.
  const unsent = (): number =>
    database.get<{ batches: number }>(
      `SELECT count(*) AS batches FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'sending')`,
      [id],
    )?.batches ?? 0
  while (unsent() > 0) await pause(5)
  const totalMs = performance.now() - startedMs
  const sent = database.get<{ rows: number }>(
    `SELECT coalesce(sum(rows), 0) AS rows FROM upload_batch WHERE upload_id = ? AND state NOT IN ('planned', 'sending')`,
    [id],
  )
  await close()
  if (sent?.rows !== rows) throw new Error(`${sent?.rows ?? 0} rows of ${rows} were accepted`)
  return { totalMs, enteredMs }
}

/**
 * An open draft of a file as an upload in the journal on the disk, complete before the first row is sent: its time and CPU, or
 * (`watched`) the longest turn of the program's own thread.
 */
export const enterUpload: Measurement<GivenEntering> = async ({ path, rows, watched }) => {
  const { uploads, draftId, database, close } = await openForUpload(path, null)
  await untilIdle()
  const [startedMs, startedCpuMs] = [performance.now(), cpuMs()]
  const enter = () => uploads.create({ draftId, ...uploadOptions }, signal)
  // The probe of the turns uses a whole processor.
  const figures: Figures = watched
    ? { longestTurnMs: (await measureStretches(enter)).cpuMs }
    : { totalMs: await enter().then(() => performance.now() - startedMs), cpuMs: cpuMs() - startedCpuMs }
  const entered = database.get<{ rows: number }>('SELECT coalesce(sum(rows), 0) AS rows FROM upload_pack')
  await close()
  if (entered?.rows !== rows) throw new Error(`The journal has ${entered?.rows ?? 0} rows of ${rows}`)
  return figures
}

const uploadOptions = { name: 'Bench', lookUpMissingVins: false, references: true }

/** A file opened as a draft. `service`: null when nothing is to be sent. */
async function openForUpload(path: string, service: ServicePlace | null) {
  const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
  const ending = new AbortController()
  const intake = createFileIntake()
  const storage = openBenchStorage(database, ending.signal, service)
  const drafts = createDrafts(storage, {
    intake,
    ...bundledThreads,
    knownCustomerKeys: () => [],
  })
  drafts.start()
  await showFilesPage(drafts)
  const { fileId } = intake.add(basename(path), { path, sizeBytes: statSync(path).size })
  const { id: draftId } = await drafts.open({ fileId }, signal)
  // Nothing is sent after the end of the storage.
  const uploadStorage = service ? storage : { ...storage, ended: AbortSignal.abort() }
  const uploads = createUploads(uploadStorage, { ...uploadPartsTwin, drafts })
  return {
    uploads,
    draftId,
    database,
    async close() {
      ending.abort()
      await uploads.close()
      await drafts.close()
      database.close()
    },
  }
}

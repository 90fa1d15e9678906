import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { createReaderFork } from '../../src/host-kit/forked-reader.ts'
import { createDrafts, type Drafts } from '../../src/core/drafts/drafts.ts'
import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import { newKey, openOnDisk, openBenchStorage, ownFolder } from '../core-storage.ts'
import type { GivenFile, Measurement } from '../measurement.ts'

const signal = new AbortController().signal

/** From the file chosen to its draft mapped, checked, its duplicates found and all of it durable; and how long this thread was ever held up. */
export const openDraft: Measurement<GivenFile> = async (given) => {
  const { drafts, intake, close } = await startDrafts()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const startedMs = performance.now()
  const bytes = readFileSync(given.path)
  const ticket = intake.add(basename(given.path), bytes)
  delay.enable()
  const draft = await drafts.open({ fileId: ticket.fileId }, signal)
  const totalMs = performance.now() - startedMs
  delay.disable()
  const firstMs = performance.now()
  await drafts.rows({ id: draft.id, show: 'all', group: null, search: '', offset: 0, limit: 20 }, signal)
  const firstRowsMs = performance.now() - firstMs
  await close()
  if (draft.counts.rows !== given.rows) throw new Error(`The draft has ${draft.counts.rows} rows of ${given.rows}`)
  return { totalMs, longestBlockMs: delay.max / 1e6, firstRowsMs }
}

/** One value for all rows that lack the same thing, and the undo of it. */
export const fixAll: Measurement<GivenFile> = async ({ path, rows }) => {
  const { drafts, intake, close } = await startDrafts()
  const { fileId } = intake.add(basename(path), readFileSync(path))
  const draft = await drafts.open({ fileId }, signal)
  const group = draft.groups.find((one) => one.field === 'state' && one.severity === 'error')
  if (group?.rows !== rows) throw new Error(`There are ${group?.rows ?? 0} equal errors, not ${rows}`)
  const startedMs = performance.now()
  const fixed = await drafts.fixGroup({ id: draft.id, group: group.key, value: 'VIC' }, signal)
  const fixMs = performance.now() - startedMs
  if (fixed.counts.error !== 0) throw new Error(`${fixed.counts.error} errors are left`)
  const undoStartedMs = performance.now()
  const undone = await drafts.undo({ id: draft.id }, signal)
  const undoMs = performance.now() - undoStartedMs
  if (undone.counts.error !== rows) throw new Error('The undo did not bring every error back')
  await close()
  return { fixMs, undoMs }
}

/** Drafts as in the program. The draft worker is started before the clock, as after the first file of a day. */
async function startDrafts(): Promise<{
  readonly drafts: Drafts
  readonly intake: ReturnType<typeof createFileIntake>
  close(): Promise<void>
}> {
  const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
  const ending = new AbortController()
  const intake = createFileIntake()
  const drafts = createDrafts(openBenchStorage(database, ending.signal), {
    intake,
    startDraftWorker: () => new Worker(new URL('../../src/core/drafts/worker/draft-worker.ts', import.meta.url)),
    startReaderProcess: createReaderFork(
      new URL('../../src/core/drafts/file-process/reader-process.ts', import.meta.url),
    ),
    knownCustomerKeys: () => [],
  })
  drafts.start()
  return {
    drafts,
    intake,
    async close() {
      ending.abort()
      await drafts.close()
      database.close()
    },
  }
}

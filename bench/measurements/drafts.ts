import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { CustomerField, type RowSort } from '../../src/contract/draft-rows.ts'
import type { ColumnTarget } from '../../src/contract/column-choices.ts'
import { createDrafts, type Drafts } from '../../src/core/drafts/drafts.ts'
import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { bundledThreads } from '../bundled-threads.ts'
import { newKey, openOnDisk, openBenchStorage, ownFolder } from '../core-storage.ts'
import { watchThreadCpu } from '../event-loop.ts'
import type { GivenFile, Measurement } from '../measurement.ts'
import { cpuMs } from '../tree-usage.ts'

const signal = new AbortController().signal

/**
 * From the file chosen to its draft mapped, checked, its duplicates found and all of it durable; when its first rows could
 * be shown, and the longest turn of this thread. The file is read from its path, as on the desktop, and a process that reads waits for it.
 */
export const openDraft: Measurement<GivenFile> = async ({ path, rows }) => {
  const { drafts, intake, storage, close } = await startDrafts()
  await showFilesPage(drafts)
  let firstRowsMs: number | null = null
  storage.announcer.listen(({ progress }) => {
    if (progress?.firstRows) firstRowsMs ??= performance.now() - startedMs
  })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const startedCpuMs = cpuMs()
  const startedMs = performance.now()
  const thread = watchThreadCpu()
  delay.enable()
  const ticket = intake.add(basename(path), { path, sizeBytes: statSync(path).size })
  const draft = await drafts.open({ fileId: ticket.fileId }, signal)
  const totalMs = performance.now() - startedMs
  delay.disable()
  const longestBlockCpuMs = thread.end()
  const usedCpuMs = cpuMs() - startedCpuMs
  await close()
  if (draft.counts.rows !== rows) throw new Error(`The draft has ${draft.counts.rows} rows of ${rows}`)
  if (firstRowsMs === null) throw new Error('No first rows were shown')
  return { totalMs, cpuMs: usedCpuMs, longestBlockMs: delay.max / 1e6, longestBlockCpuMs, firstRowsMs }
}

/** What a person does with a long draft, each once, in milliseconds until the answer is there. */
export const editMany: Measurement<GivenFile> = async ({ path, rows }) => {
  const { drafts, intake, close } = await startDrafts()
  const { fileId } = intake.add(basename(path), { path, sizeBytes: statSync(path).size })
  const { id, columns } = await drafts.open({ fileId }, signal)
  const row = Math.floor(rows / 2)
  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now()
    await act()
    return performance.now() - startedMs
  }
  const list = (more: { search?: string; sort?: RowSort }): Promise<unknown> =>
    drafts.rows({ id, show: 'all', group: null, search: '', offset: 0, limit: 100, ...more }, signal)
  const columnOf = (target: ColumnTarget): number => columns.find((one) => one.target === target)?.index ?? -1
  /** By each field and each column of the file. */
  const slowestSort = async (): Promise<number> => {
    let slowest = 0
    for (const column of [...CustomerField.options, ...columns.map(({ index }) => index)]) {
      slowest = Math.max(slowest, await timed(() => list({ sort: { column, descending: false } })))
    }
    return slowest
  }
  const figures = {
    editMs: await timed(() => drafts.editCell({ id, row, field: 'rego', value: 'ZZZ999' }, signal)),
    undoMs: await timed(() => drafts.undo({ id }, signal)),
    excludeMs: await timed(() => drafts.exclude({ id, rows: [row], excluded: true }, signal)),
    firstSearchMs: await timed(() => list({ search: 'wilson' })),
    searchMs: await timed(() => list({ search: 'kaur' })),
    sortMs: await slowestSort(),
    defaultStateMs: await timed(() => drafts.setDefaultState({ id, state: 'NT' }, signal)),
    dateOrderMs: await timed(() => drafts.setDateOrder({ id, index: columnOf('sale_date'), order: 'mdy' }, signal)),
    columnMs: await timed(() => drafts.setColumn({ id, index: columnOf('first_name'), target: 'keep' }, signal)),
  }
  await close()
  return figures
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

/** Waits until nothing that was started computes any more; the system counts CPU in hundredths of a second, and the reading takes some. */
export async function untilIdle(): Promise<void> {
  for (let before = -Infinity; cpuMs() - before > 20; await pause(250)) before = cpuMs()
}

/** Shows the page for files until the process of the next file waits for it. */
export async function showFilesPage(drafts: Drafts): Promise<void> {
  await drafts.prepareReader({}, signal)
  await untilIdle()
}

/** Drafts as in the program. Neither a thread nor a process is started. */
async function startDrafts(): Promise<{
  readonly drafts: Drafts
  readonly intake: ReturnType<typeof createFileIntake>
  readonly storage: OpenStorage
  close(): Promise<void>
}> {
  const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
  const ending = new AbortController()
  const intake = createFileIntake()
  const storage = openBenchStorage(database, ending.signal)
  const drafts = createDrafts(storage, {
    intake,
    ...bundledThreads,
    knownCustomerKeys: () => [],
  })
  drafts.start()
  return {
    drafts,
    intake,
    storage,
    async close() {
      ending.abort()
      await drafts.close()
      database.close()
    },
  }
}

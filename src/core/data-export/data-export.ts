import { randomUUID } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { localDate } from '../../contract/calendar-date.ts'
import type { DataExport } from '../../contract/data-export.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { backupsText } from '../backups/backups-text.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { BackgroundPart } from '../scheduling/background-parts.ts'
import { checkFolder } from '../storage/chosen-folder.ts'
import { errorCode } from '../storage/refusals.ts'
import { dataExportText as text } from './data-export-text.ts'
import { createExportJournal, type ExportJournal, type StoredExport } from './export-journal.ts'
import { exportedConnections, folderName, type ExportSources } from './export-steps.ts'
import { removeWritten, runExport, type ExportProgress } from './run-export.ts'
import type { Failure } from '../../contract/result.ts'
import { folderFailure } from '../failures/folder-failure.ts'

export interface DataExportParts extends Omit<ExportSources, 'database'> {
  readonly version: string
  /** Where the data is: no place for an export. */
  readonly dataFolder: string
  /** Shows the system's dialog for a folder; absent: the host has none. */
  readonly chooseFolder?: () => Promise<string | null>
  /** Shows a file or folder in the file manager; absent: the host has none. */
  readonly showFolder?: (path: string) => void
}

export type DataExports = BackgroundPart & { readonly handlers: DomainHandlers<'dataExport', AbortSignal> }

const announceEveryMs = 250
/** The time left is estimated after this time. */
const estimateAfterMs = 2_000

interface Running {
  readonly id: string
  readonly progress: ExportProgress
  readonly startedMs: number
  readonly stop: AbortController
  ended: Promise<void>
}

/**
 * Exports everything to files. Each finished file is in the journal, so that an interrupted export continues with the next one; the file
 * that was being written begins again.
 */
export function createDataExport(storage: OpenStorage, parts: DataExportParts): DataExports {
  const { database, clock } = storage
  const journal = createExportJournal(database)
  const announce = createThrottledAnnouncer(
    storage.announcer,
    clock,
    'dataExport.changed',
    announceEveryMs,
    storage.ended,
  )
  const sources: ExportSources = { ...parts, database }
  const runs = createExportRuns(storage, sources, {
    journal,
    version: parts.version,
    changed: () => announce(null),
  })
  let offered: string | null = null
  const now = (): string => clock.now().toISOString()

  const require = (id: string): StoredExport => journal.find(id) ?? fail('not-found', text.gone)

  return {
    handlers: {
      status: async () => ({
        exports: journal.all().map(runs.show).toReversed(),
        hasDialog: parts.chooseFolder !== undefined,
        canOpenFolder: parts.showFolder !== undefined,
      }),

      async chooseFolder({ path }) {
        const chosen = parts.chooseFolder ? await parts.chooseFolder() : path?.trim()
        if (!chosen) return { folder: null }
        offered = await checkFolder(chosen, parts.dataFolder, backupsText)
        return { folder: offered }
      },

      async start({ folder, name, ...choices }) {
        if (folder !== offered) fail('invalid-input', text.notChosen)
        runs.requireIdle()
        const connections = exportedConnections(database, choices.connectionId)
        if (connections.length === 0) fail('not-found', text.noConnection)
        const path = await newPath(folder, name, choices.form, clock.now())
        const unfinished = journal.all().find((one) => one.path === path && one.state !== 'done')
        if (unfinished) fail('conflict', text.unfinished(path), { next: text.unfinishedNext })
        const madeFolder = choices.form === 'folder' && (await makeFolder(path))
        runs.requireIdle()
        const stored: StoredExport = {
          id: randomUUID(),
          ...choices,
          connectionNames: connections.map((connection) => connection.name),
          path,
          startedAt: now(),
          endedAt: null,
          state: 'open',
          failure: null,
          madeFolder,
          finished: [],
        }
        for (const { id, state } of journal.all()) if (state === 'done') journal.remove(id)
        journal.save(stored)
        return runs.begin(stored)
      },

      async resume({ id }) {
        runs.requireIdle()
        const stored = require(id)
        if (stored.state === 'done') fail('conflict', text.isDone)
        const open: StoredExport = { ...stored, state: 'open', failure: null }
        journal.save(open)
        return runs.begin(open)
      },

      async cancel({ id }) {
        const stored = require(id)
        if (stored.state === 'done') fail('conflict', text.isDone)
        await runs.stop(new Error('The export was cancelled'), id)
        await removeWritten(journal.find(id) ?? stored, sources)
        journal.remove(id)
        announce(null)
        return {}
      },

      async dismiss({ id }) {
        if (require(id).state !== 'done') fail('conflict', text.isRunning)
        journal.remove(id)
        announce(null)
        return {}
      },

      async openFolder({ id }) {
        const { path } = require(id)
        parts.showFolder?.(path)
        return { opened: parts.showFolder !== undefined }
      },
    },

    start() {
      // An interrupted export waits for the user.
    },

    close: () => runs.stop(new Error('Forecourt is closing')),
  }
}

interface RunParts {
  readonly journal: ExportJournal
  readonly version: string
  changed(): void
}

/** Runs one export at a time and writes in the journal how it ended. */
function createExportRuns(storage: OpenStorage, sources: ExportSources, { journal, version, changed }: RunParts) {
  const { clock, log } = storage
  let running: Running | null = null
  const now = (): string => clock.now().toISOString()

  const show = (stored: StoredExport): DataExport => {
    const { finished, madeFolder: _, state, ...shown } = stored
    const isRunning = running?.id === stored.id
    const own = isRunning ? running?.progress : undefined
    const part = state === 'done' ? 1 : own && own.work > 0 ? Math.min(1, own.done / own.work) : 0
    return {
      ...shown,
      state: state === 'open' ? (isRunning ? 'running' : 'interrupted') : state,
      rows: own?.rows ?? finished.reduce((sum, { file }) => sum + file.rows, 0),
      files: own?.files ?? finished.length,
      part,
      secondsLeft: running && isRunning ? secondsLeft(running, clock.monotonicMs()) : null,
    }
  }
  const run = async (stored: StoredExport, own: Running): Promise<void> => {
    const { stop, progress } = own
    try {
      const ended = await runExport(stored, {
        ...sources,
        journal,
        version,
        now,
        signal: AbortSignal.any([stop.signal, storage.ended]),
        progress,
        onProgress: changed,
      })
      log.write('info', 'dataExport.done', { files: ended.finished.length, rows: progress.rows })
    } catch (error) {
      // Closing, or cancelled: it stays as it is in the journal.
      if (stop.signal.aborted || storage.ended.aborted) return
      const failure = exportFailure(error, dirname(stored.path))
      log.write(failure ? 'info' : 'error', 'dataExport.failed', failure ? { kind: failure.kind } : errorFields(error))
      const latest = journal.find(stored.id) ?? stored
      journal.save({
        ...latest,
        state: 'failed',
        failure: failure ?? { kind: 'unexpected', message: text.failed, kept: text.kept, next: text.failedNext },
      })
    } finally {
      if (running === own) running = null
      changed()
    }
  }
  const begin = (stored: StoredExport): DataExport => {
    const own: Running = {
      id: stored.id,
      progress: { rows: 0, files: 0, done: 0, work: 0 },
      startedMs: clock.monotonicMs(),
      stop: new AbortController(),
      ended: Promise.resolve(),
    }
    running = own
    own.ended = run(stored, own)
    changed()
    return show(stored)
  }
  const requireIdle = (): void => {
    if (running) fail('conflict', text.running, { next: text.runningNext })
  }
  /** `id`: only when this export is running. */
  const stop = async (reason: Error, id = running?.id): Promise<void> => {
    if (running === null || running.id !== id) return
    running.stop.abort(reason)
    await running.ended
  }
  return { show, begin, requireIdle, stop }
}

function secondsLeft({ progress, startedMs }: Running, nowMs: number): number | null {
  const passedMs = nowMs - startedMs
  if (passedMs < estimateAfterMs || progress.done === 0) return null
  return Math.ceil(((progress.work - progress.done) * passedMs) / progress.done / 1_000)
}

const nameEnding = { folder: '', zip: '.zip' } as const

/** The path of a new export. Throws `invalid-input` for a name that exists, except of an empty folder. */
async function newPath(folder: string, name: string | null, form: DataExport['form'], now: Date): Promise<string> {
  if (name !== null) {
    if (folderName(name) !== name) fail('invalid-input', text.badName)
    const path = join(folder, name)
    if (!(await isFree(path, form))) fail('invalid-input', text.exists(name), { next: text.existsNext })
    return path
  }
  for (let number = 1; ; number += 1) {
    const path = join(folder, text.name(localDate(now), number) + nameEnding[form])
    if (await isAbsent(path)) return path
  }
}

async function isFree(path: string, form: DataExport['form']): Promise<boolean> {
  if (await isAbsent(path)) return true
  return form === 'folder' && (await stat(path)).isDirectory() && (await readdir(path)).length === 0
}

async function isAbsent(path: string): Promise<boolean> {
  try {
    await stat(path)
    return false
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
}

/** Returns whether it was not there. */
async function makeFolder(path: string): Promise<boolean> {
  const isNew = await isAbsent(path)
  if (isNew) await mkdir(path)
  return isNew
}

/** The failure for what stopped an export; null for a defect. `folder`: where it writes. */
function exportFailure(error: unknown, folder: string): Failure | null {
  if (error instanceof FailureError) return { kept: text.kept, ...error.failure }
  const code = errorCode(error)
  return code === null ? null : folderFailure(code, folder, { ...text, failed: () => text.failed })
}

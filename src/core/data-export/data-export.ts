import { readdir, stat } from 'node:fs/promises'
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
import { secondsLeft } from '../scheduling/seconds-left.ts'
import { checkFolder } from '../storage/chosen-folder.ts'
import { errorCode } from '../storage/refusals.ts'
import { dataExportText as text } from './data-export-text.ts'
import { exportedConnections, folderName, type ExportSources } from './export-steps.ts'
import { runExport, type ExportChoices, type ExportProgress } from './run-export.ts'
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

/** The last export of this run of the program. */
interface Run {
  readonly choices: ExportChoices
  readonly connectionNames: string[]
  readonly progress: ExportProgress
  readonly startedMs: number
  readonly stop: AbortController
  end: Pick<DataExport, 'state' | 'endedAt' | 'failure'>
  ended: Promise<void>
}

/** Exports everything to files. An export that does not end whole deletes what it has written; after a kill, its manifest is missing. */
export function createDataExport(storage: OpenStorage, parts: DataExportParts): DataExports {
  const { database, clock, log } = storage
  const announce = createThrottledAnnouncer(
    storage.announcer,
    clock,
    'dataExport.changed',
    announceEveryMs,
    storage.ended,
  )
  const changed = (): void => announce(null)
  let offered: string | null = null
  let last: Run | null = null
  const now = (): string => clock.now().toISOString()

  const requireIdle = (): void => {
    if (last?.end.state === 'running') fail('conflict', text.running, { next: text.runningNext })
  }
  const requireDone = (): Run => (last?.end.state === 'done' ? last : fail('not-found', text.gone))

  const run = async (own: Run): Promise<void> => {
    const { choices, progress, stop } = own
    try {
      const signal = AbortSignal.any([stop.signal, storage.ended])
      const { version } = parts
      await runExport(choices, { ...parts, database, version, now, signal, progress, onProgress: changed })
      log.write('info', 'dataExport.done', { files: progress.files, rows: progress.rows })
      own.end = { state: 'done', endedAt: now(), failure: null }
    } catch (error) {
      if (stop.signal.aborted || storage.ended.aborted) last = null
      else {
        const failure = exportFailure(error, dirname(choices.path))
        log.write(
          failure ? 'info' : 'error',
          'dataExport.failed',
          failure ? { kind: failure.kind } : errorFields(error),
        )
        const unexpected = { kind: 'unexpected', message: text.failed, kept: text.kept, next: text.failedNext } as const
        own.end = { state: 'failed', endedAt: null, failure: failure ?? unexpected }
      }
    }
    changed()
  }
  const stop = async (reason: string): Promise<void> => {
    if (last?.end.state !== 'running') return
    last.stop.abort(new Error(reason))
    await last.ended
  }

  return {
    handlers: {
      status: async () => ({
        last: last && show(last, clock.monotonicMs()),
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
        requireIdle()
        const connections = exportedConnections(database, choices.connectionId)
        if (connections.length === 0) fail('not-found', text.noConnection)
        const path = await newPath(folder, name, clock.now())
        requireIdle()
        const own: Run = {
          choices: { ...choices, path, startedAt: now() },
          connectionNames: connections.map((connection) => connection.name),
          progress: { rows: 0, files: 0, done: 0, work: 0 },
          startedMs: clock.monotonicMs(),
          stop: new AbortController(),
          end: { state: 'running', endedAt: null, failure: null },
          ended: Promise.resolve(),
        }
        last = own
        own.ended = run(own)
        changed()
        return show(own, clock.monotonicMs())
      },

      async cancel() {
        await stop('The export was cancelled')
        return {}
      },

      async openFolder() {
        const { path } = requireDone().choices
        parts.showFolder?.(path)
        return { opened: parts.showFolder !== undefined }
      },
    },

    start() {
      // An export begins only when the user starts it.
    },

    close: () => stop('Forecourt is closing'),
  }
}

function show({ choices, connectionNames, progress, startedMs, end }: Run, nowMs: number): DataExport {
  const { rows, files, done, work } = progress
  const part = end.state === 'done' ? 1 : work > 0 ? Math.min(1, done / work) : 0
  return {
    ...choices,
    ...end,
    connectionNames,
    rows,
    files,
    part,
    secondsLeft: end.state === 'running' ? secondsLeft(part, nowMs - startedMs) : null,
  }
}

/** The path of a new export. Throws `invalid-input` for a name that exists, except of an empty folder. */
async function newPath(folder: string, name: string | null, now: Date): Promise<string> {
  if (name !== null) {
    if (folderName(name) !== name) fail('invalid-input', text.badName)
    const path = join(folder, name)
    if (!(await isFree(path))) fail('invalid-input', text.exists(name), { next: text.existsNext })
    return path
  }
  for (let number = 1; ; number += 1) {
    const path = join(folder, text.name(localDate(now), number))
    if (await isAbsent(path)) return path
  }
}

async function isFree(path: string): Promise<boolean> {
  if (await isAbsent(path)) return true
  return (await stat(path)).isDirectory() && (await readdir(path)).length === 0
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

/** The failure for what stopped an export; null for a defect. `folder`: where it writes. */
function exportFailure(error: unknown, folder: string): Failure | null {
  if (error instanceof FailureError) return { kept: text.kept, ...error.failure }
  const code = errorCode(error)
  return code === null ? null : folderFailure(code, folder, { ...text, failed: () => text.failed })
}

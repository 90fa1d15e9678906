import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { DraftTemplate } from '../../contract/draft-templates.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import {
  mostWatchedFolders,
  type FolderSettings,
  type WatchedFile,
  type WatchedFolder,
} from '../../contract/watched-folders.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { BackgroundPart } from '../scheduling/background-parts.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { readReport, reportText } from './folder-report.ts'
import { folderName, readFolders, writeFolders, type StoredFolder } from './folder-settings.ts'
import { createFolderWatcher } from './folder-watcher.ts'
import { foldersText as text } from './folders-text.ts'
import { usualRows } from './usual-rows.ts'
import { createWatchedFiles, type ShownRecord } from './watched-files.ts'
import { checkFolder, isWithin } from '../storage/chosen-folder.ts'

export interface FoldersParts {
  readonly dataFolder: string
  readonly drafts: Drafts
  readonly uploads: Uploads
  readonly notifier: Notifier | null
  /** The system's dialog for a folder: an absolute path, or null when the user cancels. Absent: the host has none. */
  readonly chooseFolder?: () => Promise<string | null>
}

export interface FoldersPart {
  readonly handlers: DomainHandlers<'folders', AbortSignal>
  readonly life: BackgroundPart
  /** Tries again what is waited for. */
  retryNow(): void
}

type Templates = ReadonlyMap<string, DraftTemplate>

/** Changes of many files are announced together. */
const announceEveryMs = 300

/** Watched folders: their settings, the journal of their files, and the work on them in the background. */
export function createFolders(storage: OpenStorage, parts: FoldersParts): FoldersPart {
  const { database, connections } = storage
  const { drafts } = parts
  const announce = createThrottledAnnouncer(
    storage.announcer,
    storage.clock,
    'folders.changed',
    announceEveryMs,
    storage.ended,
  )
  const changed = (): void => announce(null)
  const files = createWatchedFiles(database)
  const watcher = createFolderWatcher(storage, { ...parts, files, changed })
  /** The folder that was chosen last, for `add`. */
  let offered: string | null = null

  const requireFolder = (id: string): StoredFolder =>
    readFolders(database).find((folder) => folder.id === id) ?? fail('not-found', text.notFound)
  const replace = (next: StoredFolder): void => {
    writeFolders(
      database,
      readFolders(database).map((folder) => (folder.id === next.id ? next : folder)),
    )
    watcher.lookNow()
    changed()
  }
  const checkSettings = ({ connectionId, templateId, sendByItself }: FolderSettings): void => {
    if (!connections.find(connectionId)) fail('invalid-input', text.connectionGone)
    if (sendByItself && templateId === null) fail('invalid-input', text.templateNeeded)
  }
  const knownTemplates = async (signal: AbortSignal): Promise<Templates> =>
    new Map((await drafts.templates({}, signal)).templates.map((template) => [template.id, template]))

  /** A file that is sent by hand changes its template: what that does to customers is agreed to with the folder. */
  const withUpdates = async (settings: FolderSettings, signal: AbortSignal) => ({
    ...settings,
    updatesCustomers: (await knownTemplates(signal)).get(settings.templateId ?? '')?.updatesCustomers ?? false,
  })

  const show = ({ pauseReason, ...folder }: StoredFolder, templates: Templates): WatchedFolder => {
    const { id, connectionId, templateId, path, paused } = folder
    const connectionName = database.value<string>('SELECT name FROM connection WHERE id = ?', [connectionId])
    const isConnected = connections.find(connectionId) !== null
    const watch = watcher.watchOf(id)
    const { toProcess, draftsWaiting } = files.counts(id)
    const [last] = files.page(id, 0, 1)
    const template = templateId === null ? undefined : templates.get(templateId)
    return {
      ...folder,
      name: folderName(path),
      connectionName: isConnected ? (connectionName ?? '') : null,
      templateName: template?.name ?? null,
      updatesCustomers: folder.updatesCustomers !== false && (template?.updatesCustomers ?? false),
      state: !isConnected ? 'no-connection' : paused ? 'paused' : stateOf(watch?.reachable ?? null),
      unreachableSince: watch?.unreachableSince ?? null,
      problem: pauseReason ?? watch?.problem ?? watch?.listingProblem ?? null,
      usualRows: usualRows(files.earlierRows(folder)),
      filesToProcess: toProcess,
      draftsWaiting,
      lastFile: last ? showFile(last) : null,
    }
  }
  const showOne = async (id: string, signal: AbortSignal): Promise<WatchedFolder> =>
    show(requireFolder(id), await knownTemplates(signal))

  return {
    handlers: {
      async list(_input, signal) {
        const templates = await knownTemplates(signal)
        return { folders: readFolders(database).map((folder) => show(folder, templates)) }
      },

      async chooseFolder({ path }) {
        const chosen = parts.chooseFolder ? await parts.chooseFolder() : path?.trim()
        if (!chosen) return { folder: null }
        const watched = readFolders(database).map((folder) => folder.path)
        offered = await checkWatchedFolder(chosen, { dataFolder: parts.dataFolder, watched })
        return { folder: offered }
      },

      async add({ path, ...settings }, signal) {
        if (path !== offered) fail('invalid-input', text.notChosen)
        const saved = await withUpdates(settings, signal)
        const present = readFolders(database)
        if (present.length >= mostWatchedFolders) fail('invalid-input', text.tooMany(mostWatchedFolders))
        if (present.some((folder) => folder.path === path)) fail('invalid-input', text.watchedAlready(path))
        checkSettings(settings)
        const id = randomUUID()
        writeFolders(database, [...present, { ...saved, path, id, paused: false }])
        watcher.lookNow()
        changed()
        return showOne(id, signal)
      },

      async change({ id, ...settings }, signal) {
        checkSettings(settings)
        const saved = await withUpdates(settings, signal)
        replace({ ...requireFolder(id), ...saved })
        return showOne(id, signal)
      },

      async setPaused({ id, paused }, signal) {
        const { pauseReason: _reason, ...folder } = requireFolder(id)
        replace({ ...folder, paused })
        return showOne(id, signal)
      },

      async remove({ id }) {
        requireFolder(id)
        database.transaction(() => {
          writeFolders(
            database,
            readFolders(database).filter((folder) => folder.id !== id),
          )
          files.removeFolder(id)
        })
        changed()
        return {}
      },

      async lookNow({ id }, signal) {
        watcher.lookNow()
        return showOne(id, signal)
      },

      async files({ id, offset, limit }) {
        requireFolder(id)
        return { total: files.counts(id).total, files: files.page(id, offset, limit).map(showFile) }
      },

      async report({ id, number }) {
        const file = files.find(number)
        if (!file || file.folder_id !== id) return fail('not-found', text.fileNotFound)
        const report = file.outcome === null ? null : readReport(file)
        return { report, text: report ? reportText(report) : '' }
      },
    },
    life: { start: watcher.start, close: watcher.close },
    retryNow: watcher.lookNow,
  }
}

const stateOf = (reachable: boolean | null): WatchedFolder['state'] =>
  reachable === null ? 'starting' : reachable ? 'watching' : 'unreachable'

function showFile(record: ShownRecord): WatchedFile {
  const { outcome, target, gone, state, draft_left: draftLeft } = record
  const isDiscarded = outcome === 'waiting' && draftLeft === 0
  return {
    number: record.number,
    name: record.name,
    outcome: isDiscarded ? 'discarded' : outcome,
    message: isDiscarded ? text.draftRemoved : record.message,
    reasons: outcome === 'waiting' && !isDiscarded ? (readReport(record)?.decisions ?? []) : [],
    rows: record.rows,
    foundAt: record.found_at,
    endedAt: record.ended_at,
    movedTo: state === 'ended' && gone === 0 ? target : null,
    draftId: outcome === 'waiting' && draftLeft === 1 ? record.draft_id : null,
    uploadId: record.upload_id,
  }
}

/** The folder that the user chose, when it can be watched. Throws `invalid-input` with the reason when not. */
async function checkWatchedFolder(
  path: string,
  { dataFolder, watched }: { readonly dataFolder: string; readonly watched: readonly string[] },
): Promise<string> {
  await checkFolder(path, dataFolder, text)
  const real = await realpath(path)
  for (const other of watched) {
    const realOther = await realpath(other).catch(() => other)
    if (realOther === real) fail('invalid-input', text.watchedAlready(path))
    for (const moved of ['done', 'failed']) {
      if (isWithin(join(realOther, moved), real)) fail('invalid-input', text.insideWatched(other))
      // Each file that this folder has moved would be imported by the other one.
      if (isWithin(join(real, moved), realOther)) fail('invalid-input', text.aroundWatched(other))
    }
  }
  return path
}

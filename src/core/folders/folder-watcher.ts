import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { errorFields } from '../ports/log.ts'
import { TroubleError, troubleOfSystem, type Trouble } from './file-trouble.ts'
import { readFolders, type StoredFolder, folderName } from './folder-settings.ts'
import { createFolderWatches, type FolderWatch } from './folder-watches.ts'
import { foldersText as text } from './folders-text.ts'
import { followUploads, type FollowParts } from './follow-uploads.ts'
import { processStep, type ProcessParts } from './process-file.ts'
import { stableAfterMs, type ListedFile } from './stable-files.ts'
import type { FileRecord, WatchedFiles } from './watched-files.ts'
import type { Announcer } from '../events/announcer.ts'
import { readReport } from './folder-report.ts'

export interface FolderWatcherParts {
  readonly files: WatchedFiles
  readonly drafts: ProcessParts['drafts']
  readonly uploads: ProcessParts['uploads'] & FollowParts['uploads']
  readonly notifier: Notifier | null
  changed(): void
}

/** The start has more important work. */
const firstLookMs = 3_000
const lookEveryMs = 10_000
const retryAfterMs = 60_000
/** The gap after a look, in lengths of the look: files must be processed in between, also those of a slow drive. */
const gapPerLook = 5
/** The program does not wait longer for a drive when it closes. */
const closingMs = 3_000

/** Looks at the watched folders again and again, and processes their files one after the other. */
export function createFolderWatcher(storage: OpenStorage, parts: FolderWatcherParts) {
  const { database, clock, log, announcer } = storage
  const { files } = parts
  const processParts: ProcessParts = { storage, ...parts }
  const notices = createFolderNotices(announcer, parts.notifier)
  const closing = new AbortController()
  const ended = AbortSignal.any([closing.signal, storage.ended])
  /** Files that cannot be processed before a time of the monotonic clock, by their numbers. */
  const retries = new Map<number, { readonly folderId: string; readonly atMs: number }>()
  let wake = new AbortController()
  let lookAtMs = 0
  let running: Promise<void> = Promise.resolve()

  const wakeUp = (): void => wake.abort()
  const watches = createFolderWatches(clock, ended, {
    changed: parts.changed,
    onFileChange() {
      lookAtMs = 0
      wakeUp()
    },
  })
  const { setProblem } = watches
  const isConnected = (folder: StoredFolder): boolean => storage.connections.find(folder.connectionId) !== null
  /** Also a paused one, so that the screen says how many files wait; not one whose drive does not answer, which would hold up the others. */
  const isLookedAt = (folder: StoredFolder): boolean =>
    isConnected(folder) && !(folder.paused && watches.find(folder.id)?.reachable === false)

  const look = async (folder: StoredFolder): Promise<void> => {
    const watch = watches.of(folder)
    const listed = await watches.list(watch)
    if (ended.aborted) return
    if (!listed) return
    if (watch.listingProblem !== listed.problem) parts.changed()
    watch.listingProblem = listed.problem
    const stable = watch.stableFiles.look(listed.files, clock.monotonicMs())
    if (noteListing(storage, files, folder, { listed: listed.files, stable })) parts.changed()
    for (const [number, { folderId }] of retries) {
      if (folderId === folder.id && files.find(number) === null) retries.delete(number)
    }
    // The files that were waited for are gone, or the disk was full while there was none.
    if (files.next([folder.id], []) === null) setProblem(watch, null)
  }

  const leaveForLater = (file: FileRecord, watch: FolderWatch, trouble: Trouble): void => {
    const atMs = clock.monotonicMs() + retryAfterMs
    if (trouble.scope === 'folder') watch.retryAtMs = atMs
    else retries.set(file.number, { folderId: file.folder_id, atMs })
    setProblem(watch, trouble.message)
  }

  const process = async (file: FileRecord, folder: StoredFolder): Promise<void> => {
    const watch = watches.of(folder)
    try {
      await processStep(file, folder, processParts, ended)
      if (ended.aborted) return
      retries.delete(file.number)
      if (![...retries.values()].some(({ folderId }) => folderId === folder.id)) setProblem(watch, null)
      const now = files.find(file.number)
      if (now?.state === 'ended') {
        notices.add(folder, now)
        files.trim(folder.id)
      }
    } catch (error) {
      if (ended.aborted) return
      const trouble =
        error instanceof TroubleError ? error.trouble : troubleOfSystem(error, (code) => text.notWritten(code))
      if (!trouble) log.write('error', 'folders.file-failed', errorFields(error))
      leaveForLater(file, watch, trouble ?? { scope: 'file', message: text.unexpected })
    }
    parts.changed()
  }

  const nextFile = (folders: readonly StoredFolder[]): { file: FileRecord; folder: StoredFolder } | null => {
    const nowMs = clock.monotonicMs()
    const ready = folders.filter(
      (folder) =>
        !folder.paused && isConnected(folder) && watches.isReachable(folder) && watches.of(folder).retryAtMs <= nowMs,
    )
    const later = [...retries].flatMap(([number, { atMs }]) => (atMs > nowMs ? [number] : []))
    const file = files.next(
      ready.map(({ id }) => id),
      later,
    )
    const folder = ready.find(({ id }) => id === file?.folder_id)
    return file && folder ? { file, folder } : null
  }

  const pause = async (ms: number): Promise<void> => {
    if (!wake.signal.aborted) {
      await clock.sleep(ms, AbortSignal.any([wake.signal, ended])).catch(() => undefined)
    }
    wake = new AbortController()
  }

  const turn = async (): Promise<void> => {
    const folders = readFolders(database)
    watches.keepOnly(folders.filter(isConnected))
    if (clock.monotonicMs() >= lookAtMs) {
      const startedMs = clock.monotonicMs()
      lookAtMs = Number.POSITIVE_INFINITY
      for (const folder of folders.filter(isLookedAt)) if (!ended.aborted) await look(folder)
      const { changed, unwritten } = await followUploads(folders.filter(watches.isReachable), parts, ended)
      for (const error of unwritten) log.write('warning', 'folders.report-not-written', errorFields(error))
      if (changed) parts.changed()
      const tookMs = clock.monotonicMs() - startedMs
      const isChanging = watches.all().some(({ stableFiles }) => stableFiles.hasChanging())
      const gapMs = Math.max(isChanging ? stableAfterMs : lookEveryMs, tookMs * gapPerLook)
      lookAtMs = Math.min(lookAtMs, clock.monotonicMs() + gapMs)
    }
    const next = ended.aborted ? null : nextFile(folders)
    if (next) return process(next.file, next.folder)
    notices.show()
    if (!ended.aborted) await pause(Math.max(0, lookAtMs - clock.monotonicMs()))
  }

  const run = async (): Promise<void> => {
    await pause(firstLookMs)
    while (!ended.aborted) {
      try {
        await turn()
      } catch (error) {
        if (ended.aborted) return
        // A full disk refuses the journal as well: everything stays as it is.
        log.write('error', 'folders.stopped', errorFields(error))
        const trouble = troubleOfSystem(error, (code) => text.notWritten(code))
        lookAtMs = 0
        for (const watch of watches.all()) setProblem(watch, trouble?.message ?? text.unexpected)
        await pause(retryAfterMs)
      }
    }
  }
  const stopListening = announcer.listen(({ name }) => {
    if (name !== 'uploads.changed' || files.following().length === 0) return
    lookAtMs = Math.min(lookAtMs, clock.monotonicMs() + stableAfterMs)
  })

  return {
    start: (): void => void (running = run()),
    /** What is known of a folder; null: nothing so far. */
    watchOf: watches.find,
    /** Looks at all folders, and tries again what is waited for. */
    lookNow(): void {
      for (const watch of watches.all()) watch.retryAtMs = 0
      retries.clear()
      lookAtMs = 0
      wakeUp()
    },
    async close(): Promise<void> {
      closing.abort(new Error('Forecourt is closing'))
      stopListening()
      watches.keepOnly([])
      await Promise.race([running, new Promise<void>((resolve) => setTimeout(resolve, closingMs).unref())])
    },
  }
}

/**
 * Compares what a folder lists with the journal. `stable`: those of `listed` that no longer change. New ones are added, and files that
 * were replaced or removed are marked. Returns whether the journal changed.
 */
function noteListing(
  { database, clock }: Pick<OpenStorage, 'database' | 'clock'>,
  files: WatchedFiles,
  folder: Pick<StoredFolder, 'id' | 'connectionId'>,
  { listed, stable }: { readonly listed: readonly ListedFile[]; readonly stable: readonly ListedFile[] },
): boolean {
  let changed = false
  const present = files.present(folder.id)
  const listedByName = new Map(listed.map((file) => [file.name, file]))
  const isKnown = new Set<string>()
  database.transaction(() => {
    for (const record of present) {
      const now = listedByName.get(record.name)
      if (now?.size === record.size && now.modifiedMs === record.modified_ms) {
        isKnown.add(record.name)
        continue
      }
      // A file that is being moved is found by its target.
      if (record.state === 'moving') continue
      if (record.state === 'found') files.remove(record.number)
      else files.update(record.number, { gone: 1 })
      changed = true
    }
    const at = clock.now().toISOString()
    for (const file of stable) {
      if (isKnown.has(file.name)) continue
      files.add(folder.id, folder.connectionId, file, at)
      changed = true
    }
  })
  return changed
}

/** Tells the user about files that need a person: one notice for all files of a folder that were processed together. */
function createFolderNotices(announcer: Announcer, notifier: Notifier | null) {
  const added = new Map<string, { folder: StoredFolder; files: FileRecord[] }>()
  return {
    /** A file that has ended. */
    add(folder: StoredFolder, file: FileRecord): void {
      if (file.outcome !== 'refused' && file.outcome !== 'waiting') return
      const news = added.get(folder.id) ?? { folder, files: [] }
      news.files.push(file)
      added.set(folder.id, news)
    },
    /** Shows what was added since the last call. */
    show(): void {
      for (const { folder, files } of added.values()) {
        const body = noticeText(folderName(folder.path), files)
        const onClick = (): void => announcer.announce('folders.selected', folder.id)
        if (notifier) notifier.show({ title: text.noticeTitle, body, onClick })
        else announcer.announce('folders.noticed', body)
      }
      added.clear()
    },
  }
}

function noticeText(name: string, files: readonly FileRecord[]): string {
  const [only, ...others] = files
  if (only && others.length === 0) {
    if (only.outcome === 'refused') return text.refused(name, only.name)
    return text.waits(name, only.name, readReport(only)?.decisions[0] ?? '')
  }
  const refused = files.filter(({ outcome }) => outcome === 'refused').length
  return text.several(name, files.length - refused, refused)
}

import { watch, type FSWatcher } from 'node:fs'
import { errorCode } from '../storage/refusals.ts'
import type { Clock } from '../ports/clock.ts'
import { listFiles, type FolderListing } from './folder-disk.ts'
import type { StoredFolder } from './folder-settings.ts'
import { createStableFiles, type StableFiles } from './stable-files.ts'

/** What is known of a folder since the start of the program. */
export interface FolderWatch {
  readonly path: string
  readonly stableFiles: StableFiles
  /** Null: it was not listed so far. */
  reachable: boolean | null
  /** ISO 8601; null: it can be reached. */
  unreachableSince: string | null
  /** Why its files are not processed now. */
  problem: string | null
  /** Why a listed file is left alone. */
  listingProblem: string | null
  /** Of the monotonic clock: no file is processed before it. */
  retryAtMs: number
  /** A listing that has not answered: the drive may be gone. */
  isAsking: boolean
  readonly stopWatching: () => void
}

/** A drive that says nothing for this long counts as not reachable. Each listing without an answer takes a thread from all other files. */
const listingMs = 10_000
const mostListings = 2

/** The folders that are watched now: whether they answer, and what is wrong with them. */
export function createFolderWatches(
  clock: Clock,
  ended: AbortSignal,
  { changed, onFileChange }: { changed(): void; onFileChange(): void },
) {
  const watches = new Map<string, FolderWatch>()

  const of = (folder: StoredFolder): FolderWatch => {
    const known = watches.get(folder.id)
    if (known) return known
    const started: FolderWatch = {
      path: folder.path,
      stableFiles: createStableFiles(),
      reachable: null,
      unreachableSince: null,
      problem: null,
      listingProblem: null,
      retryAtMs: 0,
      isAsking: false,
      stopWatching: watchChanges(folder.path, onFileChange),
    }
    watches.set(folder.id, started)
    return started
  }
  const isReachable = ({ id }: StoredFolder): boolean => watches.get(id)?.reachable === true

  const setReachable = (watch: FolderWatch, reachable: boolean): void => {
    if (watch.reachable === reachable) return
    watch.reachable = reachable
    watch.unreachableSince = reachable ? null : clock.now().toISOString()
    changed()
  }

  /** Lists the files of a folder and notes whether it answered. Null: it did not, or Forecourt closes. */
  const list = async (watch: FolderWatch): Promise<FolderListing | null> => {
    const asking = [...watches.values()].filter(({ isAsking }) => isAsking).length
    if (watch.isAsking || asking >= mostListings) {
      setReachable(watch, false)
      return null
    }
    watch.isAsking = true
    const over = new AbortController()
    let answers = 0
    const listing = listFiles(watch.path, () => (answers += 1))
      .catch((error: unknown) => {
        if (errorCode(error) === null) throw error
        return null
      })
      .finally(() => (watch.isAsking = false))
    const isOver = AbortSignal.any([over.signal, ended])
    const silence = async (): Promise<null> => {
      for (let before = -1; before < answers;) {
        before = answers
        await clock.sleep(listingMs, isOver).catch(() => undefined)
        if (isOver.aborted) break
      }
      return null
    }
    try {
      const answer = await Promise.race([listing, silence()])
      if (!ended.aborted) setReachable(watch, answer !== null)
      return answer
    } finally {
      over.abort()
    }
  }

  const setProblem = (watch: FolderWatch, problem: string | null): void => {
    if (watch.problem === problem) return
    watch.problem = problem
    changed()
  }

  return {
    of,
    find: (folderId: string): FolderWatch | null => watches.get(folderId) ?? null,
    all: (): FolderWatch[] => [...watches.values()],
    isReachable,
    list,
    setProblem,
    /** Stops watching all other folders. */
    keepOnly(folders: readonly StoredFolder[]): void {
      for (const [id, watch] of watches) {
        if (folders.some((folder) => folder.id === id)) continue
        watch.stopWatching()
        watches.delete(id)
      }
    },
  }
}

/**
 * Tells soon when something in a folder changes, where the system can. It is only a help: on network drives nothing may arrive, and the
 * folder is looked at again and again anyway. Returns the function that stops it.
 */
function watchChanges(folder: string, onChange: () => void): () => void {
  let watcher: FSWatcher | null = null
  const stop = (): void => {
    watcher?.close()
    watcher = null
  }
  try {
    watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', stop)
  } catch {
    // The drive cannot tell changes.
  }
  return stop
}

import { ThreadLostError, type DraftThread } from './draft-thread.ts'

/**
 * The threads of the drafts. Each draft that is loaded or being opened has a thread of its own, so that no draft waits
 * for the work on another, and a thread that ends takes one draft with it.
 */
export interface DraftThreads {
  /** The thread of a draft. It keeps it until `release`. */
  threadOf(draftId: string): DraftThread
  /**
   * Starts a thread for the next draft after some moments, which compiles its code meanwhile, unless one is there without a
   * draft. It is ended when no draft needs it for minutes.
   */
  prepare(): void
  /** Frees what the thread has of a draft. Another draft can then use the thread. */
  release(draftId: string): void
  close(): Promise<void>
}

/** Threads without a draft that are kept, because starting one takes longer than opening a short file. */
const maxIdle = 1

/** A thread is prepared so long after it was asked for: the window is drawn meanwhile, and a file that comes with it starts its own. */
const preparingMs = 1_000
/** A prepared thread is ended after this time: it takes memory. */
const unusedMs = 300_000

export function createDraftThreads(start: () => DraftThread, onFailed: (reason: string) => void): DraftThreads {
  const threads = new Map<string, DraftThread>()
  const idle: DraftThread[] = []
  const retire = async (thread: DraftThread, draftId: string): Promise<void> => {
    try {
      await thread.call('forget', { draftId })
    } catch (error) {
      if (!(error instanceof ThreadLostError)) throw error
    }
    if (closed || idle.length >= maxIdle) await thread.close()
    else idle.push(thread)
  }
  let closed = false
  let preparing: NodeJS.Timeout | undefined
  /** The thread that was prepared and has had no draft yet. */
  let unused: { readonly thread: DraftThread; readonly ending: NodeJS.Timeout } | null = null
  const endUnused = (): void => {
    const ended = unused?.thread
    unused = null
    if (!ended) return
    idle.splice(idle.indexOf(ended), 1)
    ended.close().catch((error: unknown) => onFailed(String(error)))
  }
  const startUnused = (): void => {
    preparing = undefined
    if (idle.length > 0) return
    const thread = start()
    idle.push(thread)
    unused = { thread, ending: setTimeout(endUnused, unusedMs).unref() }
    try {
      thread.compileAhead()
    } catch (error) {
      // It is started by its first call, and fails there.
      onFailed(String(error))
    }
  }
  const stopPreparing = (): void => {
    clearTimeout(preparing)
    preparing = undefined
  }
  const takeIdle = (): DraftThread | undefined => {
    stopPreparing()
    const thread = idle.pop()
    if (thread === unused?.thread) {
      clearTimeout(unused?.ending)
      unused = null
    }
    return thread
  }
  return {
    prepare() {
      if (closed) return
      unused?.ending.refresh()
      if (preparing || idle.length > 0) return
      preparing = setTimeout(startUnused, preparingMs).unref()
    },
    threadOf(draftId) {
      const thread = threads.get(draftId) ?? takeIdle() ?? start()
      threads.set(draftId, thread)
      return thread
    },
    release(draftId) {
      const thread = threads.get(draftId)
      if (!thread) return
      threads.delete(draftId)
      retire(thread, draftId).catch((error: unknown) => onFailed(String(error)))
    },
    async close() {
      closed = true
      stopPreparing()
      clearTimeout(unused?.ending)
      await Promise.all([...threads.values(), ...idle].map((thread) => thread.close()))
    },
  }
}

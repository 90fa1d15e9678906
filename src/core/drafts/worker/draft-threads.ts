import { ThreadLostError, type DraftThread } from './draft-thread.ts'

/** Threads without a draft that are kept, because starting one takes longer than opening a short file. */
const maxIdle = 1

/**
 * The threads of the drafts. Each draft that is loaded or being opened has a thread of its own, so that no draft waits
 * for the work on another, and a thread that ends takes one draft with it.
 */
export function createDraftThreads(start: () => DraftThread, onFailed: (reason: string) => void) {
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
  return {
    /** The thread of a draft. It keeps it until `release`. */
    threadOf(draftId: string): DraftThread {
      const thread = threads.get(draftId) ?? idle.pop() ?? start()
      threads.set(draftId, thread)
      return thread
    },
    /** Frees what the thread has of a draft. Another draft can then use the thread. */
    release(draftId: string): void {
      const thread = threads.get(draftId)
      if (!thread) return
      threads.delete(draftId)
      retire(thread, draftId).catch((error: unknown) => onFailed(String(error)))
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all([...threads.values(), ...idle].map((thread) => thread.close()))
    },
  }
}

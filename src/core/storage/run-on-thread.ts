import { FailureError } from '../failures/failure-error.ts'
import type { DatabaseTask, StartDatabaseWorker } from '../ports/host.ts'
import { storageText } from './storage-text.ts'

/** How far the work is, 0 to 1. Any other message is its result. */
export interface ShareMessage {
  readonly share: number
}

const isShare = (message: unknown): message is ShareMessage =>
  typeof message === 'object' && message !== null && 'share' in message

/**
 * Resolves with what the thread reports, and rejects with its error: `disk-full` when there was no room for the copy. Aborting ends the
 * thread at once and rejects with the signal's reason; what it wrote may be incomplete.
 */
export function runOnThread<Answer>(
  start: StartDatabaseWorker,
  task: DatabaseTask,
  { signal, onShare }: { readonly signal?: AbortSignal; readonly onShare?: (share: number) => void } = {},
): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  const worker = start(task)
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      void worker.terminate().then(() => reject(signal?.reason as Error))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    worker.on('message', (message: Answer | ShareMessage) =>
      isShare(message) ? onShare?.(message.share) : resolve(message),
    )
    worker.once('error', (error) => reject(isFull(error) ? noRoom() : error))
    worker.once('exit', () => {
      signal?.removeEventListener('abort', onAbort)
      if (!signal?.aborted) reject(new Error('Work on a copy of the database has not ended'))
    })
  })
}

/** An error that comes from a thread keeps its code and loses its class. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'SQLITE_FULL' || error.code === 'ENOSPC')

const noRoom = (): FailureError => new FailureError({ kind: 'disk-full', message: storageText.noRoomForCopy })

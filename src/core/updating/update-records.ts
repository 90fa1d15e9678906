import type { Failure } from '../../contract/result.ts'
import { hasOlderRecords } from '../customers/cache/older-records.ts'
import type { Database } from '../database/database.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { StartDatabaseWorker } from '../ports/host.ts'

/** What the thread reports. `share`: from 0 to 1. */
export type UpdateMessage =
  | { readonly is: 'progress'; readonly share: number }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly failure: Failure }

/**
 * Moves the records of an older version on a thread of its own, if there are any: nothing else uses the database meanwhile.
 * Throws the failure of the disk, for example `disk-full`; the next start continues.
 * @param onProgress is called with the share that is done, from 0 to 1.
 */
export async function updateRecords(
  database: Database,
  startWorker: StartDatabaseWorker,
  file: { readonly path: string; readonly key: string },
  onProgress: (share: number) => void,
): Promise<void> {
  if (!hasOlderRecords(database)) return
  onProgress(0)
  const worker = startWorker({ do: 'update', ...file })
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: UpdateMessage) => {
      if (message.is === 'progress') onProgress(message.share)
      else if (message.is === 'done') resolve()
      else reject(new FailureError(message.failure))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The records of an older version were not moved')))
  })
}

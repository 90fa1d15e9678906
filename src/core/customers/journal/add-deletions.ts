import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { withIds } from '../cache/sql-condition.ts'
import type { DeletionQueue } from './deletion-queue.ts'

/** Records that are added in one statement. */
const batchSize = 1_000

/** Adds deletions in pieces, so that other calls are not blocked. Returns how many records were not being deleted already. */
export async function addDeletions(
  deletions: DeletionQueue,
  scope: ConnectionRegion,
  ids: readonly string[],
  at: string,
): Promise<number> {
  let added = 0
  for (let first = 0; first < ids.length; first += batchSize) {
    added += deletions.add(withIds(scope, ids.slice(first, first + batchSize)), at)
    await yieldToEventLoop()
  }
  return added
}

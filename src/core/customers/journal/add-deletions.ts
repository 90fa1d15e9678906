import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { DeletionQueue } from './deletion-queue.ts'
import type { EditLedger } from './edit-ledger.ts'

/** Records that are added in one statement. */
const batchSize = 250

/** Records until the database's log is moved: SQLite alone would move 16 MiB of it at once. */
const recordsPerMove = 2_000

export interface DeletionParts {
  readonly database: Pick<Database, 'moveLog' | 'transaction'>
  readonly deletions: DeletionQueue
  readonly ledger: EditLedger
}

/**
 * Adds deletions in pieces, so that other calls are not blocked. Returns how many records were not being deleted already. `step`: the
 * step of the user that can be undone; null: it is none.
 */
export async function addDeletions(
  { database, deletions, ledger }: DeletionParts,
  scope: ConnectionRegion,
  {
    ids,
    at,
    step,
  }: {
    readonly ids: readonly string[]
    readonly at: string
    readonly step: { readonly group: string; readonly isRedo: boolean } | null
  },
): Promise<number> {
  let added = 0
  // The tables are in the order of the ids: in another order, each record would change a page of each table.
  const ordered = ids.toSorted()
  for (let first = 0; first < ordered.length; first += batchSize) {
    const piece = ordered.slice(first, first + batchSize)
    added += database.transaction(() => {
      const existing = deletions.addable(scope, piece)
      if (step) ledger.addDeletions(scope, step.group, existing, step.isRedo)
      return deletions.add(scope, existing, at)
    })
    await yieldToEventLoop()
    if ((first + batchSize) % recordsPerMove > 0) continue
    database.moveLog()
    await yieldToEventLoop()
  }
  return added
}

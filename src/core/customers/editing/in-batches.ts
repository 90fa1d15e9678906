import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { Database } from '../../database/database.ts'

/** Records that are changed in one transaction. */
export const batchSize = 50

/** Batches until the database's log is moved: SQLite alone would move 16 MiB of it at once, which takes 50 ms. */
const batchesPerMove = 4

/** What is done with each item of a change, and what it gives at the end. */
export interface Work<T, R> {
  each(item: T): void
  result(): R
}

/** The places of the items in the order in which their records are stored: each block of records is then unpacked once. */
export function inRecordOrder(
  cache: Pick<CustomerCache, 'ids'>,
  scope: ConnectionRegion,
  items: readonly { readonly id: string }[],
): number[] {
  const ids = cache.ids(scope)
  const numbers = items.map(({ id }) => ids.numberOf(id))
  return [...items.keys()].toSorted((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0))
}

/** Processes items in batches of one transaction each. Other calls run between two batches. */
export async function inBatches<T>(database: Database, items: readonly T[], process: (item: T) => void): Promise<void> {
  let first = 0
  const next = (): readonly T[] => items.slice(first, (first += batchSize))
  await eachBatch(database, next, process)
}

/** The same for batches that are read one by one, until one is empty. `end` runs in the transaction of each batch. */
export async function eachBatch<T>(
  database: Database,
  next: () => readonly T[],
  process: (item: T) => void,
  end: (batch: readonly T[]) => void = () => undefined,
): Promise<void> {
  for (let batches = 1, items = next(); items.length > 0; items = next(), batches += 1) {
    const batch = items
    database.transaction(() => {
      batch.forEach(process)
      end(batch)
    })
    await yieldToEventLoop()
    if (batches % batchesPerMove > 0) continue
    database.moveLog()
    await yieldToEventLoop()
  }
}

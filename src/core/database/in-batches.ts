import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Records that are changed in one transaction at most. */
export const batchSize = 50
/** A transaction ends after this time, so that other calls are let through. */
const batchMs = 4
/** So many records are always changed in one transaction. */
export const fewestInBatch = 10

/** Batches until the database's log is moved: SQLite alone would move 16 MiB of it at once, which takes 50 ms. */
const batchesPerMove = 4

/** What is done with each item of a change, and what it gives at the end. */
export interface Work<T, R> {
  each(item: T): void
  result(): R
}

/** Processes items in batches of one transaction each. Other calls run between two batches. */
export async function inBatches<T>(database: Database, items: readonly T[], process: (item: T) => void): Promise<void> {
  let first = 0
  const next = (): readonly T[] => items.slice(first, first + batchSize)
  await eachBatch(database, next, process, (batch) => void (first += batch.length))
}

/**
 * The same for items that are read batch by batch, until there are none. `next` gives the items that are not done, as many as one batch may
 * have; `end` runs in the transaction of each batch with those that are done then.
 */
export async function eachBatch<T>(
  database: Database,
  next: () => readonly T[],
  process: (item: T) => void,
  end: (batch: readonly T[]) => void = () => undefined,
  now: () => number = () => performance.now(),
): Promise<void> {
  for (let batches = 1, items = next(); items.length > 0; items = next(), batches += 1) {
    const waiting = items
    database.transaction(() => {
      const startedAt = now()
      let done = 0
      for (const item of waiting) {
        process(item)
        done += 1
        if (done >= fewestInBatch && now() - startedAt >= batchMs) break
      }
      end(done < waiting.length ? waiting.slice(0, done) : waiting)
    })
    await yieldToEventLoop()
    if (batches % batchesPerMove > 0) continue
    database.moveLog()
    await yieldToEventLoop()
  }
}

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
  await eachBatch(database, next, process, { end: (batch) => void (first += batch.length) })
}

export interface BatchOptions<T> {
  /** Runs in the transaction of each batch with the items that are done then. */
  readonly end?: (batch: readonly T[]) => void
  /** See `Database.transaction`. */
  readonly durable?: 'now' | 'later'
  readonly now?: () => number
}

/**
 * The same for items that are read batch by batch, until there are none. `next` gives the items that are not done, as many as one batch may
 * have. Returns whether there were any.
 */
export async function eachBatch<T>(
  database: Database,
  next: () => readonly T[],
  process: (item: T) => void,
  { end, durable, now = () => performance.now() }: BatchOptions<T> = {},
): Promise<boolean> {
  let batches = 0
  for (let items = next(); items.length > 0; items = next()) {
    const waiting = items
    database.transaction(() => {
      const startedAt = now()
      let done = 0
      for (const item of waiting) {
        process(item)
        done += 1
        if (done >= fewestInBatch && now() - startedAt >= batchMs) break
      }
      end?.(waiting.slice(0, done))
    }, durable)
    batches += 1
    await yieldToEventLoop()
    if (batches % batchesPerMove > 0) continue
    database.moveLog()
    await yieldToEventLoop()
  }
  return batches > 0
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'

/** Records that are changed in one transaction. */
const batchSize = 100

/** Processes items in batches of one transaction each. Other calls run between two batches. */
export async function inBatches<T>(database: Database, items: readonly T[], process: (item: T) => void): Promise<void> {
  for (let first = 0; first < items.length; first += batchSize) {
    database.transaction(() => items.slice(first, first + batchSize).forEach(process))
    await yieldToEventLoop()
  }
}

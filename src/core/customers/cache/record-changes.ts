import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { ListedCustomer } from './listed-customer.ts'

/** What a transaction has changed in the cache. */
export type RecordChange =
  | {
      readonly kind: 'changed'
      readonly scope: ConnectionRegion
      /** New customers, and the new versions of others. */
      readonly saved: readonly ListedCustomer[]
      /** The ids of customers that left the cache. */
      readonly removed: readonly string[]
    }
  /** All customers of a connection left the cache, in all regions. */
  | { readonly kind: 'forgotten'; readonly connectionId: string }

/** Tells what changed in the cache, once it is committed. */
export interface RecordChanges {
  /** Call it within the transaction. Listeners hear nothing of what is rolled back. */
  add(change: RecordChange): void
  /** Calls `listener` after each commit, in the order of the changes. Returns the function that stops listening. */
  listen(listener: (change: RecordChange) => void): () => void
}

export function createRecordChanges(database: Pick<Database, 'afterCommit'>): RecordChanges {
  const listeners = new Set<(change: RecordChange) => void>()
  return {
    add(change) {
      database.afterCommit(() => {
        for (const listener of listeners) listener(change)
      })
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

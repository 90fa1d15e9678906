import type { Database } from '../../database/database.ts'
import { createSignal, type Signal } from '../../events/signal.ts'
import { createCustomerRows, type CustomerRows, type RecordChange } from './customer-rows.ts'
import { createSyncLog, createUnreadableCustomers, type SyncLog, type UnreadableCustomers } from './sync-log.ts'

/** The local, encrypted cache of the service's customers. */
export interface CustomerCache extends CustomerRows, SyncLog, UnreadableCustomers {
  /** Tells what was saved and removed after each commit, and nothing of what is rolled back. */
  readonly changes: Pick<Signal<RecordChange>, 'listen'>
}

export function createCustomerCache(database: Database): CustomerCache {
  const changes = createSignal<RecordChange>()
  return {
    ...createCustomerRows(database, (change) => database.afterCommit(() => changes.emit(change))),
    changes,
    ...createSyncLog(database),
    ...createUnreadableCustomers(database),
  }
}

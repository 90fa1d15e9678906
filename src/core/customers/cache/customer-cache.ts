import type { Database } from '../../database/database.ts'
import { createCustomerRows, type CustomerRows } from './customer-rows.ts'
import { createRecordChanges, type RecordChanges } from './record-changes.ts'
import { createSyncLog, type SyncLog } from './sync-log.ts'
import { createUnreadableCustomers, type UnreadableCustomers } from './unreadable-customers.ts'

/** The local, encrypted cache of the service's customers. */
export interface CustomerCache extends CustomerRows, SyncLog, UnreadableCustomers {
  /** Tells what was saved and removed, after each commit. */
  readonly changes: Pick<RecordChanges, 'listen'>
}

export function createCustomerCache(database: Database): CustomerCache {
  const changes = createRecordChanges(database)
  return {
    ...createCustomerRows(database, changes),
    changes,
    ...createSyncLog(database),
    ...createUnreadableCustomers(database),
  }
}

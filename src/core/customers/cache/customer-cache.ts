import type { Database } from '../../database/database.ts'
import { createRecordChanges, type RecordChanges } from './record-changes.ts'
import { createRecordStore, type RecordStore, type RecordStoreParts } from './record-store.ts'
import { createSyncLog, type SyncLog } from './sync-log.ts'
import { createUnreadableCustomers, type UnreadableCustomers } from './unreadable-customers.ts'

/** The local, encrypted cache of the service's customers. */
export interface CustomerCache extends RecordStore, SyncLog, UnreadableCustomers {
  /** Tells what was saved and removed, after each commit. */
  readonly changes: Pick<RecordChanges, 'listen'>
}

export function createCustomerCache(database: Database, parts: Omit<RecordStoreParts, 'changes'>): CustomerCache {
  const changes = createRecordChanges(database)
  return {
    ...createRecordStore(database, { ...parts, changes }),
    changes,
    ...createSyncLog(database),
    ...createUnreadableCustomers(database),
  }
}

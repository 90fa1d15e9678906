import type { Database } from './database.ts'
import { readSetting } from './settings.ts'

/** When older data was last put in the place of newer data (ISO 8601). */
export const restoredAtSetting = 'storage.restored-at'

/** Whether something that was saved at a time (ISO 8601) is from before the data was restored: it may be out of date. */
export function isFromBeforeRestore(database: Database, at: string): boolean {
  const restoredAt = readSetting(database, restoredAtSetting)
  return restoredAt !== null && at <= restoredAt
}

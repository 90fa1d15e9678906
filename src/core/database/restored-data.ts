import type { Database } from './database.ts'
import { readSetting } from './settings.ts'

/** When older data was last put in the place of newer data (ISO 8601); empty: just now, and its work is not paused yet. */
export const restoredAtSetting = 'storage.restored-at'

/** The setting of a backup file before it takes the place of the data: after a kill in between, its work is still paused. */
export const justRestored = [restoredAtSetting, ''] as const

export const isJustRestored = (database: Database): boolean => readSetting(database, restoredAtSetting) === ''

/** Whether something that was saved at a time (ISO 8601) is from before the data was restored: it may be out of date. */
export function isFromBeforeRestore(database: Database, at: string): boolean {
  const restoredAt = readSetting(database, restoredAtSetting)
  return restoredAt !== null && at <= restoredAt
}

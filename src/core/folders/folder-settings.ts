import { z } from 'zod'
import { FolderSettings } from '../../contract/watched-folders.ts'
import type { Database } from '../database/database.ts'
import { readJsonSetting, writeSetting } from '../database/settings.ts'
import { watchedFoldersSetting } from '../storage/settings-of-this-pc.ts'

const StoredFolder = FolderSettings.extend({
  id: z.string(),
  /** Absolute. */
  path: z.string(),
  paused: z.boolean(),
  /** Whether its template updated existing customers when the user saved the folder; absent: not known. */
  updatesCustomers: z.boolean().optional(),
  /** Why Forecourt has paused it; absent: the user has, or it is not paused. */
  pauseReason: z.string().optional(),
})
/** A watched folder as it is stored. */
export type StoredFolder = z.infer<typeof StoredFolder>

/** The watched folders, in the order in which they were added. */
export const readFolders = (database: Database): StoredFolder[] =>
  readJsonSetting(database, watchedFoldersSetting, z.array(StoredFolder)) ?? []

export function writeFolders(database: Database, folders: readonly StoredFolder[]): void {
  writeSetting(database, watchedFoldersSetting, folders.length === 0 ? null : JSON.stringify(folders))
}

/** The last part of a path of any system: what users call the folder. */
export const folderName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path

import type { Region } from '../../contract/region.ts'
import type { FileOutcome } from '../../contract/watched-folders.ts'
import type { Database, SqlValue } from '../database/database.ts'
import type { StoredFolder } from './folder-settings.ts'
import { filesForRange } from './usual-rows.ts'
import type { ListedFile } from './stable-files.ts'

/**
 * How far a file came. `draft`: read; whether it is sent is not decided. `sending`: an upload is being made of the draft. `moving`:
 * decided; its rows are in a draft or an upload, or are not needed. `ended`: moved, with its report.
 */
export type FileState = 'found' | 'reading' | 'draft' | 'sending' | 'moving' | 'ended'

/** A file of a watched folder, as the journal has it. See the table `watched_file`. */
export interface FileRecord {
  readonly number: number
  readonly folder_id: string
  readonly connection_id: string
  readonly name: string
  readonly size: number
  readonly modified_ms: number
  readonly state: FileState
  readonly outcome: Exclude<FileOutcome, 'discarded'> | null
  readonly gone: 0 | 1
  readonly attempts: number
  readonly digest: string | null
  readonly draft_id: string | null
  readonly upload_id: string | null
  readonly target: string | null
  readonly rows: number | null
  readonly message: string | null
  readonly report: string | null
  readonly follows: 0 | 1
  readonly found_at: string
  readonly ended_at: string | null
}

/** What of a record can change. */
export type FileChanges = Partial<Omit<FileRecord, 'number' | 'folder_id' | 'connection_id' | 'name' | 'found_at'>>

/** A record for the screen. `draft_left`: its draft exists. */
export type ShownRecord = FileRecord & { readonly draft_left: 0 | 1 }

/** The journal of the files of watched folders. Each method is durable when it returns. */
export type WatchedFiles = ReturnType<typeof createWatchedFiles>

/** Files of a folder in its history, and those of them with their reports. */
const mostFiles = 5_000
const mostReports = 200

const draftLeft = 'EXISTS (SELECT 1 FROM draft WHERE draft.id = f.draft_id AND draft.upload_id IS NULL) AS draft_left'

export function createWatchedFiles(database: Database) {
  return {
    find: (number: number): FileRecord | null =>
      database.get<FileRecord>('SELECT * FROM watched_file WHERE number = ?', [number]) ?? null,
    /** The first file of these folders that has not ended, without those with the numbers of `except`; null: there is none. */
    next: (folderIds: readonly string[], except: readonly number[]): FileRecord | null =>
      database.get<FileRecord>(
        `SELECT * FROM watched_file WHERE state <> 'ended' AND folder_id IN (SELECT value FROM json_each(?))
           AND number NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT 1`,
        [JSON.stringify(folderIds), JSON.stringify(except)],
      ) ?? null,
    /** Those of a folder that are still in it. */
    present: (folderId: string): FileRecord[] =>
      database.all<FileRecord>(
        `SELECT * FROM watched_file WHERE folder_id = ? AND state <> 'ended' AND gone = 0 ORDER BY number`,
        [folderId],
      ),
    add: (folderId: string, connectionId: string, { name, size, modifiedMs }: ListedFile, at: string): void =>
      void database.run(
        `INSERT INTO watched_file (folder_id, connection_id, name, size, modified_ms, state, found_at)
         VALUES (?, ?, ?, ?, ?, 'found', ?)`,
        [folderId, connectionId, name, size, modifiedMs, at],
      ),
    update(number: number, changes: FileChanges): void {
      const columns = Object.keys(changes)
      const values = Object.values(changes) as SqlValue[]
      const assignments = columns.map((column) => `${column} = ?`).join(', ')
      database.run(`UPDATE watched_file SET ${assignments} WHERE number = ?`, [...values, number])
    },
    remove: (number: number): void => void database.run('DELETE FROM watched_file WHERE number = ?', [number]),
    removeFolder: (folderId: string): void =>
      void database.run('DELETE FROM watched_file WHERE folder_id = ?', [folderId]),
    /**
     * An earlier file of its connection and this region with the same content, whose rows are at the service or in a draft; null: none.
     * `end`: the user has cancelled or undone its upload.
     * `folderIds`: the folders that have the region now, for reports without one.
     */
    sameContent: (
      { number, connection_id }: Pick<FileRecord, 'number' | 'connection_id'>,
      digest: string,
      { region, folderIds }: { readonly region: Region; readonly folderIds: readonly string[] },
    ): { readonly name: string; readonly end: 'cancelled' | 'undone' | null } | null =>
      database.get<{ name: string; end: 'cancelled' | 'undone' | null }>(
        `SELECT name, (SELECT CASE WHEN undone_at IS NOT NULL THEN 'undone' WHEN state = 'cancelled' THEN 'cancelled' END
           FROM upload WHERE upload.id = f.upload_id) AS end
         FROM watched_file AS f WHERE digest = ? AND connection_id = ? AND number <> ? AND
           coalesce(report ->> '$.region' = ?, folder_id IN (SELECT value FROM json_each(?))) AND (outcome IN ('sent', 'nothing-to-send') OR (outcome = 'waiting' AND
             EXISTS (SELECT 1 FROM draft WHERE draft.id = f.draft_id AND draft.upload_id IS NULL)))
         ORDER BY number DESC LIMIT 1`,
        [digest, connection_id, number, region, JSON.stringify(folderIds)],
      ) ?? null,
    /** Row counts of the last files that were sent to the folder's connection and region, or had nothing new. */
    earlierRows: ({ id, connectionId, region }: Pick<StoredFolder, 'id' | 'connectionId' | 'region'>): number[] =>
      database.values<number>(
        `SELECT rows FROM watched_file
         WHERE folder_id = ? AND connection_id = ? AND coalesce(report ->> '$.region', ?) = ?
           AND outcome IN ('sent', 'nothing-to-send') AND rows > 0
         ORDER BY number DESC LIMIT ?`,
        [id, connectionId, region, region, filesForRange],
      ),
    /** Follows the files of these uploads again. */
    followAgain(uploadIds: readonly string[]): void {
      if (uploadIds.length === 0) return
      database.run(
        `UPDATE watched_file SET follows = 1
         WHERE follows = 0 AND state = 'ended' AND upload_id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(uploadIds)],
      )
    },
    /** Ended files whose report changes when their upload does. */
    following: (): FileRecord[] =>
      database.all<FileRecord>('SELECT * FROM watched_file WHERE follows = 1 ORDER BY number'),
    /** The files of a folder, last found first. */
    page: (folderId: string, offset: number, limit: number): ShownRecord[] =>
      database.all<ShownRecord>(
        `SELECT f.*, ${draftLeft} FROM watched_file AS f WHERE folder_id = ? ORDER BY number DESC LIMIT ? OFFSET ?`,
        [folderId, limit, offset],
      ),
    counts: (
      folderId: string,
    ): { readonly total: number; readonly toProcess: number; readonly draftsWaiting: number } =>
      database.get<{ total: number; toProcess: number; draftsWaiting: number }>(
        `SELECT count(*) AS total, coalesce(sum(outcome IS NULL), 0) AS toProcess,
           coalesce(sum(outcome = 'waiting' AND draft_left), 0) AS draftsWaiting
         FROM (SELECT f.outcome, ${draftLeft} FROM watched_file AS f WHERE folder_id = ?)`,
        [folderId],
      ) ?? { total: 0, toProcess: 0, draftsWaiting: 0 },
    /** Removes the oldest ended files beyond what the history shows. */
    trim(folderId: string): void {
      const beyond = `folder_id = ? AND state = 'ended' AND follows = 0 AND number <
        (SELECT number FROM watched_file WHERE folder_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`
      database.transaction(() => {
        database.run(`DELETE FROM watched_file WHERE ${beyond}`, [folderId, folderId, mostFiles])
        database.run(`UPDATE watched_file SET report = NULL WHERE report IS NOT NULL AND ${beyond}`, [
          folderId,
          folderId,
          mostReports,
        ])
      })
    },
  }
}

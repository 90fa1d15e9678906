import { rmSync } from 'node:fs'
import { BetterSqlite } from './sqlite.ts'
import type { BackupContents } from '../../contract/backup-file.ts'
import type { DatabaseFile, SettingValues } from '../ports/host.ts'
import { checkTables, type ReportShare } from './check-pages.ts'
import { formatOf } from './data-format.ts'
import { hasCode, isDiskFull, setKey } from './sqlite-file.ts'
import { syncFile } from './sync-file.ts'

/** `foreign`: not a database of Forecourt. `newer`, `older`: another version made it. */
export type CopyState =
  | { readonly state: 'sound'; readonly contents: BackupContents }
  | { readonly state: 'damaged' | 'foreign' | 'newer' | 'older' }

/**
 * Writes a copy of a database, as it is now, with a key of its own and without the room of deleted data. The database may be in use.
 * `forget`: settings that the copy does not get. Nothing remains at the copy's path when it fails. Takes a second for 100 MB.
 */
export function copyDatabase({ path, key }: DatabaseFile, copy: DatabaseFile, forget: readonly string[]): void {
  rmSync(copy.path, { force: true })
  try {
    const sqlite = open({ path, key }, true)
    try {
      sqlite.prepare('VACUUM INTO ?').run(copy.path)
    } finally {
      sqlite.close()
    }
    // SQLite gives the copy the key of its source.
    rekeyDatabase({ path: copy.path, key }, copy.key, { forget, put: [] })
  } catch (error) {
    rmSync(copy.path, { force: true })
    throw error
  }
}

/**
 * Gives a database that nobody uses another key, durably. It gets the settings `put` and loses `forget`. When it is killed, the file may
 * open with neither key: call it for a copy only.
 */
export function rekeyDatabase(
  file: DatabaseFile,
  newKey: string,
  { forget, put }: { readonly forget: readonly string[]; readonly put: SettingValues },
): void {
  const sqlite = open(file, false)
  try {
    for (const name of forget) sqlite.prepare('DELETE FROM setting WHERE name = ?').run(name)
    for (const [name, value] of put)
      sqlite.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, value)
    // The cipher cannot change the key of a database with a write-ahead log.
    sqlite.pragma('journal_mode = DELETE')
    sqlite.pragma(`rekey="x'${newKey}'"`)
  } finally {
    sqlite.close()
  }
  syncFile(file.path)
}

/** Reads every page of a copy and counts the work in it. Changes nothing. */
export function inspectCopy(file: DatabaseFile, onShare: ReportShare): CopyState {
  let sqlite: BetterSqlite.Database | null = null
  try {
    sqlite = open(file, true)
    const format = formatOf(sqlite)
    if (format !== 'current') return { state: format === 'empty' ? 'foreign' : format }
    if (!checkTables(sqlite, onShare)) return { state: 'damaged' }
    const count = (sql: string): number => Number(sqlite?.prepare(sql).pluck().get())
    return {
      state: 'sound',
      contents: {
        connections: count('SELECT count(*) FROM connection'),
        drafts: count('SELECT count(*) FROM draft'),
        uploads: count('SELECT count(*) FROM upload'),
        callEntries: count('SELECT count(*) FROM sighting_entry'),
        templates: count('SELECT count(*) FROM template'),
      },
    }
  } catch (error) {
    if (isDiskFull(error)) throw error
    if (hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR', 'SQLITE_ERROR')) return { state: 'damaged' }
    throw error
  } finally {
    sqlite?.close()
  }
}

function open({ path, key }: DatabaseFile, readonly: boolean): BetterSqlite.Database {
  const sqlite = new BetterSqlite(path, { readonly, fileMustExist: true })
  setKey(sqlite, key)
  sqlite.pragma('secure_delete = ON')
  return sqlite
}

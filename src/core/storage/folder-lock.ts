import { BetterSqlite } from '../database/sqlite.ts'

/** Exists for as long as the program uses the folder. */
export interface FolderLock {
  release(): void
}

/**
 * Locks the folder for this program; null when another program has locked it. The lock is SQLite's own lock on an empty database:
 * the operating system releases it when a program is killed.
 */
export function lockFolder(path: string): FolderLock | null {
  const sqlite = new BetterSqlite(path, { timeout: 0 })
  try {
    // Nothing is ever written, so no journal file is needed.
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => void sqlite.close() }
}

// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'

/** Held for as long as the program has the folder. */
export interface FolderLock {
  release(): void
}

/**
 * Makes this program the folder's only one, or gives null when another has it. The lock is SQLite's own on an empty database: the
 * operating system lets go of it when a program is killed, so that none can be left behind.
 */
export function lockFolder(path: string): FolderLock | null {
  const sqlite = new BetterSqlite(path, { timeout: 0 })
  try {
    // Nothing is ever written, so that no journal need lie beside it.
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => void sqlite.close() }
}

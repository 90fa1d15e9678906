import { BetterSqlite } from './sqlite.ts'

/** Makes a connection read and write with SQLCipher. `key` is 32 bytes as 64 hex digits. */
export function setKey(sqlite: BetterSqlite.Database, key: string): void {
  sqlite.pragma(`cipher='sqlcipher'`)
  sqlite.pragma(`key="x'${key}'"`)
}

export function sqliteVersion(): string {
  const sqlite = new BetterSqlite(':memory:')
  try {
    return String(sqlite.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    sqlite.close()
  }
}

/** Whether the disk has no room. The index of a write-ahead log is a file of its own, and its failure has a code of its own. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE')

/** Whether SQLite threw one of these primary codes. An extended code begins with its primary one (SQLITE_IOERR, SQLITE_IOERR_WRITE). */
export function hasCode(error: unknown, ...primaries: readonly string[]): boolean {
  if (!(error instanceof BetterSqlite.SqliteError)) return false
  const { code } = error
  return primaries.some((primary) => code === primary || code.startsWith(`${primary}_`))
}

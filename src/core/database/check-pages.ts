// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { hasCode, setKey } from './sqlite-file.ts'

/** `unknown`: the pages could not be read for another reason, such as a lock. */
export type PageState = 'sound' | 'damaged' | 'unknown'

/**
 * Reads every page of a database with SQLite's `quick_check`, over a connection of its own that writes nothing. `key` as for
 * `openDatabase`. Takes about a second for 40 MB: call it outside the program's thread.
 */
export function checkPages(path: string, key: string): PageState {
  let sqlite: BetterSqlite.Database | null = null
  try {
    sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true })
    setKey(sqlite, key)
    return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'sound' : 'damaged'
  } catch (error) {
    return hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR') ? 'damaged' : 'unknown'
  } finally {
    sqlite?.close()
  }
}

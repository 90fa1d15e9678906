import { BetterSqlite } from './sqlite.ts'
import { hasCode, isDiskFull, setKey } from './sqlite-file.ts'

/** Called with the share of a database that was read, 0 to 1. */
export type ReportShare = (share: number) => void

/** Reading so many pages takes some 5 ms. */
const pagesPerReport = 64
/** For the second reading of a table. */
const cacheKiB = 64 * 1024

/**
 * Whether every page of an open database is sound, by `quick_check` for each table. SQLite reports nothing during a check, so the pages of
 * a table are counted first while `dbstat` reads them; the check then finds most of them in memory.
 */
export function checkTables(sqlite: BetterSqlite.Database, onShare: ReportShare): boolean {
  sqlite.pragma(`cache_size = -${cacheKiB}`)
  const total = Number(sqlite.pragma('page_count', { simple: true }))
  const parts = sqlite
    .prepare<[], { table: string; name: string }>(
      'SELECT tbl_name AS "table", name FROM sqlite_schema WHERE rootpage > 0 ORDER BY tbl_name',
    )
    .all()
  const pages = sqlite.prepare<[string], { at: number }>('SELECT pageno AS at FROM dbstat WHERE name = ?')
  const isSound = (table: string): boolean =>
    sqlite.pragma(`quick_check("${table.replaceAll('"', '""')}")`, { simple: true }) === 'ok'
  let read = 0
  for (const [table, itsParts] of Map.groupBy(parts, (part) => part.table)) {
    for (const { name } of itsParts) {
      for (const { at } of pages.iterate(name)) {
        read += at > 0 ? 1 : 0
        if (read % pagesPerReport === 0) onShare(Math.min(1, read / total))
      }
    }
    if (!isSound(table)) return false
  }
  // With this name, the free pages are checked too.
  return isSound('sqlite_schema')
}

/** `unknown`: the pages could not be read for another reason, such as a lock. */
export type PageState = 'sound' | 'damaged' | 'unknown'

/**
 * Reads every page of a database with SQLite's `quick_check`, over a connection of its own that writes nothing. `key` as for
 * `openDatabase`. Takes about a second for 40 MB: call it outside the program's thread. With
 * `onShare` it reports how far it is, and takes longer.
 */
export function checkPages(path: string, key: string, onShare?: ReportShare): PageState {
  let sqlite: BetterSqlite.Database | null = null
  try {
    sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true })
    setKey(sqlite, key)
    const isSound = onShare ? checkTables(sqlite, onShare) : sqlite.pragma('quick_check(1)', { simple: true }) === 'ok'
    return isSound ? 'sound' : 'damaged'
  } catch (error) {
    if (isDiskFull(error)) return 'unknown'
    return hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR') ? 'damaged' : 'unknown'
  } finally {
    sqlite?.close()
  }
}

import { BetterSqlite } from './sqlite.ts'
import type { DatabaseFile } from '../ports/host.ts'
import { setKey } from './sqlite-file.ts'

/** The texts that a query finds in a database of any version. None when the key does not open it, or it is damaged. */
export function textsOfClosedDatabase({ path, key }: DatabaseFile, sql: string): string[] {
  let sqlite: BetterSqlite.Database | null = null
  try {
    sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true })
    setKey(sqlite, key)
    return sqlite.prepare(sql).pluck().all().map(String)
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError) return []
    throw error
  } finally {
    sqlite?.close()
  }
}

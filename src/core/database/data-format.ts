import { BetterSqlite } from './sqlite.ts'
import { migrations } from './migrations.ts'

/** The number of the format in which this version stores data: its migrations are counted. */
export const dataFormat = migrations.length

export function sqliteVersion(): string {
  const sqlite = new BetterSqlite(':memory:')
  try {
    return String(sqlite.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    sqlite.close()
  }
}

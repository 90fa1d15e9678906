// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
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

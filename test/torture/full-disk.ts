import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'

/** A disk of this process that can become full. */
export interface FullDisk {
  setFull(isFull: boolean): void
  /** Call before each statement that SQLite runs. Throws SQLite's error when its changes cannot be written. */
  beforeStatement(statement: unknown): void
}

interface Statement {
  readonly source: string
  readonly database: { readonly inTransaction: boolean }
}

const isWrite = (sql: string): boolean => /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b/i.test(sql)

/**
 * Makes this process fail as on a full disk: SQLite writes at the commit, with SQLITE_FULL, and copies and new files
 * in `folder` fail with ENOSPC. Reads continue.
 */
export function createFullDisk(folder: string): FullDisk {
  let isDiskFull = false
  const changed = new WeakSet<object>()
  const { copyFileSync, writeFileSync } = fs
  const refuse = (path: unknown): void => {
    if (isDiskFull && String(path).startsWith(folder))
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  fs.copyFileSync = (...given) => {
    refuse(given[1])
    copyFileSync(...given)
  }
  fs.writeFileSync = (...given) => {
    refuse(given[0])
    writeFileSync(...given)
  }
  syncBuiltinESMExports()
  return {
    setFull: (isFull) => void (isDiskFull = isFull),
    beforeStatement(statement) {
      const { source, database } = statement as Statement
      const isCommit = source === 'COMMIT'
      if (isWrite(source) && database.inTransaction) changed.add(database)
      if (isDiskFull && ((isCommit && changed.has(database)) || (isWrite(source) && !database.inTransaction))) {
        throw new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
      }
      if (isCommit || source === 'ROLLBACK') changed.delete(database)
    },
  }
}

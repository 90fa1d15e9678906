import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'

/** What a disk refuses: `full`: new content; `read-only`: every change, as after it was mounted again for reading. */
export type DiskFault = 'full' | 'read-only'

/** A disk of this process that can become full or read-only. */
export interface FullDisk {
  setFault(fault: DiskFault | null): void
  /** Call before each statement that SQLite runs. Throws SQLite's error when its changes cannot be written. */
  beforeStatement(statement: unknown): void
}

interface Statement {
  readonly source: string
  readonly database: { readonly inTransaction: boolean }
}

const isWrite = (sql: string): boolean => /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b/i.test(sql)

const faults = {
  full: { code: 'ENOSPC', words: 'no space left on device', sqlite: 'SQLITE_FULL', says: 'database or disk is full' },
  'read-only': {
    code: 'EROFS',
    words: 'read-only file system',
    sqlite: 'SQLITE_READONLY',
    says: 'attempt to write a readonly database',
  },
} as const

/**
 * Makes this process fail as on a full or read-only disk: SQLite's writes fail (with SQLITE_FULL at the commit, with
 * SQLITE_READONLY at the statement), and so do copies and new files in `folder`. Reads continue. A database is opened as on a full file
 * system (measured): without room for the index of its log only by a connection that has it alone.
 */
export function createFullDisk(folder: string, atStart: DiskFault | null = null): FullDisk {
  let fault = atStart
  const changed = new WeakSet<object>()
  const { copyFileSync, writeFileSync } = fs
  const refuse = (path: unknown): void => {
    if (fault === null || !String(path).startsWith(folder)) return
    const { code, words } = faults[fault]
    throw Object.assign(new Error(`${code}: ${words}`), { code })
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
  const { pragma } = BetterSqlite.prototype
  BetterSqlite.prototype.pragma = function opened(this: BetterSqlite.Database, source, options) {
    const needsIndex = source.startsWith('journal_mode = WAL') && fault === 'full' && this.name.startsWith(folder)
    const isAlone = (): boolean => pragma.call(this, 'locking_mode', { simple: true }) === 'exclusive'
    if (needsIndex && !existsSync(`${this.name}-shm`) && !isAlone()) {
      throw new BetterSqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_SHMSIZE')
    }
    return pragma.call(this, source, options)
  }
  return {
    setFault: (next) => void (fault = next),
    beforeStatement(statement) {
      const { source, database } = statement as Statement
      const isCommit = source === 'COMMIT'
      if (isWrite(source) && database.inTransaction) changed.add(database)
      const isLate = fault === 'full' && database.inTransaction
      const isRefused = isLate ? isCommit && changed.has(database) : isWrite(source)
      if (fault !== null && isRefused) throw new BetterSqlite.SqliteError(faults[fault].says, faults[fault].sqlite)
      if (isCommit || source === 'ROLLBACK') changed.delete(database)
    },
  }
}

// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { fail } from '../failures/failure-error.ts'
import { migrate, migrations, type MigrationOutcome } from './migrations.ts'

export type SqlValue = string | number | bigint | Uint8Array | null
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/**
 * Durable local data: SQLite with SQLCipher encryption. All calls are synchronous; a statement's text is prepared once. A write that
 * finds no room throws `disk-full`, and what its transaction had written is rolled back; a file that is damaged, or a disk that gives
 * errors, throws `storage-damaged`.
 */
export interface Database {
  run(sql: string, params?: SqlParams): { changes: number }
  get<Row>(sql: string, params?: SqlParams): Row | undefined
  all<Row>(sql: string, params?: SqlParams): Row[]
  /** Row by row, for long results. */
  each<Row>(sql: string, params?: SqlParams): IterableIterator<Row>
  /** All or nothing, durable when it returns (WAL, synchronous=FULL). Nested calls join the outer one as savepoints. */
  transaction<T>(work: () => T): T
  /** Moves the write-ahead log into the file and shortens it: with secure_delete, what was deleted is then gone from the disk. */
  checkpoint(): void
  close(): void
}

/**
 * How an open ended: `ready`; `wrong-key` (the file is encrypted with another key, or is not a database: the two cannot be told
 * apart from outside); `newer` (made by a later Forecourt, refused); `busy` (another program has it open).
 */
export type OpenAnswer =
  | { readonly state: 'ready'; readonly database: Database }
  | { readonly state: 'wrong-key' }
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'busy' }

/** Marks the file as Forecourt's ("FCRT"), so that a foreign database is never migrated. */
export const applicationId = 0x46435254

export interface OpenOptions {
  /** A part of the file turned out to be damaged while it was read or written. */
  readonly onDamaged?: () => void
  /**
   * Called before the form of a database that holds anything is changed, with all of it in the one file. Where it throws, the database is
   * closed unchanged and the error goes up.
   */
  readonly beforeMigration?: (version: number) => void
  /** The numbered steps of its form; those of this Forecourt unless said. */
  readonly migrations?: readonly string[]
}

/**
 * Opens or creates the database. `key` is 32 bytes as 64 hex digits, or null for one in memory (`path` is ':memory:') that is gone
 * at the end. Never overwrites: a file that does not open is left as it is.
 */
export function openDatabase(path: string, key: string | null, options: OpenOptions = {}): OpenAnswer {
  if (path !== ':memory:' && !/^[0-9a-f]{64}$/.test(key ?? ''))
    throw new Error('A database on disk needs a key of 64 hex digits')
  const sqlite = new BetterSqlite(path, { timeout: 5_000 })
  try {
    if (path !== ':memory:') {
      sqlite.pragma(`cipher='sqlcipher'`)
      sqlite.pragma(`key="x'${key}'"`)
    }
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('secure_delete = ON')
    sqlite.pragma('foreign_keys = ON')
    const mode = sqlite.pragma('journal_mode = WAL', { simple: true })
    if (path !== ':memory:' && mode !== 'wal')
      throw new Error(`The database cannot use a write-ahead log here (${String(mode)})`)
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('fullfsync = 1')
    sqlite.pragma('checkpoint_fullfsync = 1')
    sqlite.pragma('temp_store = MEMORY')
    // Pages are decrypted when they are read in: with the 2 MiB that SQLite would keep, a search at 100,000 customers takes three times as long.
    sqlite.pragma('cache_size = -32768')
    // 16 MiB of log between two checkpoints: what is written often in between goes into the file once. A quarter of the time of long writes.
    sqlite.pragma('wal_autocheckpoint = 4000')
    const outcome: MigrationOutcome = migrate(sqlite, {
      applicationId,
      steps: options.migrations ?? migrations,
      beforeChange(version) {
        sqlite.pragma('wal_checkpoint(TRUNCATE)')
        options.beforeMigration?.(version)
      },
    })
    if (outcome.state !== 'current') {
      sqlite.close()
      return outcome.state === 'newer' ? { state: 'newer', version: outcome.version } : { state: 'wrong-key' }
    }
    return { state: 'ready', database: wrap(sqlite, options.onDamaged ?? (() => undefined)) }
  } catch (error) {
    sqlite.close()
    const code = error instanceof BetterSqlite.SqliteError ? error.code : ''
    if (isOfKind(code, 'SQLITE_NOTADB') || isOfKind(code, 'SQLITE_CORRUPT')) return { state: 'wrong-key' }
    if (isOfKind(code, 'SQLITE_BUSY') || isOfKind(code, 'SQLITE_LOCKED')) return { state: 'busy' }
    throw error
  }
}

/** An extended result code is its primary one with more behind it (SQLITE_IOERR, SQLITE_IOERR_WRITE). */
const isOfKind = (code: string, primary: string): boolean => code === primary || code.startsWith(`${primary}_`)

/** Throws what became of a statement or transaction: what the machine refuses is a failure that says so. */
function failed(error: unknown, onDamaged: () => void): never {
  const code = error instanceof BetterSqlite.SqliteError ? error.code : ''
  const isAnyOf = (...primaries: readonly string[]): boolean => primaries.some((primary) => isOfKind(code, primary))
  if (isAnyOf('SQLITE_FULL')) {
    fail('disk-full', 'There is no room left on the disk of this PC.', {
      kept: 'Everything up to your last step is kept; the last step is not.',
      next: 'Make room on the disk and do the last step again.',
    })
  }
  if (isAnyOf('SQLITE_CORRUPT', 'SQLITE_NOTADB')) {
    onDamaged()
    fail('storage-damaged', 'A part of Forecourt’s data on this PC is damaged.', {
      kept: 'Nothing was deleted, and what was sent stays sent.',
      next: 'Close Forecourt and start it again: it then looks the data through, and says what can be done.',
    })
  }
  if (isAnyOf('SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM')) {
    fail('storage-damaged', 'The disk with Forecourt’s data cannot be read or written just now.', {
      kept: 'Everything up to your last step is kept; the last step may not be.',
      next: 'See that the disk is there and may be written, then do the last step again.',
    })
  }
  throw error
}

function wrap(sqlite: BetterSqlite.Database, onDamaged: () => void): Database {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      return failed(error, onDamaged)
    }
  }
  function* guardedRows<Row>(sql: string, params: SqlParams | undefined): Generator<Row, undefined> {
    try {
      yield* statement(sql).iterate(...bound(params)) as IterableIterator<Row>
    } catch (error) {
      failed(error, onDamaged)
    }
  }
  const prepared = new Map<string, BetterSqlite.Statement>()
  const statement = (sql: string): BetterSqlite.Statement => {
    const known = prepared.get(sql)
    if (known) return known
    const made = sqlite.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  const bound = (params: SqlParams | undefined): unknown[] => (params === undefined ? [] : [params])
  return {
    run: (sql, params) => guarded(() => ({ changes: statement(sql).run(...bound(params)).changes })),
    get: <Row>(sql: string, params?: SqlParams) =>
      guarded(() => statement(sql).get(...bound(params)) as Row | undefined),
    all: <Row>(sql: string, params?: SqlParams) => guarded(() => statement(sql).all(...bound(params)) as Row[]),
    each: (sql, params) => guardedRows(sql, params),
    transaction: (work) => guarded(() => sqlite.transaction(work).immediate()),
    checkpoint: () => void guarded(() => sqlite.pragma('wal_checkpoint(TRUNCATE)')),
    close: () => void sqlite.close(),
  }
}

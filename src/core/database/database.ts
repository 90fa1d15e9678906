import { existsSync, rmSync, statSync } from 'node:fs'
import { BetterSqlite } from './sqlite.ts'
import { FailureError } from '../failures/failure-error.ts'
import { databaseText } from './database-text.ts'
import { createTables, formatOf, type FormatState } from './data-format.ts'
import { hasCode, isDiskFull, setKey } from './sqlite-file.ts'

export type SqlValue = string | number | bigint | Uint8Array | null
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/**
 * Durable local data: SQLite with SQLCipher encryption. All calls are synchronous; each statement is prepared once. A write to a full
 * disk throws `disk-full` and rolls its transaction back; a damaged file or a failing disk throws `storage-damaged`; a file that another
 * process has locked throws `storage-busy`.
 */
export type Database = ReturnType<typeof wrap>

export interface TableListener {
  /**
   * Called for each row that a statement of any caller adds, changes or removes, with the values of the watched columns; a
   * changed row counts with its old and its new ones. It must not use the database.
   */
  changed(...values: SqlValue[]): void
  /** A transaction was undone, also after `changed`. */
  undone(): void
}

/**
 * The result of opening: `ready` (`isDiskFull`: nothing can be saved, see `openDatabase`); `wrong-key` (another key, or not a database: the two look the same); `newer` and `older`
 * (another version of Forecourt saved it: nothing is changed); `busy` (open in another program).
 */
export type OpenAnswer =
  | { readonly state: 'ready'; readonly database: Database; readonly isDiskFull: boolean }
  | { readonly state: 'wrong-key' | 'newer' | 'older' | 'busy' }

export interface OpenOptions {
  /** Called after the database was found and before anything is written, with the number of frames that SQLite read from the log. */
  readonly onLogRead?: (frames: number) => void
  /** Called after each write that is durable, outside transactions. */
  readonly onWritten?: () => void
  /** Called when reading or writing finds damage in the file. */
  readonly onDamaged?: () => void
}

/**
 * SQLite waits for another process on the program's thread, so the wait is short. Only this program uses the file in a data folder
 * that it has locked; others are backups and scanners, which are reported as `storage-busy`.
 */
const lockTimeoutMs = 20

/**
 * Memory for pages. With 8 or 32 MiB, syncs, changes of all of 100,000 customers and long uploads take the same time, and the process keeps
 * 4 MiB more for ever, because such memory lies between other memory.
 */
const cacheKiB = 2_048

/**
 * Opens or creates the database. `key` is 32 bytes as 64 hex digits, or null for a database in memory (`path` is ':memory:').
 * Never overwrites a file that cannot be opened. A disk without room for the index of the write-ahead log has the index in memory: the
 * data can be read, and no other connection can use the file until it is closed.
 */
export function openDatabase(path: string, key: string | null, options: OpenOptions = {}): OpenAnswer {
  try {
    return open(path, key, options, false)
  } catch (error) {
    if (!hasCode(error, 'SQLITE_IOERR_SHMSIZE')) throw error
    return open(path, key, options, true)
  }
}

function open(path: string, key: string | null, options: OpenOptions, isFull: boolean): OpenAnswer {
  if (path !== ':memory:' && !/^[0-9a-f]{64}$/.test(key ?? ''))
    throw new Error('A database on disk needs a key of 64 hex digits')
  let sqlite: BetterSqlite.Database | null = null
  try {
    // On a full disk, a connection that cannot write cannot read the log either.
    const refusal = path === ':memory:' || isFull ? null : refusalOf(storedFormat(path, key ?? ''))
    if (refusal) return refusal
    sqlite = new BetterSqlite(path, { timeout: lockTimeoutMs })
    if (path !== ':memory:') {
      setKey(sqlite, key ?? '')
    }
    if (isFull) sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('secure_delete = ON')
    sqlite.pragma('foreign_keys = ON')
    const mode = sqlite.pragma('journal_mode = WAL', { simple: true })
    if (path !== ':memory:' && mode !== 'wal')
      throw new Error(`The database cannot use a write-ahead log here (${String(mode)})`)
    if (options.onLogRead) {
      const [checkpoint] = sqlite.pragma('wal_checkpoint(NOOP)') as [{ log: number }]
      options.onLogRead(checkpoint.log)
    }
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('fullfsync = 1')
    sqlite.pragma('checkpoint_fullfsync = 1')
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma(`cache_size = -${cacheKiB}`)
    // 16 MiB of log between checkpoints: pages that are written often go to the file once. Long writes take a quarter of the time.
    sqlite.pragma('wal_autocheckpoint = 4000')
    const format = formatOf(sqlite)
    if (format === 'empty') createTables(sqlite)
    const refused = refusalOf(format)
    if (refused) sqlite.close()
    return refused ?? { state: 'ready', database: wrap(sqlite, options), isDiskFull: isFull }
  } catch (error) {
    sqlite?.close()
    if (hasCode(error, 'SQLITE_NOTADB', 'SQLITE_CORRUPT')) return { state: 'wrong-key' }
    if (hasCode(error, 'SQLITE_BUSY', 'SQLITE_LOCKED')) return { state: 'busy' }
    throw error
  }
}

/**
 * The format of a database on disk. The connection cannot write: another one would move the log into the file when it closes, and data of
 * another version must stay as it is.
 */
function storedFormat(path: string, key: string): FormatState {
  // SQLite deletes the log of a file without content.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'empty'
  const missing = [`${path}-wal`, `${path}-shm`].filter((file) => !existsSync(file))
  const sqlite = new BetterSqlite(path, { readonly: true, timeout: lockTimeoutMs })
  try {
    setKey(sqlite, key)
    const format = formatOf(sqlite)
    sqlite.close()
    if (refusalOf(format)) for (const file of missing) rmSync(file, { force: true })
    return format
  } finally {
    sqlite.close()
  }
}

const refusalOf = (format: FormatState): OpenAnswer | null => {
  if (format === 'empty' || format === 'current') return null
  return { state: format === 'foreign' ? 'wrong-key' : format }
}

/** Throws the failure for what the system refused; any other error is thrown unchanged. */
function throwFailure(error: unknown, onDamaged: () => void): never {
  if (isDiskFull(error)) throw new FailureError({ kind: 'disk-full', ...databaseText.diskFull })
  if (hasCode(error, 'SQLITE_BUSY', 'SQLITE_LOCKED'))
    throw new FailureError({ kind: 'storage-busy', ...databaseText.busy })
  if (hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB')) {
    onDamaged()
    throw new FailureError({ kind: 'storage-damaged', ...databaseText.damaged })
  }
  if (hasCode(error, 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM')) {
    throw new FailureError({ kind: 'storage-read-only', ...databaseText.readOnly })
  }
  if (hasCode(error, 'SQLITE_IOERR')) {
    throw new FailureError({ kind: 'storage-damaged', ...databaseText.unreadable })
  }
  throw error
}

const nothing = (): void => undefined

const firstColumn = <T extends SqlValue>(row: unknown): T | undefined => Object.values(row as Record<string, T>)[0]

function wrap(
  sqlite: BetterSqlite.Database,
  { onDamaged = nothing, onWritten = nothing }: Pick<OpenOptions, 'onDamaged' | 'onWritten'>,
) {
  const reportWrite = <T>(result: T): T => {
    if (!sqlite.inTransaction) onWritten()
    return result
  }
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      return throwFailure(error, onDamaged)
    }
  }
  function* guardedRows<Row>(sql: string, params: SqlParams | undefined): Generator<Row, undefined> {
    try {
      yield* statement(sql).iterate(...toArguments(params)) as IterableIterator<Row>
    } catch (error) {
      throwFailure(error, onDamaged)
    }
  }
  const listeners: TableListener[] = []
  /** What waits for the end of the outermost transaction. */
  let afterCommit: (() => void)[] = []
  const runAfterCommit = <T>(result: T): T => {
    if (sqlite.inTransaction) return result
    const committed = afterCommit
    afterCommit = []
    for (const work of committed) work()
    return result
  }
  const prepared = new Map<string, BetterSqlite.Statement>()
  const statement = (sql: string): BetterSqlite.Statement => {
    const existing = prepared.get(sql)
    if (existing) return existing
    const created = sqlite.prepare(sql)
    prepared.set(sql, created)
    return created
  }
  let rollbacks = 0
  /** With `NORMAL`, a commit does not wait for the disk. */
  const withoutWaiting = <T>(work: () => T): T => {
    if (sqlite.inTransaction) return work()
    sqlite.pragma('synchronous = NORMAL')
    try {
      return work()
    } finally {
      sqlite.pragma('synchronous = FULL')
    }
  }
  const toArguments = (params: SqlParams | undefined): unknown[] => (params === undefined ? [] : [params])
  return {
    run: (sql: string, params?: SqlParams): { changes: number } =>
      reportWrite(guarded(() => ({ changes: statement(sql).run(...toArguments(params)).changes }))),
    get: <Row>(sql: string, params?: SqlParams): Row | undefined =>
      guarded(() => statement(sql).get(...toArguments(params)) as Row | undefined),
    all: <Row>(sql: string, params?: SqlParams): Row[] =>
      guarded(() => statement(sql).all(...toArguments(params)) as Row[]),
    /** The first column of the first row; null where there is no row, or no value. */
    value: <T extends SqlValue>(sql: string, params?: SqlParams): T | null =>
      guarded(() => firstColumn<T>(statement(sql).get(...toArguments(params)) ?? {}) ?? null),
    /** The first column of each row. */
    values: <T extends SqlValue>(sql: string, params?: SqlParams): T[] =>
      guarded(() =>
        statement(sql)
          .all(...toArguments(params))
          .map((row) => firstColumn<T>(row) as T),
      ),
    /** Row by row, for long results. */
    each: <Row>(sql: string, params?: SqlParams): IterableIterator<Row> => guardedRows(sql, params),
    /**
     * All or nothing, durable when it returns (WAL, synchronous=FULL). Nested calls join the outer one as savepoints. `later`: a power cut
     * can undo it, but not a kill of the process; for what can be received again.
     */
    transaction: <T>(work: () => T, durable: 'now' | 'later' = 'now'): T =>
      runAfterCommit(
        reportWrite(
          guarded(() => {
            const waiting = afterCommit.length
            try {
              const committed = (): ReturnType<typeof work> => sqlite.transaction(work).immediate()
              return durable === 'now' ? committed() : withoutWaiting(committed)
            } catch (error) {
              rollbacks += 1
              for (const listener of listeners) listener.undone()
              afterCommit.length = waiting
              throw error
            }
          }),
        ),
      ),
    /**
     * Runs `work` when the outermost transaction has committed, in the order of the calls; at once outside of transactions. It is dropped
     * when a transaction around the call is rolled back.
     */
    afterCommit(work: () => void): void {
      afterCommit.push(work)
      runAfterCommit(undefined)
    },
    /** Tells the listener what changes in a table, so that what was read from it stays true in memory. */
    watch(table: string, columns: readonly string[], listener: TableListener): void {
      const name = `watch_${listeners.push(listener)}`
      sqlite.function(name, { varargs: true }, (...values: unknown[]) => {
        listener.changed(...(values as SqlValue[]))
        return null
      })
      const call = (row: 'old' | 'new'): string =>
        `SELECT ${name}(${columns.map((column) => `${row}.${column}`).join(', ')});`
      // Temporary triggers exist in this connection only, and the file does not have them.
      sqlite.exec(`
        CREATE TEMP TRIGGER ${name}_insert AFTER INSERT ON main.${table} BEGIN ${call('new')} END;
        CREATE TEMP TRIGGER ${name}_update AFTER UPDATE ON main.${table} BEGIN ${call('old')} ${call('new')} END;
        CREATE TEMP TRIGGER ${name}_delete AFTER DELETE ON main.${table} BEGIN ${call('old')} END;
      `)
    },
    /** How many transactions were undone, nested ones included: after one, what was held in memory about its changes is not true. */
    rollbacks: (): number => rollbacks,
    /** Moves what it can of the write-ahead log into the file, so that no later write has to move much at once. */
    moveLog: (): void => void guarded(() => sqlite.pragma('wal_checkpoint(PASSIVE)')),
    /** Moves the write-ahead log into the file and truncates it. With secure_delete, deleted data is then removed from the disk. */
    checkpoint: (): void => void guarded(() => sqlite.pragma('wal_checkpoint(TRUNCATE)')),
    /**
     * Writes the whole file again without the room of deleted data, and empties the log. Takes a second for 100 MB; nothing else may use
     * the database meanwhile.
     */
    compact: (): void =>
      guarded(() => {
        sqlite.exec('VACUUM')
        sqlite.pragma('wal_checkpoint(TRUNCATE)')
      }),
    close: (): void => void sqlite.close(),
  }
}

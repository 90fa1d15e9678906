import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { backUp } from './backup.ts'
import {
  dataFilesOf,
  holdsData,
  readProtection,
  setAside,
  sizeOf,
  writeProtection,
  type ProtectionAnswer,
} from './data-files.ts'
import {
  checkOf,
  deriveKey,
  isSameCheck,
  keyFromHex,
  keyIdOfFolder,
  keyName,
  newDatabaseKey,
  newKeyId,
  unwrapKey,
  wrapKey,
  type DatabaseKey,
} from './database-key.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'

type OpenStatus = Extract<StorageStatus, { state: 'open' }>

/** What the rest of the program gets once the data is open. */
export interface OpenedStorage {
  readonly database: Database
  readonly protection: OpenStatus['protection']
  /** A key of its own for the practice service's records, 64 hex digits; null when nothing is kept. */
  readonly practiceKey: string | null
}

export interface StorageOptions {
  readonly dataFolder: string
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** The numbered steps of the database's form; those of this Forecourt unless said. */
  readonly migrations?: readonly string[]
  /** Called with the opened database before the state is told to anyone. */
  readonly onOpened: (opened: OpenedStorage) => Promise<void>
  /** Called before the database is closed: nothing may use it afterwards. */
  readonly onClosing: () => Promise<void>
  readonly onChanged: () => void
}

export interface Storage {
  readonly handlers: DomainHandlers<'storage', AbortSignal>
  /** Looks for the data and opens it where no question has to be asked first. */
  start(): Promise<void>
  close(): Promise<void>
}

/** A page of SQLCipher's; a file that is no whole number of them was cut. */
const pageBytes = 4_096

/**
 * The local data from the first look to its end. Whatever the keychain answers, a database that is there is never overwritten: a new
 * one begins only in an empty folder, or after the old files were renamed at the user's word.
 */
export function createStorage(options: StorageOptions): Storage {
  const { dataFolder, vault, clock, log } = options
  const files = dataFilesOf(dataFolder)
  let status: StorageStatus = { state: 'unavailable', reason: 'Forecourt is still starting.' }
  let lock: FolderLock | null = null
  let database: Database | null = null
  /** What she is told at the next opening: an older database had to be set aside. */
  let notice: string | null = null
  let damageSeen = false
  let queue: Promise<unknown> = Promise.resolve()

  /** One change of state at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work)
    // The failure is the caller's, who has `turn`; the next in the queue only waits for the end.
    queue = turn.catch(() => undefined)
    return turn
  }

  const become = (next: StorageStatus): StorageStatus => {
    status = next
    log.write(next.state === 'open' ? 'info' : 'warning', 'storage.state', {
      state: next.state,
      protection: next.state === 'open' ? next.protection : null,
    })
    options.onChanged()
    return status
  }

  const opened = async (
    made: Database,
    protection: OpenStatus['protection'],
    key: DatabaseKey | null,
  ): Promise<StorageStatus> => {
    database = made
    try {
      await options.onOpened({ database: made, protection, practiceKey: key && deriveKey(key, 'practice service') })
    } catch (error) {
      made.close()
      database = null
      throw error
    }
    const told = notice
    notice = null
    return { state: 'open', protection, notice: told }
  }

  /** So that the next start looks at every page, also when this one ends well. */
  const noteDamage = (): void => {
    damageSeen = true
    log.write('error', 'storage.damaged')
    try {
      writeFileSync(files.lookThrough, '')
    } catch (error) {
      const code = codeOf(error)
      if (code === null) throw error
      log.write('error', 'storage.refused', { code })
    }
  }

  const openWith = async (key: DatabaseKey, protection: 'keychain' | 'password'): Promise<StorageStatus> => {
    damageSeen = false
    const bytes = sizeOf(files.database)
    // Both are left by a kill, and by a damaged disk: then every page is looked at before anything is built on it.
    const endedBadly = sizeOf(`${files.database}-wal`) > 0 || bytes % pageBytes !== 0 || existsSync(files.lookThrough)
    const answer = openDatabase(files.database, key.toString('hex'), {
      onDamaged: noteDamage,
      beforeMigration: (version) => backUp(files.database, version, localDate(clock.now())),
      ...(options.migrations ? { migrations: options.migrations } : {}),
    })
    switch (answer.state) {
      case 'ready': {
        if (endedBadly && !isSound(answer.database)) {
          answer.database.close()
          return damaged('A part of the database file is damaged.')
        }
        rmSync(files.lookThrough, { force: true })
        return opened(answer.database, protection, key)
      }
      case 'wrong-key':
        return damaged('The database file is damaged, or it is not a file of Forecourt.')
      case 'newer':
        return damaged('The data was last used with a newer Forecourt. Install the newest version to open it.')
      case 'busy':
        return inUse()
    }
  }

  const damaged = (reason: string): StorageStatus => ({ state: 'unreadable', reason, setAside: null })

  /** The folder is empty: a new database, if the keychain can hold its key. */
  const begin = async (protection: ProtectionAnswer): Promise<StorageStatus> => {
    // A write-ahead log without its database is what is left of one; a new one would delete it.
    if (sizeOf(`${files.database}-wal`) > 0) setAside(files, localDate(clock.now()))
    const health = await vault.probe()
    if (health.state !== 'ok') return { state: 'needs-choice', reason: health.reason }
    const wantedId = protection.state === 'found' ? protection.protection.keyId : keyIdOfFolder(dataFolder)
    const kept = await vault.get(keyName(wantedId))
    if (kept.state === 'unavailable') return { state: 'needs-choice', reason: kept.reason }
    // A key that is there may belong to a database that was set aside: it is used again, never replaced.
    const keptKey = kept.state === 'found' ? keyFromHex(kept.secret) : null
    const keyId = kept.state === 'found' && !keptKey ? newKeyId() : wantedId
    const key = keptKey ?? newDatabaseKey()
    writeProtection(files.protection, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
    if (!keptKey) {
      try {
        await vault.set(keyName(keyId), key.toString('hex'))
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        return { state: 'needs-choice', reason: error.failure.message }
      }
    }
    return openWith(key, 'keychain')
  }

  const openKept = async (protection: ProtectionAnswer): Promise<StorageStatus> => {
    const known = protection.state === 'found' ? protection.protection : null
    const keyId = known?.keyId ?? keyIdOfFolder(dataFolder)
    const kept = await vault.get(keyName(keyId))
    if (kept.state === 'unavailable') return { state: 'vault-locked', reason: kept.reason }
    const key = kept.state === 'found' ? keyFromHex(kept.secret) : null
    if (!key) {
      if (protection.state === 'damaged') return damaged('The file that says how your data is protected is damaged.')
      return { state: 'key-lost', reason: 'Your data is on this PC, but its key is no longer in the keychain.' }
    }
    if (known && !isSameCheck(checkOf(key), known.check)) {
      return { state: 'key-lost', reason: 'The keychain of this PC holds another key than the one your data needs.' }
    }
    const next = await openWith(key, 'keychain')
    if (next.state === 'open' && !known) {
      writeProtection(files.protection, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
    }
    return next
  }

  const look = async (): Promise<StorageStatus> => {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    lock ??= lockFolder(files.lock)
    if (!lock) return inUse()
    const protection = readProtection(files.protection)
    if (protection.state === 'found' && protection.protection.by === 'password') return { state: 'needs-password' }
    return holdsData(files.database) ? openKept(protection) : begin(protection)
  }

  /** The machine's own refusals become a state with words; anything else is an error of ours and goes on up. */
  const orUnavailable = async (work: () => Promise<StorageStatus>): Promise<StorageStatus> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FailureError && isOfTheMachine(error.failure.kind)) {
        return damageSeen
          ? damaged('A part of the database file is damaged.')
          : { state: 'unavailable', reason: `${error.failure.message} Nothing was changed; try again.` }
      }
      const code = codeOf(error)
      if (code === null) throw error
      log.write('error', 'storage.refused', { code })
      // Damage that shows only when the records are read for the first time.
      if (/^SQLITE_(CORRUPT|NOTADB)(_|$)/.test(code)) return damaged('A part of the database file is damaged.')
      return { state: 'unavailable', reason: reasonOf(code) }
    }
  }

  const expect = (states: readonly StorageStatus['state'][]): void => {
    if (!states.includes(status.state)) fail('conflict', 'That does not fit where the data on this PC stands now.')
  }

  const handlers: Storage['handlers'] = {
    status: async () => status,
    setPassword: ({ password }) =>
      inTurn(async () => {
        expect(['needs-choice'])
        return become(
          await orUnavailable(async () => {
            const key = newDatabaseKey()
            writeProtection(files.protection, await wrapKey(key, password, newKeyId()))
            return openWith(key, 'password')
          }),
        )
      }),
    unlock: ({ password }) =>
      inTurn(async () => {
        expect(['needs-password'])
        return become(
          await orUnavailable(async () => {
            const answer = readProtection(files.protection)
            if (answer.state !== 'found' || answer.protection.by !== 'password') return look()
            const key = await unwrapKey(answer.protection, password)
            if (!key) fail('invalid-input', 'That is not the password of this PC’s data.', { next: 'Try again.' })
            return openWith(key, 'password')
          }),
        )
      }),
    keepNothing: () =>
      inTurn(async () => {
        expect(['needs-choice'])
        const answer = openDatabase(':memory:', null)
        if (answer.state !== 'ready') throw new Error(`A database in memory answered ${answer.state}`)
        return become(await opened(answer.database, 'nothing-kept', null))
      }),
    retry: () => inTurn(async () => (status.state === 'open' ? status : become(await orUnavailable(look)))),
    setAsideAndStart: () =>
      inTurn(async () => {
        expect(['key-lost', 'unreadable', 'needs-password'])
        return become(
          await orUnavailable(async () => {
            const name = setAside(files, localDate(clock.now()))
            if (name)
              notice = `The earlier data of this PC was set aside as ${name}, in the folder of Forecourt’s data.`
            return look()
          }),
        )
      }),
  }

  return {
    handlers,
    start: () => inTurn(async () => void become(await orUnavailable(look))),
    close: () =>
      inTurn(async () => {
        status = { state: 'unavailable', reason: 'Forecourt is closing.' }
        try {
          if (database) await options.onClosing()
        } finally {
          database?.close()
          database = null
          lock?.release()
          lock = null
        }
      }),
  }
}

function inUse(): StorageStatus {
  return {
    state: 'unavailable',
    reason: 'Forecourt is already open on this PC with the same data. Go on there, or close it and try again.',
  }
}

function isSound(database: Database): boolean {
  const found = database.get<{ quick_check: string }>('PRAGMA quick_check(1)')
  return found?.quick_check === 'ok'
}

const isOfTheMachine = (kind: FailureKind): boolean => kind === 'storage-damaged' || kind === 'disk-full'

/** Node's and SQLite's errors carry a code; errors in our own work do not. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function reasonOf(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'There is no room left on the disk of this PC. Make room and try again.'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return 'Forecourt may not write in the folder of its data. Ask whoever looks after this PC, then try again.'
    default:
      return `The data on this PC cannot be reached just now (${code}). Nothing was changed; try again.`
  }
}

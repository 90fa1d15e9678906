import { mkdirSync, rmSync } from 'node:fs'
import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { StartPageCheckWorker } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { backUpDaily, newestBackup, restoreBackup } from './backup.ts'
import {
  contentOf,
  dataFilesOf,
  readAndRepairProtection,
  readProtection,
  requireWritable,
  setAside,
  setDatabaseAside,
  writeProtection,
} from './data-files.ts'
import { deriveKey, newDatabaseKey, newKeyId, unwrapKey, wrapKey, type DatabaseKey } from './database-key.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import type { PageCheck } from './page-check.ts'
import { confirmRecoveryKey, fromRecoveryKey, needsRecoveryKey, toRecoveryKey } from './recovery-key.ts'
import { storageText } from './storage-text.ts'
import { createDatabaseUnlocker, errorCode, unreadable, type UnlockAnswer } from './unlock-database.ts'

type OpenStatus = Extract<StorageStatus, { state: 'open' }>

/** What the program receives when the data is open. */
export interface UnlockedDatabase {
  readonly database: Database
  readonly protection: OpenStatus['protection']
  /** A separate key for the database of the practice service, 64 hex digits; null when nothing is stored. */
  readonly practiceKey: string | null
}

export interface StorageOptions {
  readonly dataFolder: string
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly startPageCheckWorker: StartPageCheckWorker
  /** The migrations of the database; the default is those of this version. */
  readonly migrations?: readonly string[]
  /** Called with the open database before the new state is announced. */
  readonly onUnlocked: (unlocked: UnlockedDatabase) => Promise<void>
  /** Called before the database is closed: nothing may use it afterwards. */
  readonly onClosing: () => Promise<void>
  readonly onChanged: () => void
}

export interface Storage {
  readonly handlers: DomainHandlers<'storage', AbortSignal>
  /** Opens the data when the user does not have to answer a question first. */
  start(): Promise<void>
  close(): Promise<void>
  /**
   * Closes the database now, because the system is about to end the process. Background work is not waited for: what was under way
   * continues at the next start, as after a crash.
   */
  closeAtOnce(): void
}

/**
 * The state of the local data, from the start of the program to its end. A database that exists is never overwritten, whatever the
 * keychain answers: a new one is created only in an empty folder, or after the user asked to set the old files aside.
 */
export function createStorage(options: StorageOptions): Storage {
  const { dataFolder, clock, log } = options
  const files = dataFilesOf(dataFolder)
  const unlocker = createDatabaseUnlocker({
    ...options,
    files,
    onStep(step) {
      // After the start, the window shows that its own call is running.
      if (status.state !== 'starting' || status.step === step) return
      status = { state: 'starting', step }
      options.onChanged()
    },
  })
  let status: StorageStatus = { state: 'starting', step: 'opening' }
  let lock: FolderLock | null = null
  let database: Database | null = null
  let key: DatabaseKey | null = null
  /** Shown when the data is next open: older data was set aside. */
  let notice: string | null = null
  let pageCheck: PageCheck | null = null
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs one change of state at a time. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    // The caller receives the failure; the next change only waits for the end.
    queue = result.catch(() => undefined)
    return result
  }

  const setStatus = (next: StorageStatus): StorageStatus => {
    status = next
    log.write(next.state === 'open' ? 'info' : 'warning', 'storage.state', {
      state: next.state,
      protection: next.state === 'open' ? next.protection : null,
    })
    options.onChanged()
    return status
  }

  const use = async (
    openedDatabase: Database,
    protection: OpenStatus['protection'],
    openedKey: DatabaseKey | null,
  ): Promise<StorageStatus> => {
    database = openedDatabase
    key = openedKey
    try {
      const practiceKey = openedKey && deriveKey(openedKey, 'practice service')
      await options.onUnlocked({ database: openedDatabase, protection, practiceKey })
    } catch (error) {
      closeDatabase()
      throw error
    }
    const shown = notice
    notice = null
    return { state: 'open', protection, notice: shown, needsRecoveryKey: needsRecoveryKey(openedDatabase, openedKey) }
  }

  const closeDatabase = (): void => {
    database?.close()
    database = null
    key = null
  }

  const finish = async (answer: UnlockAnswer): Promise<StorageStatus> => {
    if (answer.state !== 'ready') return answer
    notice ??= answer.notice
    const opened = await use(answer.database, answer.protection, answer.key)
    if (answer.mustCheck) void checkWhileOpen(answer.key)
    return opened
  }

  /** Checks every page behind the open data; damaged data is closed, and the user is offered the backup. */
  const checkWhileOpen = async (openedKey: DatabaseKey): Promise<void> => {
    pageCheck = unlocker.checkPages(openedKey)
    const result = await pageCheck.result
    pageCheck = null
    if (result !== 'damaged') return
    await enqueue(async () => {
      if (status.state !== 'open') return
      await options.onClosing()
      closeDatabase()
      setStatus(unlocker.damaged(storageText.damaged))
    })
  }

  const openFolder = async (): Promise<StorageStatus> => {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    requireWritable(files)
    lock ??= lockFolder(files.lock)
    if (!lock) return { state: 'unavailable', reason: storageText.alreadyOpen }
    const protection = readAndRepairProtection(files)
    if (protection.state === 'found' && protection.protection.by === 'password') return { state: 'needs-password' }
    return finish(
      contentOf(files) === 'new' ? await unlocker.create(protection) : await unlocker.fromKeychain(protection),
    )
  }

  /** Turns what the system refuses into a state with a message. Any other error is a defect and is thrown. */
  const orUnavailable = async (work: () => Promise<StorageStatus>): Promise<StorageStatus> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FailureError && isOfSystem(error.failure.kind)) {
        if (unlocker.damageFound()) return unreadable(storageText.damaged)
        const isReadOnly = error.failure.kind === 'storage-read-only'
        return {
          state: 'unavailable',
          reason: isReadOnly ? storageText.notWritable : storageText.unchanged(error.failure.message),
        }
      }
      const code = errorCode(error)
      if (code === null) throw error
      log.write('error', 'storage.refused', { code })
      // Some damage is found only when the records are first read.
      if (/^SQLITE_(CORRUPT|NOTADB)(_|$)/.test(code)) return unreadable(storageText.damaged)
      return { state: 'unavailable', reason: reasonOf(code) }
    }
  }

  /** A backup that fails must not keep the program from closing. */
  const backUpToday = (): void => {
    try {
      backUpDaily(files.database, clock.now())
    } catch (error) {
      log.write('warning', 'storage.backup-failed', errorFields(error))
    }
  }

  const requireState = (...states: readonly StorageStatus['state'][]): void => {
    if (!states.includes(status.state)) fail('conflict', storageText.wrongState)
  }

  const handlers: Storage['handlers'] = {
    status: async () => status,
    setPassword: ({ password }) =>
      enqueue(async () => {
        requireState('needs-choice')
        return setStatus(
          await orUnavailable(async () => {
            const newKey = newDatabaseKey()
            writeProtection(files, await wrapKey(newKey, password, newKeyId()))
            return finish(await unlocker.withKey(newKey, 'password'))
          }),
        )
      }),
    unlock: ({ password }) =>
      enqueue(async () => {
        requireState('needs-password')
        return setStatus(
          await orUnavailable(async () => {
            const answer = readProtection(files)
            if (answer.state !== 'found' || answer.protection.by !== 'password') return openFolder()
            const unwrapped = await unwrapKey(answer.protection, password)
            if (!unwrapped) fail('invalid-input', storageText.wrongPassword, { next: storageText.wrongPasswordNext })
            return finish(await unlocker.withKey(unwrapped, 'password'))
          }),
        )
      }),
    keepNothing: () =>
      enqueue(async () => {
        requireState('needs-choice')
        const answer = openDatabase(':memory:', null)
        if (answer.state !== 'ready') throw new Error(`A database in memory answered ${answer.state}`)
        return setStatus(await use(answer.database, 'nothing-kept', null))
      }),
    retry: () => enqueue(async () => (status.state === 'open' ? status : setStatus(await orUnavailable(openFolder)))),
    restoreBackup: () =>
      enqueue(async () => {
        requireState('unreadable')
        return setStatus(
          await orUnavailable(async () => {
            const backup = newestBackup(files.database, clock.now()) ?? fail('not-found', storageText.noBackup)
            const fileName = setDatabaseAside(files, localDate(clock.now()))
            rmSync(files.history, { force: true })
            restoreBackup(backup, files.database)
            notice = storageText.restored(formatDate(localDate(backup.savedAt)), fileName)
            return openFolder()
          }),
        )
      }),
    recoveryKey: async () => {
      requireState('open')
      if (!key) fail('conflict', storageText.wrongState)
      return { recoveryKey: toRecoveryKey(key) }
    },
    confirmRecoveryKey: () =>
      enqueue(async () => {
        requireState('open')
        if (database) confirmRecoveryKey(database)
        return status.state === 'open' ? setStatus({ ...status, needsRecoveryKey: false }) : status
      }),
    recover: ({ recoveryKey, password }) =>
      enqueue(async () => {
        requireState('needs-password', 'vault-locked', 'key-lost', 'unreadable')
        const recovered = fromRecoveryKey(recoveryKey)
        if (!recovered) fail('invalid-input', storageText.recoveryKeyTyped, { next: storageText.recoveryKeyNext })
        return setStatus(await orUnavailable(async () => finish(await unlocker.recover(recovered, password))))
      }),
    setAsideAndStart: () =>
      enqueue(async () => {
        requireState('key-lost', 'unreadable', 'needs-password')
        return setStatus(
          await orUnavailable(async () => {
            const fileName = setAside(files, localDate(clock.now()))
            if (fileName) notice = storageText.setAside(fileName)
            return openFolder()
          }),
        )
      }),
  }

  return {
    handlers,
    start: () => enqueue(async () => void setStatus(await orUnavailable(openFolder))),
    closeAtOnce() {
      if (database) log.write('info', 'storage.closedAtOnce')
      status = { state: 'unavailable', reason: storageText.closing }
      closeDatabase()
      lock?.release()
      lock = null
    },
    close: () =>
      enqueue(async () => {
        status = { state: 'unavailable', reason: storageText.closing }
        await pageCheck?.end()
        try {
          if (database) await options.onClosing()
        } finally {
          const hadDatabase = key !== null
          closeDatabase()
          if (hadDatabase) backUpToday()
          lock?.release()
          lock = null
        }
      }),
  }
}

const isOfSystem = (kind: FailureKind): boolean =>
  kind === 'storage-damaged' || kind === 'storage-busy' || kind === 'storage-read-only' || kind === 'disk-full'

/** Extended result codes of SQLite begin with their primary code: SQLITE_READONLY_DIRECTORY. */
const fullDisk = /^(ENOSPC|SQLITE_FULL)$/
const notWritable = /^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM)(_.*)?)$/

function reasonOf(code: string): string {
  if (fullDisk.test(code)) return storageText.diskFull
  return notWritable.test(code) ? storageText.notWritable : storageText.unreachable(code)
}

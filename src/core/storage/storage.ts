import { existsSync } from 'node:fs'
import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createQueue } from '../scheduling/queue.ts'
import { fail } from '../failures/failure-error.ts'
import { backUpAtClose, newestBackup, restoreBackup } from './backup.ts'
import {
  contentOf,
  dataFilesOf,
  readAndRepairProtection,
  requireWritable,
  setAside,
  setDatabaseAside,
} from './data-files.ts'
import { createWorkBackup } from './work-backup.ts'
import { makeFolder } from './make-folder.ts'
import { createOpenData } from './open-data.ts'
import { createProtectionHandlers } from './protection-handlers.ts'
import { settingsKeptAtRestore } from './settings-of-this-pc.ts'
import type { Storage, StorageOptions } from './storage-options.ts'
import { storageText } from './storage-text.ts'
import { createDatabaseUnlocker } from './unlock-database.ts'
import { createWrongTries } from './wrong-tries.ts'
import { BetterSqlite } from '../database/sqlite.ts'

/**
 * The state of the local data, from the start of the program to its end. A database that exists is never overwritten, whatever the
 * keychain answers: a new one is created only in an empty folder, or after the user asked to set the old files aside.
 */
export function createStorage(options: StorageOptions): Storage {
  const { dataFolder, clock, log } = options
  const files = dataFilesOf(dataFolder)
  const tries = createWrongTries(files.wrongTries, options)
  /** One change of state at a time. */
  const enqueue = createQueue()
  const data = createOpenData(options, files, enqueue)
  const { withKey } = data.opener
  const unlocker = createDatabaseUnlocker({ ...options, files, tries, onStep: data.showStep, withKey })
  let lock: FolderLock | null = null

  const openFolder = async (): Promise<StorageStatus> => {
    makeFolder(dataFolder, 0o700)
    requireWritable(files)
    lock ??= lockFolder(files.lock)
    if (!lock) return { state: 'unavailable', reason: storageText.alreadyOpen }
    if (existsSync(files.deletion) || existsSync(files.leftSecrets)) {
      const { finishDeletion } = await import('./delete-all-data.ts')
      if ((await finishDeletion({ ...options, files })) === 'secrets-left') data.setNotice(storageText.secretsLeft)
    }
    workBackup.clean()
    const protection = readAndRepairProtection(files)
    if (protection.state === 'found' && protection.protection.by === 'password') return { state: 'needs-password' }
    return data.finish(
      contentOf(files) === 'new' ? await unlocker.create(protection) : await unlocker.fromKeychain(protection),
    )
  }

  const workBackup = createWorkBackup({
    ...options,
    databasePath: files.database,
    requireKey() {
      data.requireState('open')
      return data.key() ?? fail('conflict', storageText.backupFile.nothingStored)
    },
    settingsToKeep() {
      const database = data.database()
      return database ? settingsKeptAtRestore(database) : []
    },
  })

  const handlers: Storage['handlers'] = {
    status: async () => data.status(),
    ...workBackup.handlers,
    replaceWithBackup: ({ backupId }) =>
      enqueue(async () => {
        const { replaceWithBackup } = await import('./replace-with-backup.ts')
        return replaceWithBackup({ ...options, ...data, files, workBackup, database: data.database() }, backupId)
      }),
    ...createProtectionHandlers(data, enqueue, { ...options, files, tries, unlocker, openFolder }),
    keepNothing: () =>
      enqueue(async () => {
        data.requireState('needs-choice')
        const answer = openDatabase(':memory:', null)
        if (answer.state !== 'ready') throw new Error(`A database in memory answered ${answer.state}`)
        return data.setStatus(await data.use(answer.database, 'nothing-kept', null))
      }),
    retry: () =>
      enqueue(async () =>
        data.status().state === 'open' ? data.status() : data.setStatus(await data.orUnavailable(openFolder)),
      ),
    restoreBackup: () =>
      enqueue(async () => {
        data.requireState('unreadable')
        return data.setStatus(
          await data.orUnavailable(async () => {
            const backup = newestBackup(files.database, clock.now()) ?? fail('not-found', storageText.noBackup)
            const fileName = setDatabaseAside(files, localDate(clock.now()))
            restoreBackup(backup, files.database)
            data.setNotice(storageText.restored(formatDate(localDate(backup.savedAt)), fileName))
            return openFolder()
          }),
        )
      }),
    setAsideAndStart: () =>
      enqueue(async () => {
        data.requireState('key-lost', 'unreadable', 'needs-password')
        return data.setStatus(
          await data.orUnavailable(async () => {
            const fileName = setAside(files, localDate(clock.now()))
            tries.clear()
            if (fileName) data.setNotice(storageText.setAside(fileName))
            return openFolder()
          }),
        )
      }),
  }

  return {
    handlers,
    tries,
    reopen: () =>
      enqueue(async () => {
        data.requireState('open')
        const [database, openKey, status] = [data.database(), data.key(), data.status()]
        const protection = status.state === 'open' ? status.protection : 'nothing-kept'
        await data.endParts()
        data.setStatus({ state: 'starting', step: 'opening' })
        data.setStatus(
          await data.orUnavailable(async () => {
            // Data in memory would be gone.
            if (protection === 'nothing-kept' || !openKey) return data.use(database as Database, 'nothing-kept', null)
            data.closeDatabase()
            return data.open(openKey, protection)
          }),
        )
      }),
    deleteAllData: (plan) =>
      enqueue(async () => {
        const { deleteAllData } = await import('./delete-all-data.ts')
        data.requireState('open')
        return deleteAllData({ ...options, ...data, files, openFolder }, plan, data.key())
      }),
    start: () => enqueue(async () => void data.setStatus(await data.orUnavailable(openFolder))),
    closeAtOnce() {
      if (data.database()) log.write('info', 'storage.closedAtOnce')
      data.handleClosing()
      data.closeDatabase()
      lock?.release()
      lock = null
    },
    close: () =>
      enqueue(async () => {
        data.handleClosing()
        await data.endPageCheck()
        try {
          const database = data.database()
          if (database) {
            await options.onClosing()
            await options.continueDeletions?.(database, data.file(), () => undefined)
          }
        } finally {
          const hadDatabase = data.key() !== null
          data.closeDatabase()
          if (hadDatabase) backUpAtClose(files.database, clock.now(), log)
          lock?.release()
          lock = null
        }
      }),
  }
}

/** Exists for as long as the program uses the folder. */
interface FolderLock {
  release(): void
}

/**
 * Locks the folder for this program; null when another program has locked it. The lock is SQLite's own lock on an empty database:
 * the operating system releases it when a program is killed.
 */
export function lockFolder(path: string): FolderLock | null {
  const sqlite = new BetterSqlite(path, { timeout: 0 })
  try {
    // Nothing is ever written, so no journal file is needed.
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => void sqlite.close() }
}

import { existsSync } from 'node:fs'
import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { StartStep, StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createQueue } from '../scheduling/queue.ts'
import { fail } from '../failures/failure-error.ts'
import type { DatabaseFile } from '../ports/host.ts'
import { backUpAtClose, newestBackup, restoreBackup } from './backup.ts'
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
import { deriveKey, newDatabaseKey, newKeyId, practicePurpose, wrapKey, type DatabaseKey } from './database-key.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import { createWorkBackup } from './work-backup.ts'
import { makeFolder } from './make-folder.ts'
import type { PageCheck } from './page-check.ts'
import { changeProtection, requirePassword } from './protect-key.ts'
import { confirmRecoveryKey, fromRecoveryKey, needsRecoveryKey, toRecoveryKey } from './recovery-key.ts'
import { refusedStatus } from './refused-status.ts'
import { settingsKeptAtRestore } from './settings-of-this-pc.ts'
import type { ProtectedBy, Storage, StorageOptions } from './storage-options.ts'
import { storageText } from './storage-text.ts'
import { createDatabaseUnlocker, type UnlockAnswer } from './unlock-database.ts'
import { createWrongTries } from './wrong-tries.ts'

/**
 * The state of the local data, from the start of the program to its end. A database that exists is never overwritten, whatever the
 * keychain answers: a new one is created only in an empty folder, or after the user asked to set the old files aside.
 */
export function createStorage(options: StorageOptions): Storage {
  const { dataFolder, clock, log } = options
  const files = dataFilesOf(dataFolder)
  const tries = createWrongTries(files.wrongTries, options)
  const unlocker = createDatabaseUnlocker({ ...options, files, tries, onStep: (step) => showStep(step) })
  const showStep = (step: StartStep, progress?: number): void => {
    // After the start, the window shows that its own call is running.
    if (status.state !== 'starting' || (status.step === step && status.progress === progress)) return
    status = progress === undefined ? { state: 'starting', step } : { state: 'starting', step, progress }
    options.onChanged()
  }
  let status: StorageStatus = { state: 'starting', step: 'opening' }
  let lock: FolderLock | null = null
  let database: Database | null = null
  let key: DatabaseKey | null = null
  /** Shown when the data is next open: older data was set aside. */
  let notice: string | null = null
  let pageCheck: PageCheck | null = null
  /** One change of state at a time. */
  const enqueue = createQueue()

  const setStatus = (next: StorageStatus): StorageStatus => {
    status = next
    log.write(next.state === 'open' ? 'info' : 'warning', 'storage.state', {
      state: next.state,
      protection: next.state === 'open' ? next.protection : null,
    })
    options.onChanged()
    return status
  }

  const fileOf = (openKey: DatabaseKey | null): DatabaseFile | null =>
    openKey && { path: files.database, key: openKey.toString('hex') }

  const use = async (
    openedDatabase: Database,
    protection: ProtectedBy,
    openedKey: DatabaseKey | null,
    { isRestored = false, isDiskFull = false }: { readonly isRestored?: boolean; readonly isDiskFull?: boolean } = {},
  ): Promise<StorageStatus> => {
    database = openedDatabase
    key = openedKey
    let pausedNotice: string | null = null
    try {
      // First of all. On a full disk it throws, and the data stays closed: what is not paused would be done twice.
      if (isRestored && (await options.pauseRestoredWork?.(openedDatabase)))
        pausedNotice = storageText.restoredWorkPaused
      const file = fileOf(openedKey)
      await options.continueDeletions?.(openedDatabase, file, () => showStep('deleting'))
      const practiceKey = openedKey && deriveKey(openedKey, practicePurpose)
      await options.onUnlocked({ database: openedDatabase, protection, file, practiceKey, isDiskFull })
    } catch (error) {
      closeDatabase()
      throw error
    }
    const folderNotice = options.sharedFolder ? storageText.sharedFolder[options.sharedFolder] : null
    const shown = [notice, pausedNotice, folderNotice].filter((text) => text !== null).join(' ') || null
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
    const opened = await use(answer.database, answer.protection, answer.key, answer)
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
    makeFolder(dataFolder, 0o700)
    requireWritable(files)
    lock ??= lockFolder(files.lock)
    if (!lock) return { state: 'unavailable', reason: storageText.alreadyOpen }
    if (existsSync(files.deletion) || existsSync(files.leftSecrets)) {
      const { finishDeletion } = await import('./delete-all-data.ts')
      if ((await finishDeletion({ ...options, files })) === 'secrets-left') notice = storageText.secretsLeft
    }
    workBackup.clean()
    if (existsSync(files.keyChange)) await (await import('./replace-key.ts')).settleKeyChange({ ...options, files })
    const protection = readAndRepairProtection(files)
    if (protection.state === 'found' && protection.protection.by === 'password') return { state: 'needs-password' }
    return finish(
      contentOf(files) === 'new' ? await unlocker.create(protection) : await unlocker.fromKeychain(protection),
    )
  }

  /** Turns what the system refuses into a state with a message. Any other error is a defect and is thrown. */
  const orUnavailable = (work: () => Promise<StorageStatus>): Promise<StorageStatus> =>
    work().catch((error: unknown) => refusedStatus(error, unlocker.damageFound(), log))

  const requireState = (...states: readonly StorageStatus['state'][]): void => {
    if (!states.includes(status.state)) fail('conflict', storageText.wrongState)
  }

  /** The key of data that is stored and open, with its protection. */
  const requireOpen = (): { readonly key: DatabaseKey; readonly protection: 'keychain' | 'password' } => {
    if (status.state !== 'open' || status.protection === 'nothing-kept' || !key)
      return fail('conflict', storageText.wrongState)
    return { key, protection: status.protection }
  }

  /** Ends everything that uses the database. */
  const endParts = async (): Promise<void> => {
    await pageCheck?.end()
    await options.onClosing()
  }
  const closeParts = async (): Promise<void> => {
    await endParts()
    closeDatabase()
  }

  const workBackup = createWorkBackup({
    ...options,
    databasePath: files.database,
    requireKey() {
      requireState('open')
      return key ?? fail('conflict', storageText.backupFile.nothingStored)
    },
    settingsToKeep: () => (database ? settingsKeptAtRestore(database) : []),
  })

  const openWith = async (
    openKey: DatabaseKey,
    protection: 'keychain' | 'password',
    nextNotice: string | null = null,
  ): Promise<StorageStatus> => {
    notice = nextNotice
    return finish(await unlocker.withKey(openKey, protection))
  }
  const changes = { ...options, files, tries, requireOpen, closeParts, setStatus, orUnavailable }
  const handlers: Storage['handlers'] = {
    status: async () => status,
    ...workBackup.handlers,
    replaceWithBackup: ({ backupId }) =>
      enqueue(async () => {
        const { replaceWithBackup } = await import('./replace-with-backup.ts')
        return replaceWithBackup({ ...changes, workBackup, database, open: openWith }, backupId)
      }),
    protectBy: ({ current, password }) =>
      enqueue(async () => {
        requireState('open')
        if (!key) fail('conflict', storageText.wrongState)
        await changeProtection({ ...options, files, tries }, key, { current, password })
        return status.state === 'open'
          ? setStatus({ ...status, protection: password === null ? 'keychain' : 'password' })
          : status
      }),
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
            const unwrapped = await requirePassword(tries, answer.protection, password)
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
    replaceRecoveryKey: ({ current }) =>
      enqueue(async () => {
        const { replaceRecoveryKey } = await import('./replace-recovery-key.ts')
        return replaceRecoveryKey({ ...changes, showStep, open: openWith }, current)
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
            tries.clear()
            if (fileName) notice = storageText.setAside(fileName)
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
        requireState('open')
        const [openDatabaseNow, openKey] = [database, key]
        const protection = status.state === 'open' ? status.protection : 'nothing-kept'
        await endParts()
        setStatus({ state: 'starting', step: 'opening' })
        setStatus(
          await orUnavailable(async () => {
            // Data in memory would be gone.
            if (protection === 'nothing-kept' || !openKey) return use(openDatabaseNow as Database, 'nothing-kept', null)
            closeDatabase()
            return finish(await unlocker.withKey(openKey, protection))
          }),
        )
      }),
    deleteAllData: (plan) =>
      enqueue(async () => {
        const { deleteAllData } = await import('./delete-all-data.ts')
        requireState('open')
        return deleteAllData({ ...changes, openFolder }, plan, key)
      }),
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
          if (database) {
            await options.onClosing()
            await options.continueDeletions?.(database, fileOf(key), () => undefined)
          }
        } finally {
          const hadDatabase = key !== null
          closeDatabase()
          if (hadDatabase) backUpAtClose(files.database, clock.now(), log)
          lock?.release()
          lock = null
        }
      }),
  }
}

import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localDate } from '../../contract/calendar-date.ts'
import type { StartStep, StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database, type OpenAnswer, type OpenOptions } from '../database/database.ts'
import { isJustRestored } from '../database/restored-data.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { StartDatabaseWorker } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { newestBackup } from './backup.ts'
import {
  contentOf,
  readProtection,
  setDatabaseAside,
  sizeOf,
  writeProtection,
  type DataFiles,
  type ProtectionAnswer,
  freeName,
} from './data-files.ts'
import {
  checkOf,
  isSameCheck,
  keyFromHex,
  keyIdOfFolder,
  keyName,
  newDatabaseKey,
  newKeyId,
  type DatabaseKey,
} from './database-key.ts'
import { createHistoryMark, type HistoryMark } from './history-mark.ts'
import { startPageCheck, type PageCheck } from './page-check.ts'
import { saveProtection } from './protect-key.ts'
import { errorCode } from './refusals.ts'
import { storageText } from './storage-text.ts'
import type { WrongTries } from './wrong-tries.ts'
import { copyLogAsDatabase, pageBytes, readLog } from './write-ahead-log.ts'

/** An open database with its key, or the state of storage that says why it is not open. */
export type UnlockAnswer =
  | {
      readonly state: 'ready'
      readonly database: Database
      readonly protection: 'keychain' | 'password'
      readonly key: DatabaseKey
      /** What the user must know about the data that was opened; null when nothing is wrong. */
      readonly notice: string | null
      /** The last end was not clean: every page must be checked, while the data is in use. */
      readonly mustCheck: boolean
      /** The data is older than when it was last used: a backup or an older file is in its place, or changes were lost. */
      readonly isRestored: boolean
      readonly isDiskFull: boolean
    }
  | Exclude<StorageStatus, { state: 'open' }>

export interface UnlockOptions {
  readonly dataFolder: string
  readonly files: DataFiles
  readonly vault: Vault
  readonly clock: Clock
  readonly tries: Pick<WrongTries, 'clear'>
  readonly log: Log
  readonly startDatabaseWorker: StartDatabaseWorker
  /** Called before a part of the opening that can take long. */
  readonly onStep: (step: StartStep) => void
}

export interface DatabaseUnlocker {
  /** Opens the data with this key, or creates the database in a new folder. */
  withKey(key: DatabaseKey, protection: 'keychain' | 'password'): Promise<UnlockAnswer>
  /** Opens existing data with the key from the keychain. */
  fromKeychain(protection: ProtectionAnswer): Promise<UnlockAnswer>
  /** Creates a database in an empty folder, if the keychain can store its key. */
  create(protection: ProtectionAnswer): Promise<UnlockAnswer>
  /**
   * Opens existing data with the key of a recovery key, and protects it again by a password or the keychain (null). Throws
   * `invalid-input` for a key of other data and `vault-unreadable` for a keychain that refuses; nothing is changed then.
   */
  recover(key: DatabaseKey, password: string | null): Promise<UnlockAnswer>
  /** Whether damage was found since the last opening. */
  damageFound(): boolean
  /** Checks every page on another thread. Damage leaves a mark: the next opening checks before the data is used. */
  checkPages(key: DatabaseKey): PageCheck
  /** For damaged files, with the newest backup. */
  damaged(reason: string): Extract<StorageStatus, { state: 'unreadable' }>
}

/** Another process may have the file locked for a moment: ten attempts in two and a half seconds. */
const busyAttempts = 10
const busyPauseMs = 250

/** Opens the database with a key of the keychain or of a password. Never overwrites a database that exists. */
export function createDatabaseUnlocker(options: UnlockOptions): DatabaseUnlocker {
  const { dataFolder, files, vault, clock, log } = options
  let damageFound = false

  /** Leaves a mark for the next start, which then checks every page. */
  const onDamaged = (): void => {
    damageFound = true
    log.write('error', 'storage.damaged')
    writeMark(files.lookThrough)
  }

  /** An empty file that says something to the next start. On a full disk there is none, which costs a check. */
  const writeMark = (path: string): void => {
    try {
      writeFileSync(path, '')
    } catch (error) {
      const code = errorCode(error)
      if (code === null) throw error
      log.write('error', 'storage.refused', { code })
    }
  }

  const openWhenFree = async (path: string, key: DatabaseKey, hooks: OpenOptions): Promise<OpenAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = openDatabase(path, key.toString('hex'), hooks)
      if (answer.state !== 'busy' || attempt === busyAttempts) return answer
      await clock.sleep(busyPauseMs)
    }
  }

  const open = async (key: DatabaseKey, protection: 'keychain' | 'password'): Promise<UnlockAnswer> => {
    damageFound = false
    options.onStep('opening')
    // A damaged disk leaves one of these: every page is checked before the data is used. A process that was killed leaves a log
    // and no damage, so its pages are checked while the data is in use.
    const mustCheckFirst = sizeOf(files.database) % pageBytes !== 0 || existsSync(files.lookThrough)
    const mustCheck = !mustCheckFirst && (sizeOf(logOf(files.database)) > 0 || existsSync(files.unchecked))
    const { committedFrames, isHeaderSound } = readLog(logOf(files.database))
    // All tables are in a log that SQLite would ignore: opening would create empty ones.
    if (!isHeaderSound && committedFrames > 0 && sizeOf(files.database) <= pageBytes)
      return damaged(storageText.damaged)
    let notice: string | null = null
    let mark: HistoryMark | null = null
    const answer = await openWhenFree(files.database, key, {
      onDamaged,
      onLogRead(frames) {
        if (frames >= committedFrames) return
        log.write('error', 'storage.log-damaged', { frames, committedFrames })
        notice = storageText.logDamaged(copyLogAside(files, localDate(clock.now())))
      },
      onWritten: () => mark?.handleWrite(),
    })
    switch (answer.state) {
      case 'ready': {
        const { database } = answer
        // The check needs a connection of its own.
        if (answer.isDiskFull && mustCheckFirst) {
          database.close()
          return { state: 'unavailable', reason: storageText.diskFull }
        }
        try {
          if (mustCheckFirst) {
            options.onStep('checking')
            if ((await checkPages(key).result) === 'damaged') {
              database.close()
              return damaged(storageText.damaged)
            }
          }
          mark = createHistoryMark(database, files.history, { clock, log })
        } catch (error) {
          database.close()
          throw error
        }
        rmSync(files.lookThrough, { force: true })
        if (mark.isShorter) notice ??= storageText.historyShorter
        const isRestored = mark.isShorter || isJustRestored(database)
        // The first write to restored data pauses its work: it would end the sign by which the data is known.
        const isDiskFull = !isRestored && !mark.hasRoom()
        if (isDiskFull) notice ??= storageText.openedOnFullDisk
        const mustCheckLater = mustCheck && !answer.isDiskFull
        return { state: 'ready', database, protection, key, notice, mustCheck: mustCheckLater, isRestored, isDiskFull }
      }
      case 'wrong-key':
        return damaged(storageText.damagedOrForeign)
      case 'newer':
        return unreadable(storageText.newerVersion)
      case 'older':
        return unreadable(storageText.olderVersion)
      case 'busy':
        return { state: 'unavailable', reason: storageText.inUse }
    }
  }

  /** Builds the database from its log and puts it in place when no page is missing. What the user must know, or null when it failed. */
  const rebuildFromLog = async (key: DatabaseKey): Promise<string | null> => {
    const rebuilt = `${files.database}.rebuilt`
    const { committedFrames } = readLog(logOf(files.database))
    try {
      if (!copyLogAsDatabase(logOf(files.database), rebuilt)) return null
      let framesRead = 0
      const answer = await openWhenFree(rebuilt, key, { onLogRead: (frames) => (framesRead = frames) })
      if (answer.state !== 'ready') return null
      answer.database.close()
      const check = startPageCheck(options.startDatabaseWorker, { path: rebuilt, key: key.toString('hex') }, log)
      if ((await check.result) !== 'sound') return null
      const setAside = setDatabaseAside(files, localDate(clock.now()))
      renameSync(rebuilt, files.database)
      log.write('warning', 'storage.rebuilt', { framesRead, committedFrames })
      return framesRead < committedFrames ? storageText.logDamaged(logOf(setAside ?? '')) : storageText.rebuilt
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind === 'storage-damaged') return null
      throw error
    } finally {
      for (const ending of ['', '-wal', '-shm']) rmSync(`${rebuilt}${ending}`, { force: true })
    }
  }

  const withKey: DatabaseUnlocker['withKey'] = async (key, protection) => {
    switch (contentOf(files)) {
      case 'new':
      case 'database':
        return open(key, protection)
      case 'missing':
        return damaged(storageText.databaseMissing)
      case 'log-only': {
        const notice = await rebuildFromLog(key)
        if (notice === null) return damaged(storageText.databaseMissing)
        const answer = await open(key, protection)
        return answer.state === 'ready' ? { ...answer, notice } : answer
      }
    }
  }

  const damaged: DatabaseUnlocker['damaged'] = (reason) => ({
    ...unreadable(reason),
    backup: newestBackup(files.database, clock.now())?.savedAt.toISOString() ?? null,
  })

  const checkPages = (key: DatabaseKey): PageCheck => {
    writeMark(files.unchecked)
    const check = startPageCheck(options.startDatabaseWorker, { path: files.database, key: key.toString('hex') }, log)
    const result = check.result.then((state) => {
      if (state === 'damaged') onDamaged()
      log.write('info', 'storage.checked', { state })
      if (state !== 'unknown') rmSync(files.unchecked, { force: true })
      return state
    })
    return { ...check, result }
  }

  return {
    withKey,
    async fromKeychain(protection) {
      const known = protection.state === 'found' ? protection.protection : null
      const keyId = known?.keyId ?? keyIdOfFolder(dataFolder)
      options.onStep('keychain')
      const stored = await vault.get(keyName(keyId))
      if (stored.state === 'unavailable') {
        // Without the file nobody knows whether a password or the keychain has the key.
        return protection.state === 'damaged'
          ? unreadable(storageText.protectionDamaged)
          : { state: 'vault-locked', reason: stored.reason }
      }
      const key = stored.state === 'found' ? keyFromHex(stored.secret) : null
      if (!key) {
        return protection.state === 'damaged'
          ? unreadable(storageText.protectionDamaged)
          : { state: 'key-lost', reason: storageText.keyMissing }
      }
      if (known && !isSameCheck(checkOf(key), known.check)) return { state: 'key-lost', reason: storageText.keyDiffers }
      const answer = await withKey(key, 'keychain')
      if (answer.state === 'ready' && !known) {
        writeProtection(files, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
      }
      return answer
    },
    async create(protection) {
      options.onStep('keychain')
      const health = await vault.probe()
      if (health.state !== 'ok') return { state: 'needs-choice', reason: health.reason }
      const wantedId = protection.state === 'found' ? protection.protection.keyId : keyIdOfFolder(dataFolder)
      const stored = await vault.get(keyName(wantedId))
      if (stored.state === 'unavailable') return { state: 'needs-choice', reason: stored.reason }
      // A stored key may belong to a database that was set aside: it is used again, never replaced.
      const storedKey = stored.state === 'found' ? keyFromHex(stored.secret) : null
      const keyId = stored.state === 'found' && !storedKey ? newKeyId() : wantedId
      const key = storedKey ?? newDatabaseKey()
      writeProtection(files, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
      if (!storedKey) {
        try {
          await vault.set(keyName(keyId), key.toString('hex'))
        } catch (error) {
          if (!(error instanceof FailureError)) throw error
          return { state: 'needs-choice', reason: error.failure.message }
        }
      }
      return withKey(key, 'keychain')
    },
    async recover(key, password) {
      const known = readProtection(files)
      const isOther = known.state === 'found' && !isSameCheck(checkOf(key), known.protection.check)
      if (isOther) throw otherKey()
      const keyId = newKeyId()
      if (password === null && (await vault.probe()).state !== 'ok') {
        throw new FailureError({ kind: 'vault-unreadable', message: storageText.passwordNeeded })
      }
      const answer = await withKey(key, password === null ? 'keychain' : 'password')
      if (answer.state !== 'ready') {
        const isForeign = answer.state === 'unreadable' && answer.reason === storageText.damagedOrForeign
        // Without the file that names the check, only the database itself can tell.
        if (isForeign && known.state !== 'found') throw otherKey()
        return answer
      }
      try {
        await saveProtection({ files, vault }, key, password, keyId)
      } catch (error) {
        answer.database.close()
        throw error
      }
      options.tries.clear()
      return answer
    },
    damageFound: () => damageFound,
    checkPages,
    damaged,
  }
}

export const unreadable = (reason: string): Extract<StorageStatus, { state: 'unreadable' }> => ({
  state: 'unreadable',
  reason,
  setAside: null,
  backup: null,
})

const otherKey = (): FailureError =>
  new FailureError({
    kind: 'invalid-input',
    message: storageText.recoveryKeyOther,
    next: storageText.recoveryKeyNext,
  })

const logOf = (database: string): string => `${database}-wal`

/** Copies a damaged log, because SQLite will write over it. Returns the name of the copy. */
function copyLogAside(files: DataFiles, date: string): string {
  const name = freeName(files, `forecourt.damaged-${date}`, '.db-wal')
  copyFileSync(logOf(files.database), join(dirname(files.database), name))
  return name
}

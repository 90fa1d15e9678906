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
import { newestBackup } from './backup.ts'
import { contentOf, freeName, setDatabaseAside, sizeOf, type DataFiles } from './data-files.ts'
import type { DatabaseKey } from './database-key.ts'
import { createHistoryMark, type HistoryMark } from './history-mark.ts'
import { startPageCheck, type PageCheck } from './page-check.ts'
import { errorCode } from './refusals.ts'
import { storageText } from './storage-text.ts'
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

export interface OpenerOptions {
  readonly files: DataFiles
  readonly clock: Clock
  readonly log: Log
  readonly startDatabaseWorker: StartDatabaseWorker
  /** Called before a part of the opening that can take long. */
  readonly onStep: (step: StartStep) => void
}

export type StoredDataOpener = ReturnType<typeof createStoredDataOpener>

/** Another process may have the file locked for a moment: ten attempts in two and a half seconds. */
const busyAttempts = 10
const busyPauseMs = 250

/** Opens the database with its key, and finds and repairs what a damaged disk or an end in the middle left of it. */
export function createStoredDataOpener(options: OpenerOptions) {
  const { files, clock, log } = options
  let damageFound = false

  /** Leaves a mark for the next start, which then checks every page. */
  const onDamaged = (): void => {
    damageFound = true
    log.write('error', 'storage.damaged')
    writeMark(files.lookThrough, log)
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

  const withKey = async (key: DatabaseKey, protection: 'keychain' | 'password'): Promise<UnlockAnswer> => {
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

  const damaged = (reason: string): Extract<StorageStatus, { state: 'unreadable' }> => ({
    ...unreadable(reason),
    backup: newestBackup(files.database, clock.now())?.savedAt.toISOString() ?? null,
  })

  const checkPages = (key: DatabaseKey): PageCheck => {
    writeMark(files.unchecked, log)
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
    /** Opens the data with this key, or creates the database in a new folder. */
    withKey,
    /** Whether damage was found since the last opening. */
    damageFound: (): boolean => damageFound,
    /** Checks every page on another thread. Damage leaves a mark: the next opening checks before the data is used. */
    checkPages,
    /** For damaged files, with the newest backup. */
    damaged,
  }
}

export const unreadable = (reason: string): Extract<StorageStatus, { state: 'unreadable' }> => ({
  state: 'unreadable',
  reason,
  setAside: null,
  backup: null,
})

/** An empty file that says something to the next start. On a full disk there is none, which costs a check. */
function writeMark(path: string, log: Log): void {
  try {
    writeFileSync(path, '')
  } catch (error) {
    const code = errorCode(error)
    if (code === null) throw error
    log.write('error', 'storage.refused', { code })
  }
}

const logOf = (database: string): string => `${database}-wal`

/** Copies a damaged log, because SQLite will write over it. Returns the name of the copy. */
function copyLogAside(files: DataFiles, date: string): string {
  const name = freeName(files, `forecourt.damaged-${date}`, '.db-wal')
  copyFileSync(logOf(files.database), join(dirname(files.database), name))
  return name
}

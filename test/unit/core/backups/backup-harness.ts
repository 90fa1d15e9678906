import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AutomaticBackups } from '../../../../src/contract/backups.ts'
import { createAutomaticBackups, type AutomaticBackupsPart } from '../../../../src/core/backups/automatic-backups.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createExportLog } from '../../../../src/core/export-log/export-log.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { startDatabaseTwin } from '../../../twins/database-worker.ts'
import { createLogTwin, type LogTwin } from '../../../twins/log-twin.ts'

export const { signal } = new AbortController()
export const password = 'a password for backups'
const dataKey = 'a1'.repeat(32)

/** Automatic backups of a small database to a folder beside its data folder. */
export interface BackupRun {
  readonly part: AutomaticBackupsPart
  readonly database: Database
  readonly dataFolder: string
  readonly folder: string
  readonly clock: ClockTwin
  readonly log: LogTwin
  status(): Promise<AutomaticBackups>
  /** Turns them on, and resolves when the first backup has ended. */
  turnOn(plan?: { every?: 'day' | 'week'; keep?: number }): Promise<AutomaticBackups>
  runNow(): Promise<AutomaticBackups>
  /** Resolves when no backup is running. */
  ended(): Promise<AutomaticBackups>
  /** The names in the folder, sorted. */
  names(): string[]
}

/** `isLogFull`: the log of exports finds no room on the disk. */
export function startBackups(place = createDataFolder(), isLogFull: () => boolean = () => false): BackupRun {
  const [dataFolder, folder] = [join(place, 'data'), join(place, 'backups')]
  for (const each of [dataFolder, folder]) mkdirSync(each, { recursive: true })
  const file = { path: join(dataFolder, 'forecourt.db'), key: dataKey }
  const answer = openDatabase(file.path, file.key)
  if (answer.state !== 'ready') throw new Error(`The database is ${answer.state}`)
  const { database } = answer
  const announcer = createAnnouncer()
  const clock = createClockTwin(new Date('2026-11-20T09:00:00'))
  const log = createLogTwin()
  const exportLog = createExportLog(() => ({
    ...database,
    transaction(work) {
      if (isLogFull()) throw new FailureError({ kind: 'disk-full', message: 'The disk is full.' })
      return database.transaction(work)
    },
  }))
  const parts = { file, startDatabaseWorker: startDatabaseTwin, exportLog }
  const part = createAutomaticBackups({ database, clock, log, announcer }, parts)
  onTestFinished(async () => {
    await part.close()
    database.close()
  })
  const status = () => part.handlers.status({}, signal)
  const ended = (): Promise<AutomaticBackups> =>
    new Promise((resolve, reject) => {
      const look = (): void =>
        void status().then((now) => {
          if (now.running) return
          stop()
          resolve(now)
        }, reject)
      const stop = announcer.listen(look)
      look()
    })
  return {
    part,
    database,
    dataFolder,
    folder,
    clock,
    log,
    status,
    ended,
    async turnOn({ every = 'day', keep = 3 } = {}) {
      await part.handlers.chooseFolder({ path: folder }, signal)
      const begun = nextRun(announcer)
      await part.handlers.setPlan({ folder, every, keep, password }, signal)
      await begun
      return ended()
    },
    async runNow() {
      await part.handlers.runNow({}, signal)
      return ended()
    },
    names: () => readdirSync(folder).toSorted(),
  }
}

const nextRun = (announcer: ReturnType<typeof createAnnouncer>): Promise<void> =>
  new Promise((resolve) => {
    const stop = announcer.listen(() => {
      stop()
      resolve()
    })
  })

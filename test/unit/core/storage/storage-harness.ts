import { createFileIntake, type FileIntake } from '../../../../src/core/intake/file-intake.ts'
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ProgramEvent } from '../../../../src/contract/events.ts'
import { StorageStatus } from '../../../../src/contract/storage.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createStorage } from '../../../../src/core/storage/storage.ts'
import type { Storage, UnlockedDatabase } from '../../../../src/core/storage/storage-options.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { startDatabaseTwin } from '../../../twins/database-worker.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'

export const { signal } = new AbortController()
export const canary = 'Jane Canary Citizen'
export const password = 'correct horse battery'

export interface Started {
  readonly storage: Storage
  readonly intake: FileIntake
  readonly opened: UnlockedDatabase[]
  readonly changes: string[]
  /** Called with each progress of a backup. */
  onProgress: (progress: NonNullable<ProgramEvent['progress']>) => void
  /** The time since the start, in ms. Default: it stands still. */
  monotonicMs: () => number
  status(): Promise<StorageStatus>
  database(): Database
}

/** Starts storage on a folder and a keychain, without threads unless `startWorker` is given; it is closed when the test ends. */
export async function start(
  folder: string,
  vault: VaultTwin,
  onSleep: () => void = () => undefined,
  startWorker = startDatabaseTwin,
): Promise<Started> {
  const opened: UnlockedDatabase[] = []
  const intake = createFileIntake()
  const changes: string[] = []
  const storage = createStorage({
    dataFolder: folder,
    vault,
    clock: {
      ...createClockTwin(new Date('2026-11-21T01:00:00.000Z')),
      sleep: async () => onSleep(),
      monotonicMs: () => started.monotonicMs(),
      uptimeMs: () => started.monotonicMs(),
    },
    log: createLogTwin(),
    startDatabaseWorker: startWorker,
    intake,
    onUnlocked: async (each) => void opened.push(each),
    stopPractice: async () => undefined,
    onClosing: async () => void changes.push('closing'),
    onProgress: (progress) => started.onProgress(progress),
    onChanged: () => void changes.push('changed'),
  })
  onTestFinished(() => storage.close())
  const started: Started = {
    storage,
    intake,
    opened,
    changes,
    onProgress: () => undefined,
    monotonicMs: () => 0,
    status: async () => StorageStatus.parse(await storage.handlers.status({}, signal)),
    database: () => {
      const last = opened.at(-1)
      if (!last) throw new Error('Storage is not open')
      return last.database
    },
  }
  await storage.start()
  return started
}

export const remember = (database: Database, value = canary, name = 'canary'): void =>
  void database.run('INSERT INTO setting (name, value) VALUES (?, ?)', [name, value])

export const recall = (database: Database): string | undefined =>
  database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', ['canary'])?.value

/** A folder with a database whose key is in the keychain, and a customer's name in it. */
export async function filledFolder(vault = createVaultTwin()): Promise<{ folder: string; vault: VaultTwin }> {
  const folder = createDataFolder()
  const first = await start(folder, vault)
  remember(first.database())
  await first.storage.close()
  return { folder, vault }
}

/** The digest of a file: short enough to show when a test fails. */
export const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The digest of every file of the data: not of the lock, which has no content, nor of the count of wrong passwords. */
export const bytesOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name !== 'forecourt.lock' && name !== 'forecourt.wrong-tries')
      .map((name) => [name, digestOf(join(folder, name))]),
  )

/** The files of a program that was killed: everything is in the log, also the number of its format; the database has at most its first page. */
export async function killedFolder(
  options: { readonly vault?: VaultTwin; readonly usePassword?: boolean; readonly format?: number } = {},
): Promise<{ folder: string; vault: VaultTwin }> {
  const vault = options.vault ?? createVaultTwin()
  if (options.usePassword) vault.condition = 'refusing'
  const living = createDataFolder()
  const run = await start(living, vault)
  if (options.usePassword) await run.storage.handlers.setPassword({ password }, signal)
  remember(run.database())
  for (let row = 0; row < 50; row += 1) remember(run.database(), `row ${row}`, `row ${row}`)
  if (options.format !== undefined) run.database().run(`PRAGMA user_version = ${options.format}`)
  const folder = createDataFolder()
  for (const name of readdirSync(living)) {
    if (!name.endsWith('.lock') && !name.endsWith('-shm')) copyFileSync(join(living, name), join(folder, name))
  }
  // The key in the keychain is found by the folder's id in the copied protection file.
  return { folder, vault }
}

export const rowsIn = (run: Started): number =>
  run.database().get<{ rows: number }>("SELECT count(*) AS rows FROM setting WHERE name LIKE 'row %'")?.rows ?? 0

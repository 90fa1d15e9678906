import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { StorageStatus } from '../../../../src/contract/storage.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { createStorage, type Storage, type UnlockedDatabase } from '../../../../src/core/storage/storage.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { startPageCheckWorker } from '../../../twins/page-check.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'

export const { signal } = new AbortController()
export const canary = 'Jane Canary Citizen'
export const password = 'correct horse battery'

export interface Started {
  readonly storage: Storage
  readonly opened: UnlockedDatabase[]
  readonly changes: string[]
  status(): Promise<StorageStatus>
  database(): Database
}

/** Starts storage on a folder and a keychain; it is closed when the test ends. */
export async function start(
  folder: string,
  vault: VaultTwin,
  migrated: readonly string[] = migrations,
  onSleep: () => void = () => undefined,
): Promise<Started> {
  const opened: UnlockedDatabase[] = []
  const changes: string[] = []
  const storage = createStorage({
    dataFolder: folder,
    vault,
    clock: { ...createClockTwin(new Date('2026-11-21T01:00:00.000Z')), sleep: async () => onSleep() },
    log: createLogTwin(),
    migrations: migrated,
    startPageCheckWorker,
    onUnlocked: async (each) => void opened.push(each),
    onClosing: async () => void changes.push('closing'),
    onChanged: () => void changes.push('changed'),
  })
  onTestFinished(() => storage.close())
  await storage.start()
  return {
    storage,
    opened,
    changes,
    status: async () => StorageStatus.parse(await storage.handlers.status({}, signal)),
    database: () => {
      const last = opened.at(-1)
      if (!last) throw new Error('Storage is not open')
      return last.database
    },
  }
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

/** The digest of every file in the folder except the lock, which has no content. */
export const bytesOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name !== 'forecourt.lock')
      .map((name) => [name, digestOf(join(folder, name))]),
  )

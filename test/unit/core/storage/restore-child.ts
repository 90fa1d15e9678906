/**
 * One run of a program that restores a backup. It kills itself before a counted change of a file of its folder, or at the moment that the
 * backup is being encrypted with the key of this PC, or prints "done" with the number of changes. Its arguments are JSON.
 */
import fs, { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { Vault } from '../../../../src/core/ports/vault.ts'

export interface RestoreLife {
  readonly folder: string
  /** A file with the items of the keychain. */
  readonly keychain: string
  readonly backup: string
  readonly password: string
  /** The change before which it kills itself, or while the backup is being encrypted. */
  readonly dieAt: number | 'encrypting'
}

const life = JSON.parse(process.argv[2] ?? '') as RestoreLife
let changes = 0
let isCounting = false
const beforeChange = (path: unknown): void => {
  if (!isCounting || !String(path).startsWith(life.folder)) return
  changes += 1
  if (changes === life.dieAt) process.kill(process.pid, 'SIGKILL')
}
const { copyFile, open, rm } = promises
const { openSync, renameSync, rmSync, writeFileSync } = fs
promises.rm = async (path, options) => {
  beforeChange(path)
  await rm(path, options)
}
promises.copyFile = async (from, to, mode) => {
  beforeChange(to)
  await copyFile(from, to, mode)
  // Before its content is on the disk.
  beforeChange(to)
}
promises.open = async (path, flags, mode) => {
  beforeChange(path)
  return open(path, flags, mode)
}
fs.openSync = (path, flags, mode) => {
  beforeChange(path)
  return openSync(path, flags, mode)
}
fs.rmSync = (path, options) => {
  beforeChange(path)
  rmSync(path, options)
}
fs.renameSync = (from, to) => {
  beforeChange(from)
  renameSync(from, to)
}
fs.writeFileSync = (path, data, options) => {
  beforeChange(path)
  writeFileSync(path, data, options)
}
syncBuiltinESMExports()

const secrets = JSON.parse(readFileSync(life.keychain, 'utf8')) as Record<string, string>
const vault: Vault = {
  probe: async () => ({ state: 'ok' }),
  async get(name) {
    const secret = secrets[name]
    return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
  },
  set: async (name, secret) => void (secrets[name] = secret),
  delete: async (name) => void delete secrets[name],
  names: async () => Object.keys(secrets),
}

// Later than the changes above: these modules take the functions that are counted.
const { createFileIntake } = await import('../../../../src/core/intake/file-intake.ts')
const { systemClock } = await import('../../../../src/core/ports/clock.ts')
const { createStorage } = await import('../../../../src/core/storage/storage.ts')
const { startDatabaseWorker } = await import('../../../twins/database-worker.ts')

/** Ends the program as soon as SQLite has begun to write the backup with the other key. */
function dieWhileEncrypting(): void {
  if (existsSync(join(life.folder, 'forecourt.backup-chosen-journal'))) process.kill(process.pid, 'SIGKILL')
  setImmediate(dieWhileEncrypting)
}

const intake = createFileIntake()
const storage = createStorage({
  dataFolder: life.folder,
  vault,
  clock: systemClock,
  log: { write: () => undefined },
  startDatabaseWorker,
  intake,
  onUnlocked: async () => undefined,
  stopPractice: async () => undefined,
  onClosing: async () => undefined,
  onChanged: () => undefined,
})
await storage.start()
isCounting = true
const { signal } = new AbortController()
const { fileId } = intake.add('May.forecourt-backup', readFileSync(life.backup))
const { backupId } = await storage.handlers.chooseBackup({ fileId }, signal)
await storage.handlers.checkBackup({ backupId, password: life.password }, signal)
if (life.dieAt === 'encrypting') dieWhileEncrypting()
await storage.handlers.replaceWithBackup({ backupId }, signal)
process.stdout.write(`done ${changes}`, () => process.exit())

/**
 * One run of a program that deletes all data of a folder. It kills itself before a counted change of a file or of the keychain, which is a
 * file beside the folder, or prints "done" with the number of changes. Its arguments are JSON.
 */
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Vault } from '../../../../src/core/ports/vault.ts'

export interface DeletionLife {
  readonly folder: string
  readonly keychain: string
  /** The change before which it kills itself. */
  readonly dieAt: number
}

const life = JSON.parse(process.argv[2] ?? '') as DeletionLife
let changes = 0
let isCounting = false
const beforeChange = (path: unknown): void => {
  if (!isCounting || !String(path).startsWith(life.folder)) return
  changes += 1
  if (changes === life.dieAt) process.kill(process.pid, 'SIGKILL')
}
const { rm } = promises
const { renameSync } = fs
promises.rm = async (path, options) => {
  beforeChange(path)
  await rm(path, options)
}
fs.renameSync = (from, to) => {
  beforeChange(from)
  renameSync(from, to)
}
syncBuiltinESMExports()

const secrets = (): Record<string, string> =>
  existsSync(life.keychain) ? (JSON.parse(readFileSync(life.keychain, 'utf8')) as Record<string, string>) : {}
const vault: Vault = {
  probe: async () => ({ state: 'ok' }),
  async get(name) {
    const secret = secrets()[name]
    return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
  },
  set: async (name, secret) => writeFileSync(life.keychain, JSON.stringify({ ...secrets(), [name]: secret })),
  async delete(name) {
    beforeChange(life.folder)
    const { [name]: _deleted, ...others } = secrets()
    writeFileSync(life.keychain, JSON.stringify(others))
  },
  names: async () => Object.keys(secrets()),
}

// Later than the changes above: these modules take the functions that are counted.
const { createFileIntake } = await import('../../../../src/core/intake/file-intake.ts')
const { systemClock } = await import('../../../../src/core/ports/clock.ts')
const { deletionPlan } = await import('../../../../src/core/privacy/delete-everything.ts')
const { createStorage } = await import('../../../../src/core/storage/storage.ts')
const { startDatabaseWorker } = await import('../../../twins/database-worker.ts')

const storage = createStorage({
  dataFolder: life.folder,
  vault,
  clock: systemClock,
  log: { write: () => undefined },
  startDatabaseWorker,
  intake: createFileIntake(),
  async onUnlocked({ database }) {
    if (isCounting) return
    isCounting = true
    void storage
      .deleteAllData(deletionPlan(database))
      .then(() => process.stdout.write(`done ${changes}`, () => process.exit()))
  },
  stopPractice: async () => undefined,
  onClosing: async () => undefined,
  onChanged: () => undefined,
})
await storage.start()

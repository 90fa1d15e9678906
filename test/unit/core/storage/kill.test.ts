import { createFileIntake } from '../../../../src/core/intake/file-intake.ts'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../../src/core/database/database.ts'
import { createStorage, lockFolder } from '../../../../src/core/storage/storage.ts'
import type { UnlockedDatabase } from '../../../../src/core/storage/storage-options.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { startDatabaseWorker } from '../../../twins/database-worker.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'

const { signal } = new AbortController()

async function start(dataFolder: string, vault = createVaultTwin()) {
  const opened: UnlockedDatabase[] = []
  const storage = createStorage({
    dataFolder,
    vault,
    clock: createClockTwin(),
    log: createLogTwin(),
    startDatabaseWorker,
    intake: createFileIntake(),
    onUnlocked: async (each) => void opened.push(each),
    stopPractice: async () => undefined,
    onClosing: async () => undefined,
    onChanged: () => undefined,
  })
  onTestFinished(() => storage.close())
  await storage.start()
  return { storage, vault, opened, status: await storage.handlers.status({}, signal) }
}

/** A program that locks the folder, writes one row after another, and prints each committed row. */
function startWriter(folder: string, key: string) {
  const from = (file: string): string => JSON.stringify(`file://${resolve('src/core', file)}`)
  const script = `
    import { writeSync } from 'node:fs'
    const { openDatabase } = await import(${from('database/database.ts')})
    const { lockFolder } = await import(${from('storage/storage.ts')})
    lockFolder(${JSON.stringify(join(folder, 'forecourt.lock'))})
    const { database } = openDatabase(${JSON.stringify(join(folder, 'forecourt.db'))}, ${JSON.stringify(key)})
    for (let row = 0; ; row += 1) {
      database.transaction(() => {
        database.run('INSERT INTO setting (name, value) VALUES (?, ?)', ['first ' + row, 'x'.repeat(500)])
        database.run('INSERT INTO setting (name, value) VALUES (?, ?)', ['second ' + row, 'x'.repeat(500)])
      })
      writeSync(1, row + '\\n')
    }
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const gone = new Promise<void>((done) => void child.once('exit', () => done()))
  onTestFinished(() => void child.kill('SIGKILL'))
  let last = -1
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => void (last = Number(line)))
  return {
    written: (count: number) =>
      new Promise<void>((done) => void lines.on('line', (line) => (Number(line) >= count ? done() : undefined))),
    async kill(): Promise<number> {
      child.kill('SIGKILL')
      await gone
      return last
    },
  }
}

const rowsOf = (database: Database, part: string): number =>
  database.get<{ rows: number }>('SELECT count(*) AS rows FROM setting WHERE name LIKE ?', [`${part} %`])?.rows ?? 0

it('a killed program leaves every committed row, no partial transaction, and no lock', async () => {
  const folder = createDataFolder()
  const first = await start(folder)
  const key = [...first.vault.items.values()][0] ?? ''
  await first.storage.close()

  const writer = startWriter(folder, key)
  await writer.written(20)
  expect((await start(folder, first.vault)).status).toMatchObject({ state: 'unavailable' })
  const last = await writer.kill()

  const next = await start(folder, first.vault)
  expect(next.status).toMatchObject({ state: 'open', protection: 'keychain', notice: null })
  const database = next.opened[0]?.database
  if (!database) throw new Error('Storage is not open')
  const rows = rowsOf(database, 'first')
  expect(rows).toBeGreaterThanOrEqual(last + 1)
  expect(rowsOf(database, 'second')).toBe(rows)
})

it('the lock belongs to one folder, and can be released', () => {
  const path = join(createDataFolder(), 'forecourt.lock')
  const lock = lockFolder(path)
  expect(lock).not.toBeNull()
  expect(lockFolder(path)).toBeNull()
  lock?.release()
  const again = lockFolder(path)
  expect(again).not.toBeNull()
  again?.release()
})

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import type { VaultTwin } from '../../../twins/vault-twins.ts'
import { canary, filledFolder, recall, remember, signal, start } from './storage-harness.ts'

const pageBytes = 4_096

/** The files of a program that was killed with changes in the log. `rows`: how many are in the database file. */
async function killedFolder(rows = 2_000): Promise<{ folder: string; vault: VaultTwin }> {
  const { folder: first, vault } = await filledFolder()
  const filled = await start(first, vault)
  filled.database().transaction(() => {
    for (let row = 0; row < rows; row += 1) remember(filled.database(), 'x'.repeat(400), `row ${row}`)
  })
  await filled.storage.close()
  const living = await start(first, vault)
  remember(living.database(), 'in the log', 'in the log')
  const folder = createDataFolder()
  for (const name of readdirSync(first)) {
    if (!/\.lock$|-shm$/.test(name)) copyFileSync(join(first, name), join(folder, name))
  }
  return { folder, vault }
}

/** Spoils pages that nothing reads at the start. */
function damage(folder: string): void {
  const path = join(folder, 'forecourt.db')
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / pageBytes / 2) * pageBytes
  bytes.fill(0xee, middle, middle + 2 * pageBytes)
  writeFileSync(path, bytes)
}

it('opens the data at once after a kill, and checks its pages behind that', async () => {
  const { folder, vault } = await killedFolder()
  const run = await start(folder, vault)
  expect(await run.status()).toMatchObject({ state: 'open', notice: null })
  expect(existsSync(join(folder, 'forecourt.unchecked'))).toBe(true)
  await vi.waitFor(() => expect(existsSync(join(folder, 'forecourt.unchecked'))).toBe(false), { timeout: 20_000 })
  expect(await run.status()).toMatchObject({ state: 'open' })
  expect(recall(run.database())).toBe(canary)
})

it('closes data that turns out to be damaged, offers the backup, and checks first at the next start', async () => {
  const { folder, vault } = await killedFolder()
  damage(folder)
  const run = await start(folder, vault)
  expect(await run.status()).toMatchObject({ state: 'open' })
  await vi.waitFor(
    async () => expect(await run.status()).toMatchObject({ state: 'unreadable', backup: expect.any(String) }),
    { timeout: 20_000 },
  )
  expect(run.changes).toContain('closing')
  await run.storage.close()
  const next = await start(folder, vault)
  expect(await next.status()).toMatchObject({ state: 'unreadable' })
  expect(next.opened).toEqual([])
  expect(await next.storage.handlers.restoreBackup({}, signal)).toMatchObject({ state: 'open' })
  expect(recall(next.database())).toBe(canary)
})

it('begins again when the program was closed before the check had ended', async () => {
  const { folder, vault } = await killedFolder()
  const run = await start(folder, vault)
  await run.storage.close()
  expect(existsSync(join(folder, 'forecourt.unchecked'))).toBe(true)
  const next = await start(folder, vault)
  await vi.waitFor(() => expect(existsSync(join(folder, 'forecourt.unchecked'))).toBe(false), { timeout: 20_000 })
  expect(await next.status()).toMatchObject({ state: 'open' })
})

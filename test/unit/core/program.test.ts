import { join } from 'node:path'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { expect, it, onTestFinished } from 'vitest'
import { startProgram } from '../../twins/program-twin.ts'

/** Locks the database as a backup program does: it can be read, but not written. */
function lockForWriting(folder: string, key: string): BetterSqlite.Database {
  const other = new BetterSqlite(join(folder, 'forecourt.db'))
  onTestFinished(() => void other.close())
  other.pragma(`cipher='sqlcipher'`)
  other.pragma(`key="x'${key}'"`)
  other.exec('BEGIN IMMEDIATE')
  return other
}

it('a program whose parts could not start works completely after a retry', async () => {
  const first = await startProgram()
  await first.get('connections.startPractice', { region: 'au' })
  await first.program.close()
  const { dataFolder, vault, practice } = first
  const other = lockForWriting(
    dataFolder,
    [...vault.items.values()].find((secret) => /^[0-9a-f]{64}$/.test(secret)) ?? '',
  )

  const program = await startProgram({ dataFolder, vault, practice })
  expect(await program.get('storage.status', {})).toMatchObject({
    state: 'unavailable',
    reason: expect.stringContaining('Another program is using'),
  })
  expect(await program.ask('customers.status', {})).toMatchObject({ ok: false, error: { kind: 'storage-locked' } })

  other.exec('ROLLBACK')
  expect(await program.get('storage.retry', {})).toMatchObject({ state: 'open' })
  expect(await program.get('app.setPreferences', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
  const { current } = await program.get('connections.state', {})
  expect(current).not.toBeNull()
  await program.get('customers.sync', {})
  await program.waitFor(async () => {
    const status = await program.get('customers.status', {})
    return status.syncedAt === null ? undefined : status
  })
  expect(program.unexpected).toEqual([])
})

it.each([
  ['on a network', 'network', 'network folder'],
  ['in a synced folder', 'synced', 'synchronised with the cloud'],
] as const)('a data folder %s is named in a notice at each start', async (_where, sharedFolder, words) => {
  const first = await startProgram({ sharedFolder })
  const { dataFolder, vault } = first
  const noticeOf = async ({ get }: typeof first) => ((await get('storage.status', {})) as { notice?: unknown }).notice
  expect(await noticeOf(first)).toContain(words)
  await first.program.close()
  expect(await noticeOf(await startProgram({ dataFolder, vault, sharedFolder }))).toContain(words)
})

it('all data can be deleted without a password after its key moved to the keychain', async () => {
  const password = 'correct horse 9'
  const first = await startProgram()
  await first.get('storage.protectBy', { current: null, password })
  expect(await first.get('privacy.dataToDelete', {})).toMatchObject({ needsPassword: true })
  await first.program.close()
  const { dataFolder, vault } = first
  const { get } = await startProgram({ dataFolder, vault })
  await get('storage.unlock', { password })
  await get('storage.protectBy', { current: password, password: null })
  expect(await get('privacy.dataToDelete', {})).toMatchObject({ needsPassword: false })
  expect(await get('privacy.deleteAllData', { password: null })).toMatchObject({ state: 'open' })
})

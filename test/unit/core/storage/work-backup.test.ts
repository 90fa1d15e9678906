import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { startDatabaseWorker } from '../../../twins/database-worker.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import { backupPassword, choose, failureOf, madeBackup, saveBackup } from './backup-steps.ts'
import {
  bytesOf,
  canary,
  filledFolder,
  killedFolder,
  password,
  recall,
  remember,
  signal,
  start,
  type Started,
} from './storage-harness.ts'
import { longTest } from '../../../runs.ts'

/** With real threads. */
const startWithThreads = (folder: string, vault: VaultTwin): Promise<Started> =>
  start(folder, vault, undefined, startDatabaseWorker)

async function restore(run: Started, bytes: Buffer, by = backupPassword) {
  const { backupId } = await choose(run, bytes)
  await run.storage.handlers.checkBackup({ backupId, password: by }, signal)
  return run.storage.handlers.replaceWithBackup({ backupId }, signal)
}

describe('a backup file', () => {
  it('does not have the paths of recent files, which are those of one PC', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    remember(run.database(), '[]', 'drafts.recent-files')
    await restore(run, await saveBackup(run))
    expect(recall(run.database())).toBe(canary)
    expect(run.database().all("SELECT name FROM setting WHERE name = 'drafts.recent-files'")).toEqual([])
  })

  it('has no plan of automatic backups and no PIN, and those of the PC stay when it is restored', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    const names = ['app.lock', 'storage.backup-plan']
    const rememberAll = (each: Started, value: string) =>
      names.forEach((name) => remember(each.database(), value, name))
    const recallAll = (each: Started) =>
      each.database().values('SELECT value FROM setting WHERE name IN (?, ?) ORDER BY name', names)
    rememberAll(run, 'of another PC')
    const bytes = await saveBackup(run)
    const other = await start(createDataFolder(), createVaultTwin())
    await restore(other, bytes)
    expect(recallAll(other)).toEqual([])
    rememberAll(other, 'of this PC')
    await restore(other, bytes)
    expect(recallAll(other)).toEqual(['of this PC', 'of this PC'])
  })

  it('brings all work to another PC, and stays after a restart', async () => {
    const bytes = await madeBackup()
    expect(bytes.length).toBeGreaterThan(800_000)
    const folder = createDataFolder()
    const vault = createVaultTwin()
    const other = await startWithThreads(folder, vault)
    remember(other.database(), 'of this PC', 'own')
    const { backupId, madeAt, sizeBytes } = await choose(other, bytes)
    expect({ madeAt, sizeBytes }).toEqual({ madeAt: '2026-11-21T01:00:00.000Z', sizeBytes: bytes.length })
    const contents = await other.storage.handlers.checkBackup({ backupId, password: backupPassword }, signal)
    expect(contents).toEqual({ connections: 0, drafts: 0, uploads: 0, callEntries: 0, templates: 0 })
    expect(await other.storage.handlers.replaceWithBackup({ backupId }, signal)).toMatchObject({
      state: 'open',
      protection: 'keychain',
      notice:
        'Your work was restored from the backup of 21/11/2026. Your earlier data was kept as forecourt.set-aside-2026-11-21.db in the Forecourt data folder.',
      needsRecoveryKey: true,
    })
    expect(recall(other.database())).toBe(canary)
    expect(other.changes).toContain('closing')
    await other.storage.close()
    const again = await start(folder, vault)
    expect(await again.status()).toMatchObject({ state: 'open', notice: null })
    expect(recall(again.database())).toBe(canary)
    const long = again.database().get("SELECT count(*) AS rows FROM setting WHERE name LIKE 'long %'")
    expect(long).toEqual({ rows: 200 })
    expect(readdirSync(folder).filter((name) => name.includes('.backup-c') || name.includes('.backup-made'))).toEqual(
      [],
    )
  })

  it('keeps the earlier data of the PC, which opens when it is put back', async () => {
    const bytes = await madeBackup()
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    remember(run.database(), 'earlier', 'mine')
    await restore(run, bytes)
    const mine = (each: Started) => each.database().get("SELECT value FROM setting WHERE name = 'mine'")
    expect(mine(run)).toBeUndefined()
    await run.storage.close()
    renameSync(join(folder, 'forecourt.set-aside-2026-11-21.db'), join(folder, 'forecourt.db'))
    rmSync(join(folder, 'forecourt.history'), { force: true })
    expect(mine(await start(folder, vault))).toEqual({ value: 'earlier' })
  })

  it('can be read by nobody without its password, and has no key of the PC', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    const bytes = await saveBackup(run)
    const { recoveryKey } = await run.storage.handlers.recoveryKey({}, signal)
    for (const secret of [canary, backupPassword, recoveryKey, 'setting', ...vault.items.values()]) {
      expect(bytes.includes(secret)).toBe(false)
    }
    const before = bytesOf(folder)
    const { backupId } = await choose(run, bytes)
    expect(
      await failureOf(run.storage.handlers.checkBackup({ backupId, password: 'another password' }, signal)),
    ).toEqual({
      kind: 'invalid-input',
      message: "That password isn't correct.",
      next: 'Check the password and try again.',
    })
    // Unchecked, it cannot take the place of the data.
    expect(await failureOf(run.storage.handlers.replaceWithBackup({ backupId }, signal))).toMatchObject({
      kind: 'not-found',
    })
    await run.storage.handlers.dropBackup({ backupId }, signal)
    expect(bytesOf(folder)).toEqual(before)
    expect(recall(run.database())).toBe(canary)
  })

  it('changes nothing when it is damaged, cut off, longer, of another program or no backup', async () => {
    const bytes = await madeBackup()
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    const before = bytesOf(folder)
    const damagedAt = (place: number): Buffer => {
      const copy = Buffer.from(bytes)
      copy[place] = (copy[place] ?? 0) ^ 1
      return copy
    }
    const refused = async (file: Buffer): Promise<string> => {
      const { kind, message } = await failureOf(restore(run, file))
      expect(kind).toBe('invalid-input')
      return message
    }
    const notWhole = "“May.forecourt-backup” isn't a Forecourt backup, or it isn't complete."
    expect(await refused(damagedAt(0))).toBe(notWhole)
    for (const place of [19, 25]) expect(await refused(damagedAt(place))).toBe('This backup is damaged.')
    expect(await refused(bytes.subarray(0, bytes.length - 1))).toBe(notWhole)
    expect(await refused(bytes.subarray(0, 300))).toBe(notWhole)
    expect(await refused(Buffer.concat([bytes, Buffer.from('x')]))).toBe(notWhole)
    expect(await refused(Buffer.from('Name,Mobile\nAnn Lee,0491570006\n'))).toBe(notWhole)
    const databaseStart = bytes.indexOf('\n', 20) + 1
    for (const share of [0.1, 0.5, 0.99]) {
      const place = databaseStart + Math.floor((bytes.length - databaseStart) * share)
      expect(await refused(damagedAt(place))).toBe('This backup is damaged.')
    }
    const [dropped] = [await choose(run, bytes)]
    await run.storage.handlers.dropBackup(dropped, signal)
    expect(bytesOf(folder)).toEqual(before)
    expect(recall(run.database())).toBe(canary)
  })

  it('leaves nothing when it is cancelled, and the data of the PC when its restore is', async () => {
    const bytes = await madeBackup()
    const { folder, vault } = await filledFolder()
    const run = await startWithThreads(folder, vault)
    const { handlers } = run.storage
    const before = readdirSync(folder)
    const cancelled = async (call: () => Promise<unknown>): Promise<string> => {
      run.onProgress = () => void handlers.cancelBackup({}, signal)
      const { kind } = await failureOf(call())
      run.onProgress = () => undefined
      return kind
    }
    expect(await cancelled(() => handlers.saveBackup({ password: backupPassword }, signal))).toBe('cancelled')
    expect(await cancelled(() => choose(run, bytes))).toBe('cancelled')
    expect(readdirSync(folder)).toEqual(before)
    const first = await choose(run, bytes)
    const check = () => handlers.checkBackup({ backupId: first.backupId, password: backupPassword }, signal)
    expect(await cancelled(check)).toBe('cancelled')
    await check()
    expect(await cancelled(() => handlers.replaceWithBackup({ backupId: first.backupId }, signal))).toBe('cancelled')
    expect(readdirSync(folder)).toEqual(before)
    expect(await run.status()).toMatchObject({ state: 'open', notice: null })
    expect(recall(run.database())).toBe(canary)
    // Nothing stands in the way of the next ones.
    expect((await saveBackup(run)).length).toBeGreaterThan(0)
  })

  it('is checked and restored with its progress, and with the time left after two seconds', async () => {
    const bytes = await madeBackup()
    const run = await start(createDataFolder(), createVaultTwin())
    const { handlers } = run.storage
    const { backupId } = await choose(run, bytes)
    let now = 0
    run.monotonicMs = () => (now += 500)
    const progressOf = async (call: () => Promise<unknown>) => {
      const shown: { part: number; words: string; secondsLeft?: number | null | undefined }[] = []
      run.onProgress = (progress) => shown.push(progress)
      await call()
      return shown
    }
    const checked = await progressOf(() => handlers.checkBackup({ backupId, password: backupPassword }, signal))
    const restored = await progressOf(() => handlers.replaceWithBackup({ backupId }, signal))
    for (const [shown, words] of [
      [checked, 'Checking the backup'],
      [restored, 'Restoring the backup'],
    ] as const) {
      const parts = shown.map(({ part }) => part)
      expect(new Set(shown.map((each) => each.words))).toEqual(new Set([words]))
      expect(parts).toEqual(parts.toSorted((a, b) => a - b))
      expect(parts.filter((part) => part > 0 && part < 1).length).toBeGreaterThan(2)
      expect(shown[0]?.secondsLeft).toBeNull()
      expect(shown.at(-1)?.secondsLeft).toBeGreaterThanOrEqual(0)
    }
    expect(recall(run.database())).toBe(canary)
  })

  longTest('can be cancelled in the middle of its check, and be checked again', async () => {
    const bytes = await madeBackup()
    const { folder, vault } = await filledFolder()
    const run = await startWithThreads(folder, vault)
    const { handlers } = run.storage
    const { backupId } = await choose(run, bytes)
    const before = bytesOf(folder)
    let now = 0
    run.monotonicMs = () => (now += 500)
    let cancelledAt = 0
    run.onProgress = ({ part }) => {
      if (part === 0) return
      cancelledAt ||= part
      void handlers.cancelBackup({}, signal)
    }
    const check = () => handlers.checkBackup({ backupId, password: backupPassword }, signal)
    expect((await failureOf(check())).kind).toBe('cancelled')
    expect(cancelledAt).toBeGreaterThan(0)
    expect(bytesOf(folder)).toEqual(before)
    run.onProgress = () => undefined
    expect(await check()).toMatchObject({ connections: 0 })
  })

  it.each([
    ['a newer', 1, 'A newer version of Forecourt made this backup. Install the latest version to restore it.'],
    ['an older', -1, "An earlier test version of Forecourt made this backup, and this version can't read it."],
  ])('of %s version is refused, and nothing is changed', async (_which, difference, message) => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    run.database().run('INSERT INTO setting (name, value) VALUES (?, ?)', ['of', 'another version'])
    const bytes = await saveBackup(run)
    expect(await restore(run, bytes)).toMatchObject({ state: 'open' })
    const { user_version: version } = run.database().get<{ user_version: number }>('PRAGMA user_version')!
    run.database().run(`PRAGMA user_version = ${version + difference}`)
    const other = await saveBackup(run)
    run.database().run(`PRAGMA user_version = ${version}`)
    const before = run.database().all('SELECT * FROM setting')
    expect((await failureOf(restore(run, other))).message).toBe(message)
    expect(run.database().all('SELECT * FROM setting')).toEqual(before)
  })

  it('has what was in the log alone, while the data is in use', async () => {
    const { folder, vault } = await killedFolder()
    const run = await start(folder, vault)
    const bytes = await saveBackup(run)
    const other = await start(createDataFolder(), createVaultTwin())
    await restore(other, bytes)
    expect(recall(other.database())).toBe(canary)
  })

  it('is of data behind a password as well, and the password of the PC stays', async () => {
    const { folder, vault } = await killedFolder({ usePassword: true })
    const run = await start(folder, vault)
    await run.storage.handlers.unlock({ password }, signal)
    const bytes = await saveBackup(run)
    remember(run.database(), 'after the backup', 'later')
    expect(await restore(run, bytes)).toMatchObject({ state: 'open', protection: 'password' })
    await run.storage.close()
    const again = await start(folder, vault)
    expect(await again.storage.handlers.unlock({ password }, signal)).toMatchObject({ state: 'open' })
    expect(again.database().get("SELECT 1 FROM setting WHERE name = 'later'")).toBeUndefined()
  })

  it('is refused while nothing is stored or the data is closed', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const run = await start(createDataFolder(), vault)
    const save = () => failureOf(run.storage.handlers.saveBackup({ password: backupPassword }, signal))
    expect(await save()).toMatchObject({ kind: 'conflict' })
    await run.storage.handlers.keepNothing({}, signal)
    expect((await save()).message).toBe('Nothing is stored on this PC, so there is nothing to back up.')
  })
})

describe('the protection of the data', () => {
  it('moves from the keychain to a password, to another and back, and opens after each restart', async () => {
    const { folder, vault } = await filledFolder()
    const first = await start(folder, vault)
    expect(await first.storage.handlers.protectBy({ current: null, password }, signal)).toMatchObject({
      protection: 'password',
    })
    expect([...vault.items]).toEqual([])
    await first.storage.close()

    const second = await start(folder, vault)
    expect(await second.status()).toEqual({ state: 'needs-password' })
    await second.storage.handlers.unlock({ password }, signal)
    const changed = { current: 'not this one', password: 'another one' }
    expect(await failureOf(second.storage.handlers.protectBy(changed, signal))).toMatchObject({ kind: 'invalid-input' })
    await second.storage.handlers.protectBy({ ...changed, current: password }, signal)
    await second.storage.close()

    const third = await start(folder, vault)
    expect(await failureOf(third.storage.handlers.unlock({ password }, signal))).toMatchObject({
      kind: 'invalid-input',
    })
    await third.storage.handlers.unlock({ password: 'another one' }, signal)
    vault.condition = 'refusing'
    const back = { current: 'another one', password: null }
    expect(await failureOf(third.storage.handlers.protectBy(back, signal))).toMatchObject({ kind: 'vault-unreadable' })
    vault.condition = 'ok'
    expect(await third.storage.handlers.protectBy(back, signal)).toMatchObject({ protection: 'keychain' })
    await third.storage.close()

    const fourth = await start(folder, vault)
    expect(await fourth.status()).toMatchObject({ state: 'open', protection: 'keychain' })
    expect(recall(fourth.database())).toBe(canary)
  })
})

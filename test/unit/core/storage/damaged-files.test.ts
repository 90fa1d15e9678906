import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import {
  bytesOf,
  canary,
  filledFolder,
  killedFolder,
  password,
  recall,
  remember,
  rowsIn,
  signal,
  start,
} from './storage-harness.ts'

describe('a database that is missing or empty beside a full log', () => {
  const losses: readonly (readonly [string, (path: string) => void])[] = [
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => writeFileSync(path, '')],
  ]

  it.each(losses)('%s: is rebuilt from the log, the log is preserved and a notice says so', async (_what, lose) => {
    const { folder, vault } = await killedFolder()
    const log = readFileSync(join(folder, 'forecourt.db-wal'))
    lose(join(folder, 'forecourt.db'))
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open', notice: expect.stringContaining('rebuilt from its log') })
    expect(recall(run.database())).toBe(canary)
    expect(rowsIn(run)).toBe(50)
    const kept = readdirSync(folder).find((name) => name.includes('set-aside') && name.endsWith('-wal')) ?? ''
    expect(readFileSync(join(folder, kept)).equals(log)).toBe(true)
  })

  it.each(losses)('%s: is rebuilt when the data has a password', async (_what, lose) => {
    const { folder, vault } = await killedFolder({ usePassword: true })
    lose(join(folder, 'forecourt.db'))
    const run = await start(folder, vault)
    expect(await run.status()).toEqual({ state: 'needs-password' })
    expect(await run.storage.handlers.unlock({ password }, signal)).toMatchObject({ state: 'open' })
    expect(rowsIn(run)).toBe(50)
  })

  it('nothing is overwritten when the log does not begin with the first page', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    for (let row = 0; row < 50; row += 1) remember(run.database(), `row ${row}`, `row ${row}`)
    const copy = createDataFolder()
    for (const name of readdirSync(folder)) {
      if (!/\.lock$|-shm$|backup/.test(name)) copyFileSync(join(folder, name), join(copy, name))
    }
    rmSync(join(copy, 'forecourt.db'))
    const before = bytesOf(copy)
    const broken = await start(copy, vault)
    expect(await broken.status()).toMatchObject({ state: 'unreadable', backup: null })
    expect(bytesOf(copy)).toEqual(before)
  })

  it('the newest backup is offered and restored', async () => {
    const { folder, vault } = await filledFolder()
    expect(readdirSync(folder).filter((name) => name.includes('backup-daily'))).toHaveLength(1)
    rmSync(join(folder, 'forecourt.db'))
    const run = await start(folder, vault)
    const status = await run.status()
    expect(status).toMatchObject({ state: 'unreadable', backup: expect.stringMatching(/^\d{4}-/) })
    expect(await run.storage.handlers.restoreBackup({}, signal)).toMatchObject({
      state: 'open',
      notice: expect.stringContaining('restored from the backup'),
    })
    expect(recall(run.database())).toBe(canary)
  })
})

describe('a folder whose database and log are both gone', () => {
  it('does not start empty without a question', async () => {
    const { folder, vault } = await filledFolder()
    for (const name of readdirSync(folder)) if (/^forecourt\.db|backup/.test(name)) rmSync(join(folder, name))
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'unreadable', backup: null })
    expect(await run.storage.handlers.setAsideAndStart({}, signal)).toMatchObject({ state: 'open' })
  })
})

describe('a damaged or missing log', () => {
  const framesAt = (frame: number): number => 32 + frame * (24 + 4_096)

  it.each([
    ['in a page', 600],
    ['in the header of a frame', 9],
  ])('damage %s is reported, and the damaged log is kept', async (_where, offset) => {
    const { folder, vault } = await killedFolder()
    const log = join(folder, 'forecourt.db-wal')
    damage(log, framesAt(40) + offset)
    const bytes = readFileSync(log)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open', notice: expect.stringContaining('may be missing') })
    const kept = readdirSync(folder).find((name) => name.startsWith('forecourt.damaged-')) ?? ''
    expect(readFileSync(join(folder, kept)).equals(bytes)).toBe(true)
  })

  it('a log that cannot be read and has all tables is not replaced by empty tables', async () => {
    const { folder, vault } = await killedFolder()
    damage(join(folder, 'forecourt.db-wal'), 20)
    const before = bytesOf(folder)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'unreadable' })
    expect(bytesOf(folder)).toEqual(before)
  })

  it('a log that was deleted after the program was killed is reported', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    for (let row = 0; row < 50; row += 1) remember(run.database(), `row ${row}`, `row ${row}`)
    const copy = createDataFolder()
    for (const name of readdirSync(folder)) {
      if (!/\.lock$|-shm$|-wal$/.test(name)) copyFileSync(join(folder, name), join(copy, name))
    }
    const older = await start(copy, vault)
    expect(await older.status()).toMatchObject({ state: 'open', notice: expect.stringContaining('older than when') })
    expect(recall(older.database())).toBe(canary)
    remember(older.database(), 'new', 'new row')
    await older.storage.close()
    expect(await (await start(copy, vault)).status()).toMatchObject({ state: 'open', notice: null })
  })

  it('a log that was cut is reported only when committed changes are missing', async () => {
    const { folder, vault } = await killedFolder()
    const log = join(folder, 'forecourt.db-wal')
    truncateSync(log, readFileSync(log).length - 100)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open' })
    expect(rowsIn(run)).toBe(49)
  })
})

const replaceIn = (path: string, text: string, by: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(text, by))

describe('protection.json', () => {
  it.each([
    ['damaged', (path: string) => writeFileSync(path, '{"version":1,"by":"pass')],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['missing', (path: string) => rmSync(path)],
    ['of another cost', (path: string) => replaceIn(path, '"n": 1024', '"n": 1048576')],
    ['with a changed digit', (path: string) => replaceIn(path, '"n": 1024', '"n": 512')],
    ['with a changed letter', (path: string) => replaceIn(path, '=="', 'A="')],
  ])('%s: the copy is used and the file is written again', async (_what, spoil) => {
    for (const spoilt of ['protection.json', 'protection.copy.json']) {
      const { folder, vault } = await killedFolder({ usePassword: true })
      const before = readFileSync(join(folder, 'protection.json'), 'utf8')
      spoil(join(folder, spoilt))
      const run = await start(folder, vault)
      expect(await run.status()).toEqual({ state: 'needs-password' })
      expect(JSON.parse(readFileSync(join(folder, spoilt), 'utf8'))).toEqual(JSON.parse(before))
      expect(await run.storage.handlers.unlock({ password }, signal)).toMatchObject({ state: 'open' })
    }
  })

  it('with both files damaged, the state says so, whatever the keychain answers', async () => {
    const { folder, vault } = await killedFolder({ usePassword: true })
    for (const name of ['protection.json', 'protection.copy.json']) writeFileSync(join(folder, name), 'x')
    const status = await (await start(folder, vault)).status()
    expect(status).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('how your data is protected') })
  })
})

describe('the recovery key', () => {
  async function lockedOut(): Promise<{ folder: string; vault: VaultTwin; recoveryKey: string }> {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    expect(await run.storage.handlers.setPassword({ password }, signal)).toMatchObject({ needsRecoveryKey: true })
    remember(run.database())
    const { recoveryKey } = await run.storage.handlers.recoveryKey({}, signal)
    expect(await run.storage.handlers.confirmRecoveryKey({}, signal)).toMatchObject({ needsRecoveryKey: false })
    await run.storage.close()
    return { folder, vault, recoveryKey }
  }

  it('opens the data after a forgotten password and sets a new one', async () => {
    const { folder, vault, recoveryKey } = await lockedOut()
    const run = await start(folder, vault)
    const answer = await run.storage.handlers.recover({ recoveryKey, password: 'another password' }, signal)
    expect(answer).toMatchObject({ state: 'open', protection: 'password', needsRecoveryKey: false })
    expect(recall(run.database())).toBe(canary)
    await run.storage.close()
    const next = await start(folder, vault)
    await expect(next.storage.handlers.unlock({ password }, signal)).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
    expect(await next.storage.handlers.unlock({ password: 'another password' }, signal)).toMatchObject({
      state: 'open',
    })
  })

  it('opens the data without any protection file, and moves it to the keychain', async () => {
    const { folder, vault, recoveryKey } = await lockedOut()
    for (const name of ['protection.json', 'protection.copy.json']) writeFileSync(join(folder, name), 'x')
    vault.condition = 'ok'
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'unreadable' })
    const answer = await run.storage.handlers.recover({ recoveryKey, password: null }, signal)
    expect(answer).toMatchObject({ state: 'open', protection: 'keychain' })
    await run.storage.close()
    const next = await start(folder, vault)
    expect(await next.status()).toMatchObject({ state: 'open', protection: 'keychain' })
    expect(recall(next.database())).toBe(canary)
  })

  it('changes nothing when it has a typing error, belongs to other data, or the keychain refuses', async () => {
    const { folder, vault, recoveryKey } = await lockedOut()
    const other = await lockedOut()
    const before = bytesOf(folder)
    const run = await start(folder, vault)
    for (const [typed, chosen, kind] of [
      [recoveryKey.slice(1), 'another password', 'invalid-input'],
      [other.recoveryKey, 'another password', 'invalid-input'],
      [recoveryKey, null, 'vault-unreadable'],
    ] as const) {
      await expect(
        run.storage.handlers.recover({ recoveryKey: typed, password: chosen }, signal),
      ).rejects.toMatchObject({
        failure: { kind },
      })
    }
    expect(await run.status()).toEqual({ state: 'needs-password' })
    expect(bytesOf(folder)).toEqual(before)
  })

  it('is not available while nothing is stored', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const run = await start(createDataFolder(), vault)
    expect(await run.storage.handlers.keepNothing({}, signal)).toMatchObject({ needsRecoveryKey: false })
    await expect(run.storage.handlers.recoveryKey({}, signal)).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  })
})

describe('a database that another process has locked', () => {
  function lockDatabase(folder: string, vault: VaultTwin): BetterSqlite.Database {
    const other = new BetterSqlite(join(folder, 'forecourt.db'))
    onTestFinished(() => void other.close())
    other.pragma(`cipher='sqlcipher'`)
    other.pragma(`key="x'${[...vault.items.values()][0]}'"`)
    other.exec('BEGIN IMMEDIATE')
    return other
  }

  it('fails a write at once with the cause, and the next write after it is released', async () => {
    const { folder, vault } = await filledFolder()
    const run = await start(folder, vault)
    remember(run.database(), 'before', 'before')
    const other = lockDatabase(folder, vault)
    expect(() => remember(run.database(), 'during', 'during')).toThrow('Another program is using')
    expect(recall(run.database())).toBe(canary)
    other.exec('ROLLBACK')
    remember(run.database(), 'after', 'after')
    expect(run.database().all("SELECT name FROM setting WHERE name IN ('before', 'during', 'after')")).toHaveLength(2)
  })

  it('is waited for at the start, and is not called open in another Forecourt', async () => {
    const { folder, vault } = await filledFolder()
    const other = lockDatabase(folder, vault)
    other.exec('COMMIT; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('backup or a virus scanner'),
    })
    await run.storage.close()

    const waiting = await start(folder, vault, () => other.close())
    expect(await waiting.status()).toMatchObject({ state: 'open' })
    expect(recall(waiting.database())).toBe(canary)
  })
})

function damage(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xee, at, at + 40)
  writeFileSync(path, bytes)
}

it('no file that a rebuild creates remains', async () => {
  const { folder, vault } = await killedFolder()
  rmSync(join(folder, 'forecourt.db'))
  await start(folder, vault)
  expect(readdirSync(folder).filter((name) => name.includes('rebuilt'))).toEqual([])
  expect(existsSync(join(folder, 'forecourt.db'))).toBe(true)
})

import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { dataFormat } from '../../../../src/core/database/schema.ts'
import { type VaultTwin } from '../../../twins/vault-twins.ts'
import {
  bytesOf,
  canary,
  digestOf,
  filledFolder,
  killedFolder,
  password,
  recall,
  signal,
  start,
} from './storage-harness.ts'

describe('a keychain that fails', () => {
  it('never causes a new database over an existing one', async () => {
    const { folder, vault } = await filledFolder()
    const before = bytesOf(folder)
    vault.condition = 'refusing'
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'vault-locked' })
    for (const choice of [
      () => run.storage.handlers.keepNothing({}, signal),
      () => run.storage.handlers.setPassword({ password }, signal),
      () => run.storage.handlers.setAsideAndStart({}, signal),
    ]) {
      await expect(choice()).rejects.toMatchObject({ failure: { kind: 'conflict' } })
    }
    expect(bytesOf(folder)).toEqual(before)
    vault.condition = 'ok'
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open' })
    expect(recall(run.database())).toBe(canary)
  })

  it.each([
    ['has lost the key', (vault: VaultTwin) => vault.items.clear()],
    [
      'holds another key',
      (vault: VaultTwin) => vault.items.forEach((_secret, name) => vault.items.set(name, 'ab'.repeat(32))),
    ],
    [
      'holds something else',
      (vault: VaultTwin) => vault.items.forEach((_secret, name) => vault.items.set(name, 'hello')),
    ],
  ])('that %s is told apart from a damaged file, and nothing is changed', async (_what, spoil) => {
    const { folder, vault } = await filledFolder()
    const before = bytesOf(folder)
    const key = new Map(vault.items)
    spoil(vault)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'key-lost' })
    expect(bytesOf(folder)).toEqual(before)
    for (const [name, secret] of key) vault.items.set(name, secret)
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open' })
  })

  it('still has the key when the file that names it is lost', async () => {
    const { folder, vault } = await filledFolder()
    rmSync(join(folder, 'protection.json'))
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open' })
    expect(existsSync(join(folder, 'protection.json'))).toBe(true)
  })
})

describe('a database file that cannot be opened', () => {
  const spoilt: readonly (readonly [string, (path: string) => void])[] = [
    ['garbage', (path) => writeFileSync(path, 'garbage'.repeat(10_000))],
    ['a page short', (path) => truncateSync(path, readFileSync(path).length - 4_096)],
    ['cut within a page', (path) => truncateSync(path, readFileSync(path).length - 100)],
    ['a hundred bytes long', (path) => truncateSync(path, 100)],
    [
      'with its first page overwritten',
      (path) => writeFileSync(path, Buffer.concat([Buffer.alloc(4_096, 7), readFileSync(path).subarray(4_096)])),
    ],
    [
      'another program’s',
      (path) => {
        rmSync(path)
        const foreign = new BetterSqlite(path)
        foreign.exec('CREATE TABLE theirs (x)')
        foreign.close()
      },
    ],
  ]

  it.each(spoilt)('%s: is not changed, and a new one is created only when the user asks', async (_what, spoil) => {
    const { folder, vault } = await filledFolder()
    const path = join(folder, 'forecourt.db')
    spoil(path)
    const before = digestOf(path)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'unreadable', setAside: null })
    expect(digestOf(path)).toBe(before)
    expect(await run.storage.handlers.setAsideAndStart({}, signal)).toMatchObject({
      state: 'open',
      notice: expect.stringContaining('forecourt.set-aside-2026-11-21.db'),
    })
    expect(digestOf(join(folder, 'forecourt.set-aside-2026-11-21.db'))).toBe(before)
    expect(await run.status()).toMatchObject({ state: 'open' })
  })

  it('is refused when it is a database of another program with our key', async () => {
    const { folder, vault } = await filledFolder()
    const path = join(folder, 'forecourt.db')
    rmSync(path)
    const foreign = new BetterSqlite(path)
    foreign.pragma(`cipher='sqlcipher'`)
    foreign.pragma(`key="x'${[...vault.items.values()][0]}'"`)
    foreign.exec('CREATE TABLE theirs (x)')
    foreign.close()
    expect(await (await start(folder, vault)).status()).toMatchObject({ state: 'unreadable' })
  })

  const others: readonly (readonly [string, number, string])[] = [
    [
      'a later',
      dataFormat + 1,
      'This data was saved by a newer version of Forecourt. Install the latest version to open it.',
    ],
    [
      'an earlier',
      dataFormat - 1,
      "This data was saved by an earlier test version of Forecourt, and this version can't read it. Set it aside and start empty.",
    ],
  ]
  it.each(others)('of %s version is refused in words and left untouched', async (_which, format, reason) => {
    const { folder, vault } = await filledFolder()
    const other = openDatabase(join(folder, 'forecourt.db'), [...vault.items.values()][0] ?? '')
    if (other.state !== 'ready') throw new Error('The database did not open')
    other.database.run(`PRAGMA user_version = ${format}`)
    other.database.close()
    const before = bytesOf(folder)
    const run = await start(folder, vault)
    expect(await run.status()).toEqual({ state: 'unreadable', reason, setAside: null, backup: null })
    await run.storage.close()
    expect(bytesOf(folder)).toEqual(before)
  })

  it.each(others)('of %s version that was killed is left untouched with its log', async (_which, format, reason) => {
    const { folder, vault } = await killedFolder({ format })
    const before = bytesOf(folder)
    expect(before.has('forecourt.db-wal')).toBe(true)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'unreadable', reason })
    await run.storage.close()
    expect(bytesOf(folder)).toEqual(before)
  })

  it('of an earlier version is set aside with its log, and new data begins', async () => {
    const { folder, vault } = await killedFolder({ format: dataFormat - 1 })
    const before = bytesOf(folder)
    const run = await start(folder, vault)
    expect(await run.storage.handlers.setAsideAndStart({}, signal)).toMatchObject({ state: 'open' })
    expect(recall(run.database())).toBeUndefined()
    for (const ending of ['.db', '.db-wal']) {
      const aside = `forecourt.set-aside-2026-11-21${ending}`
      expect(digestOf(join(folder, aside))).toBe(before.get(`forecourt${ending}`))
    }
  })

  it('is set aside under a new name each time', async () => {
    const { folder, vault } = await filledFolder()
    for (let time = 0; time < 2; time += 1) {
      writeFileSync(join(folder, 'forecourt.db'), `garbage ${time}`)
      const run = await start(folder, vault)
      await run.storage.handlers.setAsideAndStart({}, signal)
      await run.storage.close()
    }
    expect(readFileSync(join(folder, 'forecourt.set-aside-2026-11-21.db'), 'utf8')).toBe('garbage 0')
    expect(readFileSync(join(folder, 'forecourt.set-aside-2026-11-21-2.db'), 'utf8')).toBe('garbage 1')
  })

  it('is set aside with the practice data, whose key derives from the same key', async () => {
    const { folder, vault } = await filledFolder()
    writeFileSync(join(folder, 'practice.db'), 'practice records')
    vault.items.clear()
    const run = await start(folder, vault)
    await run.storage.handlers.setAsideAndStart({}, signal)
    expect(readFileSync(join(folder, 'practice.set-aside-2026-11-21.db'), 'utf8')).toBe('practice records')
    expect(existsSync(join(folder, 'practice.db'))).toBe(false)
  })

  it('is reported as damaged when both protection files are damaged and the keychain has no key', async () => {
    const { folder, vault } = await filledFolder()
    for (const name of ['protection.json', 'protection.copy.json']) {
      writeFileSync(join(folder, name), '{"version":1,"by":"pass')
    }
    vault.items.clear()
    expect(await (await start(folder, vault)).status()).toMatchObject({ state: 'unreadable' })
  })
})

describe('damage that was found while the program ran', () => {
  it('makes the next start check all data', async () => {
    const { folder, vault } = await filledFolder()
    const path = join(folder, 'forecourt.db')
    const filling = await start(folder, vault)
    for (let number = 0; number < 400; number += 1) {
      filling.database().run('INSERT INTO setting (name, value) VALUES (?, ?)', [`z${number}`, 'x'.repeat(3_000)])
    }
    await filling.storage.close()
    const sound = readFileSync(path)
    const damaged = Buffer.from(sound)
    const page = Math.floor((damaged.length * 3) / 4 / 4_096) * 4_096
    damaged.fill(7, page, page + 4_096)
    writeFileSync(path, damaged)

    const run = await start(folder, vault)
    expect(() => run.database().all('SELECT * FROM setting')).toThrow('is damaged')
    await run.storage.close()
    const next = await start(folder, vault)
    expect(await next.status()).toMatchObject({ state: 'unreadable' })

    writeFileSync(path, sound)
    await next.storage.handlers.retry({}, signal)
    expect(recall(next.database())).toBe(canary)
    expect(existsSync(join(folder, 'forecourt.look-through'))).toBe(false)
  })
})

import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StorageStatus } from '../../../../src/contract/storage.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { createStorage, type OpenedStorage, type Storage } from '../../../../src/core/storage/storage.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'

const { signal } = new AbortController()
const canary = 'Jane Canary Citizen'
const password = 'correct horse battery'

interface Started {
  readonly storage: Storage
  readonly opened: OpenedStorage[]
  readonly changes: string[]
  status(): Promise<StorageStatus>
  database(): Database
}

/** One run of the program's storage over a folder and a keychain; closed when the test ends. */
async function start(folder: string, vault: VaultTwin, migrated: readonly string[] = migrations): Promise<Started> {
  const opened: OpenedStorage[] = []
  const changes: string[] = []
  const storage = createStorage({
    dataFolder: folder,
    vault,
    clock: createClockTwin(new Date('2026-11-21T01:00:00.000Z')),
    log: createLogTwin(),
    migrations: migrated,
    onOpened: async (each) => void opened.push(each),
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

const remember = (database: Database, value = canary): void =>
  void database.run('INSERT INTO setting (name, value) VALUES (?, ?)', ['canary', value])

const recall = (database: Database): string | undefined =>
  database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', ['canary'])?.value

/** A folder with a database that a keychain's key opens, and a customer's name in it. */
async function filledFolder(vault = createVaultTwin()): Promise<{ folder: string; vault: VaultTwin }> {
  const folder = createDataFolder()
  const first = await start(folder, vault)
  remember(first.database())
  await first.storage.close()
  return { folder, vault }
}

/** A file's content, short enough to be shown when a test fails. */
const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Every file of the folder but the lock, which holds nothing. */
const bytesOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name !== 'forecourt.lock')
      .map((name) => [name, digestOf(join(folder, name))]),
  )

describe('a new folder', () => {
  it('begins by itself where there is a keychain, and goes on at the next start', async () => {
    const { folder, vault } = await filledFolder()
    const again = await start(folder, vault)
    expect(await again.status()).toEqual({ state: 'open', protection: 'keychain', notice: null })
    expect(recall(again.database())).toBe(canary)
    expect(again.opened[0]?.practiceKey).toMatch(/^[0-9a-f]{64}$/)
    expect([...vault.items.values()]).not.toContain(again.opened[0]?.practiceKey)
  })

  it('asks where there is no keychain, and has written nothing yet', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'needs-choice' })
    expect(bytesOf(folder).size).toBe(0)
  })

  it('begins after all when the keychain is back', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const run = await start(createDataFolder(), vault)
    vault.condition = 'ok'
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open', protection: 'keychain' })
  })

  it('that a kill left half made is finished at the next start', async () => {
    const { folder, vault } = await filledFolder()
    rmSync(join(folder, 'forecourt.db'))
    writeFileSync(join(folder, 'forecourt.db'), '')
    vault.items.clear()
    const run = await start(folder, vault)
    expect(await run.status()).toEqual({ state: 'open', protection: 'keychain', notice: null })
    expect(vault.items.size).toBe(1)
  })
})

describe('without keeping anything', () => {
  it('all is in memory, and the next start asks again', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    expect(await run.storage.handlers.keepNothing({}, signal)).toMatchObject({ protection: 'nothing-kept' })
    remember(run.database())
    expect(recall(run.database())).toBe(canary)
    expect(run.opened[0]?.practiceKey).toBeNull()
    expect(bytesOf(folder).size).toBe(0)
    await run.storage.close()
    expect(await (await start(folder, vault)).status()).toMatchObject({ state: 'needs-choice' })
  })
})

describe('with a password', () => {
  const withPassword = async (): Promise<{ folder: string; vault: VaultTwin }> => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    expect(await run.storage.handlers.setPassword({ password }, signal)).toMatchObject({ protection: 'password' })
    remember(run.database())
    await run.storage.close()
    return { folder, vault }
  }

  it('opens with that password alone, and a wrong one changes nothing', async () => {
    const { folder, vault } = await withPassword()
    const before = bytesOf(folder)
    const run = await start(folder, vault)
    expect(await run.status()).toEqual({ state: 'needs-password' })
    await expect(run.storage.handlers.unlock({ password: `${password}!` }, signal)).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
    expect(await run.status()).toEqual({ state: 'needs-password' })
    expect(bytesOf(folder)).toEqual(before)
    expect(await run.storage.handlers.unlock({ password }, signal)).toMatchObject({
      state: 'open',
      protection: 'password',
    })
    expect(recall(run.database())).toBe(canary)
  })

  it('a keychain that appears later changes nothing about it', async () => {
    const { folder, vault } = await withPassword()
    vault.condition = 'ok'
    expect(await (await start(folder, vault)).status()).toEqual({ state: 'needs-password' })
  })

  it('forgotten: the data is set aside at her word, and the password still opens it', async () => {
    const { folder, vault } = await withPassword()
    const before = bytesOf(folder)
    vault.condition = 'ok'
    const run = await start(folder, vault)
    const status = await run.storage.handlers.setAsideAndStart({}, signal)
    expect(status).toMatchObject({
      state: 'open',
      protection: 'keychain',
      notice: expect.stringContaining('set-aside-2026-11-21'),
    })
    expect(recall(run.database())).toBeUndefined()
    await run.storage.close()
    expect(bytesOf(folder).get('forecourt.set-aside-2026-11-21.db')).toBe(before.get('forecourt.db'))

    // Put back by their names, both files open with the password.
    const restored = createDataFolder()
    copyFileSync(join(folder, 'forecourt.set-aside-2026-11-21.db'), join(restored, 'forecourt.db'))
    copyFileSync(join(folder, 'protection.set-aside-2026-11-21.json'), join(restored, 'protection.json'))
    const back = await start(restored, vault)
    await back.storage.handlers.unlock({ password }, signal)
    expect(recall(back.database())).toBe(canary)
  })
})

describe('a keychain that comes and goes', () => {
  it('never leads to a new database over the one that is there', async () => {
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
  ])('one that %s is told apart from a damaged file, and nothing is touched', async (_what, spoil) => {
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

  it('the file that names the key can be lost: the folder itself leads to it', async () => {
    const { folder, vault } = await filledFolder()
    rmSync(join(folder, 'protection.json'))
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open' })
    expect(existsSync(join(folder, 'protection.json'))).toBe(true)
  })
})

describe('a file that does not open', () => {
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

  it.each(spoilt)('%s: is left as it is, and a new one begins only at her word', async (_what, spoil) => {
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

  it('and an encrypted one of another program with our key is not taken for ours', async () => {
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

  it('made by a later Forecourt is refused with the way out', async () => {
    const { folder, vault } = await filledFolder()
    const later = openDatabase(join(folder, 'forecourt.db'), [...vault.items.values()][0] ?? '')
    if (later.state !== 'ready') throw new Error('The database did not open')
    later.database.run('PRAGMA user_version = 999')
    later.database.close()
    const status = await (await start(folder, vault)).status()
    expect(status).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('newer') })
  })

  it('is set aside under a name of its own each time', async () => {
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

  it('takes the practice records along, whose key comes from the same one', async () => {
    const { folder, vault } = await filledFolder()
    writeFileSync(join(folder, 'practice.db'), 'practice records')
    vault.items.clear()
    const run = await start(folder, vault)
    await run.storage.handlers.setAsideAndStart({}, signal)
    expect(readFileSync(join(folder, 'practice.set-aside-2026-11-21.db'), 'utf8')).toBe('practice records')
    expect(existsSync(join(folder, 'practice.db'))).toBe(false)
  })

  it('damaged protection without a key in the keychain says that it is damaged', async () => {
    const { folder, vault } = await filledFolder()
    writeFileSync(join(folder, 'protection.json'), '{"version":1,"by":"pass')
    vault.items.clear()
    expect(await (await start(folder, vault)).status()).toMatchObject({ state: 'unreadable' })
  })
})

describe('one folder, one program', () => {
  it('the second is told so, and gets in once the first has ended', async () => {
    const { folder, vault } = await filledFolder()
    const first = await start(folder, vault)
    const second = await start(folder, vault)
    expect(await second.status()).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('already open'),
    })
    await first.storage.close()
    expect(await second.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open' })
    expect(recall(second.database())).toBe(canary)
  })

  it('calls at the same time are taken one after the other', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const run = await start(createDataFolder(), vault)
    const answers = await Promise.allSettled([
      run.storage.handlers.setPassword({ password }, signal),
      run.storage.handlers.keepNothing({}, signal),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(run.opened).toHaveLength(1)
  })
})

describe('a folder that refuses', () => {
  it('is a state with words, and not a crash', async () => {
    const folder = createDataFolder()
    mkdirSync(join(folder, 'forecourt.lock'))
    const run = await start(folder, createVaultTwin())
    expect(await run.status()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('try again') })
    rmSync(join(folder, 'forecourt.lock'), { recursive: true })
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open' })
  })
})

describe('what lies on the disk', () => {
  it('holds no customer, no key and no password in the clear', async () => {
    const vault = createVaultTwin()
    const folder = createDataFolder()
    const run = await start(folder, vault)
    remember(run.database(), `${canary} 0491570006`)
    const secrets = [canary, '0491570006', 'canary', 'CREATE TABLE', ...vault.items.values()]
    const text = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name)).toString('latin1'))
        .join()
    for (const secret of secrets) expect(text()).not.toContain(secret)
    await run.storage.close()
    for (const secret of secrets) expect(text()).not.toContain(secret)
    const key = Buffer.from([...vault.items.values()][0] ?? '', 'hex')
    expect(key).toHaveLength(32)
    expect(text()).not.toContain(key.toString('latin1'))
    expect(text()).not.toContain(key.toString('base64'))
  })
})

describe('a newer Forecourt that changes the form of the data', () => {
  const newer = (steps: number): string[] => [
    ...migrations,
    ...Array.from({ length: steps }, (_, step) => `CREATE TABLE later_${step} (id TEXT PRIMARY KEY)`),
  ]
  const backupsIn = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.includes('backup'))
      .toSorted()

  it('copies it beside itself first, encrypted with the same key, and keeps the newest two copies', async () => {
    const { folder, vault } = await filledFolder()
    for (const steps of [1, 2, 3]) {
      const run = await start(folder, vault, newer(steps))
      expect(recall(run.database())).toBe(canary)
      await run.storage.close()
    }
    const first = migrations.length
    expect(backupsIn(folder)).toEqual([
      `forecourt.backup-v${first + 1}-2026-11-21.db`,
      `forecourt.backup-v${first + 2}-2026-11-21.db`,
    ])
    expect(readFileSync(join(folder, backupsIn(folder)[0] ?? ''), 'latin1')).not.toContain(canary)

    // The copy stands in for the database by its name alone.
    copyFileSync(join(folder, backupsIn(folder)[0] ?? ''), join(folder, 'forecourt.db'))
    const back = await start(folder, vault, newer(1))
    expect(await back.status()).toMatchObject({ state: 'open' })
    expect(recall(back.database())).toBe(canary)
  })

  it('changes nothing where the copy cannot be made, and opens once it can', async () => {
    const { folder, vault } = await filledFolder()
    const before = digestOf(join(folder, 'forecourt.db'))
    const inTheWay = join(folder, `forecourt.backup-v${migrations.length}-2026-11-21.db.new`)
    mkdirSync(inTheWay)
    const run = await start(folder, vault, newer(1))
    expect(await run.status()).toMatchObject({ state: 'unavailable' })
    expect(digestOf(join(folder, 'forecourt.db'))).toBe(before)
    rmSync(inTheWay, { recursive: true })
    await run.storage.handlers.retry({}, signal)
    expect(recall(run.database())).toBe(canary)
  })

  it('makes no copy when nothing is to be changed', async () => {
    const { folder, vault } = await filledFolder()
    await start(folder, vault)
    expect(backupsIn(folder)).toEqual([])
  })
})

describe('damage that was seen while the program ran', () => {
  it('has the next start look the data through', async () => {
    const { folder, vault } = await filledFolder()
    const path = join(folder, 'forecourt.db')
    const filling = await start(folder, vault)
    for (let number = 0; number < 100; number += 1) {
      filling.database().run('INSERT INTO setting (name, value) VALUES (?, ?)', [`n${number}`, 'x'.repeat(3_000)])
    }
    await filling.storage.close()
    const sound = readFileSync(path)
    const damaged = Buffer.from(sound)
    damaged.fill(7, Math.floor(damaged.length / 8_192) * 4_096)
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

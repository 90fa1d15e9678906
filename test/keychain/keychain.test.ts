import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { credentialItems } from '../../src/core/connections/credential-vault.ts'
import { writeSetting } from '../../src/core/database/settings.ts'
import { deletionPlan } from '../../src/core/privacy/delete-everything.ts'
import { keyIdOfFolder, keyName } from '../../src/core/storage/database-key.ts'
import { createStorage } from '../../src/core/storage/storage.ts'
import type { UnlockedDatabase } from '../../src/core/storage/storage-options.ts'
import { createKeychainVault } from '../../src/core/vault/keychain-vault.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { createLogTwin } from '../twins/log-twin.ts'
import { startDatabaseWorker } from '../twins/database-worker.ts'

/**
 * Against a real Secret Service. Started as
 * `FORECOURT_TEST_KEYRING=1 dbus-run-session -- sh -c 'printf test | gnome-keyring-daemon --unlock --components=secrets && vitest run --project keychain'`,
 * so that the keyring is one of its own and never that of whoever runs the tests.
 */
beforeAll(() => {
  if (process.env['FORECOURT_TEST_KEYRING'] !== '1' || !process.env['DBUS_SESSION_BUS_ADDRESS']) {
    throw new Error('These tests need a keyring of their own: run them through npm test.')
  }
})

const { signal } = new AbortController()
const name = 'connection/test/api-key'

describe('an unlocked keyring', () => {
  const vault = createKeychainVault()

  it('passes the probe', async () => {
    expect(await vault.probe()).toEqual({ state: 'ok' })
  })

  it('tells absent from found, and returns exactly what was stored', async () => {
    expect(await vault.get(name)).toEqual({ state: 'absent' })
    onTestFinished(() => vault.delete(name))
    for (const secret of ['fk_live_1234567890', 'Schlüssel 🔑 " \' \\ \n', 'ü'.repeat(1_200)]) {
      await vault.set(name, secret)
      expect(await vault.get(name)).toEqual({ state: 'found', secret })
    }
  })

  it('can be read by a second program, as after a restart', async () => {
    onTestFinished(() => vault.delete(name))
    await vault.set(name, 'kept')
    expect(ask('get', process.env)).toEqual({ state: 'found', secret: 'kept' })
  })

  it('deletes secrets, and accepts deleting a secret that does not exist', async () => {
    await vault.set(name, 'gone')
    await vault.delete(name)
    await vault.delete(name)
    expect(await vault.get(name)).toEqual({ state: 'absent' })
  })

  it('lists the names of the items of this program, and not those of others', async () => {
    const names = ['connection/one/api-key', 'connection/two/client-secret']
    onTestFinished(async () => void (await Promise.all(names.map((each) => vault.delete(each)))))
    const before = await vault.names()
    await keepForAnotherProgram()
    for (const each of names) await vault.set(each, 'a secret')
    // Another suite can have items of its own there.
    const others = new Set(before)
    const listed = async () => (await vault.names())?.filter((each) => !others.has(each)).toSorted()
    expect(await listed()).toEqual(names)
    await vault.delete('connection/one/api-key')
    expect(await listed()).toEqual(['connection/two/client-secret'])
  })

  it('stores the key of the data: the data opens with it and not without it', async () => {
    const start = startsOn(createDataFolder())
    const first = await start()
    expect(first.status).toMatchObject({ state: 'open', protection: 'keychain' })
    first.opened[0]?.database.run(`INSERT INTO setting (name, value) VALUES ('canary', 'kept')`)
    await first.storage.close()
    const second = await start()
    expect(second.opened[0]?.database.get(`SELECT value FROM setting WHERE name = 'canary'`)).toEqual({ value: 'kept' })
    await second.storage.close()
  })

  it('has no item of deleted data: keys, credentials, sign-ins to proxies and the team; those of others stay', async () => {
    const otherFolder = 'database-key/0123456789abcdef'
    onTestFinished(() => vault.delete(otherFolder))
    await keepForAnotherProgram()
    const dataFolder = createDataFolder()
    const start = startsOn(dataFolder)
    const { storage, opened } = await start()
    const database = opened[0]?.database
    if (!database) throw new Error('Storage is not open')
    const id = '7f1f0c4e-1111-4c1d-9d7e-0a5d6a7b8c90'
    database.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at, credentials_in)
       VALUES (?, 'Dealer', 'account', 'https://service.test', 'api-key', 'au', '{}', '2026-11-01T00:00:00.000Z', 'keychain')`,
      [id],
    )
    writeSetting(database, 'team.membership', JSON.stringify({ secretsName: 'a-team', secretParts: 2 }))
    const owned = [...credentialItems(id), 'team/a-team/0', 'team/a-team/1', 'proxy/one', 'probe/left']
    for (const each of [...owned, otherFolder]) await vault.set(each, 'a secret')
    const before = (await vault.names()) ?? []
    expect(before).toEqual(expect.arrayContaining([...owned, otherFolder]))
    const key = keyName(keyIdOfFolder(dataFolder))
    const earlierKey = await vault.get(key)
    expect(earlierKey).toMatchObject({ state: 'found' })

    await storage.deleteAllData(deletionPlan(database))
    const left = (await vault.names()) ?? []
    for (const each of owned) expect(left).not.toContain(each)
    expect(left).toContain(otherFolder)
    expect(await itemOfAnotherProgram()).toBe('theirs')
    // The folder begins again with another key.
    expect(await vault.get(key)).not.toEqual(earlierKey)
    await storage.close()
  })
})

describe('without a session bus', () => {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, XDG_RUNTIME_DIR: _runtime, ...bare } = process.env

  it.each(['probe', 'get'] as const)('%s reports that the keychain is not available', (question) => {
    expect(ask(question, bare)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining("isn't available"),
    })
  })

  it('set fails as vault-unreadable', () => {
    expect(ask('set', bare)).toMatchObject({ failure: { kind: 'vault-unreadable' } })
  })
})

/** An item of another program in the same keychain. */
const [otherService, otherAccount] = ['another program', 'someone']
async function keepForAnotherProgram(): Promise<void> {
  const { default: keytar } = await import('keytar')
  onTestFinished(async () => void (await keytar.deletePassword(otherService, otherAccount)))
  await keytar.setPassword(otherService, otherAccount, 'theirs')
}
async function itemOfAnotherProgram(): Promise<string | null> {
  const { default: keytar } = await import('keytar')
  return keytar.getPassword(otherService, otherAccount)
}

/** Starts storage on a folder, each time like a new program. */
const startsOn = (dataFolder: string) => async () => {
  const opened: UnlockedDatabase[] = []
  const storage = createStorage({
    dataFolder,
    vault: createKeychainVault(),
    clock: systemClock,
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
  return { storage, opened, status: await storage.handlers.status({}, signal) }
}

/** Calls the vault of another program, started with this environment. */
function ask(question: 'probe' | 'get' | 'set', env: NodeJS.ProcessEnv): unknown {
  const vaultFile = resolve('src/core/vault/keychain-vault.ts')
  const script = `
    const { createKeychainVault } = await import(${JSON.stringify(`file://${vaultFile}`)})
    const vault = createKeychainVault()
    const answer = await vault[${JSON.stringify(question)}](${JSON.stringify(name)}, 'secret').catch((error) => ({ failure: error.failure }))
    process.stdout.write(JSON.stringify(answer))
  `
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

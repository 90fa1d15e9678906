import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import { bytesOf, canary, filledFolder, password, recall, remember, signal, start } from './storage-harness.ts'

describe('a new folder', () => {
  it('is opened without a question when there is a keychain, and again at the next start', async () => {
    const { folder, vault } = await filledFolder()
    const again = await start(folder, vault)
    expect(await again.status()).toMatchObject({ state: 'open', protection: 'keychain', notice: null })
    expect(recall(again.database())).toBe(canary)
    expect(again.opened[0]?.practiceKey).toMatch(/^[0-9a-f]{64}$/)
    expect([...vault.items.values()]).not.toContain(again.opened[0]?.practiceKey)
  })

  it('needs a choice when there is no keychain, and nothing is written', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'needs-choice' })
    expect(bytesOf(folder).size).toBe(0)
  })

  it('is opened by a retry when the keychain works again', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const run = await start(createDataFolder(), vault)
    vault.condition = 'ok'
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open', protection: 'keychain' })
  })

  it('that was incomplete when the process was killed is completed at the next start', async () => {
    const { folder, vault } = await filledFolder()
    for (const name of readdirSync(folder)) if (!name.startsWith('protection')) rmSync(join(folder, name))
    writeFileSync(join(folder, 'forecourt.db'), '')
    vault.items.clear()
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open', protection: 'keychain', notice: null })
    expect(vault.items.size).toBe(1)
  })
})

describe('storing nothing', () => {
  it('keeps all data in memory, and the next start needs a choice', async () => {
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

describe('a password', () => {
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

  it('opens the data, and a wrong password changes nothing', async () => {
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

  it('is still needed when a keychain appears later', async () => {
    const { folder, vault } = await withPassword()
    vault.condition = 'ok'
    expect(await (await start(folder, vault)).status()).toEqual({ state: 'needs-password' })
  })

  it('that is forgotten lets the user set the data aside, and still opens it later', async () => {
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

    // Under their original names, the files open with the password.
    const restored = createDataFolder()
    copyFileSync(join(folder, 'forecourt.set-aside-2026-11-21.db'), join(restored, 'forecourt.db'))
    copyFileSync(join(folder, 'protection.set-aside-2026-11-21.json'), join(restored, 'protection.json'))
    const back = await start(restored, vault)
    await back.storage.handlers.unlock({ password }, signal)
    expect(recall(back.database())).toBe(canary)
  })
})

describe('one data folder', () => {
  it('refuses a second program until the first has closed', async () => {
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

  it('handles simultaneous calls one after the other', async () => {
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

describe('a data folder that cannot be written', () => {
  it('is a state with a message, not a crash', async () => {
    const folder = createDataFolder()
    mkdirSync(join(folder, 'forecourt.lock'))
    const run = await start(folder, createVaultTwin())
    expect(await run.status()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('try again') })
    rmSync(join(folder, 'forecourt.lock'), { recursive: true })
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open' })
  })
})

describe('the files on the disk', () => {
  it('contain no customer, key or password in plain text', async () => {
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

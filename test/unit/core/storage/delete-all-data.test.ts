import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSetting } from '../../../../src/core/database/settings.ts'
import { deletionPlan } from '../../../../src/core/privacy/delete-everything.ts'
import { onlyLong } from '../../../runs.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import type { DeletionLife } from './deletion-child.ts'
import { canary, password, recall, remember, signal, start, type Started } from './storage-harness.ts'

const connection = {
  id: '7f1f0c4e-1111-4c1d-9d7e-0a5d6a7b8c90',
  item: 'connection/7f1f0c4e-1111-4c1d-9d7e-0a5d6a7b8c90',
}
const restored = '7f1f0c4e-2222-4c1d-9d7e-0a5d6a7b8c90'
const otherFolder = ['database-key/0123456789abcdef', 'connection/of-another-folder/api-key']

/** Adds a connection whose key is in the keychain. */
async function addConnection({ database }: Started, vault: VaultTwin, id = connection.id): Promise<void> {
  database().run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at, credentials_in)
     VALUES (?, 'Dealer', 'account', 'https://service.test', 'api-key', 'au', '{}', '2026-11-01T00:00:00.000Z', 'keychain')`,
    [id],
  )
  await vault.set(`connection/${id}/api-key`, `secret of ${id}`)
}

/** A folder as after months: backups, data that was set aside, an unfinished copy, logs, practice, and files of others. */
async function usedFolder(vault = createVaultTwin()): Promise<{ folder: string; vault: VaultTwin; key: string }> {
  const folder = createDataFolder()
  const first = await start(folder, vault)
  remember(first.database())
  await addConnection(first, vault, restored)
  await first.storage.close()
  const aside = join(folder, 'forecourt.set-aside-2026-10-01.db')
  cpSync(join(folder, 'forecourt.db'), aside)
  const second = await start(folder, vault)
  second.database().run('DELETE FROM connection')
  await addConnection(second, vault)
  writeSetting(second.database(), 'team.membership', JSON.stringify({ secretsName: 'a-team', secretParts: 2 }))
  for (const part of [0, 1]) await vault.set(`team/a-team/${part}`, 'keys of the team')
  await second.storage.close()
  mkdirSync(join(folder, 'log'))
  for (const name of [
    'practice.db',
    'practice.db-wal',
    'forecourt.backup-copy',
    'forecourt.backup-chosen-journal',
    'forecourt.damaged-2026-10-02.db-wal',
    'forecourt.db.rekeyed',
    'protection.set-aside-2026-10-01.json',
    'forecourt.look-through',
    'log/forecourt.log',
    'log/forecourt.1.log',
    'my notes.txt',
    'May.forecourt-backup',
  ]) {
    writeFileSync(join(folder, name), canary)
  }
  const key = vault.items.get([...vault.items.keys()].find((name) => name.startsWith('database-key/')) ?? '') ?? ''
  for (const name of ['proxy/proxy.test:8080/Office/password', 'probe/left', ...otherFolder])
    vault.items.set(name, canary)
  return { folder, vault, key }
}

const others = ['May.forecourt-backup', 'my notes.txt']
/** The files that hold a text, and those of which nothing may be left. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name)).includes(text))
    .map(({ name }) => name)
    .toSorted()

/** Everything is gone, and the folder is one of a program that was just installed. */
function expectNew(folder: string, vault: VaultTwin, key: string): void {
  expect(filesWith(folder, canary)).toEqual(others)
  expect(filesWith(folder, connection.id)).toEqual([])
  expect(
    readdirSync(folder).filter((name) => /set-aside|blocks|backup-|deletion|left|practice|damaged|rekeyed/.test(name)),
  ).toEqual([])
  const names = [...vault.items.keys()]
  expect(names.filter((name) => !name.startsWith('database-key/'))).toEqual([otherFolder[1]])
  expect(names).toHaveLength(3)
  expect([...vault.items.values()]).not.toContain(key)
}

/** Nothing was deleted. */
function expectUnchanged(folder: string, vault: VaultTwin, key: string): void {
  expect(filesWith(folder, canary).length).toBeGreaterThan(8)
  expect([...vault.items.values()]).toContain(key)
}

const erase = ({ storage, database }: Started) => storage.deleteAllData(deletionPlan(database()))

describe('the deletion of all data', () => {
  it('leaves new data, no file, no key and no credential, but the files and keys of others', async () => {
    const { folder, vault, key } = await usedFolder()
    const run = await start(folder, vault)
    expect(recall(run.database())).toBe(canary)
    expect(await erase(run)).toMatchObject({ state: 'open', protection: 'keychain', notice: null })
    expect(run.changes).toContain('closing')
    expect(recall(run.database())).toBeUndefined()
    expect(run.database().all('SELECT id FROM connection')).toEqual([])
    expectNew(folder, vault, key)
    await run.storage.close()
    const again = await start(folder, vault)
    expect(await again.status()).toMatchObject({ state: 'open', notice: null })
    expect(recall(again.database())).toBeUndefined()
  })

  it('asks as after an installation how to store data where there is no keychain', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    await run.storage.handlers.setPassword({ password }, signal)
    remember(run.database())
    expect(await erase(run)).toMatchObject({ state: 'needs-choice' })
    expect(filesWith(folder, 'scrypt')).toEqual([])
    expect(readdirSync(folder).filter((name) => name.startsWith('protection'))).toEqual([])
    expect((await run.storage.handlers.setPassword({ password }, signal)).state).toBe('open')
    expect(recall(run.database())).toBeUndefined()
  })

  it('is finished for the keychain at the next start when the keychain refuses, and keeps the new key', async () => {
    const { folder, vault, key } = await usedFolder()
    const run = await start(folder, vault)
    vault.condition = 'refusing'
    expect(await erase(run)).toMatchObject({ state: 'needs-choice' })
    expect(filesWith(folder, canary)).toEqual(others)
    expect(await run.storage.handlers.keepNothing({}, signal)).toMatchObject({
      notice: expect.stringContaining('next start') as string,
    })
    await run.storage.close()
    vault.condition = 'ok'
    const next = await start(folder, vault)
    remember(next.database(), 'of the new data')
    await next.storage.close()
    const again = await start(folder, vault)
    expect(recall(again.database())).toBe('of the new data')
    expect([...vault.items.values()]).not.toContain(key)
    expect([...vault.items.keys()].filter((name) => /^(?:connection|proxy)/.test(name))).toEqual([otherFolder[1]])
    expect(readdirSync(folder)).not.toContain('forecourt.left-secrets')
  })

  it('is refused in a second program, and changes nothing there', async () => {
    const { folder, vault } = await usedFolder()
    const first = await start(folder, vault)
    const second = await start(folder, vault)
    const plan = deletionPlan(first.database())
    await expect(second.storage.deleteAllData(plan)).rejects.toMatchObject({ failure: { kind: 'conflict' } })
    expect(recall(first.database())).toBe(canary)
    expect(filesWith(folder, canary).length).toBeGreaterThan(others.length)
  })

  it('is refused while an upload is being sent, and possible when it is paused', async () => {
    const { folder, vault } = await usedFolder()
    const run = await start(folder, vault)
    run.database().run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
       paid_lookups, batch_size, state, created_at)
       VALUES ('u', ?, 'au', 'May list', 'may.csv', 0, '[]', 2, 0, 0, 100, 'open', '2026-11-01T00:00:00.000Z')`,
      [connection.id],
    )
    run.database().run("INSERT INTO upload_batch (upload_id, number, state, rows) VALUES ('u', 1, 'planned', 2)")
    await expect(erase(run)).rejects.toMatchObject({
      failure: { kind: 'conflict', message: '“May list” is being sent, so your data can’t be deleted now.' },
    })
    expect(recall(run.database())).toBe(canary)
    expect(readdirSync(folder)).not.toContain('forecourt.deletion')
    run.database().run('UPDATE upload SET paused = 1')
    expect((await erase(run)).state).toBe('open')
    expect(recall(run.database())).toBeUndefined()
  })
})

describe('a program that is killed while it deletes all data', () => {
  /** What one life wrote; '' when it was killed. */
  const live = (life: DeletionLife): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = new URL('deletion-child.ts', import.meta.url).pathname
      execFile(process.execPath, ['--no-warnings', child, JSON.stringify(life)], (error, stdout, stderr) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
        else resolve(stdout)
      })
    })

  it('has everything or nothing after the next start, whenever it is killed', async () => {
    const used = await usedFolder()
    const secrets = JSON.stringify(Object.fromEntries(used.vault.items))
    const outcomes: string[] = []
    for (const dieAt of [1, 2, ...onlyLong(7, 16, 22, 1_000)]) {
      const [folder, vault, { key }] = [createDataFolder(), createVaultTwin(), used]
      cpSync(used.folder, folder, { recursive: true })
      const keychain = join(createDataFolder(), 'keychain.json')
      writeFileSync(keychain, secrets)
      const said = await live({ folder, keychain, dieAt })
      for (const [name, secret] of Object.entries(JSON.parse(readFileSync(keychain, 'utf8')) as object))
        vault.items.set(name, String(secret))
      const next = await start(folder, vault)
      expect(await next.status()).toMatchObject({ state: 'open', notice: null })
      const hasEverything = recall(next.database()) === canary
      const check = hasEverything ? expectUnchanged : expectNew
      check(folder, vault, key)
      outcomes.push(`${dieAt}: ${hasEverything ? 'everything' : 'nothing'}${said === '' ? '' : ', finished'}`)
      await next.storage.close()
    }
    expect(outcomes).toEqual([
      '1: everything',
      '2: nothing',
      ...onlyLong('7: nothing', '16: nothing', '22: nothing', '1000: nothing, finished'),
    ])
  })
})

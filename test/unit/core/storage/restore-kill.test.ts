import { execFile } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { onlyLong } from '../../../runs.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import type { RestoreLife } from './restore-child.ts'
import { password, recall, remember, rowsIn, signal, start, type Started } from './storage-harness.ts'

/** What one life wrote at its end; '' when it was killed. */
const live = (life: RestoreLife): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = new URL('restore-child.ts', import.meta.url).pathname
    execFile(process.execPath, ['--no-warnings', child, JSON.stringify(life)], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve(stdout)
    })
  })

/** A closed folder with a named state of the data and a number of rows, and a backup of it. */
async function folderOf(name: string, rows: number): Promise<{ folder: string; vault: VaultTwin; backup: Buffer }> {
  const [folder, vault] = [createDataFolder(), createVaultTwin()]
  const run = await start(folder, vault)
  remember(run.database(), name)
  for (let row = 0; row < rows; row += 1) remember(run.database(), `${name} `.repeat(200), `row ${row}`)
  const { content, rest } = await run.storage.handlers.saveBackup({ password }, signal)
  const parts = [Buffer.from(content, 'base64')]
  for (let part = 0; rest && part < rest.parts; part += 1) {
    const next = await run.storage.handlers.backupPart({ file: rest.file, part }, signal)
    parts.push(Buffer.from(next.content, 'base64'))
  }
  await run.storage.close()
  return { folder, vault, backup: Buffer.concat(parts) }
}

const stateOf = (run: Started): string => `${recall(run.database())}, ${rowsIn(run)} rows`

it('a program that is killed while it restores a backup has all of the old data or all of the new at its next start', async () => {
  const old = await folderOf('old', 300)
  const { backup: bytes } = await folderOf('new', 700)
  const [backup, keychain] = ['backup', 'keychain.json'].map((name) => join(createDataFolder(), name)) as [
    string,
    string,
  ]
  writeFileSync(backup, bytes)
  writeFileSync(keychain, JSON.stringify(Object.fromEntries(old.vault.items)))
  const outcomes: string[] = []
  for (const dieAt of [...onlyLong(3, 'encrypting', 7, 8), 9, 10, ...onlyLong(1_000)]) {
    const folder = createDataFolder()
    cpSync(old.folder, folder, { recursive: true })
    const said = await live({ folder, keychain, backup, password, dieAt })
    const vault = createVaultTwin()
    for (const [name, secret] of old.vault.items) vault.items.set(name, secret)
    const next = await start(folder, vault)
    expect(await next.status()).toMatchObject({ state: 'open' })
    outcomes.push(`${dieAt}: ${stateOf(next)}${said === '' ? '' : ', to its end'}`)
    expect(readdirSync(folder).filter((name) => name.includes('backup-chosen'))).toEqual([])
    await next.storage.close()
  }
  expect(outcomes).toEqual([
    ...onlyLong('3: old, 300 rows', 'encrypting: old, 300 rows', '7: old, 300 rows', '8: old, 300 rows'),
    '9: old, 300 rows',
    '10: new, 700 rows',
    ...onlyLong('1000: new, 700 rows, to its end'),
  ])
})

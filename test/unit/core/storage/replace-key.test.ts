import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { deriveKey } from '../../../../src/core/storage/database-key.ts'
import { fromRecoveryKey } from '../../../../src/core/storage/recovery-key.ts'
import { isLong } from '../../../runs.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createVaultTwin, type VaultTwin } from '../../../twins/vault-twins.ts'
import {
  bytesOf,
  canary,
  filledFolder,
  password,
  recall,
  remember,
  signal,
  start,
  type Started,
} from './storage-harness.ts'

/** Changes of files that still succeed; after them the process counts as killed, or as on a full disk (`code`). */
const disk = vi.hoisted(() => ({ left: Infinity, changes: 0, code: null as string | null, inFolder: '' }))

vi.mock(import('node:fs'), async (importOriginal) => {
  const real = await importOriginal()
  const counted = <F extends (...given: never[]) => unknown>(change: F): F =>
    ((...given: Parameters<F>) => {
      if (disk.inFolder === '' || !String(given[0]).includes(disk.inFolder)) return change(...given)
      disk.changes += 1
      if (disk.changes > disk.left) throw Object.assign(new Error('killed'), disk.code && { code: disk.code })
      return change(...given)
    }) as F
  const openSync = counted(real.openSync)
  const countedRm = counted(real.rmSync)
  // A full disk can delete.
  const rmSync: typeof real.rmSync = (...given) => (disk.code ? real.rmSync(...given) : countedRm(...given))
  return { ...real, openSync, renameSync: counted(real.renameSync), rmSync }
})

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const real = await importOriginal()
  const copyFile: typeof real.copyFile = async (from, to) => {
    if (disk.inFolder !== '') {
      disk.changes += 1
      if (disk.changes > disk.left) {
        // A killed copy is cut off.
        const bytes = readFileSync(String(from))
        writeFileSync(String(to), bytes.subarray(0, bytes.length / 2))
        throw Object.assign(new Error('killed'), disk.code && { code: disk.code })
      }
    }
    return real.copyFile(from, to)
  }
  return { ...real, copyFile }
})

const keyOf = async ({ storage }: Started): Promise<string> =>
  (await storage.handlers.recoveryKey({}, signal)).recoveryKey
const replace = ({ storage }: Started, current: string | null = null) =>
  storage.handlers.replaceRecoveryKey({ current }, signal)
const hexOf = (recoveryKey: string): string => fromRecoveryKey(recoveryKey)?.toString('hex') ?? ''

/** Whether a file opens with a key. */
function opens(path: string, key: string): boolean {
  const copy = `${createDataFolder()}/copy.db`
  copyFileSync(path, copy)
  const answer = openDatabase(copy, key)
  if (answer.state === 'ready') answer.database.close()
  return answer.state === 'ready'
}

/** A folder with data, practice data, and two backups of the program itself. */
async function fullFolder(vault: VaultTwin): Promise<string> {
  const { folder } = await filledFolder(vault)
  const run = await start(folder, vault)
  const practice = openDatabase(join(folder, 'practice.db'), run.opened.at(-1)?.practiceKey ?? '')
  if (practice.state !== 'ready') throw new Error('No practice data')
  practice.database.run("INSERT INTO setting (name, value) VALUES ('practice', 'made up')")
  // Killed: what was written is in the log alone.
  const living = ['practice.db', 'practice.db-wal'].map((name) => [name, readFileSync(join(folder, name))] as const)
  practice.database.close()
  await run.storage.close()
  for (const [name, bytes] of living) writeFileSync(join(folder, name), bytes)
  const [backup] = readdirSync(folder).filter((name) => name.includes('backup-daily'))
  copyFileSync(join(folder, backup ?? ''), join(folder, 'forecourt.backup-daily-2026-01-01.db'))
  return folder
}

const practiceIn = (folder: string, recoveryKey: string): unknown => {
  const answer = openDatabase(
    join(folder, 'practice.db'),
    deriveKey(Buffer.from(hexOf(recoveryKey), 'hex'), 'practice service'),
  )
  if (answer.state !== 'ready') return answer.state
  const row = answer.database.get<{ value: string }>("SELECT value FROM setting WHERE name = 'practice'")
  answer.database.close()
  return row?.value
}

async function failureOf(call: Promise<unknown>): Promise<FailureError['failure']> {
  const error: unknown = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof FailureError)) throw new Error(`Not refused: ${String(error)}`)
  return error.failure
}

/** The files as they are now, in another folder, as after a power cut. */
function killedCopy(folder: string): string {
  const copy = createDataFolder()
  for (const name of readdirSync(folder)) {
    if (!/\.lock$|-shm$/.test(name)) copyFileSync(join(folder, name), join(copy, name))
  }
  return copy
}

describe('a replaced recovery key', () => {
  it('opens the data, practice data and the backups of the program; the old one opens none of them', async () => {
    const vault = createVaultTwin()
    const folder = await fullFolder(vault)
    const run = await start(folder, vault)
    const oldKey = await keyOf(run)
    await run.storage.handlers.confirmRecoveryKey({}, signal)
    remember(run.database(), 'in the log', 'late')
    expect(await replace(run)).toMatchObject({ state: 'open', protection: 'keychain', needsRecoveryKey: true })
    const newKey = await keyOf(run)
    expect(newKey).not.toBe(oldKey)
    expect(recall(run.database())).toBe(canary)
    expect(practiceIn(folder, newKey)).toBe('made up')
    await run.storage.close()
    expect([...vault.items.values()]).toEqual([hexOf(newKey)])
    const names = readdirSync(folder).filter((name) => /^forecourt.*\.db$/.test(name))
    expect(names).toHaveLength(3)
    for (const name of names) {
      expect([name, opens(join(folder, name), hexOf(newKey))]).toEqual([name, true])
      expect([name, opens(join(folder, name), hexOf(oldKey))]).toEqual([name, false])
    }
    expect(readdirSync(folder).filter((name) => /rekeyed|key-change/.test(name))).toEqual([])
    const again = await start(folder, vault)
    expect(await again.status()).toMatchObject({ state: 'open', notice: null, needsRecoveryKey: true })
    expect(again.database().get("SELECT value FROM setting WHERE name = 'late'")).toEqual({ value: 'in the log' })
    await again.storage.close()

    // With the keychain lost, the new key alone brings the data back.
    const other = await start(folder, createVaultTwin())
    const recover = (recoveryKey: string) => other.storage.handlers.recover({ recoveryKey, password: null }, signal)
    expect((await failureOf(recover(oldKey))).message).toBe("That recovery key doesn't open the data on this PC.")
    expect(await recover(newKey)).toMatchObject({ state: 'open' })
    expect(recall(other.database())).toBe(canary)
  })

  it('keeps the password, which must be typed', async () => {
    const vault = createVaultTwin()
    vault.condition = 'refusing'
    const folder = createDataFolder()
    const run = await start(folder, vault)
    await run.storage.handlers.setPassword({ password }, signal)
    remember(run.database())
    const oldKey = await keyOf(run)
    const before = bytesOf(folder)
    expect(await failureOf(replace(run, 'wrong password'))).toMatchObject({ kind: 'invalid-input' })
    expect(bytesOf(folder)).toEqual(before)
    expect(await replace(run, password)).toMatchObject({ state: 'open', protection: 'password' })
    const newKey = await keyOf(run)
    await run.storage.close()
    const again = await start(folder, vault)
    expect(await again.storage.handlers.unlock({ password }, signal)).toMatchObject({ state: 'open' })
    expect(recall(again.database())).toBe(canary)
    expect([await keyOf(again), oldKey === newKey]).toEqual([newKey, false])
  })

  it('is refused while the keychain refuses or the disk is full, and nothing has changed then', async () => {
    const vault = createVaultTwin()
    const folder = await fullFolder(vault)
    const run = await start(folder, vault)
    const oldKey = await keyOf(run)
    vault.condition = 'refusing'
    expect(await failureOf(replace(run))).toMatchObject({ kind: 'vault-unreadable' })
    vault.condition = 'ok'
    Object.assign(disk, { inFolder: folder, changes: 0, left: 3, code: 'ENOSPC' })
    const refused = replace(run)
    const failure = await failureOf(
      refused.finally(() => Object.assign(disk, { inFolder: '', left: Infinity, code: null })),
    )
    expect(failure).toMatchObject({
      kind: 'disk-full',
      kept: 'Nothing was changed: your present recovery key still works.',
    })
    expect(await run.status()).toMatchObject({ state: 'open' })
    expect(recall(run.database())).toBe(canary)
    expect([await keyOf(run), [...vault.items.values()]]).toEqual([oldKey, [hexOf(oldKey)]])
    expect(readdirSync(folder).filter((name) => /rekeyed|key-change/.test(name))).toEqual([])
  })

  it(
    'opens everything with exactly one of both keys, whenever the program is killed',
    { timeout: 300_000 },
    async () => {
      const outcomes: string[] = []
      let lastEnd = ''
      const firstVault = createVaultTwin()
      const prepared = await fullFolder(firstVault)
      for (let left = 0; ; left += isLong ? 1 : 2) {
        const vault = createVaultTwin()
        for (const item of firstVault.items) vault.items.set(...item)
        const folder = killedCopy(prepared)
        const run = await start(folder, vault)
        const oldKey = await keyOf(run)
        Object.assign(disk, { inFolder: folder, changes: 0, left })
        const ended = await replace(run).then(
          (status) => status.state,
          () => 'killed',
        )
        const wasKilled = disk.changes > left
        const after = killedCopy(folder)
        Object.assign(disk, { inFolder: '', left: Infinity })
        const next = await start(after, vault)
        expect([left, (await next.status()).state]).toEqual([left, 'open'])
        expect([left, recall(next.database())]).toEqual([left, canary])
        const key = await keyOf(next)
        expect([left, practiceIn(after, key)]).toEqual([left, 'made up'])
        const backup = join(after, 'forecourt.backup-daily-2026-01-01.db')
        expect([left, opens(backup, hexOf(key)), key !== oldKey && opens(backup, hexOf(oldKey))]).toEqual([
          left,
          true,
          false,
        ])
        expect([...vault.items.values()]).toEqual([hexOf(key)])
        expect(existsSync(join(after, 'forecourt.key-change'))).toBe(false)
        expect(readdirSync(after).filter((name) => name.includes('rekeyed'))).toEqual([])
        outcomes.push(key === oldKey ? 'old' : 'new')
        await next.storage.close()
        if (!wasKilled) {
          lastEnd = ended
          break
        }
      }
      expect(lastEnd).toBe('open')
      // Both happen, and the old key never opens again after the new one did.
      expect(new Set(outcomes)).toEqual(new Set(['old', 'new']))
      expect(outcomes.indexOf('new')).toBeGreaterThan(outcomes.lastIndexOf('old'))
    },
  )
})

import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { bytesOf, canary, filledFolder, password, recall, remember, signal, start } from './storage-harness.ts'

const notWritable = {
  state: 'unavailable',
  reason: "Forecourt can't write to its data folder. Ask your IT support for access, then try again.",
}

/** The user "nobody": root may write everywhere. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

interface Modes {
  readonly folder: number
  readonly files: number
}

const writable: Modes = { folder: 0o755, files: 0o644 }

/** Sets who may read and write the folder and its files, and continues the test as a user who may not pass over that. */
function setModes(folder: string, { folder: folderMode, files }: Modes): void {
  if (isRoot) process.seteuid?.(0)
  for (const name of readdirSync(folder)) {
    if (isRoot) chownSync(join(folder, name), nobody, nobody)
    chmodSync(join(folder, name), files)
  }
  if (isRoot) chownSync(folder, nobody, nobody)
  chmodSync(folder, folderMode)
  if (isRoot) process.seteuid?.(nobody)
}

/** Runs first when the test ends: what closes or deletes the folder then may do so. */
function restoreModes(folder: string): void {
  if (isRoot) process.seteuid?.(0)
  chmodSync(folder, 0o755)
}

describe.each<readonly [string, Modes]>([
  ['folder and its files are read-only', { folder: 0o555, files: 0o444 }],
  ['folder is read-only', { folder: 0o555, files: 0o644 }],
  ['files are read-only', { folder: 0o755, files: 0o444 }],
  ['folder cannot be read', { folder: 0o000, files: 0o644 }],
])('a start when the %s', (_what, modes) => {
  it('says so, changes nothing, and opens the data once it can be written', async () => {
    const { folder, vault } = await filledFolder()
    const before = bytesOf(folder)
    setModes(folder, modes)
    onTestFinished(() => restoreModes(folder))
    const run = await start(folder, vault)
    expect(await run.status()).toEqual(notWritable)
    expect(await run.storage.handlers.retry({}, signal)).toEqual(notWritable)
    restoreModes(folder)
    expect(bytesOf(folder)).toEqual(before)
    setModes(folder, writable)
    expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open', notice: null })
    expect(recall(run.database())).toBe(canary)
    remember(run.database(), 'later', 'later')
    restoreModes(folder)
  })
})

it('a start with a password in a read-only folder says so before it asks for the password', async () => {
  const folder = createDataFolder()
  const vault = createVaultTwin()
  vault.condition = 'refusing'
  const first = await start(folder, vault)
  expect(await first.storage.handlers.setPassword({ password }, signal)).toMatchObject({ state: 'open' })
  remember(first.database())
  await first.storage.close()
  setModes(folder, { folder: 0o755, files: 0o444 })
  onTestFinished(() => restoreModes(folder))
  const run = await start(folder, vault)
  expect(await run.status()).toEqual(notWritable)
  setModes(folder, writable)
  expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'needs-password' })
  expect(await run.storage.handlers.unlock({ password }, signal)).toMatchObject({ state: 'open' })
  expect(recall(run.database())).toBe(canary)
  restoreModes(folder)
})

it('the first start in a read-only folder says so, and creates the data once it can be written', async () => {
  const folder = createDataFolder()
  setModes(folder, { folder: 0o555, files: 0o644 })
  onTestFinished(() => restoreModes(folder))
  const run = await start(folder, createVaultTwin())
  expect(await run.status()).toEqual(notWritable)
  setModes(folder, writable)
  expect(await run.storage.handlers.retry({}, signal)).toMatchObject({ state: 'open', notice: null })
  restoreModes(folder)
})

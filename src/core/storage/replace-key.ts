import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import type { PageState } from '../database/check-pages.ts'
import { syncFile } from '../database/sync-file.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { StartDatabaseWorker } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { backupPaths } from './backup.ts'
import { readProtection, replaceFile, sizeOf, type DataFiles } from './data-files.ts'
import {
  checkOf,
  deriveKey,
  isSameCheck,
  keyName,
  newDatabaseKey,
  newKeyId,
  practicePurpose,
  type DatabaseKey,
} from './database-key.ts'
import { requirePassword, saveProtection } from './protect-key.ts'
import { errorCode, isFullDisk } from './refusals.ts'
import { runOnThread } from './run-on-thread.ts'
import { recoveryKeySetting } from './settings-of-this-pc.ts'
import { storageText } from './storage-text.ts'
import type { WrongTries } from './wrong-tries.ts'

export interface KeyReplacementParts {
  readonly files: DataFiles
  readonly vault: Vault
  readonly log: Log
  readonly startDatabaseWorker: StartDatabaseWorker
}

/** A replacement that was begun: a file in the data folder until it is finished or given up. Neither value reveals a key. */
const KeyChange = z.object({
  version: z.literal(1),
  /** `checkOf` the new key. */
  check: z.string(),
  keyId: z.string(),
  /** The item of the old key in the keychain; null: a password protects it. */
  oldKeyId: z.string().nullable(),
})
type KeyChange = z.infer<typeof KeyChange>

const stagedEnding = '.rekeyed'
const staged = (path: string): string => `${path}${stagedEnding}`
const logEndings = ['-wal', '-shm'] as const

/**
 * Replaces the key of closed data. Every encrypted file is copied, and the copy gets the new key; then `protection.json` names the new
 * key, which is the moment that counts; then the copies take the place of the files. Killed at any time, `settleKeyChange` finishes it or
 * gives it up at the next start, and exactly one of both keys opens everything.
 *
 * SQLite's own `rekey` of the live file was not chosen: the cipher does not support it for a database with a write-ahead log, and a
 * killed one leaves pages of both keys, of which only the old key can read the journal that undoes it.
 *
 * Returns the key that opens the data now, and why it was not replaced (null: it was).
 */
export async function replaceKey(
  parts: KeyReplacementParts,
  oldKey: DatabaseKey,
  password: string | null,
  onProgress: (share: number) => void,
): Promise<{ readonly key: DatabaseKey; readonly problem: unknown }> {
  const { files } = parts
  const newKey = newDatabaseKey()
  const known = readProtection(files)
  const oldKeyId = known.state === 'found' && known.protection.by === 'keychain' ? known.protection.keyId : null
  const change: KeyChange = { version: 1, check: checkOf(newKey), keyId: newKeyId(), oldKeyId }
  let problem: unknown = null
  try {
    replaceFile(files.keyChange, JSON.stringify(change))
    await stageFiles(parts, oldKey, newKey, onProgress)
    await saveProtection(parts, newKey, password, change.keyId)
  } catch (error) {
    problem = error
  }
  // Also after an error: it may have come after the protection was written.
  return (await settleKeyChange(parts)) === 'new' ? { key: newKey, problem: null } : { key: oldKey, problem }
}

/** Throws `invalid-input` for a wrong password and `vault-unreadable` for a keychain that cannot take a key. Nothing is changed. */
export async function requireReplaceable(
  { files, vault, tries }: Pick<KeyReplacementParts, 'files' | 'vault'> & { readonly tries: WrongTries },
  current: string | null,
): Promise<void> {
  const known = readProtection(files)
  if (known.state !== 'found') fail('conflict', storageText.protectionDamaged)
  if (known.protection.by === 'keychain') {
    if ((await vault.probe()).state !== 'ok') fail('vault-unreadable', storageText.noKeychain)
  } else await requirePassword(tries, known.protection, current)
}

/** What the user reads when a key was not replaced. Errors that the system did not cause are thrown as they are. */
export function keyNotReplaced(problem: unknown): unknown {
  const more = { kept: storageText.keyUnchanged }
  if (problem instanceof FailureError) return new FailureError({ ...problem.failure, ...more })
  const code = errorCode(problem)
  if (code === null) return problem
  if (isFullDisk(code)) return new FailureError({ kind: 'disk-full', message: storageText.noRoomForCopy, ...more })
  return new FailureError({ kind: 'storage-read-only', message: storageText.keyNotReplaced, details: code, ...more })
}

/**
 * Finishes or gives up a replacement that was begun. `new`: the new key opens the data. `old`: the old one does. `none`: none was begun.
 * Throws the error of the file system when a file cannot be renamed; the next call continues.
 */
export async function settleKeyChange(
  parts: Omit<KeyReplacementParts, 'startDatabaseWorker'>,
): Promise<'new' | 'old' | 'none'> {
  const { files, log } = parts
  const change = readChange(files)
  if (!change) return 'none'
  const known = readProtection(files)
  // Nobody can say which key is the right one: nothing is deleted.
  if (known.state !== 'found') return 'none'
  const isNew = isSameCheck(known.protection.check, change.check)
  const folder = dirname(files.database)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!isNew && name.includes(stagedEnding)) rmSync(path, { force: true })
    if (!isNew || !name.endsWith(stagedEnding)) continue
    const target = path.slice(0, -stagedEnding.length)
    // The copy has what was in the log, which only the old key could read.
    for (const ending of logEndings) rmSync(`${target}${ending}`, { force: true })
    renameSync(path, target)
  }
  await forgetKey(parts, isNew ? change.oldKeyId : change.keyId, known.protection.keyId)
  rmSync(files.keyChange, { force: true })
  log.write('info', 'storage.key-change', { state: isNew ? 'finished' : 'given up' })
  return isNew ? 'new' : 'old'
}

/** Null: no replacement was begun, or its file is damaged. */
function readChange(files: DataFiles): KeyChange | null {
  if (!existsSync(files.keyChange)) return null
  return KeyChange.safeParse(jsonOrNull(readFileSync(files.keyChange, 'utf8'))).data ?? null
}

/** Removes the item of a key that opens nothing any more. A keychain that refuses keeps an item that nothing names. */
async function forgetKey(
  { vault, log }: Pick<KeyReplacementParts, 'vault' | 'log'>,
  keyId: string | null,
  usedKeyId: string,
): Promise<void> {
  if (keyId === null || keyId === usedKeyId) return
  try {
    await vault.delete(keyName(keyId))
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    log.write('warning', 'storage.old-key-left', errorFields(error))
  }
}

/** Writes a copy with the new key of every file that the old key opens. */
async function stageFiles(
  parts: KeyReplacementParts,
  oldKey: DatabaseKey,
  newKey: DatabaseKey,
  onProgress: (share: number) => void,
): Promise<void> {
  const { files, startDatabaseWorker } = parts
  const hex = (key: DatabaseKey): string => key.toString('hex')
  const paths = [...files.encrypted, ...backupPaths(files.database)].filter((path) => sizeOf(path) > 0)
  const totalBytes = paths.reduce((sum, path) => sum + sizeOf(path), 0)
  let doneBytes = 0
  for (const path of paths) {
    const isMain = path === files.database
    const isPractice = basename(path) === 'practice.db'
    const keyOf = (key: DatabaseKey): string => (isPractice ? deriveKey(key, practicePurpose) : hex(key))
    const copy = staged(path)
    await copyFile(path, copy)
    if (sizeOf(`${path}-wal`) > 0) await copyFile(`${path}-wal`, `${copy}-wal`)
    try {
      const settings = { forget: isPractice ? [] : [recoveryKeySetting], put: [] }
      const keys = { key: keyOf(oldKey), newKey: keyOf(newKey) }
      const task = { do: 'rekey', path: copy, ...keys, ...settings } as const
      const state = await runOnThread<PageState>(startDatabaseWorker, task)
      if (state !== 'sound') fail('storage-damaged', storageText.damaged)
      syncFile(copy)
    } catch (error) {
      if (
        isMain ||
        isFullDisk(errorCode(error) ?? '') ||
        (error instanceof FailureError && error.failure.kind === 'disk-full')
      )
        throw error
      // A backup or practice data that cannot be opened keeps its file, and is of no use with either key.
      parts.log.write('warning', 'storage.not-rekeyed', errorFields(error))
      for (const ending of ['', '-journal', ...logEndings]) rmSync(`${copy}${ending}`, { force: true })
    }
    doneBytes += sizeOf(path)
    onProgress(doneBytes / totalBytes)
  }
}

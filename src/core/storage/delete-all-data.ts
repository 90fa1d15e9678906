import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { textsOfClosedDatabase } from '../database/closed-database.ts'
import { FailureError } from '../failures/failure-error.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { SecretName, Vault } from '../ports/vault.ts'
import { isSharedSecret } from '../vault/shared-secrets.ts'
import { readProtection, replaceFile, type DataFiles } from './data-files.ts'
import { keyIdOfFolder, keyName, type DatabaseKey } from './database-key.ts'
import { dataFilesIn } from './deletion-files.ts'

/** What the deletion of all data needs to know of the stored data, while it is open. */
export interface DeletionPlan {
  /** Throws when the data cannot be deleted now. */
  check(): void
  /** SQL for what has items in the keychain: ids of connections, and the membership in a team. */
  readonly secretOwners: string
  /** The items of such an owner in the keychain. */
  itemsOf(owner: string): readonly SecretName[]
}

interface DeletionParts {
  readonly dataFolder: string
  readonly files: DataFiles
  readonly vault: Vault
  readonly log: Log
  /** Deletes what the host stores: the browser-side storage of the window. */
  readonly onDataDeleted?: () => Promise<void>
}

/**
 * A deletion that was begun. It is written before anything is deleted and removed at the end; what it names reveals no secret. Its
 * existence alone means that all data must go.
 */
const Deletion = z.object({ version: z.literal(1), secrets: z.array(z.string()) })

interface RunParts extends DeletionParts {
  closeParts(): Promise<void>
  stopPractice(): Promise<void>
  setStatus(next: StorageStatus): StorageStatus
  orUnavailable(work: () => Promise<StorageStatus>): Promise<StorageStatus>
  /** Finishes the deletion and opens the folder as a new one. */
  openFolder(): Promise<StorageStatus>
}

/**
 * Deletes all data of this PC, and opens new data. Once the mark is written, each start continues until nothing is left. `key`: that of
 * the open data; null: nothing is stored.
 */
export async function deleteAllData(
  parts: RunParts,
  plan: DeletionPlan,
  key: DatabaseKey | null,
): Promise<StorageStatus> {
  const secrets = key ? secretsOf(parts, plan, key) : []
  // Last, because an upload may have begun meanwhile.
  plan.check()
  replaceFile(parts.files.deletion, JSON.stringify({ version: 1, secrets }))
  const status = parts.orUnavailable(async () => {
    await parts.closeParts()
    parts.setStatus({ state: 'starting', step: 'erasing' })
    await parts.stopPractice()
    return parts.openFolder()
  })
  return parts.setStatus(await status)
}

/**
 * Finishes a deletion that was begun. `secrets-left`: everything is gone but items of a keychain that refuses; they are removed at a later
 * start. Throws the error of the file system when a file cannot be deleted; the next call continues.
 */
export async function finishDeletion(parts: DeletionParts): Promise<'none' | 'done' | 'secrets-left'> {
  const { files, log } = parts
  const isBegun = existsSync(files.deletion)
  const earlier = readSecrets(files.leftSecrets)
  const secrets = isBegun ? [...new Set([...readSecrets(files.deletion), ...earlier])] : usedNoMore(files, earlier)
  if (isBegun) {
    // On Windows, a virus scanner can have a file open for a moment.
    for (const path of dataFilesIn(parts.dataFolder)) await rm(path, { force: true, maxRetries: 10, retryDelay: 100 })
    await parts.onDataDeleted?.()
  }
  const left = await deleteSecrets(parts, [...secrets, ...(await listedSecrets(parts, isBegun))])
  if (left.length > 0) replaceFile(files.leftSecrets, JSON.stringify({ version: 1, secrets: left }))
  else await rm(files.leftSecrets, { force: true })
  if (!isBegun) return 'none'
  await rm(files.deletion, { force: true })
  log.write('warning', 'storage.deleted', { count: left.length })
  return left.length > 0 ? 'secrets-left' : 'done'
}

/** The items of the keychain that belong to the data: keys of its databases, credentials of its connections, and those of its team. */
function secretsOf(
  { dataFolder }: Pick<DeletionParts, 'dataFolder'>,
  plan: DeletionPlan,
  key: DatabaseKey,
): SecretName[] {
  const names = new Set<SecretName>()
  for (const name of readdirSync(dataFolder)) {
    const path = join(dataFolder, name)
    // Set aside as well. What has no key in the keychain names none.
    if (/^protection\..*json$/.test(name)) {
      for (const id of keyIdsIn(path)) names.add(keyName(id))
    }
    if (!/^forecourt\..*db$/.test(name)) continue
    // A backup that was restored has other connections than the data that was set aside for it.
    for (const owner of textsOfClosedDatabase({ path, key: key.toString('hex') }, plan.secretOwners)) {
      for (const item of plan.itemsOf(owner)) names.add(item)
    }
  }
  return [...names]
}

const KeyIds = z.object({ by: z.string().optional(), keyId: z.string().optional() })

/** The item of the keychain that a protection file names. */
function keyIdsIn(path: string): string[] {
  const { by, keyId } = KeyIds.safeParse(readJson(path)).data ?? {}
  return by === 'password' || keyId === undefined ? [] : [keyId]
}

const readSecrets = (path: string): readonly SecretName[] =>
  existsSync(path) ? (Deletion.safeParse(readJson(path)).data?.secrets ?? []) : []

/** Items that no file names: those of every data folder of the user, and a key whose protection file was lost. */
async function listedSecrets({ dataFolder, vault }: DeletionParts, isBegun: boolean): Promise<SecretName[]> {
  const folderKey = isBegun ? keyName(keyIdOfFolder(dataFolder)) : null
  return ((await vault.names()) ?? []).filter((name) => name === folderKey || isSharedSecret(name))
}

/** Without the key of the data that was made since. */
function usedNoMore(files: DataFiles, names: readonly SecretName[]): SecretName[] {
  const protection = readProtection(files)
  const used = protection.state === 'found' ? keyName(protection.protection.keyId) : null
  return names.filter((name) => name !== used)
}

/** Returns the items that are left. After the first refusal no other one is tried: each can take minutes. */
async function deleteSecrets({ vault, log }: DeletionParts, names: readonly SecretName[]): Promise<SecretName[]> {
  for (const [at, name] of names.entries()) {
    try {
      await vault.delete(name)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.write('warning', 'storage.old-key-left', errorFields(error))
      return names.slice(at)
    }
  }
  return []
}

/** Null for a file that is no JSON. */
const readJson = (path: string): unknown => jsonOrNull(readFileSync(path, 'utf8'))

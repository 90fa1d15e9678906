import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import { backupPaths } from './backup.ts'
import { isChanged, withChecksum } from './checked-json.ts'
import { readMark } from './history-mark.ts'
import { ScryptCost } from './stretch-password.ts'

/** The files of one data folder. */
export interface DataFiles {
  readonly database: string
  readonly protection: string
  /** The same content: without it, a damaged `protection` would lose the key that a password wraps. */
  readonly protectionCopy: string
  readonly lock: string
  /** Exists while all data is being deleted (`delete-all-data.ts`). */
  readonly deletion: string
  /** Items that the keychain refused to delete then. */
  readonly leftSecrets: string
  /** The number of the last known change (`history-mark.ts`). */
  readonly history: string
  /** How often a wrong password or PIN was entered (`wrong-tries.ts`). */
  readonly wrongTries: string
  /** Exists while the database must be checked at its next opening, because damage was found. */
  readonly lookThrough: string
  /** Exists while the pages are checked: a check that did not finish begins again at the next start. */
  readonly unchecked: string
  /** Databases whose keys derive from the key of this folder, practice included. */
  readonly encrypted: readonly string[]
}

export function dataFilesOf(folder: string): DataFiles {
  const database = join(folder, 'forecourt.db')
  return {
    database,
    protection: join(folder, 'protection.json'),
    protectionCopy: join(folder, 'protection.copy.json'),
    deletion: join(folder, 'forecourt.deletion'),
    leftSecrets: join(folder, 'forecourt.left-secrets'),
    history: join(folder, 'forecourt.history'),
    wrongTries: join(folder, 'forecourt.wrong-tries'),
    lock: join(folder, 'forecourt.lock'),
    lookThrough: join(folder, 'forecourt.look-through'),
    unchecked: join(folder, 'forecourt.unchecked'),
    encrypted: [database, join(folder, 'practice.db')],
  }
}

/** Whether a database has content. A crash between creating the file and writing to it leaves an empty file. */
function hasContent(path: string): boolean {
  return sizeOf(path) > 0
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/)
const bytesInBase64 = (count: number): z.ZodBase64 => z.base64().length(4 * Math.ceil(count / 3))

/** A key that a password wraps; see `wrapKey`. */
export const PasswordProtection = z.object({
  version: z.literal(1),
  by: z.literal('password'),
  keyId: z.string(),
  check: Hex32,
  scrypt: ScryptCost.extend({ salt: bytesInBase64(16) }),
  wrapped: z.object({ iv: bytesInBase64(12), tag: bytesInBase64(16), key: bytesInBase64(32) }),
})
export type PasswordProtection = z.infer<typeof PasswordProtection>

/**
 * How the key of the database is protected; a file beside the database. `keyId` names the item in the keychain; `check` verifies a
 * key without opening the database. Neither reveals the key.
 */
const Protection = z.discriminatedUnion('by', [
  z.object({ version: z.literal(1), by: z.literal('keychain'), keyId: z.string(), check: Hex32 }),
  PasswordProtection,
])
export type Protection = z.infer<typeof Protection>

export type ProtectionAnswer =
  | { readonly state: 'found'; readonly protection: Protection }
  | { readonly state: 'absent' }
  | { readonly state: 'damaged' }

/** The first of the two files that can be read. `damaged`: there is a file, but none can be read. */
export function readProtection(files: Pick<DataFiles, 'protection' | 'protectionCopy'>): ProtectionAnswer {
  const first = readProtectionFile(files.protection)
  if (first.state === 'found') return first
  const second = readProtectionFile(files.protectionCopy)
  return second.state === 'absent' ? first : second
}

function readProtectionFile(path: string): ProtectionAnswer {
  if (!existsSync(path)) return { state: 'absent' }
  const content = jsonOrNull(readFileSync(path, 'utf8'))
  const parsed = Protection.safeParse(content)
  return parsed.success && !isChanged(content) ? { state: 'found', protection: parsed.data } : { state: 'damaged' }
}

const textOf = (protection: Protection): string => JSON.stringify(withChecksum(protection), null, 2)

/** Writes the file, then its copy. Each is replaced at once, so that one of them can be read whenever the process is killed. */
export function writeProtection(files: Pick<DataFiles, 'protection' | 'protectionCopy'>, protection: Protection): void {
  const text = textOf(protection)
  replaceFile(files.protection, text)
  replaceFile(files.protectionCopy, text)
}

/** Reads the protection like `readProtection`, and writes again whichever of the two files is missing or damaged. */
export function readAndRepairProtection(files: Pick<DataFiles, 'protection' | 'protectionCopy'>): ProtectionAnswer {
  const answer = readProtection(files)
  if (answer.state !== 'found') return answer
  const expected = JSON.stringify(answer.protection)
  for (const path of [files.protection, files.protectionCopy]) {
    const present = readProtectionFile(path)
    if (present.state !== 'found' || JSON.stringify(present.protection) !== expected) {
      replaceFile(path, textOf(answer.protection))
    }
  }
  return answer
}

/** Atomic: if the process is killed, either the old file or the new one remains. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

/**
 * Throws the file system's error (EACCES, EROFS) when the database cannot be written: SQLite would open it for reading, and
 * fail at the first change.
 */
export function requireWritable(files: DataFiles): void {
  const existing = [files.database, `${files.database}-wal`].filter((path) => existsSync(path))
  for (const path of existing) closeSync(openSync(path, 'r+'))
}

/**
 * What the folder holds before anything is opened. `new`: no sign of earlier data. `log-only`: the database is missing or empty, but
 * its write-ahead log has changes. `missing`: a backup or the last known change shows that a database was here.
 */
export type FolderContent = 'database' | 'log-only' | 'missing' | 'new'

export function contentOf(files: DataFiles): FolderContent {
  if (hasContent(files.database)) return 'database'
  if (hasContent(`${files.database}-wal`)) return 'log-only'
  return readMark(files.history) !== null || backupPaths(files.database).length > 0 ? 'missing' : 'new'
}

/**
 * Renames the databases (each with its write-ahead log), their protection and their backups, with the same label. Nothing is deleted or
 * overwritten. Returns the new name of the database file, or null when there was nothing to set aside.
 */
export function setAside(files: DataFiles, date: string): string | null {
  const backups = backupPaths(files.database)
  const aside = moveAside(files.encrypted, [files.protection, files.protectionCopy, files.history, ...backups], date)
  return aside && `forecourt.${aside.label}.db`
}

/** Renames the database with its log and leaves its protection: another file takes its place. Returns the new name, or null. */
export function setDatabaseAside(files: DataFiles, date: string): string | null {
  const aside = moveAside([files.database], [], date)
  return aside && `forecourt.${aside.label}.db`
}

/**
 * Puts a file in the place of the closed database, in one step: a kill leaves the one or the other. The earlier database stays under
 * another name, which is returned. Throws the error of the file system, and nothing is changed then.
 */
export async function replaceDatabase(files: DataFiles, path: string, date: string): Promise<string> {
  if (hasContent(`${files.database}-wal`)) throw new Error('A database with changes in its log cannot be replaced')
  const name = freeName(files, `forecourt.set-aside-${date}`, '.db')
  const aside = join(dirname(files.database), name)
  try {
    // Not at once: a large file would keep the program's thread for long.
    await copyFile(files.database, aside)
    const copy = await open(aside, 'r+')
    await copy.sync().finally(() => copy.close())
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  // Its number belongs to the earlier database.
  rmSync(files.history, { force: true })
  renameSync(path, files.database)
  return name
}

/** The first name in the data folder that no file has: the start and the ending, with a number between them from 2 on. */
export function freeName(files: Pick<DataFiles, 'database'>, start: string, ending: string): string {
  let name = `${start}${ending}`
  for (let number = 2; existsSync(join(dirname(files.database), name)); number += 1)
    name = `${start}-${number}${ending}`
  return name
}

/** Sets aside practice data that cannot be opened; `undo` restores its name. Null when there is none. */
export function setPracticeAside(folder: string, date: string): { readonly undo: () => void } | null {
  return moveAside([join(folder, 'practice.db')], [], date)
}

function moveAside(
  databases: readonly string[],
  others: readonly string[],
  date: string,
): { readonly label: string; readonly undo: () => void } | null {
  const labelled = (path: string, label: string): string => path.replace(/(\.[a-z]+)$/, `.${label}$1`)
  const moves = (label: string): { from: string; to: string }[] => [
    ...databases.flatMap((path) =>
      ['', '-wal', '-shm'].map((ending) => ({ from: `${path}${ending}`, to: `${labelled(path, label)}${ending}` })),
    ),
    ...others.map((path) => ({ from: path, to: labelled(path, label) })),
  ]
  let label = `set-aside-${date}`
  for (let number = 2; moves(label).some(({ to }) => existsSync(to)); number += 1) {
    label = `set-aside-${date}-${number}`
  }
  const present = moves(label).filter(({ from }) => existsSync(from))
  for (const { from, to } of present) renameSync(from, to)
  const undo = (): void => present.forEach(({ from, to }) => renameSync(to, from))
  return present.length > 0 ? { label, undo } : null
}

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The files of one data folder. */
export interface DataFiles {
  readonly database: string
  readonly protection: string
  readonly lock: string
  /** Exists while the database must be checked at its next opening, because damage was found. */
  readonly lookThrough: string
  /** Databases whose keys derive from the key of this folder, practice included. */
  readonly encrypted: readonly string[]
}

export function dataFilesOf(folder: string): DataFiles {
  const database = join(folder, 'forecourt.db')
  return {
    database,
    protection: join(folder, 'protection.json'),
    lock: join(folder, 'forecourt.lock'),
    lookThrough: join(folder, 'forecourt.look-through'),
    encrypted: [database, join(folder, 'practice.db')],
  }
}

/** Whether a database has content. A crash between creating the file and writing to it leaves an empty file. */
export function hasContent(path: string): boolean {
  return sizeOf(path) > 0
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * How the key of the database is protected; a file beside the database. `keyId` names the item in the keychain; `check` verifies a
 * key without opening the database. Neither reveals the key.
 */
const Protection = z.discriminatedUnion('by', [
  z.object({ version: z.literal(1), by: z.literal('keychain'), keyId: z.string(), check: Hex32 }),
  z.object({
    version: z.literal(1),
    by: z.literal('password'),
    keyId: z.string(),
    check: Hex32,
    scrypt: z.object({
      n: z
        .number()
        .int()
        .max(2 ** 20),
      r: z.number().int().max(32),
      p: z.number().int().max(16),
      salt: z.string(),
    }),
    wrapped: z.object({ iv: z.string(), tag: z.string(), key: z.string() }),
  }),
])
export type Protection = z.infer<typeof Protection>
export type PasswordProtection = Extract<Protection, { by: 'password' }>

export type ProtectionAnswer =
  | { readonly state: 'found'; readonly protection: Protection }
  | { readonly state: 'absent' }
  | { readonly state: 'damaged' }

export function readProtection(path: string): ProtectionAnswer {
  if (!existsSync(path)) return { state: 'absent' }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return { state: 'damaged' }
    throw error
  }
  const parsed = Protection.safeParse(content)
  return parsed.success ? { state: 'found', protection: parsed.data } : { state: 'damaged' }
}

/** Atomic: if the process is killed, either the old file or the new one remains. */
export function writeProtection(path: string, protection: Protection): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(protection, null, 2))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

/**
 * Renames the databases (each with its write-ahead log) and their protection, with the same label. Nothing is deleted or
 * overwritten. Returns the new name of the database file, or null when there was nothing to set aside.
 */
export function setAside(files: DataFiles, date: string): string | null {
  const aside = moveAside(files.encrypted, [files.protection], date)
  return aside && `forecourt.${aside.label}.db`
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

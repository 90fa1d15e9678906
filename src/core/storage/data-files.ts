import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The files of one data folder. */
export interface DataFiles {
  readonly database: string
  readonly protection: string
  readonly lock: string
  /** There while the database is to be looked through at its next opening: damage was seen in it. */
  readonly lookThrough: string
  /** Databases that are opened with the key of this folder, practice included. */
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

/** A database that holds anything. An empty file is what a crash leaves between making the file and writing to it. */
export function holdsData(path: string): boolean {
  return sizeOf(path) > 0
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * How the database's key is protected, beside the database. `keyId` names the key's item in the keychain; `check` tells the right key
 * from another without opening anything; neither helps to find the key.
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

/** All or nothing: a kill at any moment leaves the old file or the new one. */
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
 * Renames databases (each with its write-ahead log) and their protection, so that they still belong together by name. Nothing is
 * deleted or overwritten. Gives the name of the database's new file, or null when there was nothing to set aside.
 */
export function setAside(files: DataFiles, date: string): string | null {
  const aside = moveAside(files.encrypted, [files.protection], date)
  return aside && `forecourt.${aside.label}.db`
}

/** Practice records that do not open are set aside alone; `undo` gives them their name back. Null when there are none. */
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

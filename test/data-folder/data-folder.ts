import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDatabase } from '../../src/core/database/database.ts'
import { createSystemClock } from '../../src/core/ports/clock.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'

const fixtures = resolve('test/fixtures')
const prefix = 'data-folder-'

/** A data folder as a version of the program left it, with the keys of its keychain and what that version showed of it. */
export interface StoredFolder {
  readonly format: number
  /** Names and secrets. */
  readonly keychain: Readonly<Record<string, string>>
  /** When it was read (ISO 8601): some of what is shown depends on the time. */
  readonly readAt: string
}

/** The fixtures, the oldest format first. */
export const storedFolders = (): StoredFolder[] =>
  readdirSync(fixtures)
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(readFileSync(join(fixtures, name, 'keychain.json'), 'utf8')) as StoredFolder)
    .toSorted((a, b) => a.format - b.format)

export const pathOf = ({ format }: Pick<StoredFolder, 'format'>): string => join(fixtures, `${prefix}${format}`)

/** What the version that made the folder showed of it. */
export const storedContent = (stored: StoredFolder): unknown =>
  JSON.parse(readFileSync(join(pathOf(stored), 'content.json'), 'utf8'))

/** The key of the database. */
export const keyOf = ({ keychain }: Pick<StoredFolder, 'keychain'>): string =>
  Object.entries(keychain).find(([name]) => name.startsWith('database-key/'))?.[1] ?? ''

/** A copy of a data folder for one test. */
export function copyOf(from: string): string {
  const folder = join(createDataFolder(), 'data')
  cpSync(from, folder, { recursive: true })
  return folder
}

/** Opens a copy of a folder without network, at the time at which its content was first read. */
export function openCopy(stored: StoredFolder, from = join(pathOf(stored), 'data')): Promise<ProgramTwin> {
  const vault = createVaultTwin()
  for (const [name, secret] of Object.entries(stored.keychain)) vault.items.set(name, secret)
  return startProgram({
    dataFolder: copyOf(from),
    vault,
    clock: { ...createSystemClock(), now: () => new Date(stored.readAt) },
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
}

/** Copies the files of a running program, as a kill leaves them, without the room of deleted data. */
export function copyAsKilled(
  pc: ProgramTwin,
  format: number,
): { readonly folder: string; readonly stored: StoredFolder } {
  const folder = copyOf(pc.dataFolder)
  for (const name of ['forecourt.lock', 'forecourt.db-shm', 'log', 'practice.db']) {
    rmSync(join(folder, name), { force: true, recursive: true })
  }
  const stored = { format, keychain: Object.fromEntries(pc.vault.items), readAt: new Date().toISOString() }
  const opened = openDatabase(join(folder, 'forecourt.db'), keyOf(stored))
  if (opened.state !== 'ready') throw new Error(`The copied database is ${opened.state}`)
  opened.database.compact()
  opened.database.close()
  return { folder, stored }
}

/** Replaces the fixture of this format. */
export function saveFixture(folder: string, stored: StoredFolder, content: unknown): void {
  const path = pathOf(stored)
  rmSync(path, { recursive: true, force: true })
  cpSync(folder, join(path, 'data'), { recursive: true })
  writeFileSync(join(path, 'keychain.json'), `${JSON.stringify(stored, null, 2)}\n`)
  saveContent(stored, content)
}

/** Replaces what a fixture shows, after a change of the contract. */
export const saveContent = (stored: StoredFolder, content: unknown): void =>
  writeFileSync(join(pathOf(stored), 'content.json'), `${JSON.stringify(content, null, 2)}\n`)

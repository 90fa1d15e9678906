import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../storage/refusals.ts'
import { foldersText as text } from './folders-text.ts'
import type { ListedFile } from './stable-files.ts'
import { spreadsheetEndings } from '../../contract/spreadsheet-endings.ts'

/** What tells one content of a file from another, as the disk says. */
export interface Fingerprint {
  readonly size: number
  readonly modifiedMs: number
  readonly inode: number
}

export const isSameFile = (one: Fingerprint, other: Fingerprint): boolean =>
  one.size === other.size && one.modifiedMs === other.modifiedMs && one.inode === other.inode

/** What a folder contains. */
export interface FolderListing {
  readonly files: readonly ListedFile[]
  /** Why a file can't be imported, as a sentence: the last such file. Null: there is none. */
  readonly problem: string | null
}

/** What the system says about one file. Any other code is about the folder or its drive. */
const isOfOneFile = (code: string): boolean => ['EACCES', 'EPERM', 'EBUSY', 'ELOOP', 'ENAMETOOLONG'].includes(code)

/**
 * The files of a folder that can be imported, one after the other: a folder can have thousands. Rejects when it cannot be reached.
 * `onAnswer` is called for each one.
 */
export async function listFiles(folder: string, onAnswer: () => void): Promise<FolderListing> {
  const files: ListedFile[] = []
  let problem: string | null = null
  for (const { name, ...entry } of await namesIn(folder)) {
    // Moving a link would leave its file where it is, and a relative link would lead nowhere.
    if (entry.isLink) problem = text.link(name)
    else
      try {
        const found = await fingerprintOf(join(folder, name))
        if (found) files.push({ name, size: found.size, modifiedMs: found.modifiedMs })
      } catch (error) {
        const code = errorCode(error)
        if (code === null || !isOfOneFile(code)) throw error
        problem = text.fileLocked(name, code)
      }
    onAnswer()
  }
  return { files, problem }
}

/** Names of files that can be imported, without those of folders. */
async function namesIn(folder: string): Promise<{ readonly name: string; readonly isLink: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && isImportName(entry.name))
    .map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }))
}

/** Null: there is no such file. */
export async function fingerprintOf(path: string): Promise<Fingerprint | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? { size: found.size, modifiedMs: found.mtimeMs, inode: found.ino } : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { signal })) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** A name in `done` or `failed` that no file and no report has, relative to the folder: `done/march (2).csv`. */
export async function freeTarget(folder: string, moved: MovedFolder, fileName: string): Promise<string> {
  await makeFolder(join(folder, moved))
  const name = movedName(fileName)
  // Listing a folder of thousands for each of a thousand files would take minutes: only a name that is taken needs it.
  if (await isFree(join(folder, moved, name))) return `${moved}/${name}`
  const present = new Set((await readdir(join(folder, moved))).map((one) => one.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const free = numberedName(name, number)
    const { text, json } = reportNames(free)
    if (![free, text, json].some((one) => present.has(one.toLowerCase()))) return `${moved}/${free}`
  }
}

/** Whether no file and no report has this name. */
async function isFree(path: string): Promise<boolean> {
  const { text, json } = reportNames(path)
  for (const one of [path, text, json]) {
    try {
      await lstat(one)
      return false
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return true
}

/**
 * - `moved`: the file is at its target. - `taken`: another file has this name. - `gone`: the file was replaced or removed; nothing was
 * moved.
 */
export type MoveEnd = 'moved' | 'taken' | 'gone'

/**
 * Moves a file to a target that was stored before, so that it can be repeated after a kill at any moment. The target is created first: a
 * rename alone would replace a file that another program has just put there.
 */
export async function moveFile(folder: string, file: ListedFile, target: string): Promise<MoveEnd> {
  const [from, to] = [join(folder, file.name), join(folder, target)]
  const isFile = (found: Fingerprint | null): boolean =>
    found !== null && found.size === file.size && found.modifiedMs === file.modifiedMs
  const [source, placed] = [await fingerprintOf(from), await fingerprintOf(to)]
  if (!isFile(source)) {
    if (isFile(placed)) return 'moved'
    // A placeholder of a run that was killed.
    if (placed?.size === 0 && file.size > 0) await rm(to, { force: true })
    return 'gone'
  }
  if (placed !== null && placed.size > 0) return 'taken'
  if (placed === null) {
    await makeFolder(join(folder, target, '..'))
    try {
      await (await open(to, 'wx')).close()
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return 'taken'
      throw error
    }
  }
  try {
    await rename(from, to)
  } catch (error) {
    await rm(to, { force: true })
    if (isMissing(error)) return 'gone'
    throw error
  }
  if (isFile(await fingerprintOf(to))) return 'moved'
  // It was replaced at the last moment: the new content is a file to import.
  await putBack(folder, file.name, to)
  return 'gone'
}

/** Returns a file to its folder, under its name or the next free one. */
async function putBack(folder: string, name: string, from: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const to = join(folder, number === 1 ? name : numberedName(movedName(name), number))
    try {
      await (await open(to, 'wx')).close()
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw error
    }
    return rename(from, to)
  }
}

/** Writes the reports beside the place of a file. Each one is whole or as before. */
export async function writeReports(
  folder: string,
  target: string,
  report: { text: string; json: string },
): Promise<void> {
  await makeFolder(join(folder, target, '..'))
  const names = reportNames(join(folder, target))
  for (const [path, content] of [
    [names.text, report.text],
    [names.json, report.json],
  ] as const) {
    await writeFile(`${path}.new`, content)
    await rename(`${path}.new`, path)
  }
}

/** Creates a folder in a present one: the watched folder itself may be a drive that is gone. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')

/** The folders beneath a watched one, for files that were processed. */
type MovedFolder = 'done' | 'failed'

/**
 * Whether a file can be one to import, by its name: a spreadsheet, not hidden, not the lock file of Office (`~$march.xlsx`). Browsers
 * and transfer programs add an ending while they write (`march.csv.part`).
 */
export function isImportName(name: string): boolean {
  if (name.startsWith('.') || name.startsWith('~')) return false
  const dot = name.lastIndexOf('.')
  return dot > 0 && spreadsheetEndings.includes(name.slice(dot + 1).toLowerCase())
}

/** The longest name that most file systems take, in bytes, less a number, the ending of a report and that of a file being written. */
const mostNameBytes = 255 - ' (9999)'.length - '.report.json.new'.length

/** The name of a moved file: as it was, or shortened before its ending, so that its reports have names too. */
export function movedName(name: string): string {
  if (Buffer.byteLength(name) <= mostNameBytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  let stem = dot > 0 ? name.slice(0, dot) : name
  // By characters: half of one is no name.
  while (Buffer.byteLength(stem + ending) > mostNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

/** The name with a number before its ending, from the second on: `march (2).csv`. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** The reports beside a file. */
export const reportNames = (name: string): { readonly text: string; readonly json: string } => ({
  text: `${name}.report.txt`,
  json: `${name}.report.json`,
})

import { randomUUID } from 'node:crypto'
import { realpath, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { fail } from '../failures/failure-error.ts'
import { errorCode } from './refusals.ts'

export interface ChosenFolderText {
  readonly notAbsolute: string
  noFolder(folder: string): string
  readonly noFolderNext: string
  readonly inDataFolder: string
  readonly chooseOther: string
  notWritable(folder: string): string
  readonly notWritableNext: string
}

/**
 * The folder that the user chose, when files can be written there. Throws `invalid-input` with the reason when not. `dataFolder`: where
 * the data is, which is no place for them.
 */
export async function checkFolder(path: string, dataFolder: string, text: ChosenFolderText): Promise<string> {
  if (!isAbsolute(path)) fail('invalid-input', text.notAbsolute)
  if (!(await isFolder(path))) fail('invalid-input', text.noFolder(path), { next: text.noFolderNext })
  if (isWithin(await realpath(dataFolder), await realpath(path))) {
    fail('invalid-input', text.inDataFolder, { next: text.chooseOther })
  }
  const probe = join(path, `.forecourt-${randomUUID()}`)
  try {
    await writeFile(probe, 'Forecourt can write here.')
    await rm(probe)
  } catch (error) {
    if (errorCode(error) === null) throw error
    fail('invalid-input', text.notWritable(path), { next: text.notWritableNext })
  }
  return path
}

/** Whether there is a folder at this path now: a removed drive has none. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (errorCode(error) === null) throw error
    return false
  }
}

/** Whether a path is a folder or something in it. Both as `realpath` gives them. */
export function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path)
  return inner === '' || (!inner.startsWith('..') && !isAbsolute(inner))
}

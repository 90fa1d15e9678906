import { randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { isFolder } from '../backups/backup-folder.ts'
import { fail } from '../failures/failure-error.ts'
import { errorCode } from '../storage/refusals.ts'
import { foldersText as text } from './folders-text.ts'

/** The folder that the user chose, when it can be watched. Throws `invalid-input` with the reason when not. */
export async function checkWatchedFolder(
  path: string,
  { dataFolder, watched }: { readonly dataFolder: string; readonly watched: readonly string[] },
): Promise<string> {
  if (!isAbsolute(path)) fail('invalid-input', text.notAbsolute)
  if (!(await isFolder(path))) fail('invalid-input', text.noFolder(path), { next: text.noFolderNext })
  const real = await realpath(path)
  if (isWithin(await realpath(dataFolder), real)) fail('invalid-input', text.inDataFolder, { next: text.chooseOther })
  for (const other of watched) {
    const realOther = await realpath(other).catch(() => other)
    if (realOther === real) fail('invalid-input', text.watchedAlready(path))
    for (const moved of ['done', 'failed']) {
      if (isWithin(join(realOther, moved), real)) fail('invalid-input', text.insideWatched(other))
      // Each file that this folder has moved would be imported by the other one.
      if (isWithin(join(real, moved), realOther)) fail('invalid-input', text.aroundWatched(other))
    }
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

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path)
  return inner === '' || (!inner.startsWith('..') && !isAbsolute(inner))
}

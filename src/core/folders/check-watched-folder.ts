import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../failures/failure-error.ts'
import { checkFolder, isWithin } from '../storage/chosen-folder.ts'
import { foldersText as text } from './folders-text.ts'

/** The folder that the user chose, when it can be watched. Throws `invalid-input` with the reason when not. */
export async function checkWatchedFolder(
  path: string,
  { dataFolder, watched }: { readonly dataFolder: string; readonly watched: readonly string[] },
): Promise<string> {
  await checkFolder(path, dataFolder, text)
  const real = await realpath(path)
  for (const other of watched) {
    const realOther = await realpath(other).catch(() => other)
    if (realOther === real) fail('invalid-input', text.watchedAlready(path))
    for (const moved of ['done', 'failed']) {
      if (isWithin(join(realOther, moved), real)) fail('invalid-input', text.insideWatched(other))
      // Each file that this folder has moved would be imported by the other one.
      if (isWithin(join(real, moved), realOther)) fail('invalid-input', text.aroundWatched(other))
    }
  }
  return path
}

import { rmSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { hostNames } from '../host-kit/data-folder.ts'

/**
 * Keeps the compiled code of the program in its data folder, which is closed to other users: the next start needs a fifth less CPU.
 * Node writes it when the process exits, and uses code only for the very text that it was compiled from. `program` is the bundle: the
 * code of an earlier build is removed. Without a place to write to, the program starts as without a cache.
 */
export function useCompileCache(dataFolder: string, program: string): void {
  const directory = join(dataFolder, hostNames.compiledCode)
  const compiled = statSync(directory, { throwIfNoEntry: false })
  if (compiled && compiled.mtimeMs < statSync(program).mtimeMs) rmSync(directory, { recursive: true, force: true })
  enableCompileCache({ directory })
}

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './refusals.ts'

/**
 * Creates a folder and its missing parents; a folder that is there stays as it is. Throws the file system's error. Node's own `recursive`
 * runs for ever where a file system answers "not found" in a folder that exists, such as /proc and some automounts.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Drives and folders that cannot be written have codes of their own for what exists.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    const parent = dirname(path)
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error
    makeFolder(parent, mode)
    mkdirSync(path, mode)
  }
}

import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file is on the disk. Throws the file system's error. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A small disk that can really be full. */
export interface SmallDisk {
  fill(): void
  free(): void
}

/** Mounts one in memory as this folder. Null where the process may not: only root may, and not in every container. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const filler = join(folder, 'filler')
  return {
    fill() {
      for (let bytes = 2 ** 20; bytes >= 1; bytes /= 2) {
        while (writes(filler, bytes));
      }
    },
    free: () => rmSync(filler),
  }
}

/** Appends so many bytes; false when there is no room. */
function writes(path: string, bytes: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(bytes, 1), { flag: 'a' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

import { closeSync, copyFileSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Copies that are kept: the newest first. */
const kept = 2

/**
 * Copies a database, whose write-ahead log is empty, beside itself before a newer Forecourt changes its form:
 * `forecourt.backup-v1-2026-11-21.db`, encrypted with the same key. Whole or not there at all; older copies go, but for the newest two.
 * Throws what the disk refuses (ENOSPC): then nothing may be changed.
 */
export function backUp(path: string, version: number, date: string): void {
  const [folder, stem] = [dirname(path), basename(path).replace(/\.db$/, '')]
  const copy = join(folder, `${stem}.backup-v${version}-${date}.db`)
  const temporary = `${copy}.new`
  rmSync(temporary, { force: true })
  try {
    copyFileSync(path, temporary)
    const file = openSync(temporary, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, copy)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}.backup-v`) && name.endsWith('.db'))
    .map((name) => ({ name, writtenMs: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.writtenMs - a.writtenMs)
  for (const { name } of copies.slice(kept)) rmSync(join(folder, name))
}

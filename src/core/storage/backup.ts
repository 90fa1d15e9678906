import { closeSync, copyFileSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The newest backups are kept, older ones are deleted. */
const keptBackups = 2

/**
 * Backs up a database, whose write-ahead log is empty, before a newer version migrates it:
 * `forecourt.backup-v1-2026-11-21.db`, encrypted with the same key. Atomic; deletes all but the newest two backups.
 * Throws the file system's error (ENOSPC): the migration must not run then.
 */
export function backUp(path: string, version: number, date: string): void {
  const [folder, stem] = [dirname(path), basename(path).replace(/\.db$/, '')]
  const backup = join(folder, `${stem}.backup-v${version}-${date}.db`)
  const temporary = `${backup}.new`
  rmSync(temporary, { force: true })
  try {
    copyFileSync(path, temporary)
    const file = openSync(temporary, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, backup)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  const backups = readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}.backup-v`) && name.endsWith('.db'))
    .map((name) => ({ name, writtenMs: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.writtenMs - a.writtenMs)
  for (const { name } of backups.slice(keptBackups)) rmSync(join(folder, name))
}

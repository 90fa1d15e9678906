import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openDatabase, type Database } from '../database/database.ts'
import type { DatabaseFile } from '../ports/host.ts'
import { runAtOnce } from '../scheduling/in-slices.ts'
import { backupPaths } from '../storage/backup.ts'
import { addDeletionMarks, readDeletionMarks } from './deletion-marks.ts'
import { runDeletions } from './run-deletions.ts'

/**
 * Deletes the program's own backups, whose next one is made when it closes, and deletes the persons in databases that were set aside.
 * Returns the names of files that could not be opened: another key protects them, or they are damaged.
 */
export function eraseInDataFolder(current: Database, { path, key }: DatabaseFile, now: () => Date): string[] {
  for (const backup of backupPaths(path)) rmSync(backup)
  const folder = dirname(path)
  const marks = readDeletionMarks(current)
  return readdirSync(folder)
    .filter((name) => /^forecourt\.(?:set-aside|damaged)-.*\.db(?:-wal)?$/.test(name))
    .filter((name) => {
      // The log of a database is opened with it.
      const isOwnLog = name.endsWith('-wal') && existsSync(join(folder, name.slice(0, -'-wal'.length)))
      if (isOwnLog) return false
      if (name.endsWith('-wal')) return true
      const answer = openDatabase(join(folder, name), key)
      if (answer.state !== 'ready') return true
      try {
        addDeletionMarks(answer.database, marks)
        runAtOnce(runDeletions(answer.database, now, () => undefined))
        // The current data asks the service.
        answer.database.run('DELETE FROM bin WHERE erased_by IS NOT NULL')
        answer.database.compact()
      } finally {
        answer.database.close()
      }
      return false
    })
}

/** Removes lines that name a person from the log files. Each file is replaced in one step. */
export function eraseFromLogs(folder: string, pattern: RegExp | null): number {
  if (!pattern || !existsSync(folder)) return 0
  let removed = 0
  for (const name of readdirSync(folder)) {
    if (!/^forecourt(?:\.\d+)?\.log$/.test(basename(name))) continue
    const path = join(folder, name)
    const lines = readFileSync(path, 'utf8').split('\n')
    const left = lines.filter((line) => line.normalize('NFD').search(pattern) < 0)
    if (left.length === lines.length) continue
    removed += lines.length - left.length
    writeFileSync(`${path}.new`, left.join('\n'), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return removed
}

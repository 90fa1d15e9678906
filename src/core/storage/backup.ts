import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The newest backups of each kind are kept, older ones are deleted. */
const keptBackups = 2

type BackupKind = `v${number}` | 'daily'

/**
 * Backs up a database, whose write-ahead log is empty, before a newer version migrates it:
 * `forecourt.backup-v1-2026-11-21.db`, encrypted with the same key. Atomic; deletes all but the newest two of its kind.
 * Throws the file system's error (ENOSPC): the migration must not run then.
 */
export const backUp = (path: string, version: number, date: string): void => writeBackup(path, `v${version}`, date)

/**
 * Backs up a closed database that changed since the last backup, at most once a day (`date`): `forecourt.backup-daily-2026-11-21.db`.
 * Throws the file system's error.
 */
export function backUpDaily(path: string, date: string): void {
  if (!existsSync(path) || existsSync(backupPath(path, 'daily', date))) return
  const newest = newestBackup(path)
  if (!newest || newest.savedAt < statSync(path).mtime) writeBackup(path, 'daily', date)
}

function backupPath(path: string, kind: BackupKind, date: string): string {
  return join(dirname(path), `${basename(path).replace(/\.db$/, '')}.backup-${kind}-${date}.db`)
}

function writeBackup(path: string, kind: BackupKind, date: string): void {
  const backup = backupPath(path, kind, date)
  const temporary = `${backup}.new`
  copyDurably(path, temporary)
  renameSync(temporary, backup)
  const isDaily = kind === 'daily'
  const ofKind = backupsOf(path).filter(({ path: each }) => basename(each).includes('.backup-daily-') === isDaily)
  for (const { path: old } of ofKind.slice(keptBackups)) rmSync(old)
}

/** A backup of a database; `savedAt` is when it was made. */
export interface Backup {
  readonly path: string
  readonly savedAt: Date
}

/** The newest backup of the database at this path; null when there is none. */
export const newestBackup = (path: string): Backup | null => backupsOf(path)[0] ?? null

/** Puts the backup in the place of its database, which must have been moved away. The backup itself stays. */
export function restoreBackup(backup: Backup, path: string): void {
  const temporary = `${path}.new`
  copyDurably(backup.path, temporary)
  renameSync(temporary, path)
}

/** The backups of a database, the newest first. */
export function backupsOf(path: string): Backup[] {
  const [folder, start] = [dirname(path), `${basename(path).replace(/\.db$/, '')}.backup-`]
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^(v\d+|daily)-\d{4}-\d\d-\d\d\.db$/.test(name.slice(start.length)))
    .map((name) => ({ path: join(folder, name), savedAt: statSync(join(folder, name)).mtime }))
    .toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
}

/** Copies a file to a path where nothing is; nothing remains there when it fails. */
function copyDurably(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    copyFileSync(from, to)
    const file = openSync(to, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}

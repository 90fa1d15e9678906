import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { localDate } from '../../contract/calendar-date.ts'
import { syncFile } from '../database/sync-file.ts'
import { errorFields, type Log } from '../ports/log.ts'

/** The newest backups are kept, older ones are deleted. */
const keptBackups = 2

/**
 * Backs up a closed database that changed since the last backup, at most once a day: `forecourt.backup-daily-2026-11-21.db`, encrypted
 * with the same key. Atomic; deletes all but the newest two. Throws the file system's error.
 */
export function backUpDaily(path: string, now: Date): void {
  const date = localDate(now)
  if (!existsSync(path) || existsSync(backupPath(path, date))) return
  const newest = newestBackup(path, now)
  const isUpToDate = newest && newest.savedAt <= now && newest.savedAt >= statSync(path).mtime
  if (!isUpToDate) writeBackup(path, now)
}

/** The same as the program closes: a backup that fails must not keep it from closing. */
export function backUpAtClose(path: string, now: Date, log: Log): void {
  try {
    backUpDaily(path, now)
  } catch (error) {
    log.write('warning', 'storage.backup-failed', errorFields(error))
  }
}

function backupPath(path: string, date: string): string {
  return join(dirname(path), `${basename(path).replace(/\.db$/, '')}.backup-daily-${date}.db`)
}

function writeBackup(path: string, now: Date): void {
  const backup = backupPath(path, localDate(now))
  const temporary = `${backup}.new`
  copyDurably(path, temporary)
  renameSync(temporary, backup)
  const older = backupsOf(path, now).filter(({ path: each }) => each !== backup)
  for (const { path: old } of older.slice(keptBackups - 1)) rmSync(old)
}

/** A backup of a database; `savedAt` is when it was made. */
export interface Backup {
  readonly path: string
  readonly savedAt: Date
}

/** The newest backup of the database at this path; null when there is none. */
export const newestBackup = (path: string, now: Date): Backup | null => backupsOf(path, now)[0] ?? null

/** Puts the backup in the place of its database, which must have been moved away. The backup itself stays. */
export function restoreBackup(backup: Backup, path: string): void {
  const temporary = `${path}.new`
  copyDurably(backup.path, temporary)
  renameSync(temporary, path)
}

/**
 * The backups of a database, the newest first. Those with a later time than `now` come last: they were made while the PC's clock was
 * ahead, and may be older than all others.
 */
function backupsOf(path: string, now: Date): Backup[] {
  return backupPaths(path)
    .map((backup) => ({ path: backup, savedAt: statSync(backup).mtime }))
    .toSorted((a, b) => Number(a.savedAt > now) - Number(b.savedAt > now) || b.savedAt.getTime() - a.savedAt.getTime())
}

/** The paths of the backups of a database, in no order. */
export function backupPaths(path: string): string[] {
  const [folder, start] = [dirname(path), `${basename(path).replace(/\.db$/, '')}.backup-`]
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^daily-\d{4}-\d\d-\d\d\.db$/.test(name.slice(start.length)))
    .map((name) => join(folder, name))
}

/** Copies a file to a path where nothing is; nothing remains there when it fails. */
function copyDurably(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    copyFileSync(from, to)
    syncFile(to)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}

import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, statfsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFileLog, type FileLog } from '../core/log/file-log.ts'
import { defaultDataFolder, sharedFolderOf, type SharedFolder } from '../core/ports/data-folder.ts'
import { errorFields, type Log } from '../core/ports/log.ts'

export interface DataFolder {
  /** Absolute. */
  readonly path: string
  readonly logFolder: string
  /** Null: a folder of this PC. */
  readonly shared: SharedFolder | null
  readonly log: Log
  readonly readLog: FileLog['read']
}

/**
 * Creates the data folder (`named`, or the default of this system for null) and its log, and logs every uncaught exception.
 * Throws the file system's error when the folder cannot be written.
 */
export function openDataFolder(named: string | null): DataFolder {
  const path =
    named === null
      ? defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
      : resolve(named)
  // Also for files of libraries. Windows has no such modes: its folder is in the user's profile.
  process.umask(0o077)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const leftOpen = closeToOthers(path)
  const logFolder = join(path, 'log')
  const log = createFileLog(logFolder)
  if (leftOpen > 0) log.write('warning', 'folder.openToOthers', { count: leftOpen })
  process.on('uncaughtExceptionMonitor', (error) => log.write('error', 'program.crashed', errorFields(error)))
  const shared = sharedFolderOf(realpathSync.native(path), statfsSync(path).type, process)
  if (shared) log.write('warning', 'folder.shared', { kind: shared })
  return { path, logFolder, log, readLog: log.read, shared }
}

/**
 * Takes the folder and everything in it from other users of this PC: an earlier version or a copy may have left it open. Returns how
 * many entries the system did not allow to change, because they belong to another user; the contents are encrypted all the same.
 */
function closeToOthers(folder: string): number {
  if (process.platform === 'win32') return 0
  let refused = setMode(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    // A link may lead to a file elsewhere.
    if (entry.isDirectory()) refused += closeToOthers(path)
    else if (entry.isFile()) refused += setMode(path, 0o600)
  }
  return refused
}

/** Sets the mode unless it is right already. 1 when the system refused. */
function setMode(path: string, mode: number): number {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
    return 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS')) return 1
    throw error
  }
}

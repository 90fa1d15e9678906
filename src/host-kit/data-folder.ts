import { chmodSync, lstatSync, readdirSync, realpathSync, statfsSync, type Dirent } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFileLog, type FileLog } from '../core/log/file-log.ts'
import { defaultDataFolder, sharedFolderOf, type SharedFolder } from '../core/ports/data-folder.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import { isDataFileName } from '../core/storage/deletion-files.ts'
import { makeFolder } from '../core/storage/make-folder.ts'
import { isSystemError } from '../core/storage/refusals.ts'

/** What hosts make in a data folder, beside the files of the data. */
export const hostNames = {
  channel: 'command-channel.json',
  newChannel: 'command-channel.json.part',
  compiledCode: 'compiled-code',
  log: 'log',
  signInPage: 'open-forecourt.html',
  /** Chromium's own files. */
  window: 'window',
} as const

/** The data folder cannot be used. The message is a sentence for the user; the cause is the file system's error. */
export class DataFolderError extends Error {
  constructor(path: string, cause: Error) {
    super(`The folder ${path} can't be written. Choose another with --data-dir. (${cause.message})`, { cause })
  }
}

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
 * Throws `DataFolderError` for what the file system refuses.
 */
export function openDataFolder(named: string | null): DataFolder {
  const path =
    named === null
      ? defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
      : resolve(named)
  // Also for files of libraries. Windows has no such modes: its folder is in the user's profile.
  process.umask(0o077)
  try {
    return openAt(path, named === null)
  } catch (error) {
    throw isSystemError(error) ? new DataFolderError(path, error) : error
  }
}

function openAt(path: string, isDefault: boolean): DataFolder {
  makeFolder(path, 0o700)
  const leftOpen = process.platform === 'win32' ? 0 : closeOwnToOthers(path, isDefault)
  const logFolder = join(path, hostNames.log)
  const log = createFileLog(logFolder)
  if (leftOpen > 0) log.write('warning', 'folder.openToOthers', { count: leftOpen })
  process.on('uncaughtExceptionMonitor', (error) => log.write('error', 'program.crashed', errorFields(error)))
  const shared = sharedFolderOf(realpathSync.native(path), statfsSync(path).type, process)
  if (shared) log.write('warning', 'folder.shared', { kind: shared })
  return { path, logFolder, log, readLog: log.read, shared }
}

const isOwnName = (name: string): boolean =>
  isDataFileName(name) || Object.values(hostNames).some((own) => own === name)

/**
 * Takes what Forecourt made in a data folder from other users of this PC: an earlier version or a copy may have left it open. The folder
 * itself is closed unless it has other things in it. Returns how many entries the system did not allow to change, because they belong to
 * another user; the contents are encrypted all the same.
 */
function closeOwnToOthers(folder: string, isDefault: boolean): number {
  const entries = readdirSync(folder, { withFileTypes: true })
  const own = entries.filter(({ name }) => isOwnName(name))
  return (isDefault || own.length === entries.length ? setMode(folder, 0o700) : 0) + closeEntries(own)
}

function closeEntries(entries: readonly Dirent[]): number {
  let refused = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    // A link may lead to a file elsewhere.
    if (entry.isFile()) refused += setMode(path, 0o600)
    else if (entry.isDirectory()) {
      refused += setMode(path, 0o700) + closeEntries(readdirSync(path, { withFileTypes: true }))
    }
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

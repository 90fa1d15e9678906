import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFileLog } from '../core/log/file-log.ts'
import { defaultDataFolder } from '../core/ports/data-folder.ts'
import { errorFields, type Log } from '../core/ports/log.ts'

export interface DataFolder {
  /** Absolute. */
  readonly path: string
  readonly logFolder: string
  readonly log: Log
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
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const logFolder = join(path, 'log')
  const log = createFileLog(logFolder)
  process.on('uncaughtExceptionMonitor', (error) => log.write('error', 'program.crashed', errorFields(error)))
  return { path, logFolder, log }
}

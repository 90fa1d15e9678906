import type { FailureKind } from '../../contract/result.ts'
import { storageText } from './storage-text.ts'

/** Whether a failure is about the disk or the system, not about what the user asked for. */
export const isOfSystem = (kind: FailureKind): boolean =>
  kind === 'storage-damaged' || kind === 'storage-busy' || kind === 'storage-read-only' || kind === 'disk-full'

/** Extended result codes of SQLite begin with their primary code: SQLITE_READONLY_DIRECTORY. */
const fullDisk = /^(ENOSPC|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/
const notWritable = /^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM)(_.*)?)$/

export const isFullDisk = (code: string): boolean => fullDisk.test(code)

/** Why the system refuses the data, by the code of Node's or SQLite's error. */
export function reasonOf(code: string): string {
  if (fullDisk.test(code)) return storageText.diskFull
  return notWritable.test(code) ? storageText.notWritable : storageText.unreachable(code)
}

/** The code of an error of Node or SQLite; null for any other error, which is a defect. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Whether the file system refused something: ENOENT, but not ERR_INVALID_ARG_TYPE, which is a defect. */
export const isSystemError = (error: unknown): error is Error => /^E[A-Z0-9]+$/.test(errorCode(error) ?? '')

/** Whether the user lacks the rights. */
export const isForbidden = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(errorCode(error) ?? '')

import type { Failure } from '../../contract/result.ts'
import { errorCode } from '../storage/refusals.ts'
import { backupsText as text } from './backups-text.ts'

/** The failure for what the system refused while a backup was written to a folder. A drive that is pulled out gives any of these codes. */
export function backupFailure(error: unknown, folder: string): Failure {
  const code = errorCode(error)
  const failure = (kind: Failure['kind'], message: string, next: string): Failure => ({
    kind,
    message,
    kept: text.kept,
    next,
    ...(code !== null && { details: code }),
  })
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'ENXIO':
      return failure('not-found', text.missing(folder), text.missingNext)
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return failure('disk-full', text.full(folder), text.fullNext)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return failure('storage-read-only', text.readOnly(folder), text.readOnlyNext)
    default:
      return failure('storage-damaged', text.failed(folder), text.failedNext)
  }
}

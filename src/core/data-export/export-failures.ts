import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import { errorCode } from '../storage/refusals.ts'
import { dataExportText as text } from './data-export-text.ts'

/** The failure for what stopped an export; null for a defect. `folder`: where it writes. */
export function exportFailure(error: unknown, folder: string): Failure | null {
  if (error instanceof FailureError) return { kept: text.kept, ...error.failure }
  const code = errorCode(error)
  if (code === null) return null
  const failure = (kind: Failure['kind'], message: string, next: string): Failure => ({
    kind,
    message,
    kept: text.kept,
    next,
    details: code,
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
      return failure('storage-damaged', text.failed, text.failedNext)
  }
}

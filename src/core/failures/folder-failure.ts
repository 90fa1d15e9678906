import type { Failure } from '../../contract/result.ts'

/** What the user reads when files could not be written to a folder. */
export interface FolderFailureText {
  readonly kept: string
  missing(folder: string): string
  readonly missingNext: string
  full(folder: string): string
  readonly fullNext: string
  readOnly(folder: string): string
  readonly readOnlyNext: string
  failed(folder: string): string
  readonly failedNext: string
}

/** The failure for what the system refused while files were written to a folder. A drive that is pulled out gives any of these codes. */
export function folderFailure(code: string | null, folder: string, text: FolderFailureText): Failure {
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

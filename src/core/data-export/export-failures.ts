import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import { folderFailure } from '../failures/folder-failure.ts'
import { errorCode } from '../storage/refusals.ts'
import { dataExportText as text } from './data-export-text.ts'

/** The failure for what stopped an export; null for a defect. `folder`: where it writes. */
export function exportFailure(error: unknown, folder: string): Failure | null {
  if (error instanceof FailureError) return { kept: text.kept, ...error.failure }
  const code = errorCode(error)
  return code === null ? null : folderFailure(code, folder, { ...text, failed: () => text.failed })
}

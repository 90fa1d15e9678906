import type { StorageStatus } from '../../contract/storage.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Log } from '../ports/log.ts'
import { errorCode, isOfSystem, reasonOf } from './refusals.ts'
import { storageText } from './storage-text.ts'
import { unreadable } from './open-stored.ts'

/**
 * The state of storage for what the system refused while the data was opened. Any other error is a defect and is thrown. `isDamaged`:
 * damage was found since the opening began.
 */
export function refusedStatus(error: unknown, isDamaged: boolean, log: Log): StorageStatus {
  if (error instanceof FailureError && isOfSystem(error.failure.kind)) {
    if (isDamaged) return unreadable(storageText.damaged)
    const isReadOnly = error.failure.kind === 'storage-read-only'
    return {
      state: 'unavailable',
      reason: isReadOnly ? storageText.notWritable : storageText.unchanged(error.failure.message),
    }
  }
  const code = errorCode(error)
  if (code === null) throw error
  log.write('error', 'storage.refused', { code })
  // Some damage is found only when the records are first read.
  if (/^SQLITE_(CORRUPT|NOTADB)(_|$)/.test(code)) return unreadable(storageText.damaged)
  return { state: 'unavailable', reason: reasonOf(code) }
}

import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import { troubleOfSending } from '../import-report/sending-trouble.ts'
import { errorCode, isFullDisk } from '../storage/refusals.ts'
import { foldersText as text } from './folders-text.ts'

/**
 * What is in the way now: the file stays where it is, and is tried again. `scope`: whether other files of the folder can be processed
 * meanwhile.
 */
export interface Trouble {
  readonly scope: 'file' | 'folder'
  /** Sentences for the user. */
  readonly message: string
}

/** Thrown to leave a file for a later attempt. */
export class TroubleError extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

/** A failure that ends by itself or concerns the whole program, so that the file is not to blame; null: it is. */
export function troubleOfFailure(failure: Failure): Trouble | null {
  if (failure.kind === 'disk-full') return { scope: 'folder', message: text.diskFull }
  const trouble = troubleOfSending(failure)
  return trouble === null ? null : { scope: 'folder', message: text.retried(trouble) }
}

/** What the system refused; null: a defect. `say`: the sentence for other codes than that of a full disk. */
export function troubleOfSystem(error: unknown, say: (code: string) => string): Trouble | null {
  if (error instanceof FailureError) return troubleOfFailure(error.failure)
  const code = errorCode(error)
  if (code === null) return null
  if (isFullDisk(code) || code === 'EDQUOT') return { scope: 'folder', message: text.diskFull }
  return { scope: 'file', message: say(code) }
}

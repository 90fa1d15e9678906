import { recoveryOf } from '../../contract/recovery.ts'
import type { Failure } from '../../contract/result.ts'
import { sentencesOf } from '../failures/failure-sentences.ts'

/** How often a file is sent while the customer list changes each time before. */
export const sendAttempts = 3

/**
 * What is in the way of sending a file that is not to blame for it, as sentences; null: the file, or a person has to decide. The command
 * line and watched folders follow the same rule: such a file is sent later as it is.
 */
export function troubleOfSending(failure: Failure): string | null {
  // The customer list was not refreshed, and without it customers could be added twice. Nothing is asked here, so `next`, which says
  // how to answer, is left out.
  if (failure.kind === 'needs-confirmation') return sentencesOf({ ...failure, next: undefined })
  const recovery = recoveryOf(failure.kind)
  const isPassing = recovery === 'time' || recovery === 'machine' || recovery === 'connection'
  return isPassing ? sentencesOf(failure) : null
}

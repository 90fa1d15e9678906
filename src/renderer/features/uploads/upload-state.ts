import { assertNever } from '../../../contract/result.ts'
import type { RowOutcome, UploadRows, UploadState, UploadSummary } from '../../../contract/uploads.ts'
import { percentOf } from '../../ui/format.ts'

export const hasEnded = (state: UploadState): boolean => state === 'complete' || state === 'cancelled'

export const percentProcessed = (upload: UploadSummary): number =>
  percentOf(upload.progress.done, upload.progress.total)

export function progressTone(state: UploadState): 'accent' | 'good' | 'warning' | 'error' {
  switch (state) {
    case 'complete':
      return 'good'
    case 'stopped':
      return 'error'
    case 'waiting':
    case 'undecided':
    case 'paused':
      return 'warning'
    case 'running':
    case 'cancelling':
    case 'cancelled':
      return 'accent'
    default:
      return assertNever(state)
  }
}

export interface RowCount {
  readonly outcome: RowOutcome
  readonly rows: number
}

/** The rows of the file by outcome, without empty outcomes. The counts add up to `inFile`. */
export function rowsByOutcome(rows: UploadRows): readonly RowCount[] {
  const counts: RowCount[] = [
    { outcome: 'accepted', rows: rows.accepted },
    { outcome: 'in-process', rows: rows.inProcess },
    { outcome: 'pending', rows: rows.pending },
    { outcome: 'failed', rows: rows.failed },
    { outcome: 'not-processed', rows: rows.notProcessed },
    { outcome: 'not-sent', rows: rows.notSent },
    { outcome: 'with-errors', rows: rows.withErrors },
    { outcome: 'updated', rows: rows.updated },
    { outcome: 'excluded', rows: rows.excluded },
  ]
  return counts.filter((count) => count.rows > 0)
}

/** The rows that have a result: each outcome can be downloaded as a file, corrected and imported again. */
const downloadable: readonly RowOutcome[] = [
  'accepted',
  'failed',
  'not-processed',
  'not-sent',
  'with-errors',
  'updated',
  'excluded',
]

/** The rows that can be opened as a draft again, without a file. */
const retryable: readonly RowOutcome[] = ['with-errors', 'failed', 'not-processed', 'not-sent']

/** Whether a row can be corrected and sent by itself: it is no customer, and nothing more happens to it. */
export const canBeCorrected = (outcome: RowOutcome): boolean => outcome === 'excluded' || retryable.includes(outcome)

export const retryableRows = (rows: UploadRows): readonly RowCount[] =>
  retryable.flatMap((outcome) => rowsByOutcome(rows).filter((part) => part.outcome === outcome))

export const downloadableRows = (rows: UploadRows): readonly RowCount[] =>
  rowsByOutcome(rows).filter(({ outcome }) => downloadable.includes(outcome))

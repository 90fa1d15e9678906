import type { UploadRows, UploadState, UploadSummary } from '../../contract/uploads.ts'
import { assertNever } from '../../contract/result.ts'
import { hasRowsToSend, isUndecided } from './upload-steps.ts'
import { noCounters, type Batch, type Counters, type FinishedBatch, type UploadRecord } from './upload-record.ts'

/** Counts an upload's rows by state, in rows of the source file. The sums of `UploadRows` are true in every state. */
export function countRows(upload: UploadRecord): UploadRows {
  let [pending, notSent, accepted, failed, notProcessed, inProcess] = [0, 0, 0, 0, 0, 0]
  for (const batch of upload.batches) {
    switch (batch.state) {
      case 'planned':
      case 'refused':
        pending += batch.rows
        break
      case 'sending':
      case 'unknown':
      case 'processing':
        inProcess += batch.rows
        break
      case 'complete':
      case 'cancelled':
        accepted += batch.result.accepted
        failed += batch.result.failed
        notProcessed += batch.result.notProcessed
        notSent += batch.result.notSent
        inProcess += unlistedRows(batch)
        break
      default:
        assertNever(batch)
    }
  }
  return {
    inFile: upload.rowsInFile,
    withErrors: upload.rowsWithErrors,
    excluded: upload.rowsExcluded - upload.rowsUpdated - upload.rowsWithErrors,
    updated: upload.rowsUpdated,
    skipped: upload.rowsSkipped,
    pending,
    notSent,
    sent: accepted + failed + notProcessed + inProcess,
    accepted,
    failed,
    notProcessed,
    inProcess,
  }
}

/** Rows of a finished batch that the service has counted as created and not listed: their results are not known yet. */
function unlistedRows({ rows, result }: FinishedBatch): number {
  return rows - result.accepted - result.failed - result.notProcessed - result.notSent
}

/** The service's counters of a batch; zeros before the first reading. */
export function countersOf(batch: Batch): Counters {
  return 'counters' in batch ? batch.counters : noCounters
}

/**
 * How many rows are processed, how many will be, and how many have failed. Rows that a cancel left out do not count.
 */
export function countProgress(upload: UploadRecord): {
  readonly done: number
  readonly total: number
  readonly errors: number
} {
  let [done, total, errors] = [0, 0, 0]
  for (const batch of upload.batches) {
    total += batch.rows
    switch (batch.state) {
      case 'planned':
      case 'refused':
      case 'sending':
      case 'unknown':
        break
      case 'processing':
        done += Math.min(batch.counters.processed, batch.rows)
        errors += Math.min(batch.counters.errors, batch.rows)
        break
      case 'complete':
      case 'cancelled':
        done += batch.result.accepted + batch.result.failed + unlistedRows(batch)
        total -= batch.result.notSent + batch.result.notProcessed
        errors += batch.result.failed
        break
      default:
        assertNever(batch)
    }
  }
  return { done, total, errors }
}

export interface Sample {
  readonly atMs: number
  readonly done: number
}

/** The rate is an average over this time. */
export const rateSpanMs = 30_000
/** Over less time the rate would vary too much. */
const shortestSpanMs = 2_000

/**
 * Rows per second over the last half minute, and the seconds that the rest would take at that rate. Null while
 * unknown.
 */
export function estimateRate(
  samples: readonly Sample[],
  nowMs: number,
  rowsLeft: number,
): Pick<UploadSummary['progress'], 'rowsPerSecond' | 'secondsLeft'> {
  const latest = samples.at(-1)
  const first = samples.find((sample) => sample.atMs >= nowMs - rateSpanMs)
  if (!latest || !first || nowMs - first.atMs < shortestSpanMs) return { rowsPerSecond: null, secondsLeft: null }
  const rowsPerSecond = (Math.max(0, latest.done - first.done) / (nowMs - first.atMs)) * 1_000
  if (rowsPerSecond === 0) return { rowsPerSecond: 0, secondsLeft: null }
  return { rowsPerSecond: Math.round(rowsPerSecond * 10) / 10, secondsLeft: Math.ceil(rowsLeft / rowsPerSecond) }
}

/** The state shown to the user. `isWaiting`: its connection waits for something. */
export function shownState(upload: UploadRecord, isWaiting: boolean): UploadState {
  switch (upload.status.state) {
    case 'complete':
    case 'cancelled':
    case 'stopped':
      return upload.status.state
    case 'open':
      if (isUndecided(upload)) return 'undecided'
      if (upload.cancelRequested) return 'cancelling'
      if (upload.paused && hasRowsToSend(upload)) return 'paused'
      return isWaiting ? 'waiting' : 'running'
    default:
      return assertNever(upload.status)
  }
}

import type { RowOutcome, Upload, UploadRows, UploadState, UploadSummary } from '../../../contract/uploads.ts'
import { assertNever } from '../../../contract/result.ts'
import { formatCount, formatMoment, formatRate, formatTimeLeft, percentOf, plural } from '../../ui/format.ts'

export type Tone = 'neutral' | 'good' | 'warning' | 'error' | 'info'

/** The state in a word or two, and its tone. */
export function stateBadge(state: UploadState): { words: string; tone: Tone } {
  switch (state) {
    case 'running':
      return { words: 'On the way', tone: 'info' }
    case 'waiting':
      return { words: 'Waiting', tone: 'warning' }
    case 'stopped':
      return { words: 'Stopped', tone: 'error' }
    case 'undecided':
      return { words: 'Needs your answer', tone: 'warning' }
    case 'cancelling':
      return { words: 'Cancelling', tone: 'neutral' }
    case 'cancelled':
      return { words: 'Cancelled', tone: 'neutral' }
    case 'complete':
      return { words: 'Complete', tone: 'good' }
    default:
      return assertNever(state)
  }
}

export const isAtEnd = (state: UploadState): boolean => state === 'complete' || state === 'cancelled'

/** The state as a sentence for the person who looks in: what is going on, and whether she has to do anything. */
export function stateSentence(upload: UploadSummary): string {
  const { rows, progress } = upload
  switch (upload.state) {
    case 'running':
      return `${formatCount(progress.done)} of ${plural(progress.total, 'row')} through.`
    case 'waiting': {
      const until = formatMoment(upload.waiting?.until ?? null)
      const reason = upload.waiting?.reason ?? 'Waiting for the service.'
      return `${reason} ${until ? `Goes on by itself at ${until}.` : 'Goes on by itself.'}`
    }
    case 'stopped':
      return 'Nothing is lost: it goes on where it stopped.'
    case 'undecided':
      return 'The answer to a batch was lost, and only you can say whether it arrived.'
    case 'cancelling':
      return 'Finding out exactly what has been done.'
    case 'cancelled':
    case 'complete':
      return trackedWords(rows.accepted)
    default:
      return assertNever(upload.state)
  }
}

export const trackedWords = (accepted: number): string =>
  accepted === 0
    ? 'No customers are tracked from this upload.'
    : `${plural(accepted, 'customer is', 'customers are')} tracked.`

/** What stands large on the upload's page: how it is, and what that means for her. */
export function headline(upload: UploadSummary): { title: string; text: string } {
  const { rows } = upload
  switch (upload.state) {
    case 'running':
      return {
        title: rows.pending > 0 ? 'Sending' : 'All rows are with the service',
        text: 'It goes on while you do other things, and after a restart.',
      }
    case 'complete':
      return {
        title: trackedWords(rows.accepted).replace(/\.$/, ''),
        text: rows.failed > 0 ? `${plural(rows.failed, 'row')} failed: see which, and why, below.` : 'Nothing failed.',
      }
    case 'cancelled':
      return { title: 'Cancelled', text: `${trackedWords(rows.accepted)} Below is what became of every row.` }
    default:
      return { title: stateBadge(upload.state).words, text: stateSentence(upload) }
  }
}

/** "42 rows a second, about 2 minutes left"; "" while unknown or at rest. */
export function paceWords(upload: UploadSummary): string {
  if (upload.state !== 'running') return ''
  return [formatRate(upload.progress.rowsPerSecond), formatTimeLeft(upload.progress.secondsLeft)]
    .filter(Boolean)
    .join(', ')
}

export const percentThrough = (upload: UploadSummary): number => percentOf(upload.progress.done, upload.progress.total)

export function barTone(upload: UploadSummary): 'accent' | 'good' | 'warning' | 'error' {
  if (upload.state === 'complete') return 'good'
  if (upload.state === 'stopped') return 'error'
  return upload.state === 'waiting' || upload.state === 'undecided' ? 'warning' : 'accent'
}

export interface SumPart {
  readonly outcome: RowOutcome
  readonly rows: number
  readonly words: string
}

/** Every row of the file by what became of it, parts that are nought left away: the parts always add up to `inFile`. */
export function sumParts(rows: UploadRows): readonly SumPart[] {
  const parts: SumPart[] = [
    { outcome: 'accepted', rows: rows.accepted, words: 'tracked' },
    { outcome: 'in-process', rows: rows.inProcess, words: 'being processed' },
    { outcome: 'pending', rows: rows.pending, words: 'still to be sent' },
    { outcome: 'failed', rows: rows.failed, words: 'failed' },
    { outcome: 'not-processed', rows: rows.notProcessed, words: 'stopped in time' },
    { outcome: 'not-sent', rows: rows.notSent, words: 'not sent' },
    { outcome: 'left-out', rows: rows.leftOut, words: 'left out' },
  ]
  return parts.filter((part) => part.rows > 0)
}

/** "412 rows in the file = 398 tracked + 14 left out". */
export function sumSentence(rows: UploadRows): string {
  const parts = sumParts(rows).map((part) => `${formatCount(part.rows)} ${part.words}`)
  return `${plural(rows.inFile, 'row')} in the file = ${parts.join(' + ') || '0'}`
}

/** Rows that did not become customers and could be mended and sent again. */
export const remainder = (rows: UploadRows): number => rows.failed + rows.notProcessed + rows.notSent + rows.leftOut

export const outcomeNames: Readonly<Record<RowOutcome, string>> = {
  accepted: 'Tracked',
  'in-process': 'Being processed',
  pending: 'To be sent',
  failed: 'Failed',
  'not-processed': 'Stopped in time',
  'not-sent': 'Not sent',
  'left-out': 'Left out',
}

const announceEachPercent = 25

/**
 * What a screen reader is told when `now` follows `before`: each new state, and each quarter of the way. Null: nothing worth an
 * interruption.
 */
export function announcement(before: Upload | UploadSummary | null, now: Upload | UploadSummary): string | null {
  if (before?.state !== now.state) {
    const { title, text } = headline(now)
    return `${title}. ${text}`
  }
  if (now.state !== 'running') return null
  const quarter = Math.floor(percentThrough(now) / announceEachPercent)
  if (quarter === 0 || quarter === Math.floor(percentThrough(before) / announceEachPercent)) return null
  return `${quarter * announceEachPercent} percent through, ${plural(now.progress.errors, 'error')} so far.`
}

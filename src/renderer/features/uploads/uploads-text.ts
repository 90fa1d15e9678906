import type { Customer } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { assertNever } from '../../../contract/result.ts'
import type { UploadState, UploadSummary, Upload } from '../../../contract/uploads.ts'
import type { UploadsOverview } from '../../app/uploads-store.ts'
import type { BatchState } from '../../../contract/upload-batch.ts'
import { formatCount, formatMoment, formatPlate, formatRate, formatTimeLeft, plural } from '../../ui/format.ts'
import { questionsText } from './questions-text.ts'
import { outcomeNames, resultText, lookupsStay, undoneLabel, undoneSentence, updatesStay } from './result-text.ts'
import { hasEnded, rowsByOutcome, type RowCount, percentProcessed } from './upload-state.ts'

export type Tone = 'neutral' | 'good' | 'warning' | 'error' | 'info'

interface Label {
  readonly text: string
  readonly tone: Tone
}

export const uploadsText = {
  list: {
    title: 'Upload history',
    subtitle: (
      { running, attention, paused }: Pick<UploadsOverview, 'running' | 'attention' | 'paused'>,
      all: number,
    ): string => {
      const parts = [
        running > 0 ? `${plural(running, 'upload')} in progress. Uploads continue in the background.` : '',
        attention > 0 ? `${plural(attention, 'upload needs', 'uploads need')} your attention.` : '',
        paused > 0 ? `${plural(paused, 'upload')} paused.` : '',
      ]
      return parts.filter(Boolean).join(' ') || `${plural(all, 'upload')}, none in progress.`
    },
    open: 'In progress',
    ended: 'Finished',
    loading: 'Loading uploads',
    empty: {
      title: 'No uploads yet',
      text: 'Open a spreadsheet of past customers, check it, and send it. You can track its progress here.',
    },
    importCustomers: 'Import customers',
  },
  upload: {
    fallbackTitle: 'Upload',
    subtitle: (upload: { fileName: string; region: Region; createdAt: string }) =>
      `${upload.fileName}, ${regionNames[upload.region]}, started ${formatMoment(upload.createdAt)}`,
    loading: 'Loading the upload',
    notFound: {
      title: 'Upload not found',
      text: 'It may belong to another connection. The current connection is shown at the top.',
    },
    allUploads: 'All uploads',
    cancel: 'Cancel upload',
    resume: 'Resume',
    retryNow: 'Retry now',
  },
  cancelling: {
    title: (name: string) => `Cancel ${name}?`,
    text(upload: Pick<UploadSummary, 'rows' | 'lookUpMissingVins' | 'paidLookups'>): string {
      const { pending, inProcess, accepted, updated } = upload.rows
      const parts = [
        pending > 0 ? `${plural(pending, 'row')} not sent yet will stay on this PC.` : '',
        inProcess > 0
          ? `The service is asked to stop processing ${plural(inProcess, 'row')}; some may still become customers.`
          : '',
        accepted > 0 ? `${plural(accepted, 'tracked customer stays', 'tracked customers stay')}.` : '',
        updated > 0 ? updatesStay(updated) : '',
        accepted + inProcess > 0 ? lookupsStay(upload) : '',
        'The row summary then shows the outcome of every row.',
      ]
      return parts.filter(Boolean).join(' ')
    },
    confirm: 'Cancel upload',
    dismiss: 'Keep uploading',
  },
  undo: {
    button: 'Undo upload',
    nothing: 'None of the customers from this upload are in the list. They were deleted, or aren’t downloaded yet.',
    title: (name: string, count: number) => `Undo ${name} and delete ${plural(count, 'customer')}?`,
    text: ({
      rows: { updated },
      joined = 0,
      ...upload
    }: Pick<UploadSummary, 'rows' | 'joined' | 'lookUpMissingVins' | 'paidLookups'>): string =>
      [
        'These customers were created by this upload. The service stops watching for their cars and deletes their sightings, and their calls leave the call list. You can restore them from the bin (as new records, without calls).',
        joined > 0
          ? `${plural(joined, 'customer', 'customers')} of rows that joined it ${joined === 1 ? 'is' : 'are'} among them.`
          : '',
        updated > 0 ? updatesStay(updated) : '',
        lookupsStay(upload),
      ]
        .filter(Boolean)
        .join(' '),
    names(customers: readonly Pick<Customer, 'clientName' | 'rego' | 'vin'>[], total: number): string[] {
      const names = customers.map(({ clientName, rego, vin }) =>
        [clientName || 'Customer without a name', formatPlate(rego) || vin].filter(Boolean).join(', '),
      )
      return total > names.length ? [...names.slice(0, -1), `and ${formatCount(total - names.length + 1)} more`] : names
    },
    confirm: (count: number) => `Delete ${plural(count, 'customer')}`,
    done: (count: number, name: string) =>
      `Deleting ${plural(count, 'customer')} from ${name}. Restore them from the bin.`,
  },
  noticed: {
    text: (name: string, title: string, toFix: number) =>
      [`${name}: ${title}.`, toFix > 0 ? resultText.result.left({ outcome: 'with-errors', rows: toFix }) : '']
        .filter(Boolean)
        .join(' '),
    open: 'Open upload',
  },
  progress: {
    title: 'Progress',
    label: (name: string) => `Progress of ${name}`,
    rows: (done: number, total: number) => `${formatCount(done)} of ${plural(total, 'row')}`,
  },
  rowSummary: {
    title: 'Row summary',
    all: (count: number) => `${count === 1 ? 'row' : 'rows'} in the file`,
    skipped: 'skipped',
    showAll: 'Show all rows',
    show: ({ outcome, rows }: RowCount) =>
      `${formatCount(rows)} ${outcomeNames[outcome].toLowerCase()}: show these rows`,
  },
  rows: {
    title: 'Rows by outcome',
    empty: 'No rows',
    correct: (rows: number) => (rows < 2 ? 'Correct row' : `Correct ${plural(rows, 'row')}`),
    correctHint: 'Select a row that was not sent or failed to correct it.',
    notCorrectable: 'This row needs no correction.',
    tooMany: 'Select fewer rows.',
    columns: { row: 'Row', outcome: 'Outcome', rego: 'Rego', vin: 'VIN', clientName: 'Name', reason: 'Reason' },
  },
  batches: {
    title: 'Batches',
    caption: 'Batches with the service’s own counters',
    columns: [
      'Batch',
      'State',
      { title: 'Rows', end: true },
      { title: 'Received', end: true },
      { title: 'Processed', end: true },
      { title: 'Errors', end: true },
      'Sent',
      'Finished',
      'Note',
    ],
  },
} as const

export const stateLabels: Readonly<Record<UploadState, Label>> = {
  running: { text: 'In progress', tone: 'info' },
  waiting: { text: 'Waiting', tone: 'warning' },
  paused: { text: 'Paused', tone: 'warning' },
  stopped: { text: 'Stopped', tone: 'error' },
  undecided: { text: 'Needs your answer', tone: 'warning' },
  cancelling: { text: 'Cancelling', tone: 'neutral' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  complete: { text: 'Complete', tone: 'good' },
}

export const batchLabels: Readonly<Record<BatchState, Label>> = {
  planned: { text: 'Queued', tone: 'neutral' },
  sending: { text: 'Sending', tone: 'info' },
  unknown: { text: 'Verifying', tone: 'warning' },
  processing: { text: 'Processing', tone: 'info' },
  complete: { text: 'Complete', tone: 'good' },
  refused: { text: 'Rejected', tone: 'error' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
}

const trackedSentence = (accepted: number): string =>
  accepted === 0
    ? 'No customers are tracked from this upload.'
    : `${plural(accepted, 'customer is', 'customers are')} tracked.`

export function stateLabelOf({ state, duplicates, rows }: Pick<UploadSummary, 'state' | 'duplicates' | 'rows'>): Label {
  const label = stateLabels[duplicates > 0 ? 'undecided' : state]
  if (!hasEnded(state) || duplicates > 0 || rows.withErrors === 0) return label
  return { text: `${label.text}, ${formatCount(rows.withErrors)} to fix`, tone: 'warning' }
}

/** The state as a sentence: what is going on, and whether the user must act. */
export function stateSentence(upload: UploadSummary): string {
  const { rows, progress, duplicates } = upload
  if (duplicates > 0) return questionsText.duplicates.sentence(duplicates)
  switch (upload.state) {
    case 'running':
      return `${formatCount(progress.done)} of ${plural(progress.total, 'row')} processed.`
    case 'waiting': {
      const until = formatMoment(upload.waiting?.until ?? null)
      const reason = upload.waiting?.reason ?? 'Waiting for the service.'
      if (upload.waiting?.atLatest && until) return `${reason} Until ${until} at the latest.`
      return `${reason} ${until ? `Retries automatically at ${until}.` : 'Retries automatically.'}`
    }
    case 'paused':
      return `Nothing more is sent until you resume. ${formatCount(progress.done)} of ${plural(progress.total, 'row')} processed.`
    case 'stopped':
      return 'No rows are lost. Resume continues where it stopped.'
    case 'undecided':
      return upload.rejectedRows > 0
        ? 'The service rejected rows. Decide whether they are left out. Until then, they aren’t sent.'
        : 'It isn’t known whether a batch arrived. Check and answer. Until then, it isn’t sent again.'
    case 'cancelling':
      return 'Checking which rows were processed.'
    case 'cancelled':
    case 'complete':
      return upload.undone ? undoneSentence(upload.undone) : trackedSentence(rows.accepted)
    default:
      return assertNever(upload.state)
  }
}

function completeText({ rows: { failed, inProcess, notSent, pending, withErrors } }: UploadSummary): string {
  if (pending > 0)
    return `${plural(pending, 'row')} of a later upload ${pending === 1 ? 'is' : 'are'} waiting to be sent.`
  if (inProcess > 0) {
    return `${plural(inProcess, 'row')} not listed by the service yet. Forecourt keeps checking.`
  }
  if (failed > 0) return `${plural(failed, 'row')} failed.`
  if (notSent > 0) return `${plural(notSent, 'row was', 'rows were')} rejected and left out.`
  return withErrors > 0 ? 'No sent row failed.' : 'No rows failed.'
}

/** The heading on the page of an upload, and what it means for the user. */
export function headline(upload: UploadSummary): { title: string; text: string } {
  const { rows, undone } = upload
  if (undone) return { title: undoneLabel(undone).text, text: undoneSentence(undone) }
  switch (upload.state) {
    case 'running':
      return {
        title: rows.pending > 0 ? 'Sending' : 'All rows sent',
        text: 'Continues in the background.',
      }
    case 'complete':
      return {
        title: trackedSentence(rows.accepted).replace(/\.$/, ''),
        text: completeText(upload),
      }
    case 'cancelled':
      return {
        title: 'Cancelled',
        text: `${trackedSentence(rows.accepted)} Select a number below to see its rows.`,
      }
    default:
      return { title: stateLabels[upload.state].text, text: stateSentence(upload) }
  }
}

/** "42 rows a second, about 2 minutes left"; "" unless the upload runs. */
export function paceText(upload: UploadSummary): string {
  if (upload.state !== 'running') return ''
  return [formatRate(upload.progress.rowsPerSecond), formatTimeLeft(upload.progress.secondsLeft)]
    .filter(Boolean)
    .join(', ')
}

/** "412 rows in the file = 398 tracked + 14 excluded". */
export function rowsSentence({ rows }: Pick<UploadSummary, 'rows'>): string {
  const parts = rowsByOutcome(rows).map(
    ({ outcome, rows: count }) => `${formatCount(count)} ${outcomeNames[outcome].toLowerCase()}`,
  )
  if (rows.skipped > 0) parts.push(`${formatCount(rows.skipped)} skipped`)
  const total = rows.inFile + rows.skipped
  return `${formatCount(total)} ${uploadsText.rowSummary.all(total)} = ${parts.join(' + ') || '0'}`
}

export interface Figure {
  readonly name: string
  readonly value: string
  readonly bad?: boolean
}

/** The figures on the page of an upload: its end when it has ended, else its progress as far as it is known. */
export function figuresOf(upload: UploadSummary): readonly Figure[] {
  const { progress, state, finishedAt } = upload
  if (hasEnded(state)) return [{ name: 'Finished', value: formatMoment(finishedAt) || '–' }]
  const processed = { name: 'Processed', value: `${formatCount(progress.done)} of ${formatCount(progress.total)}` }
  const errors = { name: 'Errors', value: formatCount(progress.errors), bad: progress.errors > 0 }
  if (state !== 'running') return [processed, errors]
  return [
    processed,
    errors,
    { name: 'Speed', value: formatRate(progress.rowsPerSecond) },
    { name: 'Time left', value: formatTimeLeft(progress.secondsLeft) },
  ].filter(({ value }) => value !== '')
}

const announceEachPercent = 25

/** What a screen reader announces when `now` follows `before`: each new state, and each quarter of the progress. */
export function announcement(before: Upload | UploadSummary | null, now: Upload | UploadSummary): string | null {
  if (before?.state !== now.state) {
    const { title, text } = headline(now)
    return `${title}. ${text}`
  }
  if (now.state !== 'running') return null
  const quarter = Math.floor(percentProcessed(now) / announceEachPercent)
  if (quarter === 0 || quarter === Math.floor(percentProcessed(before) / announceEachPercent)) return null
  return `${quarter * announceEachPercent} percent processed, ${plural(now.progress.errors, 'error')}.`
}

import type { Customer } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { assertNever } from '../../../contract/result.ts'
import type { RowOutcome, UploadState, UploadSummary } from '../../../contract/uploads.ts'
import type { BatchState } from '../../../contract/upload-batch.ts'
import { formatCount, formatMoment, formatPlate, formatRate, formatTimeLeft, plural } from '../../ui/format.ts'
import { questionsText } from './questions-text.ts'
import { undoneLabel, undoneSentence } from './undone-text.ts'
import { rowsByOutcome } from './upload-state.ts'

export type Tone = 'neutral' | 'good' | 'warning' | 'error' | 'info'

interface Label {
  readonly text: string
  readonly tone: Tone
}

/** The texts of the upload history and of one upload. */
export const uploadsText = {
  list: {
    title: 'Upload history',
    subtitle: (open: number, all: number) =>
      open > 0
        ? `${plural(open, 'upload')} in progress. Uploads continue in the background.`
        : `${plural(all, 'upload')}, none in progress.`,
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
      `${upload.fileName || 'Made elsewhere'}, ${regionNames[upload.region]}, started ${formatMoment(upload.createdAt)}`,
    loading: 'Loading the upload',
    notFound: {
      title: 'Upload not found',
      text: 'It may belong to another connection. The current connection is shown at the top.',
    },
    allUploads: 'All uploads',
    importMore: 'Import more',
    goToCustomers: 'Go to customers',
    cancel: 'Cancel upload',
    resume: 'Resume',
    retryNow: 'Retry now',
    views: 'Details of the upload',
    showRows: 'Show all rows',
    hideRows: 'Hide rows',
    showBatches: (count: number) => `Show ${plural(count, 'batch', 'batches')}`,
    hideBatches: 'Hide batches',
    download: ({ outcome, rows }: { outcome: RowOutcome; rows: number }) =>
      `Download ${outcomeNames[outcome].toLowerCase()} rows (${formatCount(rows)})`,
    retry: ({ outcome, rows }: { outcome: RowOutcome; rows: number }) =>
      `Retry ${outcomeNames[outcome].toLowerCase()} rows (${formatCount(rows)})`,
    downloadText: (outcome: RowOutcome) =>
      outcome === 'accepted'
        ? 'The rows as in your file.'
        : 'Each row has its reason. Corrected and opened again, the rows join this upload.',
    excelNote: (outcome: RowOutcome) =>
      outcome === 'accepted' ? 'keeps leading zeros' : 'errors are red, reasons amber',
    downloaded: (rows: number, fileName: string) => `Saved ${plural(rows, 'row')} to ${fileName}.`,
  },
  cancelling: {
    title: (name: string) => `Cancel ${name}?`,
    text({
      rows: { pending, inProcess, accepted },
      madeElsewhere,
    }: Pick<UploadSummary, 'rows' | 'madeElsewhere'>): string {
      const parts = [
        pending > 0 ? `${plural(pending, 'row')} not sent yet will stay on this PC.` : '',
        inProcess > 0
          ? `The service is asked to stop processing ${plural(inProcess, 'row')}; some may still become customers.`
          : '',
        accepted > 0 ? `${plural(accepted, 'tracked customer stays', 'tracked customers stay')}.` : '',
        madeElsewhere
          ? 'The row summary then shows how many rows were processed.'
          : 'The row summary then shows the outcome of every row.',
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
    text: 'These customers were created by this upload. The service stops watching for their cars and deletes their sightings. You can restore them from the bin.',
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
    text: (name: string, title: string) => `${name}: ${title}.`,
    open: 'Open upload',
  },
  progress: {
    title: 'Progress',
    label: (name: string) => `Progress of ${name}`,
    rows: (done: number, total: number) => `${formatCount(done)} of ${plural(total, 'row')}`,
    excludedBeforeSending: (rows: number) =>
      `${plural(rows, 'row was', 'rows were')} excluded before sending: already in your customers.`,
    paidLookups: (count: number, isFinal: boolean) =>
      `Missing VINs: ${isFinal ? '' : 'at most '}${plural(count, 'paid look-up')}.`,
  },
  rowSummary: {
    title: 'Row summary',
    all: (count: number, madeElsewhere: boolean) =>
      `${count === 1 ? 'row' : 'rows'} ${madeElsewhere ? 'at the service' : 'in the file'}`,
    skipped: 'skipped',
    show: ({ outcome, rows }: { outcome: RowOutcome; rows: number }) =>
      `${formatCount(rows)} ${outcomeNames[outcome].toLowerCase()}: show these rows`,
  },
  rows: {
    title: 'Rows by outcome',
    filter: 'Show rows',
    all: 'All',
    empty: 'No rows',
    correct: (rows: number) => (rows < 2 ? 'Correct row' : `Correct ${plural(rows, 'row')}`),
    correctHint: 'Select a row that was not sent or failed to correct it.',
    notCorrectable: 'This row needs no correction.',
    tooMany: 'Select fewer rows.',
    notKnown: {
      title: 'These rows aren’t known on this PC',
      text: 'The upload was made elsewhere. The service only gives their number.',
    },
    columns: { row: 'Row', outcome: 'Outcome', rego: 'Rego', vin: 'VIN', clientName: 'Name', reason: 'Reason' },
  },
  batches: {
    title: 'Batches',
    caption: 'Batches with the service’s own counters',
    columns: ['Batch', 'State', 'Rows', 'Received', 'Processed', 'Errors', 'Sent', 'Finished', 'Note'],
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

export const outcomeNames: Readonly<Record<RowOutcome, string>> = {
  accepted: 'Tracked',
  'in-process': 'Processing',
  pending: 'Queued',
  failed: 'Failed',
  'not-processed': 'Cancelled',
  'not-sent': 'Not sent',
  excluded: 'Excluded',
}

const trackedSentence = (accepted: number): string =>
  accepted === 0
    ? 'No customers are tracked from this upload.'
    : `${plural(accepted, 'customer is', 'customers are')} tracked.`

export const stateLabelOf = ({ state, duplicates }: Pick<UploadSummary, 'state' | 'duplicates'>): Label =>
  stateLabels[duplicates > 0 ? 'undecided' : state]

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

function completeText({ rows: { failed, inProcess, notSent }, corrected = 0, madeElsewhere }: UploadSummary): string {
  if (inProcess > 0) {
    return `${plural(inProcess, 'row')} not listed by the service yet. Forecourt keeps checking.`
  }
  if (failed === 0) {
    return notSent === 0 ? 'No rows failed.' : `${plural(notSent, 'row was', 'rows were')} rejected and left out.`
  }
  if (corrected > 0) return `${plural(failed, 'row')} failed, ${formatCount(corrected)} corrected.`
  return `${plural(failed, 'row')} failed. ${madeElsewhere ? 'The service does not say why.' : 'See the reasons below.'}`
}

/** The heading on the page of an upload, and what it means for the user. */
export function headline(upload: UploadSummary): { title: string; text: string } {
  const { rows, undone } = upload
  if (undone) return { title: undoneLabel(undone).text, text: undoneSentence(undone) }
  switch (upload.state) {
    case 'running':
      return {
        title: rows.pending > 0 ? 'Sending' : 'All rows sent',
        text: 'Continues in the background, even after a restart.',
      }
    case 'complete':
      return {
        title: trackedSentence(rows.accepted).replace(/\.$/, ''),
        text: completeText(upload),
      }
    case 'cancelled':
      return {
        title: 'Cancelled',
        text: `${trackedSentence(rows.accepted)}${upload.madeElsewhere ? '' : ' See the outcome of every row below.'}`,
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

/** "412 rows in the file = 398 tracked + 14 excluded". Of an upload made elsewhere, no file is known. */
export function rowsSentence({
  rows,
  madeElsewhere,
  corrected = 0,
}: Pick<UploadSummary, 'rows' | 'madeElsewhere' | 'corrected'>): string {
  const parts = rowsByOutcome(rows).map(
    ({ outcome, rows: count }) =>
      `${formatCount(count)} ${outcomeNames[outcome].toLowerCase()}${outcome === 'failed' && corrected > 0 ? ` (${formatCount(corrected)} corrected)` : ''}`,
  )
  if (rows.skipped > 0) parts.push(`${formatCount(rows.skipped)} skipped`)
  const total = rows.inFile + rows.skipped
  return `${formatCount(total)} ${uploadsText.rowSummary.all(total, madeElsewhere)} = ${parts.join(' + ') || '0'}`
}

export const announceProgress = (percent: number, errors: number): string =>
  `${percent} percent processed, ${plural(errors, 'error')}.`

export interface Figure {
  readonly name: string
  readonly value: string
  readonly bad?: boolean
}

const calculating = 'Calculating…'

/** The figures on the page of an upload: of the result when it has ended, of the progress before. */
export function figuresOf(upload: UploadSummary): readonly Figure[] {
  const { progress, rows, state, finishedAt, corrected = 0 } = upload
  const processed = { name: 'Processed', value: `${formatCount(progress.done)} of ${formatCount(progress.total)}` }
  const errors = { name: 'Errors', value: formatCount(progress.errors), bad: progress.errors > 0 }
  switch (state) {
    case 'complete':
    case 'cancelled':
      return [
        { name: 'Tracked', value: plural(rows.accepted, 'customer') },
        {
          name: 'Failed',
          value: `${plural(rows.failed, 'row')}${corrected > 0 ? `, ${formatCount(corrected)} corrected` : ''}`,
          bad: rows.failed > corrected,
        },
        state === 'cancelled' || rows.notSent > 0
          ? {
              name: state === 'cancelled' ? 'Cancelled or not sent' : 'Not sent',
              value: plural(rows.notProcessed + rows.notSent, 'row'),
            }
          : processed,
        { name: 'Finished', value: formatMoment(finishedAt) || '–' },
      ]
    case 'running':
      return [
        processed,
        errors,
        { name: 'Speed', value: formatRate(progress.rowsPerSecond) || calculating },
        { name: 'Time left', value: formatTimeLeft(progress.secondsLeft) || calculating },
      ]
    default:
      return [processed, errors]
  }
}

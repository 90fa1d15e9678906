import type { RowOutcome, UploadSummary } from '../../../contract/uploads.ts'
import type { UploadUndone } from '../../../contract/upload-history.ts'
import { formatCount, plural, formatMoment } from '../../ui/format.ts'
import type { RowCount } from './upload-state.ts'

export const outcomeNames: Readonly<Record<RowOutcome, string>> = {
  accepted: 'Tracked',
  'in-process': 'Processing',
  pending: 'Queued',
  failed: 'Failed',
  'not-processed': 'Cancelled',
  'not-sent': 'Not sent',
  'with-errors': 'Not sent: errors',
  updated: 'Updated',
  excluded: 'Excluded',
}

/** The texts of a finished upload: its result, its menu and its downloads. */
export const resultText = {
  excludedBeforeSending: (rows: number) =>
    `${plural(rows, 'row was', 'rows were')} excluded before sending: already in your customers.`,
  paidLookups: (count: number, isFinal: boolean) =>
    `Missing VINs: ${isFinal ? '' : 'at most '}${plural(count, 'paid look-up')}.`,
  menu: {
    label: 'More',
    download: 'Download rows',
    batches: 'Show or hide batches',
    details: 'Show or hide details',
    importMore: 'Import more',
  },
  result: {
    title: 'Result',
    /** After the number of cars. */
    forSale: (cars: number) => `of your customers’ cars ${cars === 1 ? 'is' : 'are'} for sale right now.`,
    noPrice: 'No price',
    seeCalls: 'See the calls',
    customers: 'Go to customers',
    cars: 'Cars for sale',
    unnamed: 'Customer without a name',
    toDo: 'Rows to look after',
    left: ({ outcome, rows }: RowCount): string => {
      const one = rows === 1
      switch (outcome) {
        case 'with-errors':
          return `${plural(rows, 'row')} ${one ? 'needs' : 'need'} fixing.`
        case 'failed':
          return `${plural(rows, 'row')} failed.`
        case 'not-processed':
          return `${plural(rows, 'row')} ${one ? 'was' : 'were'} cancelled.`
        default:
          return `${plural(rows, 'row')} ${one ? 'was' : 'were'} not sent.`
      }
    },
    open: ({ outcome, rows }: RowCount) => (outcome === 'with-errors' ? `Fix ${plural(rows, 'row')}` : 'Retry'),
    openName: ({ outcome, rows }: RowCount) =>
      outcome === 'with-errors'
        ? `Fix ${plural(rows, 'row')}`
        : `Retry ${formatCount(rows)} ${outcomeNames[outcome].toLowerCase()} ${rows === 1 ? 'row' : 'rows'}`,
    excluded: 'Why rows are excluded',
    joins: 'These rows joined',
    notes: (upload: UploadSummary): string[] => {
      const { joined = 0, excludedBeforeSending, lookUpMissingVins, paidLookups, rows } = upload
      return [
        joined > 0
          ? `${plural(joined, 'tracked row was', 'tracked rows were')} sent later and joined this upload.`
          : '',
        rows.updated > 0 ? `${plural(rows.updated, 'existing customer was', 'existing customers were')} updated.` : '',
        excludedBeforeSending > 0 ? resultText.excludedBeforeSending(excludedBeforeSending) : '',
        lookUpMissingVins && paidLookups > 0 ? resultText.paidLookups(paidLookups, upload.state === 'complete') : '',
      ].filter(Boolean)
    },
  },
  download: {
    title: 'Download rows',
    rows: 'Which rows',
    option: ({ outcome, rows }: RowCount) => ({
      value: outcome,
      label: `${outcomeNames[outcome]} (${formatCount(rows)})`,
    }),
    text: (outcome: RowOutcome) =>
      outcome === 'accepted'
        ? 'The rows as in your file, with the numbers of people marked Do Not Contact.'
        : 'The rows as in your file, each with its reason, and with the numbers of people marked Do Not Contact. Corrected and opened again, the rows join this upload.',
    excelNote: (outcome: RowOutcome) =>
      outcome === 'accepted' ? 'keeps leading zeros' : 'errors are red, reasons amber',
    done: (rows: number, fileName: string) => `Saved ${plural(rows, 'row')} to ${fileName}.`,
    cancel: 'Cancel',
  },
} as const

/** Whether an upload is undone, as a tag. */
export function undoneLabel({ left, deleting }: UploadUndone): {
  readonly text: string
  readonly tone: 'neutral' | 'info' | 'warning'
} {
  if (left === 0) return { text: 'Undone', tone: 'neutral' }
  return deleting > 0 ? { text: 'Undoing', tone: 'info' } : { text: 'Partly undone', tone: 'warning' }
}

/** The same as a sentence. */
export function undoneSentence({ at, left, deleting }: UploadUndone): string {
  const when = `Undone on ${formatMoment(at)}.`
  if (left === 0) return `${when} Its customers were deleted.`
  if (deleting > 0) return `${when} ${plural(deleting, 'customer is', 'customers are')} still being deleted.`
  return `${when} ${plural(left, 'customer is', 'customers are')} still in the list.`
}

/** What undoing, cancelling or withdrawing an upload leaves as it is. */
export const updatesStay = (updated: number): string =>
  `${plural(updated, 'update of an existing customer stays', 'updates of existing customers stay')}. You can undo ${updated === 1 ? 'it' : 'them'} in Customers.`

/** What paid look-ups of an upload cost when its rows are sent once more; "" where it makes none. */
export const lookupsStay = ({
  lookUpMissingVins,
  paidLookups,
}: Pick<UploadSummary, 'lookUpMissingVins' | 'paidLookups'>): string =>
  lookUpMissingVins && paidLookups > 0
    ? 'Look-ups already made stay charged. Sending these rows again may be charged again.'
    : ''

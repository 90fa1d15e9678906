import type { SameFileUpload } from '../../contract/upload-history.ts'
import type { UploadSummary } from '../../contract/uploads.ts'
import { formatDateTime } from '../../contract/calendar-date.ts'
import { rowText } from '../../contract/row-id.ts'
import { formatNumber } from '../../contract/regional-format.ts'

type NoticedUpload = Pick<UploadSummary, 'name' | 'rows' | 'failure' | 'duplicates' | 'rejectedRows'>

/**
 * All sentences of uploads that core writes. Notes and reasons are stored with a batch or row; old ones keep their
 * wording.
 */
export const uploadMessages = {
  notes: {
    lost: 'No answer was received for this batch. Forecourt checks the service for its rows before sending anything again.',
    lostWithoutReferences: 'No answer was received for this batch, and its rows have no references to check for.',
    referencesNotReturned:
      'No answer was received for this batch, and the service doesn’t return the references of its rows.',
    found: 'No answer was received for this batch, but its rows were found at the service.',
    foundAtStart: 'Forecourt had no record of sending these rows, but they were found at the service.',
    maybeSent: 'The service has customers like these rows, and Forecourt has no record of sending them.',
    resent: 'No answer was received for this batch and its rows weren’t found at the service. It is sent again.',
    userSaidReceived: 'You confirmed that the service received this batch.',
    userSaidNotReceived: 'You confirmed that the service didn’t receive this batch. It is sent again.',
    halved: (reason: string) => `${asSentence(reason)} The batch is sent in two halves.`,
    apart: (reason: string, named: number) =>
      `${asSentence(reason)} ${named === 1 ? 'The row that it names is' : `The ${formatNumber(named)} rows that it names are`} sent apart from the others.`,
    smaller: (size: number) =>
      `The service doesn’t accept so many rows at once. Each batch has at most ${formatNumber(size)} ${size === 1 ? 'row' : 'rows'} from now on.`,
    duplicatesDeleted: (rows: number) =>
      rows === 1
        ? 'One row was received twice. The duplicate was deleted at the service.'
        : `${formatNumber(rows)} rows were received twice. The duplicates were deleted at the service.`,
    duplicatesKept: (rows: number) =>
      rows === 1
        ? 'One row was received twice. You kept both customers.'
        : `${formatNumber(rows)} rows were received twice. You kept both customers of each.`,
  },
  /** Notifications of the system: anyone who passes may read them, so they name no customer. */
  notices: {
    complete: ({ name, rows }: NoticedUpload) => ({
      title: 'Upload complete',
      body: [
        `${name}: ${formatNumber(rows.accepted)} ${rows.accepted === 1 ? 'customer' : 'customers'} tracked.`,
        rows.failed > 0 ? `${rowsOf(rows.failed)} failed.` : '',
        rows.withErrors > 0 ? `${rowsOf(rows.withErrors)} ${rows.withErrors === 1 ? 'needs' : 'need'} fixing.` : '',
      ]
        .filter(Boolean)
        .join(' '),
    }),
    stopped: ({ name, failure }: NoticedUpload) => ({
      title: 'Upload stopped',
      body: `${name}: ${failure?.message ?? 'Open it to continue.'}`,
    }),
    undecided: ({ name, rejectedRows }: NoticedUpload) => ({
      title: 'Upload needs your answer',
      body:
        rejectedRows === 0
          ? `${name}: it isn’t known whether a batch arrived.`
          : `${name}: the service rejected ${formatNumber(rejectedRows)} ${rejectedRows === 1 ? 'row' : 'rows'}.`,
    }),
    duplicates: ({ name, duplicates }: NoticedUpload) => ({
      title: 'Upload needs your answer',
      body: `${name}: ${formatNumber(duplicates)} ${duplicates === 1 ? 'customer exists' : 'customers exist'} twice at the service.`,
    }),
  },
  duplicatesDeleted: (upload: string, rows: number): string =>
    rows === 1
      ? `The service had one customer of “${upload}” twice. The duplicate was moved to the bin.`
      : `The service had ${formatNumber(rows)} customers of “${upload}” twice. The duplicates were moved to the bin.`,
  /** Why an answer about a lost batch without references is recommended. */
  recommendations: {
    arrived: (found: number, rows: number): string =>
      found === rows
        ? 'All rows are in the customer list.'
        : `${formatNumber(found)} of ${formatNumber(rows)} rows are in the customer list, so the batch arrived. The others will be looked for again.`,
    'not-arrived': (_found: number, _rows: number): string =>
      'None of the rows has appeared in the customer list for 10 minutes.',
    later: (found: number, rows: number): string =>
      found === 0
        ? 'None of the rows is in the customer list yet. The service may still be processing them.'
        : `${formatNumber(found)} of ${formatNumber(rows)} rows are in the customer list. More may follow.`,
  },
  reasons: {
    notFound: 'Not found at the service. Forecourt looks again with each refresh of the customer list.',
    failed: 'The service rejected this row without giving a reason.',
    rejected: (words: string | null) =>
      words === null ? uploadMessages.reasons.failed : `The service rejected this row: “${words}”`,
    notListed: 'The service has processed this row, but doesn’t list it yet. Forecourt keeps checking.',
    unreadable: 'The service created this customer, but its record can’t be read.',
    someUnreadable:
      'The service created some of these rows and rejected others. Their records can’t be read, so it isn’t known which.',
    maybeUnreadable: 'Some customers at the service can’t be read, so it isn’t known whether this row is one of them.',
    notCreated: 'The service didn’t process this row.',
    notProcessed: 'Cancelled before the service processed this row.',
    notSent: 'Cancelled before it was sent.',
    knownCustomer: 'Already in your customers',
    expired: 'The expiry date has passed, so the service has deleted the customer.',
  },
  refreshing: (read: number) =>
    read === 0 ? 'Refreshing the customer list' : `Refreshing the customer list: ${formatNumber(read)} read`,
  /** Why Forecourt has paused an upload. */
  restored: {
    message: 'Your data was restored, so this upload was paused. Some of its rows may have been sent since.',
    kept: 'Nothing is sent until you resume it.',
    next: 'Resume: Forecourt looks for the rows at the service first, and sends only those that aren’t there.',
  },
  waiting: {
    offline: 'You’re offline.',
    restOfLost: (found: number, rows: number) =>
      `${formatNumber(found)} of the ${rowsOf(rows)} of a batch are in the customer list, and Forecourt looks for the others. Rows that don’t appear get no result, and are looked for with each refresh of the list.`,
    standing: (since: Date, processed: number, found: number, rows: number) =>
      `The service has made no progress on a batch of ${rowsOf(rows)} since ${formatDateTime(since)}: it reports ${formatNumber(processed)} as processed, and ${formatNumber(found)} are in the customer list. Forecourt keeps checking.`,
    uploadPaused: (received: number, rows: number) =>
      `The service has stopped at ${formatNumber(received)} of the ${rowsOf(rows)} of a batch. Forecourt waits for it to continue.`,
    foundAtStart: 'Some rows were already at the service. Forecourt checks again for more before it sends the rest.',
    listNotRefreshed: (reason: string) => `${reason} The customer list is refreshed before the first row is sent.`,
    listLate: 'The service has processed the rows, but doesn’t list all of them yet. Forecourt keeps checking.',
    countersUnreadable: 'The service’s progress counters can’t be read. Forecourt keeps checking.',
  },
  errors: {
    rowsKept: 'All rows are saved. Nothing is sent twice.',
    noRows: 'There are no such rows in this upload.',
    uploadNotFound: 'This upload is no longer in Forecourt.',
    connectionNotFound: 'The connection for this spreadsheet is no longer in Forecourt.',
    rowsEmptied: {
      message: 'The rows of this upload were deleted because of their age.',
      next: 'Import the original file again if you need them.',
    },
    alreadySending: 'This spreadsheet is already being sent.',
    nothingToSend: 'This spreadsheet has no rows to send.',
    draftKept: 'The spreadsheet wasn’t changed.',
    fixOrInclude: 'Fix the rows with errors, or include excluded rows.',
    nothingSent: 'Nothing was sent.',
    rowsChanged: {
      excluded: (known: number, left: number) =>
        `${rowsText(known)} already in your customers and ${known === 1 ? 'is' : 'are'} excluded. ${rowsText(left)} left to send.`,
      addedAgain: (known: number) =>
        `${rowsText(known)} already in your customers. Sending adds ${known === 1 ? 'it' : 'them'} again.`,
      updated: (known: number, left: number) =>
        `${rowsText(known)} already in your customers and ${known === 1 ? 'updates that customer' : 'update those customers'}. ${rowsText(left)} left to send.`,
      other: (rows: number) => `The rows have changed: ${rowsText(rows)} left to send.`,
      next: 'Check the numbers, then send again.',
      otherUpdates: 'The changes of existing customers are others now, because the customer list has changed.',
      nextUpdates: 'Check the changes, then send again.',
    },
    listNotRefreshed: {
      message: (reason: string) => `The customer list can’t be refreshed. ${reason}`,
      next: 'Customers that were added elsewhere since its last update may be added twice.',
    },
    knownWhileQueued: {
      message: (known: number) =>
        `${rowsText(known)} already in your customers. Sending adds ${known === 1 ? 'it' : 'them'} again.`,
      next: 'Resume to add them again, or cancel the upload.',
    },
    sameFile: {
      message: ({ name, sentBy, cancelled }: Pick<SameFileUpload, 'name' | 'sentBy' | 'cancelled'>) =>
        `This file was uploaded before${sentBy === undefined ? '' : ` by ${sentBy || 'a colleague'}`}, as “${name}”.${
          cancelled
            ? ` It was cancelled after ${formatNumber(cancelled.sent)} of ${rowsOf(cancelled.all)} were sent.`
            : ''
        }`,
      next: 'Check that upload, then send again.',
    },
    sentBefore: {
      message: (rows: readonly number[]) =>
        `${rowsOf(rows.length)} of this draft ${rows.length === 1 ? 'was' : 'were'} already sent from another draft: ${rowList(rows)}.`,
      next: 'Exclude these rows, or remove this draft.',
    },
    undoOpenUpload: 'This upload, or rows that joined it, haven’t finished.',
    tooLongForWorkbook: {
      message: 'A cell is too long for an Excel workbook.',
      next: 'Download the rows as CSV.',
    },
    undoChanged: {
      message: 'The number of customers has changed.',
      next: 'Check the number, then undo again.',
    },
    creationCancelled: 'Sending was cancelled.',
    alreadyFinished: 'This upload has already finished.',
    nothingToPause: 'All rows of this upload were sent. There is nothing to pause.',
    cannotWithdraw: {
      message: 'Rows of this upload may be at the service, so it can’t become a draft again.',
      next: 'Cancel the upload to stop sending the rest.',
    },
    removeUnfinished: {
      message: 'This upload hasn’t finished.',
      next: 'Cancel it first. You can then remove it from the list.',
    },
    duplicatesChanged: 'There are more duplicates now. Check their number, then decide again.',
    rejectedChanged: 'The service has rejected other rows meanwhile. Check them, then decide again.',
    alreadyResolved: 'This batch has already been resolved.',
  },
} as const

/** The service's words may end a message without a full stop. */
const asSentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

/** "row 4", "rows 2, 5, 9 and more". */
const rowList = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, mostListed).map(rowText).join(', ')}${rows.length > mostListed ? ' and more' : ''}`
const mostListed = 10

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${formatNumber(rows)} rows`)

/** "1 row is", "400 rows are". */
function rowsText(rows: number): string {
  return rows === 1 ? '1 row is' : `${formatNumber(rows)} rows are`
}

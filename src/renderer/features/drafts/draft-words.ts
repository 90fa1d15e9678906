import { formatDate, localDate } from '../../../contract/calendar-date.ts'
import type { Draft, DraftCounts, DraftSummary, RowStatus } from '../../../contract/drafts.ts'
import { formatCount, plural } from '../../ui/format.ts'

export const statusNames: Readonly<Record<RowStatus, string>> = {
  error: 'Error',
  warning: 'To look at',
  ready: 'Ready',
  'left-out': 'Left out',
}

/** "412 rows: 380 ready, 20 to look at, 12 with errors, 5 left out". Parts that are nought are not said. */
export function countsSentence(counts: DraftCounts): string {
  if (counts.rows === 0) return 'No rows with a customer yet'
  const parts = [
    counts.ready > 0 ? `${formatCount(counts.ready)} ready` : '',
    counts.warning > 0 ? `${formatCount(counts.warning)} to look at` : '',
    counts.error > 0 ? `${formatCount(counts.error)} with errors` : '',
    counts.leftOut > 0 ? `${formatCount(counts.leftOut)} left out` : '',
  ].filter(Boolean)
  return `${plural(counts.rows, 'row')}: ${parts.join(', ')}`
}

/** Rows that go when she presses Send: those that are ready and those that are only worth a look. */
export const rowsToSend = (counts: DraftCounts): number => counts.ready + counts.warning

export interface SumPart {
  readonly key: 'send' | 'error' | 'left-out'
  readonly rows: number
  readonly words: string
}

/** Rows in the file, split without a remainder: to send, with errors, left out. */
export function sendSum(counts: DraftCounts): { total: number; parts: readonly SumPart[] } {
  return {
    total: counts.rows,
    parts: [
      { key: 'send', rows: rowsToSend(counts), words: 'will be sent' },
      {
        key: 'error',
        rows: counts.error,
        words: counts.error === 1 ? 'has an error and stays' : 'have errors and stay',
      },
      { key: 'left-out', rows: counts.leftOut, words: 'left out' },
    ],
  }
}

/** "sold-vehicles.csv" on 21 November 2026 -> "sold-vehicles 21/11/2026": a name that she will know again. */
export function defaultUploadName(fileName: string, today: Date): string {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || 'Customers'
  return `${stem.slice(0, 100)} ${formatDate(localDate(today))}`
}

/** The file in a line: "CSV, UTF-8 with a byte order mark, commas", "Excel workbook, sheet “Sold”". */
export function sourceWords(source: Draft['source']): string {
  if (source.kind === 'xlsx') return `Excel workbook, sheet “${source.sheet}”`
  return ['CSV', source.encoding, source.delimiter].filter(Boolean).join(', ')
}

/** What still keeps the upload from being sent; null when it can go. */
export function whyNotReady(draft: Draft): string | null {
  const targets = new Set(draft.columns.map((column) => column.target))
  if (!targets.has('rego') && !targets.has('vin') && !targets.has('rego_and_state')) {
    return 'Say which column holds the rego or the VIN: without one of them a car cannot be found again.'
  }
  if (rowsToSend(draft.counts) === 0) {
    return draft.counts.rows === 0 ? 'This sheet has no rows with a customer.' : 'No row is ready to be sent yet.'
  }
  return null
}

export const stepNames: Readonly<Record<DraftSummary['step'], string>> = {
  columns: 'Columns',
  check: 'Check',
  send: 'Send',
}

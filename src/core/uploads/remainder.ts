import type { RowOutcome } from '../../contract/uploads.ts'
import { csvLines, csvStart } from '../export/csv-text.ts'
import { reasonHeader, rowHeader, uploadHeader, uploadIdentity } from '../drafts/mapping/reimport.ts'
import type { RemainderRow } from './journal-queries.ts'

/**
 * The remainder as a CSV text for Excel: UTF-8 with a byte order mark, CRLF, the original columns between row number
 * and reason, and at the end the identity of the upload: a corrected file joins it.
 */
export function remainderCsv(uploadId: string, header: readonly string[], rows: readonly RemainderRow[]): string {
  const width = rows.reduce((widest, { original }) => Math.max(widest, original.length), header.length)
  const padded = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_, column) => cells[column] ?? '')
  const lines = [
    [rowHeader, ...padded(header), reasonHeader, uploadHeader],
    ...rows.map(({ row, original, reason }) => [row, ...padded(original), reason, uploadIdentity(uploadId)]),
  ]
  return csvStart + csvLines(lines)
}

const outcomeLabels: Readonly<Record<RowOutcome, string>> = {
  accepted: 'tracked rows',
  'in-process': 'rows in process',
  pending: 'queued rows',
  failed: 'failed rows',
  'not-processed': 'cancelled rows',
  'not-sent': 'rows not sent',
  'left-out': 'excluded rows',
}

/**
 * "march.xlsx" becomes "march - failed rows.csv" (all outcomes: "march - remainder.csv"), without characters that a
 * file name cannot have.
 */
export function remainderFileName(fileName: string, outcome: RowOutcome | null): string {
  const stem =
    fileName
      .replace(/\.[^.]{1,5}$/, '')
      .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
      .trim() || 'upload'
  return `${stem} - ${outcome === null ? 'remainder' : outcomeLabels[outcome]}.csv`
}

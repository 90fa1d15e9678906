import type { RowOutcome } from '../../contract/uploads.ts'
import { rowText } from '../../contract/row-id.ts'
import { csvLines, csvStart } from '../export/csv-text.ts'
import { ownColumns, reasonHeader, rowHeader, uploadHeader, uploadIdentity } from '../drafts/mapping/reimport.ts'
import type { RemainderRow } from './journal-rows.ts'

/**
 * The remainder as a CSV text for Excel: UTF-8 with a byte order mark, CRLF, the original columns between row number
 * and reason, and at the end the identity of the upload: a corrected file joins it. A row of several sheets or cars is named
 * as in a sentence, which no spreadsheet program changes.
 */
export const remainderCsv = (uploadId: string, header: readonly string[], rows: readonly RemainderRow[]): string =>
  [...remainderTexts(uploadId, header, rows)].join('')

/** Rows that are written at once. */
const rowsPerText = 500

/** The same in pieces. */
export function* remainderTexts(
  uploadId: string,
  header: readonly string[],
  rows: readonly RemainderRow[],
): Generator<string> {
  // The columns that an earlier file of this kind had name rows of another upload.
  const own = ownColumns(header)
  const width = rows.reduce((widest, { original }) => Math.max(widest, original.length), header.length)
  const padded = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_, column) => cells[column] ?? '').filter((_, column) => !own.has(column))
  yield csvStart + csvLines([[rowHeader, ...padded(header), reasonHeader, uploadHeader]])
  for (let first = 0; first < rows.length; first += rowsPerText) {
    yield csvLines(
      rows
        .slice(first, first + rowsPerText)
        .map(({ row, original, reason }) => [rowText(row), ...padded(original), reason, uploadIdentity(uploadId)]),
    )
  }
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

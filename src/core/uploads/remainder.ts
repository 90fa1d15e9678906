import Papa from 'papaparse'
import type { RemainderRow } from './journal.ts'

/** Names the row of the original file, so that a mended file can be recognised. */
export const rowHeader = 'Forecourt row'
export const reasonHeader = 'Reason'

/** What a spreadsheet program would run as a formula, also behind blanks and in full width (CWE-1236). */
const formulaStart = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/u
/** A number or a phone number in one piece: harmless, and an apostrophe would spoil it. */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)*$/

/** The cell as text that Excel shows and does not run: an apostrophe in front of what would be a formula. */
export function safeCell(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** The remainder as a CSV text for Excel: UTF-8 with a byte order mark, CRLF, the original columns between row number and reason. */
export function remainderCsv(header: readonly string[], rows: readonly RemainderRow[]): string {
  const width = rows.reduce((widest, { original }) => Math.max(widest, original.length), header.length)
  const padded = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_, column) => safeCell(cells[column] ?? ''))
  const lines = [
    [rowHeader, ...padded(header), reasonHeader],
    ...rows.map(({ row, original, reason }) => [String(row), ...padded(original), safeCell(reason)]),
  ]
  return `\ufeff${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}

/** "march.xlsx" to "march – remainder.csv", without what a file name cannot hold. */
export function remainderFileName(fileName: string): string {
  const stem =
    fileName
      .replace(/\.[^.]{1,5}$/, '')
      .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
      .trim() || 'upload'
  return `${stem} – remainder.csv`
}

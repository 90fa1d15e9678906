import Papa from 'papaparse'
import { safeCell } from '../../contract/csv-injection.ts'

export type CsvCell = string | number | null

/** What a CSV text for Excel starts with: the byte order mark says that it is UTF-8. */
export const csvStart = '\ufeff'

/** Rows as CSV lines, each ending with CRLF. No text runs as a formula (`safeCell`). Every CSV file is written with this. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return ''
  const safe = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? safeCell(cell) : (cell ?? ''))))
  return `${Papa.unparse(safe, { newline: '\r\n' })}\r\n`
}

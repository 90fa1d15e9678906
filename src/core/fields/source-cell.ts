import { dateFromParts, formatDate } from '../../contract/calendar-date.ts'
import { fromSerial } from './excel-serial.ts'

/**
 * One cell as in the file, in a form for JSON. Text files give strings only. A workbook also gives numbers, booleans,
 * dates as Excel's serial of the 1900 system (1904 files are shifted when read) with the number format that showed
 * them, and error values. Never a JavaScript Date: a local midnight is another day elsewhere.
 */
export type SourceCell =
  | string
  | number
  | boolean
  | null
  | { readonly serial: number; readonly format: string }
  | { readonly error: string }

/** A cell, and in how many rows of its column it is. */
export interface CountedCell {
  readonly cell: SourceCell
  readonly count: number
}

/** A row of the file: its number as Excel shows it (from 1), and its cells by position. */
export interface SourceRow {
  readonly row: number
  readonly cells: readonly SourceCell[]
}

/** Whether no cell of a row shows anything. */
export const isBlankRow = (cells: readonly SourceCell[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

/** The cell as text for the screen and exports, as a spreadsheet program shows it. */
export function cellText(cell: SourceCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('error' in cell) return cell.error
  return serialText(cell.serial)
}

/** An Excel serial (1900 system) as d/m/yyyy. */
function serialText(serial: number): string {
  return formatDate(dateFromParts(fromSerial(serial)))
}

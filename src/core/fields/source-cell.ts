import { serialText } from './serial-text.ts'

/**
 * One cell as in the file, in a form for JSON. Text files give strings only. A workbook also gives numbers, booleans,
 * dates, times and durations as Excel's serial of the 1900 system (1904 files are shifted when read) with the number
 * format that showed them, and error values. Never a JavaScript Date: a local midnight is another day elsewhere.
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

/** A formula that was saved without its value. */
export const uncalculated = { error: '=?' } as const

/** Whether no cell of a row shows anything. Formulas without values are often copied down far below the last row. */
export const isBlankRow = (cells: readonly SourceCell[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === '') || isUncalculated(cell))

/** By value: cells come from the process that reads files as copies. */
const isUncalculated = (cell: SourceCell): boolean =>
  typeof cell === 'object' && cell !== null && 'error' in cell && cell.error === uncalculated.error

/** The cell as text for the screen and exports, as a spreadsheet program shows it. */
export function cellText(cell: SourceCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('error' in cell) return cell.error
  return serialText(cell.serial, cell.format)
}

/** A number as text: as Excel writes it where it has an exponent (1E-07). */
export const numberText = (value: number): string =>
  String(value).replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)

/** A number with the 15 digits that Excel keeps and shows: 1234.5600000000001 is 1234.56. */
export const fifteenDigits = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? value : Number(value.toPrecision(15))

import type { SourceRow } from '../../fields/source-cell.ts'

/** A rectangle of merged cells: `row` numbers as Excel shows them (from 1), columns from 0, both ends included. */
export interface MergedRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** One sheet as it stood in the file. Rows without any filled cell are left away; the row numbers keep their place. */
export interface SheetRead {
  readonly name: string
  readonly hidden: boolean
  readonly rows: readonly SourceRow[]
  readonly merges: readonly MergedRange[]
  /** Things to know about this sheet: hidden rows, formulas without a value, a likely cut-off. */
  readonly notes: readonly string[]
}

/** A spreadsheet after reading, whatever its coat: nothing in it has been judged yet. */
export interface FileRead {
  readonly kind: 'csv' | 'xlsx'
  /** In words, null for a workbook. */
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly sheets: readonly SheetRead[]
  readonly notes: readonly string[]
}

/** Why a file cannot be read, in words for the person at the desk: what happened, and what to do next. */
export interface FileProblem {
  readonly message: string
  readonly next: string
}

export type FileAnswer =
  | { readonly ok: true; readonly file: FileRead }
  | { readonly ok: false; readonly problem: FileProblem }

export const refuseFile = (message: string, next: string): { readonly ok: false; readonly problem: FileProblem } => ({
  ok: false,
  problem: { message, next },
})

/** A little over the 1,048,576 rows that a sheet of Excel holds; a text file may hold a few more. */
export const maxRows = 1_100_000
export const maxColumns = 1_000
/** What a workbook may grow to when it is unpacked, in bytes: beyond it, it is a trap or not a customer list. */
export const maxInflatedBytes = 1_024 * 1_024 * 1_024

export const tooManyRows = refuseFile(
  `The file holds more than ${maxRows.toLocaleString('en-AU')} rows.`,
  'Split it in your spreadsheet program and open the parts one by one.',
)
export const tooManyColumns = refuseFile(
  `The file holds more than ${maxColumns.toLocaleString('en-AU')} columns.`,
  'Save only the columns that you need, and open that file.',
)

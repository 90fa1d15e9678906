import { dayMs } from '../../../contract/calendar-date.ts'
import { readXlsx, type Cell, type CellValue, type Sheet } from 'hucre/xlsx'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { createCellCutter, shortenText, type CellCutter } from './cell-length.ts'
import { fileNotes, fileProblems } from './file-messages.ts'
import {
  maxCharacters,
  maxColumns,
  maxRows,
  oldExcelRows,
  refuseFile,
  type FileAnswer,
  type SheetRead,
} from './file-read.ts'

/**
 * Reads an .xlsx into its sheets, in their order. Dates become Excel's serials of the 1900 system (what `Date` a
 * library gives is UTC midnight of the day that is written, also in 1904 files); formulas give the value that Excel
 * saved with them.
 */
export async function readWorkbook(name: string, bytes: Uint8Array): Promise<FileAnswer> {
  let sheets: readonly Sheet[]
  try {
    sheets = (await readXlsx(bytes, { readStyles: true })).sheets
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Too long for a string or an array of the JavaScript engine.
    if (error instanceof RangeError) return refuseFile(fileProblems.tooMuchText(name))
    return refuseFile(fileProblems.damagedWorkbook(name))
  }
  let characters = 0
  const read: SheetRead[] = []
  for (const sheet of sheets) {
    if (sheet.rows.length > maxRows) return refuseFile(fileProblems.tooManyRows(maxRows))
    const answer = readSheet(sheet, maxCharacters - characters)
    if (answer === null) return refuseFile(fileProblems.tooMuchText(name))
    characters += answer.characters
    if (answer.sheet.rows.some((row) => row.cells.length > maxColumns))
      return refuseFile(fileProblems.tooManyColumns(maxColumns))
    read.push(answer.sheet)
  }
  if (read.every((sheet) => sheet.rows.length === 0)) return refuseFile(fileProblems.noCells(name))
  return { ok: true, file: { kind: 'xlsx', encoding: null, delimiter: null, sheets: read, notes: [] } }
}

/** One sheet and the number of characters in its cells, or null when these are more than `maxSheetCharacters`. */
function readSheet(sheet: Sheet, maxSheetCharacters: number): { sheet: SheetRead; characters: number } | null {
  const rows: SourceRow[] = []
  const cutter = createCellCutter()
  let characters = 0
  let hiddenRows = 0
  let uncalculated = 0
  for (const [index, values] of sheet.rows.entries()) {
    const cells: SourceCell[] = []
    for (const [column, value] of values.entries()) {
      const cell = mayDiffer(value) ? sheet.cells?.get(`${index},${column}`) : undefined
      if (cell?.formula !== undefined && (value === null || value === undefined)) uncalculated += 1
      const read = readCell(value, cell, cutter, index + 1)
      if (read === null || read === '') continue
      if (typeof read === 'string') characters += read.length
      if (characters > maxSheetCharacters) return null
      while (cells.length < column) cells.push(null)
      cells.push(read)
    }
    if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) continue
    rows.push({ row: index + 1, cells })
    if (sheet.rowDefs?.get(index)?.hidden) hiddenRows += 1
  }
  const notes: string[] = []
  if (hiddenRows > 0) notes.push(fileNotes.hiddenRows(hiddenRows))
  if (uncalculated > 0) notes.push(fileNotes.uncalculated(uncalculated))
  if (cutter.count > 0) notes.push(fileNotes.cutCells(cutter.count, cutter.firstRow))
  if (sheet.rows.length === oldExcelRows) notes.push(fileNotes.sheetCutOff)
  const read: SheetRead = {
    name: shortenText(sheet.name, maxNameLength),
    hidden: sheet.hidden === true || sheet.veryHidden === true,
    rows,
    merges: (sheet.merges ?? []).map((merge) => ({
      firstRow: merge.startRow + 1,
      lastRow: merge.endRow + 1,
      firstColumn: merge.startCol,
      lastColumn: merge.endCol,
    })),
    notes,
  }
  return { sheet: read, characters }
}

/** Longer than any sheet's name (31 characters) and number format (255) of Excel. */
const maxNameLength = 255

/**
 * Whether the library may know more about a cell than its value: a format, a formula, an error. A text has no more,
 * unless it looks like an error.
 */
const mayDiffer = (value: CellValue | undefined): boolean =>
  typeof value === 'string' ? value.startsWith('#') : typeof value !== 'boolean'

function readCell(value: CellValue | undefined, cell: Cell | undefined, cutter: CellCutter, row: number): SourceCell {
  if (value === null || value === undefined) return null
  const format = shortenText(cell?.style?.numFmt ?? '', maxNameLength)
  if (value instanceof Date) return { serial: serialOf(value), format }
  if (cell?.type === 'error' && typeof value === 'string') return { error: shortenText(value, maxNameLength) }
  if (typeof value === 'number') return shownNumber(value, format)
  if (typeof value === 'string') return cutter.cut(value, row).replace(/\r\n?/g, '\n')
  return value
}

/**
 * A number shown with leading zeros (format "0000000000") is a phone number or code: the text that Excel shows is used.
 */
function shownNumber(value: number, format: string): SourceCell {
  const zeros = /^0{2,}$/.test(format) ? format.length : 0
  return zeros > 0 && Number.isInteger(value) && value >= 0 ? String(value).padStart(zeros, '0') : value
}

/** Days since 30 December 1899, as Excel counts from 1 March 1900 on. */
function serialOf(date: Date): number {
  const days = (date.getTime() - Date.UTC(1899, 11, 30)) / dayMs
  return Math.round(days * 1e8) / 1e8
}

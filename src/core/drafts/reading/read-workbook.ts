import { isBlankRow, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { shortenText } from './cell-length.ts'
import { CellTexts } from './cell-texts.ts'
import { type ContentMeter, FileDamagedError, FileTooLargeError } from './content-meter.ts'
import { fileNotes, fileProblems } from './file-messages.ts'
import { type FilePart, type FileProblem, maxColumns, refuseFile, type TriedParts } from './file-read.ts'
import { readNumberFormats } from './number-formats.ts'
import { isTrue, SheetOutline } from './sheet-outline.ts'
import { type CellContext, readCells } from './xlsx-cells.ts'
import { elementsOfPart } from './xlsx-elements.ts'
import { findXlsxParts, readWholePart, type XlsxSheet } from './xlsx-parts.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import { attributesOf } from './xml-text.ts'
import { type ZipPart, zipParts } from './zip-archive.ts'

export interface WorkbookOptions {
  /**
   * `by-number`: rows of a sheet that are not in the order of their numbers end the reading with null. With `any` they
   * are put in order, which takes memory for all rows of a sheet as objects.
   */
  readonly order?: 'by-number' | 'any'
  readonly pieceBytes?: number | undefined
}

/**
 * Reads an .xlsx sheet by sheet, in their order, as it is inflated. Dates become Excel's serials of the 1900 system;
 * formulas give the value that Excel saved with them. Null: see `WorkbookOptions`.
 */
export async function* readWorkbook(
  name: string,
  archive: Uint8Array,
  meter: ContentMeter,
  { order = 'by-number', pieceBytes }: WorkbookOptions = {},
): TriedParts {
  try {
    const parts = zipParts(archive)
    if (!parts) return refuseFile(fileProblems.incomplete(name))
    return yield* readSheets(name, parts, { archive, meter, order, pieceBytes })
  } catch (error) {
    const problem = problemOf(name, error, meter)
    if (!problem) throw error
    return refuseFile(problem)
  }
}

/** The sentence for an error of reading a workbook; null for any other error. */
export function problemOf(name: string, error: unknown, { limits }: ContentMeter): FileProblem | null {
  if (error instanceof FileDamagedError) return fileProblems.damagedWorkbook(name)
  if (error instanceof FileTooLargeError) {
    if (error.limit === 'content') return fileProblems.inflatesTooLarge(name, limits.contentBytes)
    return error.limit === 'cells' ? fileProblems.tooManyCells(limits.cells) : fileProblems.tooMuchText(name)
  }
  // Longer than a string or an array of the JavaScript engine.
  return error instanceof RangeError ? fileProblems.tooMuchText(name) : null
}

interface ReadingContext extends Required<Omit<WorkbookOptions, 'pieceBytes'>> {
  readonly archive: Uint8Array
  readonly meter: ContentMeter
  readonly pieceBytes: number | undefined
}

async function* readSheets(name: string, parts: readonly ZipPart[], context: ReadingContext): TriedParts {
  const { archive, meter } = context
  meter.expectContent(parts.reduce((sum, part) => sum + part.inflatedBytes, 0))
  const { sheets, sharedStrings, styles, from1904 } = await findXlsxParts(archive, parts, meter)
  const formats = styles ? readNumberFormats(await readWholePart(archive, styles, meter)) : []
  const strings = await readSharedStrings(archive, sharedStrings, meter, context)
  let rows = 0
  for (const sheet of sheets) {
    const read = yield* readSheet(sheet, { ...context, strings, formats, from1904 })
    if (!read?.ok) return read
    rows += read.rows
  }
  if (strings.lost > 0 && strings.isEmpty) return refuseFile(fileProblems.lostTexts(name))
  if (rows === 0) return refuseFile(fileProblems.noCells(name))
  const notes = strings.lost > 0 ? [fileNotes.lostTexts(strings.lost)] : []
  return { ok: true, kind: 'xlsx', encoding: null, delimiter: null, notes }
}

type SheetContext = ReadingContext & Pick<CellContext, 'strings' | 'formats' | 'from1904'>

type SheetEnd =
  | { readonly ok: true; readonly rows: number }
  | { readonly ok: false; readonly problem: FileProblem }
  | null

async function* readSheet(
  { name, hidden, part }: XlsxSheet,
  context: SheetContext,
): AsyncGenerator<FilePart, SheetEnd, void> {
  const { archive, meter, order } = context
  yield { kind: 'sheet', name: shortenText(name, maxNameLength), hidden }
  const texts = new CellTexts()
  const outline = new SheetOutline()
  const cellContext = { ...context, texts, onUncalculated: () => outline.addUncalculated() }
  let number = 0
  let lastRow = 0
  let filledRows = 0
  const unordered = new Map<number, SourceCell[]>()
  const options = { ...context, onOther: (xml: string) => outline.readOther(xml) }
  for await (const elements of elementsOfPart(archive, part, meter, 'row', options)) {
    const rows: SourceRow[] = []
    for (const { attributes, content } of elements) {
      const { r, hidden: isHidden } = attributesOf(attributes)
      const stated = Number(r)
      // A row without a number, or with one that no row has, follows the one before.
      number = Number.isSafeInteger(stated) && stated > 0 ? stated : number + 1
      if (number <= lastRow && order === 'by-number') return null
      lastRow = Math.max(lastRow, number)
      if (content === '') continue
      const cells = readCells(content, number, cellContext)
      if (isBlankRow(cells)) continue
      // Two rows of one number are two rows, unless they have parts of one.
      if (overlaps(unordered.get(number), cells)) lastRow = number = lastRow + 1
      if (number > meter.limits.rows) return refuseFile(fileProblems.tooManyRows(meter.limits.rows))
      if (cells.length > maxColumns) return refuseFile(fileProblems.tooManyColumns(maxColumns))
      meter.addRow(cells)
      outline.addRow(number, cells.length, isTrue(isHidden))
      if (order === 'by-number') rows.push({ row: number, cells })
      else addCells(unordered, number, cells)
    }
    filledRows += rows.length
    if (rows.length > 0) yield { kind: 'rows', rows }
  }
  if (unordered.size > 0) {
    const rows = [...unordered].map(([row, cells]) => ({ row, cells })).toSorted((one, other) => one.row - other.row)
    filledRows = rows.length
    yield { kind: 'rows', rows }
  }
  yield { kind: 'sheet-end', ...outline.end(lastRow, texts.notes()) }
  return { ok: true, rows: filledRows }
}

/** Whether a row has other cells in the places of these. */
const overlaps = (known: readonly SourceCell[] | undefined, cells: readonly SourceCell[]): boolean =>
  known?.some((cell, column) => cell !== null && (cells[column] ?? null) !== null) === true

/** Adds the cells of a row to those that it has. */
function addCells(rows: Map<number, SourceCell[]>, row: number, cells: readonly SourceCell[]): void {
  const known = rows.get(row) ?? []
  for (const [column, cell] of cells.entries()) if (cell !== null || column >= known.length) known[column] = cell
  rows.set(row, known)
}

/** Longer than any name of a sheet (31 characters). */
const maxNameLength = 255

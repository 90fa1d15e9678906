import { isBlankRow, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { createCellCutter, shortenText } from './cell-length.ts'
import { FileDamagedError, FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { fileProblems, fileWords } from './file-messages.ts'
import { maxColumns, refuseFile, type FileEnd, type FilePart, type FileProblem, type TriedParts } from './file-read.ts'
import { readNumberFormats, type NumberFormat } from './number-formats.ts'
import { isTrue, SheetOutline } from './sheet-outline.ts'
import { holdsTooManyCells } from './workbook-size.ts'
import { readCells } from './xlsx-cells.ts'
import { findXlsxParts, readWholePart, type XlsxSheet } from './xlsx-parts.ts'
import { elementsOfPart, readSharedStrings } from './xlsx-strings.ts'
import { attributesOf } from './xml-text.ts'
import { zipParts } from './zip-archive.ts'

/**
 * Reads an .xlsx sheet by sheet, in their order, as it is inflated. Dates become Excel's serials of the 1900 system;
 * formulas give the value that Excel saved with them. Null: rows of a sheet are not in the order of their numbers. They
 * are when `order` is `any`, which takes memory for all rows of a sheet as objects.
 */
export async function* readWorkbook(
  name: string,
  bytes: Uint8Array,
  meter: ContentMeter,
  order: RowOrder = 'by-number',
): TriedParts {
  try {
    return yield* readSheets(name, bytes, meter, order)
  } catch (error) {
    const problem = problemOfXlsx(name, error, meter)
    if (!problem) throw error
    return refuseFile(problem)
  }
}

/** The sentence for an error of reading a workbook; null for any other error. */
export function problemOf(name: string, error: unknown, { limits }: ContentMeter): FileProblem | null {
  if (error instanceof FileDamagedError) return fileProblems.damagedWorkbook(name)
  if (error instanceof FileTooLargeError)
    return error.limit === 'cells' ? fileProblems.tooManyCells(limits.cells) : fileProblems.tooMuchText(name)
  // Longer than a string or an array of the JavaScript engine.
  return error instanceof RangeError ? fileProblems.tooMuchText(name) : null
}

type RowOrder = 'by-number' | 'any'
/** The same for an .xlsx, which can be split when it is too large. */
export function problemOfXlsx(name: string, error: unknown, meter: ContentMeter): FileProblem | null {
  const { limits } = meter
  if (!(error instanceof FileTooLargeError) || error.limit === 'text') return problemOf(name, error, meter)
  return error.limit === 'cells'
    ? fileProblems.largeWorkbook(name, fileWords.moreCells(limits.cells))
    : fileProblems.largeWorkbook(name, fileWords.megabytes(limits.contentBytes))
}

interface Workbook {
  readonly order: RowOrder
  readonly archive: Uint8Array
  readonly sharedStrings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
}

async function* readSheets(name: string, archive: Uint8Array, meter: ContentMeter, order: RowOrder): TriedParts {
  const parts = zipParts(archive)
  if (!parts) return refuseFile(fileProblems.incomplete(name))
  meter.expectContent(parts.reduce((sum, part) => sum + part.inflatedBytes, 0))
  const { sheets, sharedStrings, styles, from1904 } = await findXlsxParts(archive, parts, meter)
  if (await holdsTooManyCells(archive, sheets, meter.limits)) throw new FileTooLargeError('cells')
  const workbook: Workbook = {
    order,
    archive,
    sharedStrings: sharedStrings ? await readSharedStrings(archive, sharedStrings, meter) : [],
    formats: styles ? readNumberFormats(await readWholePart(archive, styles, meter)) : [],
    from1904,
  }
  let rows = 0
  for (const sheet of sheets) {
    const read = yield* readSheet(workbook, sheet, meter)
    if (!read?.ok) return read
    rows += read.rows
  }
  if (rows === 0) return refuseFile(fileProblems.noCells(name))
  return { ok: true, kind: 'xlsx', encoding: null, delimiter: null, notes: [] } satisfies FileEnd
}

type SheetEnd =
  | { readonly ok: true; readonly rows: number }
  | { readonly ok: false; readonly problem: FileProblem }
  | null

async function* readSheet(
  { archive, order, ...workbook }: Workbook,
  { name, hidden, part }: XlsxSheet,
  meter: ContentMeter,
): AsyncGenerator<FilePart, SheetEnd, void> {
  yield { kind: 'sheet', name: shortenText(name, maxNameLength), hidden }
  const cutter = createCellCutter()
  const outline = new SheetOutline()
  const context = { ...workbook, cutter, onUncalculated: () => outline.addUncalculated(1) }
  let number = 0
  let lastRow = 0
  let filledRows = 0
  const unordered = new Map<number, SourceCell[]>()
  for await (const elements of elementsOfPart(archive, part, meter, 'row', (xml) => outline.readOther(xml))) {
    const rows: SourceRow[] = []
    for (const { attributes, content } of elements) {
      const { r, hidden: isHidden } = attributesOf(attributes)
      number = r === undefined ? number + 1 : Number(r)
      // Also a number that is none: rows must have different numbers.
      if (!(number > lastRow) && order === 'by-number') return null
      lastRow = Math.max(lastRow, number)
      const cells = content === '' ? [] : readCells(content, number, context)
      if (isBlankRow(cells)) continue
      if (number > meter.limits.rows) return refuseFile(fileProblems.tooManyRows(meter.limits))
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
  yield { kind: 'sheet-end', ...outline.end(lastRow, cutter) }
  return { ok: true, rows: filledRows }
}

/** Adds the cells of a row to those that it has. */
function addCells(rows: Map<number, SourceCell[]>, row: number, cells: readonly SourceCell[]): void {
  const known = rows.get(row) ?? []
  for (const [column, cell] of cells.entries()) if (cell !== null || column >= known.length) known[column] = cell
  rows.set(row, known)
}

/** Longer than any name of a sheet (31 characters). */
export const maxNameLength = 255

import { isBlankRow, type SourceRow } from '../../fields/source-cell.ts'
import type { MergedRange } from '../model/draft-source.ts'
import { createCellCutter, shortenText, type CellCutter } from './cell-length.ts'
import { FileDamagedError, FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { fileNotes, fileProblems } from './file-messages.ts'
import {
  maxCells,
  maxColumns,
  maxRows,
  oldExcelRows,
  refuseFile,
  type FileEnd,
  type FilePart,
  type FileParts,
  type FileProblem,
} from './file-read.ts'
import { readNumberFormats, type NumberFormat } from './number-formats.ts'
import { columnOf, readCells } from './xlsx-cells.ts'
import { findXlsxParts, readWholePart, type XlsxSheet } from './xlsx-parts.ts'
import { elementsOfPart, readSharedStrings } from './xlsx-strings.ts'
import { attributesOf, elementsOf } from './xml-text.ts'
import { zipParts } from './zip-archive.ts'

/**
 * Reads an .xlsx sheet by sheet, in their order, as it is inflated. Dates become Excel's serials of the 1900 system;
 * formulas give the value that Excel saved with them.
 */
export async function* readWorkbook(name: string, bytes: Uint8Array, meter: ContentMeter): FileParts {
  try {
    return yield* readSheets(name, bytes, meter)
  } catch (error) {
    const problem = problemOf(name, error)
    if (!problem) throw error
    return refuseFile(problem)
  }
}

/** The sentence for an error of reading a workbook; null for any other error. */
export function problemOf(name: string, error: unknown): FileProblem | null {
  if (error instanceof FileDamagedError) return fileProblems.damagedWorkbook(name)
  if (error instanceof FileTooLargeError)
    return error.limit === 'cells' ? fileProblems.tooManyCells(maxCells) : fileProblems.tooMuchText(name)
  // Longer than a string or an array of the JavaScript engine.
  return error instanceof RangeError ? fileProblems.tooMuchText(name) : null
}

interface Workbook {
  readonly archive: Uint8Array
  readonly sharedStrings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
}

async function* readSheets(name: string, archive: Uint8Array, meter: ContentMeter): FileParts {
  const parts = zipParts(archive)
  if (!parts) return refuseFile(fileProblems.incomplete(name))
  meter.expectContent(parts.reduce((sum, part) => sum + part.inflatedBytes, 0))
  const { sheets, sharedStrings, styles, from1904 } = await findXlsxParts(archive, parts, meter)
  const workbook: Workbook = {
    archive,
    sharedStrings: sharedStrings ? await readSharedStrings(archive, sharedStrings, meter) : [],
    formats: styles ? readNumberFormats(await readWholePart(archive, styles, meter)) : [],
    from1904,
  }
  let rows = 0
  for (const sheet of sheets) {
    const read = yield* readSheet(workbook, sheet, meter)
    if (!read.ok) return read
    rows += read.rows
  }
  if (rows === 0) return refuseFile(fileProblems.noCells(name))
  return { ok: true, kind: 'xlsx', encoding: null, delimiter: null, notes: [] } satisfies FileEnd
}

type SheetEnd = { readonly ok: true; readonly rows: number } | { readonly ok: false; readonly problem: FileProblem }

async function* readSheet(
  { archive, ...workbook }: Workbook,
  { name, hidden, part }: XlsxSheet,
  meter: ContentMeter,
): AsyncGenerator<FilePart, SheetEnd, void> {
  yield { kind: 'sheet', name: shortenText(name, maxNameLength), hidden }
  const cutter = createCellCutter()
  let uncalculated = 0
  const context = { ...workbook, cutter, onUncalculated: () => (uncalculated += 1) }
  const merges = createMergeReader()
  let number = 0
  let filledRows = 0
  let hiddenRows = 0
  let width = 0
  const hiddenColumns: { readonly first: number; readonly last: number }[] = []
  const readOther = (xml: string): void => {
    merges.read(xml)
    for (const { hidden: isHidden, min, max } of elementsOf(xml, 'col'))
      if (isTrue(isHidden)) hiddenColumns.push({ first: Number(min), last: Number(max) })
  }
  for await (const elements of elementsOfPart(archive, part, meter, 'row', readOther)) {
    const rows: SourceRow[] = []
    for (const { attributes, content } of elements) {
      const { r, hidden: isHidden } = attributesOf(attributes)
      number = r === undefined ? number + 1 : Number(r)
      const cells = content === '' ? [] : readCells(content, number, context)
      if (isBlankRow(cells)) continue
      if (number > maxRows) return refuseFile(fileProblems.tooManyRows(maxRows))
      if (cells.length > maxColumns) return refuseFile(fileProblems.tooManyColumns(maxColumns))
      meter.addRow(cells)
      merges.addRow(number, cells.length)
      width = Math.max(width, cells.length)
      rows.push({ row: number, cells })
      if (isTrue(isHidden)) hiddenRows += 1
    }
    filledRows += rows.length
    if (rows.length > 0) yield { kind: 'rows', rows }
  }
  const notes = sheetNotes({
    hiddenRows,
    hiddenColumns: countWithin(hiddenColumns, width),
    uncalculated,
    cutter,
    lastRow: number,
  })
  yield { kind: 'sheet-end', merges: merges.ranges(), notes }
  return { ok: true, rows: filledRows }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** How many of the columns, counted from 1, are among the filled ones. */
const countWithin = (ranges: readonly { readonly first: number; readonly last: number }[], width: number): number =>
  ranges.reduce((sum, { first, last }) => sum + Math.max(0, Math.min(last, width) - first + 1), 0)

/** Longer than any name of a sheet (31 characters). */
const maxNameLength = 255

interface SheetFacts {
  readonly hiddenRows: number
  readonly hiddenColumns: number
  /** Formulas without a value. */
  readonly uncalculated: number
  readonly cutter: Pick<CellCutter, 'count' | 'firstRow'>
  /** Number of the last row. */
  readonly lastRow: number
}

/** What to know about a sheet of a workbook of any kind. */
export function sheetNotes({ hiddenRows, hiddenColumns, uncalculated, cutter, lastRow }: SheetFacts): string[] {
  const notes: string[] = []
  if (hiddenRows > 0) notes.push(fileNotes.hiddenRows(hiddenRows))
  if (hiddenColumns > 0) notes.push(fileNotes.hiddenColumns(hiddenColumns))
  if (uncalculated > 0) notes.push(fileNotes.uncalculated(uncalculated))
  if (cutter.count > 0) notes.push(fileNotes.cutCells(cutter.count, cutter.firstRow))
  if (lastRow === oldExcelRows) notes.push(fileNotes.sheetCutOff)
  return notes
}

/** Merged ranges of a header are among the first rows. */
const maxHeaderRow = 64

/**
 * Reads the merged ranges that matter: those that begin in a filled part of a row and belong to a header or to several
 * rows. A small file can state any number of others.
 */
export function createMergeReader(): {
  /** Text of a sheet outside of its rows. */
  readonly read: (xml: string) => void
  addRow(row: number, width: number): void
  addRange(range: MergedRange): void
  ranges(): MergedRange[]
} {
  const found: MergedRange[] = []
  const widths = new Map<number, number>()
  const addRange = (range: MergedRange): void => {
    const isFilled = range.firstColumn < (widths.get(range.firstRow) ?? 0)
    if (isFilled && (range.firstRow <= maxHeaderRow || range.lastRow > range.firstRow)) found.push(range)
  }
  return {
    addRow: (row, width) => void widths.set(row, width),
    addRange,
    read(xml) {
      for (const { ref = '' } of elementsOf(xml, 'mergeCell')) {
        const [first = '', last = first] = ref.split(':')
        const [firstColumn, lastColumn] = [columnOf(first), columnOf(last)]
        const [firstRow, lastRow] = [rowOf(first), rowOf(last)]
        if (firstColumn !== null && lastColumn !== null && firstRow > 0 && lastRow > 0)
          addRange({ firstRow, lastRow, firstColumn, lastColumn })
      }
    },
    ranges: () => found,
  }
}

const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0)

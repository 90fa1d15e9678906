import type { MergedRange } from '../model/draft-source.ts'
import type { CellCutter } from './cell-length.ts'
import { fileNotes } from './file-messages.ts'
import { oldExcelRows } from './file-read.ts'
import { columnOf } from './xlsx-cells.ts'
import { elementsOf } from './xml-text.ts'

/** A value of XML Schema's boolean type. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** How many of the columns, counted from 1, are among the filled ones. */
const countWithin = (ranges: readonly { readonly first: number; readonly last: number }[], width: number): number =>
  ranges.reduce((sum, { first, last }) => sum + Math.max(0, Math.min(last, width) - first + 1), 0)

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

/** What is known of a sheet of an .xlsx beside its cells, gathered while it is read. */
export class SheetOutline {
  readonly #merges = createMergeReader()
  readonly #hiddenColumns: { readonly first: number; readonly last: number }[] = []
  #width = 0
  #hiddenRows = 0
  #uncalculated = 0

  /** Reads text of the sheet outside of its rows. Merged ranges must come after the rows. */
  readOther(xml: string): void {
    this.#merges.read(xml)
    for (const { hidden, min, max } of elementsOf(xml, 'col'))
      if (isTrue(hidden)) this.#hiddenColumns.push({ first: Number(min), last: Number(max) })
  }

  /** Adds a row that is not blank. */
  addRow(row: number, width: number, isHidden: boolean): void {
    this.#merges.addRow(row, width)
    this.#width = Math.max(this.#width, width)
    if (isHidden) this.#hiddenRows += 1
  }

  /** Adds formulas without a value. */
  addUncalculated(count: number): void {
    this.#uncalculated += count
  }

  end(
    lastRow: number,
    cutter: SheetFacts['cutter'],
  ): { readonly merges: readonly MergedRange[]; readonly notes: readonly string[] } {
    const notes = sheetNotes({
      hiddenRows: this.#hiddenRows,
      hiddenColumns: countWithin(this.#hiddenColumns, this.#width),
      uncalculated: this.#uncalculated,
      cutter,
      lastRow,
    })
    return { merges: this.#merges.ranges(), notes }
  }
}

/** Merged ranges of a header are among the first rows. */
const maxHeaderRow = 64

/**
 * Reads the merged ranges that matter: those that begin in a filled part of a row and belong to a header or to several
 * rows. A small file can state any number of others.
 */
export function createMergeReader(): {
  /** Reads text of a sheet outside of its rows. */
  read(xml: string): void
  /** At most `maxRows` and `maxColumns`. */
  addRow(row: number, width: number): void
  addRange(range: MergedRange): void
  ranges(): MergedRange[]
} {
  const found: MergedRange[] = []
  let widths = new Uint16Array(1_024)
  const addRange = (range: MergedRange): void => {
    const isFilled = range.firstColumn < (widths[range.firstRow] ?? 0)
    if (isFilled && (range.firstRow <= maxHeaderRow || range.lastRow > range.firstRow)) found.push(range)
  }
  return {
    addRow(row, width) {
      if (row >= widths.length) {
        const longer = new Uint16Array(2 * row)
        longer.set(widths)
        widths = longer
      }
      widths[row] = width
    },
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

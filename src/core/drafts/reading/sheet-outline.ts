import type { MergedRange } from '../model/draft-source.ts'
import { fileNotes } from './file-messages.ts'
import { oldExcelRows } from './file-read.ts'
import { columnOf } from './xlsx-cells.ts'
import { elementsOf } from './xml-text.ts'

/** A value of XML Schema's boolean type. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Merged ranges of a header are among the first rows. */
const maxHeaderRow = 64

/** What is known of a sheet of a workbook beside its cells, gathered while it is read. */
export class SheetOutline {
  readonly #merges: MergedRange[] = []
  /** How many cells each row has, by its number. */
  #widths = new Uint16Array(1_024)
  readonly #hiddenColumns: { readonly first: number; readonly last: number }[] = []
  #width = 0
  #hiddenRows = 0
  #uncalculated = 0

  /** Reads text of an .xlsx sheet outside of its rows. Merged ranges must come after the rows. */
  readOther(xml: string): void {
    for (const { ref = '' } of elementsOf(xml, 'mergeCell')) {
      const [first = '', last = first] = ref.split(':')
      const [firstColumn, lastColumn] = [columnOf(first), columnOf(last)]
      const [firstRow, lastRow] = [rowOf(first), rowOf(last)]
      if (firstColumn !== null && lastColumn !== null && firstRow > 0 && lastRow > 0)
        this.addMerge({ firstRow, lastRow, firstColumn, lastColumn })
    }
    for (const { hidden, min, max } of elementsOf(xml, 'col'))
      if (isTrue(hidden)) this.addHiddenColumns(Number(min), Number(max))
  }

  /**
   * Adds a merged range, if it matters: it begins in a filled part of a row, and belongs to a header or to several rows. A
   * small file can state any number of others. The rows must be known.
   */
  addMerge(range: MergedRange): void {
    const isFilled = range.firstColumn < (this.#widths[range.firstRow] ?? 0)
    if (isFilled && (range.firstRow <= maxHeaderRow || range.lastRow > range.firstRow)) this.#merges.push(range)
  }

  /** Counted from 1, both included. */
  addHiddenColumns(first: number, last: number): void {
    this.#hiddenColumns.push({ first, last })
  }

  /** Adds a row that is not blank: at most `maxRows` and `maxColumns`. */
  addRow(row: number, width: number, isHidden: boolean): void {
    if (row >= this.#widths.length) {
      const longer = new Uint16Array(2 * row)
      longer.set(this.#widths)
      this.#widths = longer
    }
    this.#widths[row] = width
    this.#width = Math.max(this.#width, width)
    if (isHidden) this.#hiddenRows += 1
  }

  /** Adds a formula that was saved without a value. */
  addUncalculated(): void {
    this.#uncalculated += 1
  }

  /** `lastRow`: the number of the last row. */
  end(
    lastRow: number,
    notesOfCells: readonly string[],
  ): { readonly merges: readonly MergedRange[]; readonly notes: readonly string[] } {
    const notes: string[] = []
    const hiddenColumns = this.#hiddenColumns.reduce(
      (sum, { first, last }) => sum + Math.max(0, Math.min(last, this.#width) - first + 1),
      0,
    )
    if (this.#hiddenRows > 0) notes.push(fileNotes.hiddenRows(this.#hiddenRows))
    if (hiddenColumns > 0) notes.push(fileNotes.hiddenColumns(hiddenColumns))
    if (this.#uncalculated > 0) notes.push(fileNotes.uncalculated(this.#uncalculated))
    notes.push(...notesOfCells)
    if (lastRow === oldExcelRows) notes.push(fileNotes.sheetCutOff)
    return { merges: this.#merges, notes }
  }
}

const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0)

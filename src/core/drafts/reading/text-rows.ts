import { isBlankRow, type SourceRow } from '../../fields/source-cell.ts'
import type { RowRepair } from '../model/draft-source.ts'
import { CellTexts, isUnusual } from './cell-texts.ts'
import type { ContentLimits } from './content-meter.ts'
import { fileNotes, fileProblems } from './file-messages.ts'
import { maxColumns, maxRepairs, oldExcelRows, type FileProblem } from './file-read.ts'
import type { RecordsPart } from './read-records.ts'

/**
 * Turns the records of a text into rows. Row numbers are those of Excel: a record with a line break in a cell is one row,
 * and an empty line is a row. Rows that show nothing are counted and left out.
 */
export class TextRows {
  readonly #limits: ContentLimits
  readonly #texts = new CellTexts()
  /** Letters of another encoding ("Ã©" for "é"), and those that were replaced by "\uFFFD", before the file was read. */
  #hasDamagedLetters = false
  #lostLetters = 0
  #repairedQuotes = 0
  #alignedRows = 0
  #lastRow = 0
  #filledRow = 0
  readonly repairs: RowRepair[] = []

  constructor(limits: ContentLimits) {
    this.#limits = limits
  }

  /** The rows of the next records, or why the file is refused. */
  add(part: RecordsPart): { readonly rows: readonly SourceRow[] } | { readonly problem: FileProblem } {
    for (const repair of part.repairs) {
      if (repair.cause === 'quotes') this.#repairedQuotes += repair.rows
      else this.#alignedRows += repair.rows
      if (this.repairs.length < maxRepairs) this.repairs.push({ ...repair, row: repair.row + this.#lastRow })
    }
    const rows: SourceRow[] = []
    for (const read of part.rows) {
      const cells = withoutPadding(read)
      this.#lastRow += 1
      if (isBlankRow(cells)) continue
      const row = this.#lastRow
      if (row > this.#limits.rows) return { problem: fileProblems.tooManyRows(this.#limits.rows) }
      if (cells.length > maxColumns && cells.findLastIndex((cell) => cell !== '') >= maxColumns)
        return { problem: fileProblems.tooManyColumns(maxColumns) }
      this.#filledRow = row
      rows.push({ row, cells: cells.some(isUnusual) ? this.#tidy(cells, row) : cells })
    }
    return { rows }
  }

  #tidy(cells: readonly string[], row: number): readonly string[] {
    return cells.map((cell) => (isUnusual(cell) ? this.#texts.tidy(cell, row) : cell))
  }

  /** Looks for damaged letters in whole lines of the text. */
  findDamage(text: string): void {
    for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) this.#lostLetters += 1
    this.#hasDamagedLetters ||= /â€™|Ã©|Ã¨|Ã¶|Ã¼|Ã¡/.test(text)
  }

  /** What to know about the text and its rows. */
  notes(isFixedWidth = false): string[] {
    const notes: string[] = []
    if (this.#hasDamagedLetters) notes.push(fileNotes.damagedLetters)
    if (this.#lostLetters > 0) notes.push(fileNotes.lostLetters(this.#lostLetters))
    if (this.#filledRow === oldExcelRows) notes.push(fileNotes.fileCutOff)
    if (isFixedWidth) notes.push(fileNotes.fixedWidth)
    if (this.#repairedQuotes > 0) notes.push(fileNotes.repairedQuotes(this.#repairedQuotes))
    if (this.#alignedRows > 0) notes.push(fileNotes.alignedCells(this.#alignedRows))
    notes.push(...this.#texts.notes())
    return notes
  }
}

/** The cells of a record whose delimiters have a blank behind them ("a, b, c"), without these blanks. */
function withoutPadding(cells: readonly string[]): readonly string[] {
  if (cells.length < 3 || cells[1]?.charCodeAt(0) !== blank) return cells
  const isPadded = cells.every((cell, at) => at === 0 || cell === '' || cell.charCodeAt(0) === blank)
  return isPadded ? cells.map((cell, at) => (at > 0 && cell.charCodeAt(0) === blank ? cell.slice(1) : cell)) : cells
}
const blank = 0x20

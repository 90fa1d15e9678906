import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { CellColumn, withRoom } from './cell-column.ts'
import { firstPosition, RowsByPosition } from './row-list.ts'
import type { RowPiece } from './row-piece.ts'

/** The rows of one sheet as columns. An object is made for each row that is read, and not kept. */
export class ColumnTable extends RowsByPosition {
  #length = 0
  #rows = new Uint32Array(64)
  readonly #columns: CellColumn[] = []

  /** Rows as a table: themselves, or a copy. */
  static of(rows: Iterable<SourceRow>): ColumnTable {
    if (rows instanceof ColumnTable) return rows
    const table = new ColumnTable()
    for (const row of rows) table.#addRow(row)
    return table
  }

  get length(): number {
    return this.#length
  }

  /** How many columns the widest row has. */
  get width(): number {
    return this.#columns.length
  }

  /** Undefined: no row is as wide. */
  column(column: number): CellColumn | undefined {
    return this.#columns[column]
  }

  /** Appends the rows of a piece. */
  addPiece({ rows, columns }: RowPiece): void {
    const first = this.#length
    for (const row of rows) this.#addNumber(row)
    for (const [at, { cells, numbers }] of columns.entries())
      (this.#columns[at] ??= new CellColumn()).addAll(first, cells, numbers)
  }

  #addRow({ row, cells }: SourceRow): void {
    const position = this.#length
    this.#addNumber(row)
    for (let at = 0; at < cells.length; at += 1) {
      ;(this.#columns[at] ??= new CellColumn()).add(position, cells[at] ?? null)
    }
  }

  #addNumber(row: number): void {
    this.#rows = withRoom(this.#rows, this.#length)
    this.#rows[this.#length] = row
    this.#length += 1
  }

  numberAt(position: number): number {
    return this.#rows[position] ?? 0
  }

  /** The position of a row number; -1 when no row has it. */
  positionOf(number: number): number {
    const position = firstPosition(this.#length, (at) => this.numberAt(at) >= number)
    return position < this.#length && this.numberAt(position) === number ? position : -1
  }

  /** A cell of a row; null where the row is shorter. */
  cellAt(position: number, column: number): SourceCell {
    const found = this.#columns[column]
    return found?.cells[found.numberAt(position)] ?? null
  }

  at(position: number): SourceRow | undefined {
    if (position < 0 || position >= this.#length) return undefined
    const cells: SourceCell[] = []
    for (const column of this.#columns) {
      const number = column.numberAt(position)
      if (number === 0) break
      cells.push(column.cells[number] ?? null)
    }
    return { row: this.numberAt(position), cells }
  }
}

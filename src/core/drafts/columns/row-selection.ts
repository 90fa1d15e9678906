import type { CountedCell, SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { ColumnTable } from './column-table.ts'
import { RowsByPosition } from './row-list.ts'

/** Some rows of a sheet, in their order, and behind them rows without cells. */
export class RowSelection extends RowsByPosition {
  readonly #table: ColumnTable
  readonly #positions: Uint32Array
  /** The numbers of the rows without cells. */
  readonly #added: readonly number[]

  /** `positions`: of the selected rows, ascending. */
  constructor(table: ColumnTable, positions: Uint32Array, added: readonly number[] = []) {
    super()
    this.#table = table
    this.#positions = positions
    this.#added = added
  }

  /** All rows of a list. */
  static all(rows: Iterable<SourceRow>): RowSelection {
    const table = ColumnTable.of(rows)
    return new RowSelection(
      table,
      new Uint32Array(table.length).map((_, position) => position),
    )
  }

  get length(): number {
    return this.#positions.length + this.#added.length
  }

  /** How many columns the widest row of the sheet has. */
  get width(): number {
    return this.#table.width
  }

  /** These rows and then others without cells, given by their numbers. */
  followedBy(numbers: readonly number[]): RowSelection {
    return new RowSelection(this.#table, this.#positions, [...this.#added, ...numbers])
  }

  numberAt(position: number): number {
    const place = this.#positions[position]
    return place === undefined ? (this.#added[position - this.#positions.length] ?? 0) : this.#table.numberAt(place)
  }

  /** The different cells of a column, by number, as in the sheet. `repeats`: equal cells have one number. */
  cellsOf(column: number): { readonly cells: readonly (SourceCell | undefined)[]; readonly repeats: boolean } {
    return this.#table.column(column) ?? { cells: [undefined], repeats: true }
  }

  /** The number of a row's cell in its column; 0: it has none. */
  cellNumberAt(position: number, column: number): number {
    const place = this.#positions[position]
    return place === undefined ? 0 : (this.#table.column(column)?.numberAt(place) ?? 0)
  }

  /** By position: the numbers of a column's cells. */
  cellNumbers(column: number): Uint32Array {
    const numbers = new Uint32Array(this.length)
    const { numbers: all } = this.#table.column(column) ?? {}
    if (all)
      for (let at = 0; at < this.#positions.length; at += 1) numbers[at] = all[this.#positions[at] as number] ?? 0
    return numbers
  }

  /** A cell of a row; null where the row is shorter. */
  cellAt(position: number, column: number): SourceCell {
    const place = this.#positions[position]
    return place === undefined ? null : this.#table.cellAt(place, column)
  }

  /** Counts the filled cells of a column: each different one, as far as they are told apart. */
  *countedCells(column: number): Generator<CountedCell> {
    const { cells } = this.cellsOf(column)
    const counts = new Uint32Array(cells.length)
    for (const number of this.cellNumbers(column)) counts[number] = (counts[number] as number) + 1
    for (let number = 1; number < counts.length; number += 1) {
      const cell = cells[number] ?? null
      if (counts[number] !== 0 && cell !== null && cell !== '') yield { cell, count: counts[number] as number }
    }
  }

  at(position: number): SourceRow | undefined {
    const place = this.#positions[position]
    if (place !== undefined) return this.#table.at(place)
    const row = this.#added[position - this.#positions.length]
    return row === undefined ? undefined : { row, cells: [] }
  }
}

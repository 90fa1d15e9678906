import type { CountedCell } from '../../fields/source-cell.ts'
import { CellTable, anyNumber } from './cell-table.ts'

/** Gets the cells of a column in the order of the rows, as bytes (`cell-bytes.ts`), without empty ones. */
export interface CellScanner {
  add(bytes: Buffer, start: number, end: number): void
}

/** Counts the different cells of a column. They are given in the order in which they come first. */
export class CountedCells implements CellScanner, Iterable<CountedCell> {
  readonly #cells = new CellTable(anyNumber)
  readonly #counts: number[] = []

  add(bytes: Buffer, start: number, end: number, times = 1): void {
    const number = this.#cells.numberOf(bytes, start, end)
    this.#counts[number] = (this.#counts[number] ?? 0) + times
  }

  /** How many different cells there are. */
  get size(): number {
    return this.#counts.length
  }

  *[Symbol.iterator](): Generator<CountedCell> {
    for (const [number, count] of this.#counts.entries()) yield { cell: this.#cells.cellOf(number), count }
  }
}

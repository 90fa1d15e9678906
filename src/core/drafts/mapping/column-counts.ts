import type { CountedCell } from '../../fields/source-cell.ts'
import type { RowSelection } from '../columns/row-selection.ts'

/** What is counted in the columns of a table: once, however often the columns are planned. */
export class ColumnCounts {
  readonly #records: RowSelection
  readonly #known = new Map<string, unknown>()

  constructor(records: RowSelection) {
    this.#records = records
  }

  /** The filled cells of a column, counted. `column`: -1 for a field without one. */
  cells(column: number): Iterable<CountedCell> {
    return this.#records.countedCells(column)
  }

  /** What follows from the cells alone is found once. `name`: says all that it depends on. */
  once<Found>(name: string, find: () => Found): Found {
    if (!this.#known.has(name)) this.#known.set(name, find())
    return this.#known.get(name) as Found
  }
}

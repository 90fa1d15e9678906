import type { SourceCell } from '../../fields/source-cell.ts'

/** The numbers, in a longer array when there is no room at a position. */
export function withRoom(numbers: Uint32Array<ArrayBuffer>, position: number): Uint32Array<ArrayBuffer> {
  if (position < numbers.length) return numbers
  const longer = new Uint32Array(2 * position)
  longer.set(numbers)
  return longer
}

/**
 * A column of a sheet: its different cells, and for each row the number of its cell. A cell is its type and its value. When more than half
 * of the first cells differ, cells are not looked up any more: equal cells can then have several numbers.
 */
export class CellColumn {
  /** By number. 0: the row has no such cell. */
  readonly cells: (SourceCell | undefined)[] = [undefined]
  /** By row; longer than there are rows. */
  numbers = new Uint32Array(64)
  #known: Map<SourceCell, number> | null
  #knownObjects = new Map<string, number>()
  #added = 0

  readonly #triedRows: number

  /** `triedRows`: after so many rows it is decided whether the cells repeat. 0: they do not. */
  constructor(triedRows = 8_192) {
    this.#triedRows = triedRows
    this.#known = triedRows === 0 ? null : new Map()
  }

  /** Whether equal cells have one number. */
  get repeats(): boolean {
    return this.#known !== null
  }

  /** The number of a cell, which is added when it is new. */
  #numberOf(cell: SourceCell): number {
    this.#added += 1
    if (this.#added === this.#triedRows && this.cells.length > this.#added / 2) this.#known = null
    if (this.#known === null) return this.cells.push(cell) - 1
    const isObject = typeof cell === 'object' && cell !== null
    const key = isObject ? JSON.stringify(cell) : ''
    const known = isObject ? this.#knownObjects.get(key) : this.#known.get(cell)
    if (known !== undefined) return known
    const number = this.cells.push(cell) - 1
    if (isObject) this.#knownObjects.set(key, number)
    else this.#known.set(cell, number)
    return number
  }

  /** Sets the cell of a row. */
  add(row: number, cell: SourceCell): void {
    this.numbers = withRoom(this.numbers, row)
    this.numbers[row] = this.#numberOf(cell)
  }

  /** Sets the cells of the rows from one on. `numbers`: for each row the place of its cell among `cells`, from 1; 0: it has none. */
  addAll(from: number, cells: readonly SourceCell[], numbers: Uint16Array): void {
    this.numbers = withRoom(this.numbers, from + numbers.length)
    const known = new Uint32Array(cells.length)
    for (let at = 0; at < numbers.length; at += 1) {
      const place = (numbers[at] as number) - 1
      if (place < 0) continue
      if (known[place] === 0) known[place] = this.#numberOf(cells[place] ?? null)
      this.numbers[from + at] = known[place] as number
    }
  }

  /** The number of the cell in a row; 0: there is none. */
  numberAt(row: number): number {
    return this.numbers[row] ?? 0
  }
}

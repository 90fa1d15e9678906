import { cellText } from '../../fields/source-cell.ts'
import { customerFields } from '../checking/check-row.ts'
import { originalColumn } from '../checking/row-columns.ts'
import type { DraftRows } from './draft-rows.ts'

/** The cells of a table in lower case, by column and number. They stay when the rules or typed texts change. */
export class LowerCells {
  readonly #columns: string[][] = []

  /** Frees the memory until the next search. */
  clear(): void {
    this.#columns.length = 0
  }

  of(rows: DraftRows, column: number): readonly string[] {
    return (this.#columns[column] ??= rows.cellsOf(column).cells.map((cell) => cellText(cell).toLowerCase()))
  }
}

/** Searches the rows of a draft: the different cells of each column, and values that are not in the file. */
export class RowSearch {
  readonly #rows: DraftRows
  readonly #cells: LowerCells

  constructor(rows: DraftRows, cells: LowerCells) {
    this.#rows = rows
    this.#cells = cells
  }

  /**
   * 1 for each row that contains a text, in the file or as it would be sent, by position. Digits of a mobile match with any
   * spacing. `wanted`: trimmed, in lower case.
   */
  find(wanted: string): Uint8Array {
    const found = new Uint8Array(this.#rows.length)
    for (let column = 0; column < this.#rows.width; column += 1) this.#findCells(column, wanted, found)
    for (const field of customerFields) {
      if (field === 'mobile_number') this.#findMobiles(wanted, found)
      else this.#findValues(field, wanted, found)
    }
    return found
  }

  #findCells(column: number, wanted: string, found: Uint8Array): void {
    const cells = this.#cells.of(this.#rows, column)
    const holds = new Uint8Array(cells.length)
    let isFound = false
    for (let number = 0; number < cells.length; number += 1) {
      if (!(cells[number] as string).includes(wanted)) continue
      holds[number] = 1
      isFound = true
    }
    if (!isFound) return
    const numbers = this.#rows.cellNumbers(column)
    for (let position = 0; position < found.length; position += 1) {
      if (holds[numbers[position] as number] === 1) found[position] = 1
    }
  }

  #findValues(field: (typeof customerFields)[number], wanted: string, found: Uint8Array): void {
    const values = this.#rows.facts.values[field]
    const column = originalColumn(field, this.#rows.rules.plan) ?? -1
    const { cells } = this.#rows.cellsOf(column)
    const numbers = this.#rows.cellNumbers(column)
    const known = new Map<string, boolean>()
    const holds = (value: string): boolean => {
      const is = known.get(value) ?? value.toLowerCase().includes(wanted)
      if (known.size < maxKnown) known.set(value, is)
      return is
    }
    for (let position = 0; position < found.length; position += 1) {
      const value = values[position] as string
      // The cell was searched.
      if (value === '' || found[position] === 1 || value === cells[numbers[position] as number]) continue
      if (holds(value)) found[position] = 1
    }
  }

  #findMobiles(wanted: string, found: Uint8Array): void {
    const literal = /^\+?\d*$/.test(wanted) ? wanted : null
    const texts = [literal, digitsOf(wanted)].filter((text) => text !== null)
    if (texts.length === 0) return
    const mobiles = this.#rows.facts.values.mobile_number
    for (let position = 0; position < found.length; position += 1) {
      if (texts.some((text) => (mobiles[position] as string).includes(text))) found[position] = 1
    }
  }
}

/** Values that are remembered of a search: most lists have fewer dates, states and names. */
const maxKnown = 10_000

/** The digits by which a mobile is found with any spacing; null when the text is no number. */
function digitsOf(wanted: string): string | null {
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) ? digits.replace(/^0/, '') : null
}

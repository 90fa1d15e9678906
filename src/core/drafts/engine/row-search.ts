import { cellText } from '../../fields/source-cell.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import { numberedFields, spareFields } from '../checking/row-facts.ts'
import type { SearchCopy } from '../packed/search-copy.ts'
import { findMobiles } from './mobile-search.ts'
import type { DraftRows } from './draft-rows.ts'

/** Searches the rows of a draft: the cells in a copy in lower case, and values that are not in the file by their numbers. */
export class RowSearch {
  readonly #rows: DraftRows
  readonly #cells: SearchCopy

  constructor(rows: DraftRows, cells: SearchCopy) {
    this.#rows = rows
    this.#cells = cells
  }

  /** 1 for each row that contains a text (`holdsText`), by position. `wanted`: trimmed, in lower case. */
  find(wanted: string): Uint8Array {
    const found = new Uint8Array(this.#rows.length)
    if (wanted.includes('\u0000') || !wanted.isWellFormed()) {
      for (let position = 0; position < found.length; position += 1) this.#verify(position, wanted, found)
      return found
    }
    this.#cells.find(wanted, found)
    for (const position of this.#cells.unreadable) this.#verify(position, wanted, found)
    this.#findNumbered(wanted, found)
    this.#findMobiles(wanted, found)
    for (const field of spareFields) {
      for (const [position, value] of this.#rows.texts.sparesOf(this.#rows.facts, field)) {
        if (value.toLowerCase().includes(wanted)) found[position] = 1
      }
    }
    return found
  }

  #findNumbered(wanted: string, found: Uint8Array): void {
    const { facts, texts } = this.#rows
    for (const field of numberedFields) {
      const numbers = facts.values[field]
      const holds = Uint8Array.from(texts.numbered[field].texts, (text) => Number(text.toLowerCase().includes(wanted)))
      if (!holds.includes(1)) continue
      for (let position = 0; position < numbers.length; position += 1) {
        if (holds[numbers[position] as number] === 1) found[position] = 1
      }
    }
  }

  #findMobiles(wanted: string, found: Uint8Array): void {
    const literal = /^\+?\d*$/.test(wanted) ? wanted : null
    const texts = new Set([literal, digitsOf(wanted)].filter((text) => text !== null))
    if (texts.size > 0) findMobiles(this.#rows.facts.mobiles, [...texts], found)
  }

  #verify(position: number, wanted: string, found: Uint8Array): void {
    found[position] = holdsText(this.#rows.at(position), wanted) ? 1 : 0
  }
}

/** The digits by which a mobile is found with any spacing; null when the text is no number. */
function digitsOf(wanted: string): string | null {
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) ? digits.replace(/^0/, '') : null
}

/** Whether a row contains a text, in the file or as it would be sent. Digits of a mobile match with any spacing. */
function holdsText({ source, values }: CheckedRow, wanted: string): boolean {
  const texts = [...customerFields.map((field) => values[field]), ...source.cells.map(cellText)]
  if (texts.some((text) => text.toLowerCase().includes(wanted))) return true
  const digits = digitsOf(wanted)
  return digits !== null && values.mobile_number.includes(digits)
}

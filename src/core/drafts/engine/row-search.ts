import { cellText } from '../../fields/source-cell.ts'
import { customerFields } from '../checking/check-row.ts'
import type { DraftRows } from './draft-rows.ts'

/** Searches the rows of a draft: the different cells of each column, and values that are not in the file. */
export class RowSearch {
  /** The cells of the table in lower case, by column and number. They stay when the rules or typed texts change. */
  readonly #cells: string[][] = []

  /** The table is another one. */
  clear(): void {
    this.#cells.length = 0
  }

  /**
   * 1 for each row that contains a text, in the file or as it would be sent, by position. Digits of a mobile match with any
   * spacing. `wanted`: trimmed, in lower case.
   */
  find(rows: DraftRows, wanted: string): Uint8Array {
    const found = new Uint8Array(rows.length)
    for (let column = 0; column < rows.records.width; column += 1) {
      const cells = (this.#cells[column] ??= rows.records
        .cellsOf(column)
        .cells.map((cell) => cellText(cell).toLowerCase()))
      findTexts(cells, rows.records.cellNumbers(column), (cell) => cell.includes(wanted), found)
    }
    const literal = /^\+?\d*$/.test(wanted) ? wanted : null
    const digits = [literal, digitsOf(wanted)].filter((text) => text !== null)
    // Only names have small letters.
    const capitals = wanted.toUpperCase()
    for (const field of customerFields) {
      const { values, numbers } = rows.valuesOf(field)
      const holds = (value: string): boolean => {
        if (field === 'mobile_number') return digits.some((text) => value.includes(text))
        return field === 'client_name' ? value.toLowerCase().includes(wanted) : value.includes(capitals)
      }
      findTexts(values, numbers, holds, found)
    }
    return found
  }
}

/** Marks the rows with a text that is wanted. `numbers`: by position, of their texts. */
function findTexts(
  texts: readonly string[],
  numbers: Uint32Array,
  isWanted: (text: string) => boolean,
  found: Uint8Array,
): void {
  const wanted = new Uint8Array(texts.length)
  for (let number = 0; number < texts.length; number += 1) if (isWanted(texts[number] as string)) wanted[number] = 1
  if (!wanted.includes(1)) return
  for (let position = 0; position < found.length; position += 1)
    if (wanted[numbers[position] as number] === 1) found[position] = 1
}

/** The digits by which a mobile is found with any spacing; null when the text is no number. */
function digitsOf(wanted: string): string | null {
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) ? digits.replace(/^0/, '') : null
}

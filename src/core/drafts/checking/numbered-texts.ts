import { CellTable } from '../packed/cell-table.ts'

/** A text without a number of its own. */
export const unnumbered = 0xffff

/** Numbers for the different texts of a field; '' is 0. When all numbers are in use, further texts have none. */
export class NumberedTexts {
  readonly #cells = new CellTable(unnumbered - 1)
  readonly #texts: string[] = ['']

  /** By number. */
  get texts(): readonly string[] {
    for (let number = this.#texts.length; number <= this.#cells.size; number += 1) {
      this.#texts.push(this.#cells.textOf(number - 1))
    }
    return this.#texts
  }

  /** Further texts have no number. */
  stopAdding(): void {
    this.#cells.stopAdding()
  }

  numberOf(text: string): number {
    if (text === '') return 0
    // UTF-8 does not hold half a character.
    if (!text.isWellFormed()) return unnumbered
    const bytes = Buffer.from(text)
    return this.numberOfBytes(bytes, bytes.length)
  }

  /** For a text in UTF-8 that is not empty. */
  numberOfBytes(bytes: Buffer, length: number): number {
    const number = this.#cells.numberOf(bytes, 0, length)
    return number < 0 ? unnumbered : number + 1
  }
}

import { CellTable } from '../packed/cell-table.ts'

/** A row without a name. */
export const noName = 0
/** A name without a number: it is compared as a text. */
export const unnumberedName = 0xffff

/**
 * Numbers for the names of a list, so that they are compared without texts. "O'Brien" and "OBrien" have one number. When
 * all numbers are in use, further names have none; two names of which one has a number always differ.
 */
export class NameNumbers {
  /** Normalised names in UTF-8. */
  readonly #names = new CellTable(unnumberedName - 1)

  /** Further names have no number. */
  stopAdding(): void {
    this.#names.stopAdding()
  }

  numberOf(name: string): number {
    if (name === '') return noName
    const normalised = Buffer.from(normalisedName(name))
    return this.numberOfBytes(normalised, normalised.length)
  }

  /** The number of a name that is not empty, given as its normalised form. */
  numberOfBytes(normalised: Buffer, length: number): number {
    const number = this.#names.numberOf(normalised, 0, length)
    return number < 0 ? unnumberedName : number + 1
  }
}

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
export const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

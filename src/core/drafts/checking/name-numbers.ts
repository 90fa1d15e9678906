/** A row without a name. */
export const noName = 0
/** A name without a number: it is compared as a text. */
export const unnumberedName = 0xffff

/**
 * Numbers for the names of a list, so that they are compared without texts. "O'Brien" and "OBrien" have one number. When
 * all numbers are in use, further names have none; two names of which one has a number always differ.
 */
export class NameNumbers {
  readonly #numbers = new Map<string, number>()

  numberOf(name: string): number {
    if (name === '') return noName
    const normalised = normalisedName(name)
    const known = this.#numbers.get(normalised)
    if (known !== undefined) return known
    const next = this.#numbers.size + 1
    if (next === unnumberedName) return unnumberedName
    this.#numbers.set(normalised, next)
    return next
  }
}

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
export const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

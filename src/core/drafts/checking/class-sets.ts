/** Sets of classes as numbers: equal sets have the same number. 0 is the empty set. */
export class ClassSets {
  /** The classes of each set, ascending. */
  readonly #sets: (readonly number[])[] = [[]]
  readonly #numbers = new Map<string, number>([['', 0]])

  get size(): number {
    return this.#sets.length
  }

  /** Throws for a number that is no set. */
  classesOf(set: number): readonly number[] {
    const classes = this.#sets[set]
    if (!classes) throw new RangeError(`There is no set ${set}`)
    return classes
  }

  /** The set of these classes. */
  of(classes: readonly number[]): number {
    if (classes.length === 0) return 0
    const sorted = classes.length === 1 ? classes : [...new Set(classes)].toSorted((a, b) => a - b)
    const key = sorted.join(',')
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#sets.length
    this.#numbers.set(key, number)
    this.#sets.push(sorted)
    return number
  }
}

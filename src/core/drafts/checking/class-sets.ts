/** Sets of classes as numbers: rows with the same issues have the same number. 0 is the empty set. */
export class ClassSets {
  /** The classes of each set, ascending. */
  readonly #sets: (readonly number[])[] = [[]]
  readonly #numbers = new Map<string, number>([['', 0]])
  /** By set and added class. */
  readonly #added: Map<number, number>[] = [new Map()]

  get size(): number {
    return this.#sets.length
  }

  /** Throws for a number that is no set. */
  classesOf(set: number): readonly number[] {
    const classes = this.#sets[set]
    if (!classes) throw new RangeError(`There is no set ${set}`)
    return classes
  }

  /** The set with one more class. */
  with(set: number, added: number): number {
    const known = this.#added[set]?.get(added)
    if (known !== undefined) return known
    const classes = this.classesOf(set)
    const number = classes.includes(added) ? set : this.#numberOf([...classes, added].toSorted((a, b) => a - b))
    this.#added[set]?.set(added, number)
    return number
  }

  /** The set with the classes of both. */
  union(set: number, other: number): number {
    if (set === 0) return other
    let both = set
    for (const added of this.classesOf(other)) both = this.with(both, added)
    return both
  }

  #numberOf(classes: readonly number[]): number {
    const key = classes.join(',')
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#sets.length
    this.#numbers.set(key, number)
    this.#sets.push(classes)
    this.#added.push(new Map())
    return number
  }
}

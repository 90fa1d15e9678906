import { normalisedName, unnumberedName } from './name-numbers.ts'

/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Mobile and name of a row, as they would be sent. */
export interface Contact {
  readonly mobile: string
  readonly name: string
}

/**
 * Notes the number of names on the mobile of each of these rows in `into`, where these are many; 0 elsewhere.
 * `contactAt`: for names without a number.
 */
export function countNames(
  positions: Uint32Array,
  { mobiles, names }: { readonly mobiles: Float64Array; readonly names: Uint16Array },
  contactAt: (position: number) => Contact,
  into: Uint32Array,
): void {
  const groups = groupsOf(positions, mobiles)
  /** By number of a name: the group in which it was seen last, from 1. */
  const seen = new Uint32Array(unnumberedName + 1)
  for (let group = 0; group < groups.count; group += 1) {
    const from = groups.starts[group] ?? 0
    const to = groups.starts[group + 1] ?? 0
    let count = 0
    // Fewer rows cannot have as many names.
    if (to - from >= manyNames) {
      let others: Set<string> | null = null
      for (let at = from; at < to; at += 1) {
        const position = groups.positions[at] ?? 0
        const name = names[position] ?? 0
        if (name === unnumberedName) (others ??= new Set()).add(normalisedName(contactAt(position).name))
        else if (seen[name] !== group + 1) {
          seen[name] = group + 1
          count += 1
        }
      }
      count += others?.size ?? 0
    }
    for (let at = from; at < to; at += 1) into[groups.positions[at] ?? 0] = count >= manyNames ? count : 0
  }
}

interface MobileGroups {
  readonly count: number
  /** Positions of the rows, those of one mobile together. */
  readonly positions: Uint32Array
  /** By group, and the end of the last one: where its positions begin. */
  readonly starts: Uint32Array
}

/** Rows by their mobile. */
function groupsOf(positions: Uint32Array, mobiles: Float64Array): MobileGroups {
  const numbers = new NumberTable(positions.length)
  const groupOf = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at += 1) groupOf[at] = numbers.indexOf(mobiles[positions[at] ?? 0] ?? 0)
  const starts = new Uint32Array(numbers.size + 1)
  for (let at = 0; at < groupOf.length; at += 1) {
    const group = (groupOf[at] ?? 0) + 1
    starts[group] = (starts[group] ?? 0) + 1
  }
  for (let group = 0; group < numbers.size; group += 1)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  const next = starts.slice()
  const sorted = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at += 1) {
    const group = groupOf[at] ?? 0
    const to = next[group] ?? 0
    sorted[to] = positions[at] ?? 0
    next[group] = to + 1
  }
  return { count: numbers.size, positions: sorted, starts }
}

/** Numbers each different number from 0, in the order in which they come. */
class NumberTable {
  readonly #keys: Float64Array
  readonly #indexes: Uint32Array
  readonly #mask: number
  #size = 0

  /** `capacity`: the most different numbers. */
  constructor(capacity: number) {
    let size = 16
    while (size < capacity * 2) size *= 2
    this.#keys = new Float64Array(size)
    this.#indexes = new Uint32Array(size)
    this.#mask = size - 1
  }

  get size(): number {
    return this.#size
  }

  /** `number`: whole, and more than 0. */
  indexOf(number: number): number {
    let slot = Math.imul((number % 0x7fffffff) ^ (number / 0x7fffffff), 0x2c1b3c6d)
    slot = (slot ^ (slot >>> 15)) & this.#mask
    for (;;) {
      const found = this.#keys[slot]
      if (found === number) return this.#indexes[slot] ?? 0
      if (found === 0) {
        this.#keys[slot] = number
        this.#indexes[slot] = this.#size
        this.#size += 1
        return this.#size - 1
      }
      slot = (slot + 1) & this.#mask
    }
  }
}

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
export const coversMostRows = (shared: number, rows: number): boolean =>
  shared > 0 && rows >= fewRows && shared * 2 > rows

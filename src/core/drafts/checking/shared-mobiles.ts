import { noName, normalisedName, unnumberedName } from './name-numbers.ts'
import { RepeatedHashes } from './shared-hashes.ts'

/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Mobile and name of a row, as they would be sent. */
export interface Contact {
  readonly mobile: string
  readonly name: string
}

/** What is compared of rows. */
interface ContactFacts {
  readonly mobiles: Float64Array
  readonly names: Uint16Array
}

/**
 * Notes the number of names on the mobile of each of these rows in `into`, where these are many. `positions`: all rows
 * of each of their mobiles; null: all rows. `excluded`: not 0 for rows that are not compared. `contactAt`: for names
 * without a number.
 */
export function countNames(
  positions: readonly number[] | null,
  facts: ContactFacts,
  excluded: Uint8Array,
  contactAt: (position: number) => Contact,
  into: Uint32Array,
): void {
  const rows: ComparedRows = { positions, length: positions?.length ?? excluded.length, facts, excluded }
  const shared = sharedPositions(rows, hashesOf(rows))
  if (shared.length < manyNames) return
  const groups = groupsOf(shared, facts.mobiles)
  const counter = new NameCounter(facts.names, contactAt)
  for (let group = 0; group < groups.count; group += 1) {
    const from = groups.starts[group] as number
    const to = groups.starts[group + 1] as number
    // Fewer rows cannot have as many names.
    if (to - from < manyNames) continue
    const count = counter.countIn(groups.positions, from, to)
    if (count < manyNames) continue
    for (let at = from; at < to; at += 1) into[groups.positions[at] as number] = count
  }
}

// Each loop over all rows is in a function of its own: the engine compiles a function again at its next long loop.

interface ComparedRows {
  /** Null: all. */
  readonly positions: readonly number[] | null
  readonly length: number
  readonly facts: ContactFacts
  readonly excluded: Uint8Array
}

/** Rows without a name or mobile are not compared. */
const isCompared = ({ mobiles, names }: ContactFacts, excluded: Uint8Array, position: number): boolean =>
  mobiles[position] !== 0 && names[position] !== noName && excluded[position] === 0

function hashesOf({ positions, length, facts, excluded }: ComparedRows): RepeatedHashes {
  const hashes = new RepeatedHashes(length)
  for (let at = 0; at < length; at += 1) {
    const position = positions === null ? at : (positions[at] as number)
    if (isCompared(facts, excluded, position)) hashes.add(hashOf(facts.mobiles[position] as number))
  }
  return hashes
}

/** Those of the rows whose mobile may be in another of them, so that lists with few shared mobiles need no table. */
function sharedPositions({ positions, length, facts, excluded }: ComparedRows, hashes: RepeatedHashes): Uint32Array {
  const shared = new Uint32Array(length)
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const position = positions === null ? at : (positions[at] as number)
    if (!hashes.mayRepeat(hashOf(facts.mobiles[position] as number))) continue
    if (!isCompared(facts, excluded, position)) continue
    shared[count] = position
    count += 1
  }
  return shared.subarray(0, count)
}

/** `number`: whole, and not below 0. */
function hashOf(number: number): number {
  const hash = Math.imul((number | 0) ^ (number / 0x1_0000_0000), 0x2c1b3c6d)
  return hash ^ (hash >>> 15)
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
  const groups = new Uint32Array(positions.length)
  const count = numberGroups(positions, mobiles, groups)
  const starts = startsOf(groups, count)
  return { count, positions: sortedByGroup(positions, groups, starts.slice()), starts }
}

function numberGroups(positions: Uint32Array, mobiles: Float64Array, into: Uint32Array): number {
  const numbers = new NumberTable()
  for (let at = 0; at < positions.length; at += 1) {
    into[at] = numbers.indexOf(mobiles[positions[at] as number] as number)
  }
  return numbers.size
}

function startsOf(groups: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let at = 0; at < groups.length; at += 1) {
    const next = (groups[at] as number) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let group = 1; group <= count; group += 1) {
    starts[group] = (starts[group] as number) + (starts[group - 1] as number)
  }
  return starts
}

/** `next`: where each group begins; it is used up. */
function sortedByGroup(positions: Uint32Array, groups: Uint32Array, next: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at += 1) {
    const group = groups[at] as number
    const to = next[group] as number
    sorted[to] = positions[at] as number
    next[group] = to + 1
  }
  return sorted
}

/** Numbers each different number from 0, in the order in which they come. */
class NumberTable {
  #keys = new Float64Array(1_024)
  #indexes = new Uint32Array(1_024)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `number`: whole, and more than 0. */
  indexOf(number: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let slot = hashOf(number) & mask
    for (;;) {
      const found = keys[slot]
      if (found === number) return this.#indexes[slot] as number
      if (found === 0) return this.#add(number, slot)
      slot = (slot + 1) & mask
    }
  }

  #add(number: number, slot: number): number {
    const index = this.#size
    this.#keys[slot] = number
    this.#indexes[slot] = index
    this.#size = index + 1
    if (this.#size * 2 >= this.#keys.length) this.#grow()
    return index
  }

  #grow(): void {
    const [keys, indexes] = [this.#keys, this.#indexes]
    const mask = 2 * keys.length - 1
    this.#keys = new Float64Array(mask + 1)
    this.#indexes = new Uint32Array(mask + 1)
    for (let from = 0; from < keys.length; from += 1) {
      const number = keys[from] as number
      if (number === 0) continue
      let slot = hashOf(number) & mask
      while (this.#keys[slot] !== 0) slot = (slot + 1) & mask
      this.#keys[slot] = number
      this.#indexes[slot] = indexes[from] as number
    }
  }
}

/** Counts the different names of rows. */
class NameCounter {
  readonly #names: Uint16Array
  readonly #contactAt: (position: number) => Contact
  /** By number of a name: the count in which it was seen last, from 1. */
  readonly #seen = new Uint32Array(unnumberedName + 1)
  #counts = 0

  constructor(names: Uint16Array, contactAt: (position: number) => Contact) {
    this.#names = names
    this.#contactAt = contactAt
  }

  countIn(positions: Uint32Array, from: number, to: number): number {
    this.#counts += 1
    let count = 0
    let others: Set<string> | null = null
    for (let at = from; at < to; at += 1) {
      const position = positions[at] as number
      const name = this.#names[position] as number
      if (name === unnumberedName) (others ??= new Set()).add(normalisedName(this.#contactAt(position).name))
      else if (this.#seen[name] !== this.#counts) {
        this.#seen[name] = this.#counts
        count += 1
      }
    }
    return count + (others?.size ?? 0)
  }
}

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
export const coversMostRows = (shared: number, rows: number): boolean =>
  shared > 0 && rows >= fewRows && shared * 2 > rows

/**
 * Which of many hashes may occur again, in two bits for each. One in sixteen hashes that occur once is taken for another;
 * a hash that occurs again never is.
 */
export class RepeatedHashes {
  readonly #seen: Uint8Array
  readonly #seenAgain: Uint8Array
  readonly #mask: number

  /** `capacity`: the most hashes that are added. */
  constructor(capacity: number) {
    let bytes = 64
    while (bytes < capacity * 2) bytes *= 2
    this.#seen = new Uint8Array(bytes)
    this.#seenAgain = new Uint8Array(bytes)
    this.#mask = bytes - 1
  }

  add(hash: number): void {
    const at = (hash >>> 3) & this.#mask
    const bit = 1 << (hash & 7)
    const seen = this.#seen[at] as number
    if ((seen & bit) === 0) this.#seen[at] = seen | bit
    else this.#seenAgain[at] = (this.#seenAgain[at] as number) | bit
  }

  mayRepeat(hash: number): boolean {
    return ((this.#seenAgain[(hash >>> 3) & this.#mask] as number) & (1 << (hash & 7))) !== 0
  }
}

/** How often hashes occur. */
class HashCounts {
  readonly #hashes: Uint32Array
  readonly #counts: Uint32Array
  readonly #mask: number

  /** `capacity`: the most hashes that are added. */
  constructor(capacity: number) {
    let size = 16
    while (size < capacity * 2) size *= 2
    this.#hashes = new Uint32Array(size)
    this.#counts = new Uint32Array(size)
    this.#mask = size - 1
  }

  /** `hash`: not 0. */
  add(hash: number): void {
    const slot = this.#slotOf(hash)
    this.#hashes[slot] = hash
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
  }

  countOf(hash: number): number {
    return hash === 0 ? 0 : (this.#counts[this.#slotOf(hash)] ?? 0)
  }

  #slotOf(hash: number): number {
    let slot = hash & this.#mask
    for (;;) {
      const found = this.#hashes[slot]
      if (found === hash || found === 0) return slot
      slot = (slot + 1) & this.#mask
    }
  }
}

/**
 * Positions, ascending, of rows whose rego or VIN may be in another row as well: no other rows can be of one car. Equal
 * hashes of different texts are among them. `excluded`: not 0 for rows that are not compared.
 */
export function rowsThatMayShare(regos: Uint32Array, vins: Uint32Array, excluded: Uint8Array): number[] {
  const [repeatedRegos, repeatedVins] = [new RepeatedHashes(regos.length), new RepeatedHashes(regos.length)]
  addAll(repeatedRegos, regos, excluded)
  addAll(repeatedVins, vins, excluded)
  const candidates: number[] = []
  addRepeated(
    candidates,
    { hashes: regos, repeated: repeatedRegos },
    { hashes: vins, repeated: repeatedVins },
    excluded,
  )
  if (candidates.length === 0) return candidates
  const [ofRego, ofVin] = [countsOf(regos, candidates), countsOf(vins, candidates)]
  return candidates.filter(
    (position) => ofRego.countOf(regos[position] ?? 0) > 1 || ofVin.countOf(vins[position] ?? 0) > 1,
  )
}

// Loops in functions of their own: the engine compiles a function again when it comes to its next long loop.
function addAll(repeated: RepeatedHashes, hashes: Uint32Array, excluded: Uint8Array): void {
  for (let position = 0; position < hashes.length; position += 1) {
    const hash = hashes[position] as number
    if (hash !== 0 && excluded[position] === 0) repeated.add(hash)
  }
}

interface ColumnHashes {
  readonly hashes: Uint32Array
  readonly repeated: RepeatedHashes
}

function addRepeated(into: number[], first: ColumnHashes, second: ColumnHashes, excluded: Uint8Array): void {
  for (let position = 0; position < excluded.length; position += 1) {
    const mayShare =
      first.repeated.mayRepeat(first.hashes[position] as number) ||
      second.repeated.mayRepeat(second.hashes[position] as number)
    if (mayShare && excluded[position] === 0) into.push(position)
  }
}

function countsOf(hashes: Uint32Array, positions: readonly number[]): HashCounts {
  const counts = new HashCounts(positions.length)
  for (const position of positions) {
    const hash = hashes[position] ?? 0
    if (hash !== 0) counts.add(hash)
  }
  return counts
}

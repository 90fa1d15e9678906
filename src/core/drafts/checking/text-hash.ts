/** A hash of a text for tables of equal values; never 0, which stands for no value. Equal hashes are compared as texts. */
export function textHash(text: string): number {
  if (text === '') return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

/** The same hash of an ASCII text. */
export function bytesHash(bytes: Buffer, start: number, length: number): number {
  if (length === 0) return 0
  let hash = 0x811c9dc5
  for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return mixed(hash)
}

/** The last bits of the plain hash alone would fill a table unevenly. */
function mixed(plain: number): number {
  const hash = Math.imul(plain ^ (plain >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}

/** How often hashes occur, as far as it matters: a table of one pass, small for a million entries. */
export class HashCounts {
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

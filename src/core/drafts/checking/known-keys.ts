import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { bytesHash, textHash } from './text-hash.ts'

/** Between two packed keys. No car has a key with it. */
const lineFeed = 0x0a
/** Keys that are packed in one piece: a few milliseconds. */
const keysPerPiece = 5_000
/** Of a key: `r:` or `v:`. */
const prefixLength = 2

/**
 * Keys of customers' cars (`fields/vehicle-key.ts`) as bytes, which are handed to a thread at once: a set of strings is
 * copied key by key. Other work gets its turn meanwhile.
 */
export async function packKeys(keys: Iterable<string>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let piece: string[] = []
  for (const key of keys) {
    piece.push(key)
    if (piece.length < keysPerPiece) continue
    pieces.push(packedPiece(piece))
    piece = []
    await yieldToEventLoop()
  }
  return Buffer.concat([...pieces, packedPiece(piece)])
}

function packedPiece(keys: readonly string[]): Buffer {
  const usable = keys.filter((key) => !key.includes('\n'))
  return Buffer.from(usable.map((key) => `${key}\n`).join(''))
}

/** The cars of existing customers. They are found by the hash of a rego or a VIN, and compared by the bytes of their keys. */
export class KnownKeys {
  readonly #bytes: Buffer
  /** A table with open addressing: hashes, and where their keys begin. */
  readonly #hashes: Uint32Array
  readonly #starts: Uint32Array
  readonly #mask: number

  /** `packed`: of `packKeys`. */
  constructor(packed: Uint8Array) {
    this.#bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
    let count = 0
    for (const byte of packed) if (byte === lineFeed) count += 1
    let size = 16
    while (size < count * 2) size *= 2
    this.#hashes = new Uint32Array(size)
    this.#starts = new Uint32Array(size)
    this.#mask = size - 1
    for (const [start, end] of this.#keys()) this.#add(start, end)
  }

  static of(keys: Iterable<string>): KnownKeys {
    return new KnownKeys(packedPiece([...keys]))
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0
  }

  /** Whether a key may have a rego or VIN with this `textHash`. 0: none has. */
  mayHave(hash: number): boolean {
    if (hash === 0) return false
    for (let slot = hash & this.#mask; this.#hashes[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#hashes[slot] === hash) return true
    }
    return false
  }

  has(key: string): boolean {
    const bytes = Buffer.from(`${key}\n`)
    return this.#hasBytes(bytes, 0, bytes.length - 1)
  }

  /** Hashes of the regos and VINs whose keys only one of both has. */
  changesTo(next: KnownKeys): ReadonlySet<number> {
    return new Set([...this.#hashesMissingIn(next), ...next.#hashesMissingIn(this)])
  }

  *#hashesMissingIn(other: KnownKeys): Generator<number> {
    for (const [start, end] of this.#keys()) {
      if (!other.#hasBytes(this.#bytes, start, end)) yield hashOf(this.#bytes, start, end)
    }
  }

  *#keys(): Generator<readonly [start: number, end: number]> {
    for (let start = 0; start < this.#bytes.length;) {
      const end = this.#bytes.indexOf(lineFeed, start)
      yield [start, end]
      start = end + 1
    }
  }

  #add(start: number, end: number): void {
    const hash = hashOf(this.#bytes, start, end)
    let slot = hash & this.#mask
    while (this.#hashes[slot] !== 0) slot = (slot + 1) & this.#mask
    this.#hashes[slot] = hash
    this.#starts[slot] = start
  }

  /** `end`: of the key; a line feed follows. */
  #hasBytes(bytes: Buffer, start: number, end: number): boolean {
    const hash = hashOf(bytes, start, end)
    const length = end + 1 - start
    for (let slot = hash & this.#mask; this.#hashes[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#hashes[slot] !== hash) continue
      const own = this.#starts[slot] as number
      if (own + length <= this.#bytes.length && bytes.compare(this.#bytes, own, own + length, start, end + 1) === 0)
        return true
    }
    return false
  }
}

/** The `textHash` of the rego or VIN in a key. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  const from = start + prefixLength
  let to = from
  let all = 0
  for (; to < end && bytes[to] !== 0x7c; to += 1) all |= bytes[to] as number
  const hash = all < 0x80 ? bytesHash(bytes, from, Math.max(0, to - from)) : textHash(bytes.toString('utf8', from, to))
  // A key without a rego or VIN is none of a car, and 0 stands for an empty place.
  return hash || 1
}

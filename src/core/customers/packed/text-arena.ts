import { compressBlock, decompressBlock, freeBytes } from '../../database/block-codec.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { grown, grownLength } from './grow.ts'
import { createGrowingBytes } from './growing-bytes.ts'

/** Ends each text of a record. Neither it nor the next two bytes occur in UTF-8. */
export const textEnd = 0xff
/** The only byte of a text that is null. */
export const nullText = 0xfe
/** Begins each record, before its header. */
const recordStart = 0xfd

/** `recordStart`, the slot, and the length of the record's texts. */
const headerLength = 9
const maxNumber = 2 ** 24 - 1

function writeNumber(bytes: Uint8Array, at: number, number: number): void {
  if (number > maxNumber) throw new RangeError('The list of customers is too long')
  bytes[at] = 0x80 | (number >>> 18)
  bytes[at + 1] = 0x80 | ((number >>> 12) & 0x3f)
  bytes[at + 2] = 0x80 | ((number >>> 6) & 0x3f)
  bytes[at + 3] = 0x80 | (number & 0x3f)
}

function readNumber(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) & 0x3f) << 18) |
    (((bytes[at + 1] as number) & 0x3f) << 12) |
    (((bytes[at + 2] as number) & 0x3f) << 6) |
    ((bytes[at + 3] as number) & 0x3f)
  )
}

/** Bytes that are compressed at once: about 4 ms. */
const bytesPerPiece = 1_100_000

/** Writes the header of joined texts of this length. */
function writeHeader(bytes: Uint8Array, at: number, length: number): void {
  bytes[at] = recordStart
  writeNumber(bytes, at + 1, 0)
  writeNumber(bytes, at + 5, length)
}

/** The texts of several records one after another, for `TextArena.append`. Their slots are 0. */
export function joinTexts(records: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(records.reduce((sum, { length }) => sum + headerLength + length, 0))
  let at = 0
  for (const texts of records) {
    writeHeader(joined, at, texts.length)
    joined.set(texts, at + headerLength)
    at += headerLength + texts.length
  }
  return joined
}

/** The texts of each of so many records. Null: these are not joined texts of so many records. */
export function splitTexts(joined: Uint8Array, count: number): Uint8Array[] | null {
  const records: Uint8Array[] = []
  let at = 0
  while (at < joined.length) {
    const end = at + headerLength + readNumber(joined, at + 5)
    if (joined[at] !== recordStart || end > joined.length) return null
    records.push(joined.subarray(at + headerLength, end))
    at = end
  }
  return records.length === count ? records : null
}

/**
 * Some texts of each record, as UTF-8 in one range of bytes. Records are numbered by slots. A record that grows moves to the end, and
 * its former place becomes zeros. `compact` removes such places.
 *
 * The numbers in a header are bytes that continue a character in UTF-8: no text that is searched begins with one, so a search never
 * ends in a header.
 */
export interface TextArena {
  /** The bytes in use. They change with the next change of the arena. */
  view(): Buffer
  /** The same for work in several turns: these stay as they are until `release`, when the arena grows or is compacted meanwhile. */
  hold(): { readonly bytes: Buffer; release(): void }
  /** Where the texts of a record begin. */
  startOf(slot: number): number
  /** Sets the texts of a record, each with `textEnd`. The bytes are copied. */
  set(slot: number, texts: Uint8Array): void
  /** The texts of a record, each with `textEnd`. They change with the next change of the arena. */
  textsAt(slot: number): Uint8Array
  /** Adds joined texts of as many records, from this slot on. */
  append(first: number, count: number, joined: Uint8Array): void
  /** Makes room for so many more bytes, and for so many slots, at once. */
  reserve(length: number, slots: number): void
  remove(slot: number): void
  /** The slot of the record that has the byte at this position. */
  slotAt(position: number): number
  /** Where the record that has the byte at this position ends. */
  endAt(position: number): number
  /** Whether so many bytes are unused that `compact` is worth its time. */
  isSparse(): boolean
  /** Moves the records of these slots together, in this order. Their new slots are 0, 1, 2 ... */
  compact(slots: Uint32Array): void
  /**
   * Compresses the bytes until they are used again, which then takes 1 ms for each MiB. Ends early when they are used meanwhile.
   * Nobody may have a view of them at its end.
   */
  pack(): Steps<void>
  /** Makes the bytes ready for use in pieces. Without it the next use does it at once: 1 ms for each MiB. */
  unpack(): Steps<void>
  /** Also of compressed bytes. */
  byteLength(): number
}

export function createTextArena(): TextArena {
  /** Empty while they are compressed. */
  let bytes: Buffer<ArrayBuffer> = Buffer.alloc(4_096)
  let used = 0
  let dead = 0
  /**
   * Compressed pieces that are not in `bytes` yet, and where the first one belongs. They have a memory of their own: between other objects,
   * they would keep the system from taking back what is free below them.
   */
  let packed: Uint8Array[] = []
  let unpackedTo = 0
  const packedMemory = createGrowingBytes()
  /** Grows with each use of the bytes. */
  let uses = 0
  /** How many hold the bytes as they are. */
  let holders = 0
  /** The positions of the records' first bytes, plus one. */
  let places = new Uint32Array(256)

  const unpackNext = (): boolean => {
    const piece = packed.shift()
    if (!piece) return false
    if (unpackedTo === 0) bytes = Buffer.allocUnsafeSlow(used)
    const unpacked = decompressBlock(piece)
    unpackedTo += unpacked?.copy(bytes, unpackedTo) ?? 0
    if (unpacked) freeBytes(unpacked.buffer)
    if (packed.length === 0) packedMemory.resize(0)
    return true
  }
  /** Call it before the bytes are used. */
  const unpack = (): void => {
    uses += 1
    while (unpackNext()) continue
  }

  const recordAt = (position: number): number => {
    let at = position
    while (bytes[at] !== recordStart) at -= 1
    return at
  }
  const spaceAt = (place: number): number => readNumber(bytes, place + 5)

  /** Frees the bytes that were in use. The collector would let them wait, and run over all objects for their memory. */
  const replace = (others: Buffer<ArrayBuffer>): void => {
    if (holders === 0) freeBytes(bytes.buffer)
    bytes = others
  }
  const reserve: TextArena['reserve'] = (length, slots) => {
    if (slots > places.length) places = grown(places, grownLength(places.length, slots))
    unpack()
    const end = used + length
    if (end <= bytes.length) return
    // Twice as long: each copy takes 1 ms for each MiB, and what is not used yet takes no memory.
    const longer = Buffer.allocUnsafeSlow(Math.max(end, bytes.length * 2))
    bytes.copy(longer, 0, 0, used)
    replace(longer)
  }
  const remove: TextArena['remove'] = (slot) => {
    const place = (places[slot] ?? 0) - 1
    if (place < 0) return
    unpack()
    const end = place + headerLength + spaceAt(place)
    bytes.fill(0, place, end)
    dead += end - place
    places[slot] = 0
  }

  return {
    view() {
      unpack()
      return bytes.subarray(0, used)
    },
    hold() {
      unpack()
      holders += 1
      return { bytes: bytes.subarray(0, used), release: () => void (holders -= 1) }
    },
    startOf: (slot) => (places[slot] as number) - 1 + headerLength,
    set(slot, texts) {
      unpack()
      const place = (places[slot] ?? 0) - 1
      if (place >= 0 && texts.length <= spaceAt(place)) {
        const start = place + headerLength
        bytes.set(texts, start)
        bytes.fill(0, start + texts.length, start + spaceAt(place))
        return
      }
      remove(slot)
      const end = used + headerLength + texts.length
      reserve(headerLength + texts.length, slot + 1)
      bytes[used] = recordStart
      writeNumber(bytes, used + 1, slot)
      writeNumber(bytes, used + 5, texts.length)
      bytes.set(texts, used + headerLength)
      places[slot] = used + 1
      used = end
    },
    textsAt(slot) {
      unpack()
      const place = (places[slot] as number) - 1
      const start = place + headerLength
      let end = start + spaceAt(place)
      // Zeros stand where an earlier record was longer.
      while (end > start && bytes[end - 1] === 0) end -= 1
      return bytes.subarray(start, end)
    },
    append(first, count, joined) {
      reserve(joined.length, first + count)
      bytes.set(joined, used)
      for (let slot = first; slot < first + count; slot += 1) {
        writeNumber(bytes, used + 1, slot)
        places[slot] = used + 1
        used += headerLength + spaceAt(used)
      }
    },
    reserve,
    remove,
    slotAt: (position) => readNumber(bytes, recordAt(position) + 1),
    endAt(position) {
      const place = recordAt(position)
      return place + headerLength + spaceAt(place)
    },
    isSparse: () => dead > 4_096 && dead * 4 > used,
    compact(slots) {
      unpack()
      const from = bytes
      const fromPlaces = places
      bytes = Buffer.alloc(grownLength(0, used - dead))
      places = new Uint32Array(slots.length)
      used = 0
      dead = 0
      for (let slot = 0; slot < slots.length; slot += 1) {
        const place = (fromPlaces[slots[slot] as number] as number) - 1
        from.copy(bytes, used, place, place + headerLength)
        const end = used + headerLength + spaceAt(used)
        from.copy(bytes, used + headerLength, place + headerLength, place + end - used)
        writeNumber(bytes, used + 1, slot)
        places[slot] = used + 1
        used = end
      }
    },
    *pack() {
      if (packed.length > 0) return
      const usesBefore = uses
      const ends = [0]
      let memoryForAll = packedMemory.resize(0)
      for (let at = 0; at < used; at += bytesPerPiece) {
        const piece = compressBlock(bytes.subarray(at, Math.min(used, at + bytesPerPiece)))
        const start = ends.at(-1) ?? 0
        memoryForAll = packedMemory.resize(start + piece.length)
        memoryForAll.set(piece, start)
        ends.push(start + piece.length)
        freeBytes(piece.buffer)
        yield
        if (uses !== usesBefore) return void packedMemory.resize(0)
      }
      packed = ends.slice(1).map((end, piece) => memoryForAll.subarray(ends[piece], end))
      unpackedTo = 0
      freeBytes(bytes.buffer)
      bytes = Buffer.alloc(0)
    },
    *unpack() {
      while (unpackNext()) yield
    },
    byteLength: () => packed.reduce((sum, piece) => sum + piece.byteLength, 0) + bytes.byteLength + places.byteLength,
  }
}

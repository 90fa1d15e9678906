import { crc32 } from 'node:zlib'
import { compressBlock, decompressBlock, freeIfAlone } from '../../database/block-codec.ts'
import { flag, sharedColumns, type PackedRecord } from './packed-record.ts'
import { joinTexts, splitTexts } from './text-arena.ts'

/** Consecutive records as the columns of the list have them. */
export interface ListPart {
  readonly flags: Uint8Array
  /** The different values of each of `sharedColumns`, and for each record the place of its value plus one; 0: null. */
  readonly shared: readonly { readonly values: readonly string[]; readonly numbers: Uint8Array }[]
  /** Joined texts of `TextArena`. */
  readonly searched: Uint8Array
  readonly unsearched: Uint8Array
  /** The records with a sighting, by their places in the part, as stored lines of the cache. */
  readonly sighted: readonly { readonly at: number; readonly line: string }[]
  /** Frees the bytes of a part that was read, when nobody needs them any more. The collector would let those of many parts wait. */
  free?(): void
}

/** A record of a part. */
export interface ListPartRecord {
  readonly packed: PackedRecord
  /** The record as the cache stores it: one line. */
  readonly line: string
}

/** A number of a value takes one byte. */
const mostRecordsOfPart = 255
/** A checksum of all that follows, the format, the block, the number of records, and the bytes of `values`, `searched` and `unsearched`. */
const headerWords = 7

/**
 * Stored parts of other formats are made again. The texts are normalised by the tables of Unicode, so those are a part of it. Raise
 * the number when `packed-record.ts` packs something else.
 */
export const listFormat = crc32(`2 ${process.versions['unicode'] ?? ''}`)

export function listPartOf(records: readonly ListPartRecord[]): ListPart {
  if (records.length > mostRecordsOfPart) {
    throw new RangeError(`A part of the list has ${mostRecordsOfPart} records at most`)
  }
  const shared = sharedColumns.map((column) => {
    const places = new Map<string, number>()
    const numbers = new Uint8Array(records.length)
    // A loop: `Uint8Array.from` takes three times as long.
    for (let at = 0; at < records.length; at += 1) {
      const value = records[at]!.packed[column]
      if (value === null) continue
      const known = places.get(value)
      if (known === undefined) places.set(value, places.size + 1)
      numbers[at] = known ?? places.size
    }
    return { values: [...places.keys()], numbers }
  })
  return {
    flags: Uint8Array.from(records, ({ packed }) => packed.flags),
    shared,
    searched: joinTexts(records.map(({ packed }) => packed.searched)),
    unsearched: joinTexts(records.map(({ packed }) => packed.unsearched)),
    sighted: records.flatMap(({ packed, line }, at) => ((packed.flags & flag.sighted) === 0 ? [] : [{ at, line }])),
  }
}

/** The records of a part one by one, to make another part of them. Null: it is damaged. */
export function recordsOfPart(part: ListPart): PackedRecord[] | null {
  const count = part.flags.length
  const [searched, unsearched] = [splitTexts(part.searched, count), splitTexts(part.unsearched, count)]
  if (!searched || !unsearched) return null
  return Array.from({ length: count }, (_, at) => {
    const [state = null, saleDate = null, expiryDate = null, uploadId = null, fieldSet = null, car = null] =
      part.shared.map(({ values, numbers }) => values[(numbers[at] as number) - 1] ?? null)
    return {
      flags: part.flags[at] as number,
      state,
      saleDate,
      expiryDate,
      uploadId,
      fieldSet,
      car,
      searched: searched[at] as Uint8Array,
      unsearched: unsearched[at] as Uint8Array,
    }
  })
}

/** A part as it is stored. `block`: a checksum that tells the version of the block whose records these are. */
export function encodeListPart(part: ListPart, block: number): Uint8Array {
  const { flags, shared, searched, unsearched, sighted } = part
  const values = Buffer.from(JSON.stringify(shared.map((column) => column.values)))
  const header = Uint32Array.of(0, listFormat, block, flags.length, values.length, searched.length, unsearched.length)
  const lines = Buffer.from(sighted.map(({ line }) => line).join('\n'))
  const numbers = shared.map((column) => column.numbers)
  const bytes = Buffer.concat([Buffer.from(header.buffer), flags, ...numbers, values, searched, unsearched, lines])
  bytes.writeUInt32LE(crc32(bytes.subarray(4)))
  const packed = compressBlock(bytes)
  freeIfAlone(bytes)
  return packed
}

/** Reads a stored part. Null: it is damaged, of another format, or of another version of the block. */
export function decodeListPart(stored: Uint8Array, block: number, count: number): ListPart | null {
  const bytes = unpack(stored)
  if (!bytes || bytes.length < headerWords * 4 || bytes.readUInt32LE() !== crc32(bytes.subarray(4))) return null
  const word = (at: number): number => bytes.readUInt32LE(at * 4)
  const [format, ofBlock, records] = [word(1), word(2), word(3)]
  const [valuesLength, searchedLength, unsearchedLength] = [word(4), word(5), word(6)]
  if (format !== listFormat || ofBlock !== block || records !== count) return null
  let at = headerWords * 4
  const next = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const flags = next(count)
  const numbers = sharedColumns.map(() => next(count))
  // Only this program writes values, and the checksum was compared.
  const values = JSON.parse(next(valuesLength).toString()) as string[][]
  const [searched, unsearched] = [next(searchedLength), next(unsearchedLength)]
  const lines = bytes.toString('utf8', at).split('\n')
  const sighted: { at: number; line: string }[] = []
  // A loop: an array of all places takes longer than the rest.
  for (let place = 0; place < count; place += 1) {
    if (((flags[place] as number) & flag.sighted) !== 0) sighted.push({ at: place, line: lines[sighted.length] ?? '' })
  }
  return {
    flags,
    shared: numbers.map((each, column) => ({ values: values[column] ?? [], numbers: each })),
    searched,
    unsearched,
    sighted,
    free: () => freeIfAlone(bytes),
  }
}

function unpack(stored: Uint8Array): Buffer | null {
  try {
    return decompressBlock(stored)
  } catch {
    // Not compressed data: the caller makes the part again.
    return null
  }
}

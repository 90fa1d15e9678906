import { crc32 } from 'node:zlib'
import { compressBlock, decompressBlock, freeBytes } from '../../database/block-codec.ts'
import { readUuid, wordsPerUuid, writeUuid } from '../record/uuid-words.ts'
import type { RecordDigest } from '../record/record-text.ts'

/**
 * Records in one block. A page of a list that is sorted by name reads each of its records from another block: with 1,000
 * records in a block this takes seven times as long, for 7 % less on the disk.
 */
export const recordsPerBlock = 128

/** One record of a block. `line`: see `record-text.ts`. */
export interface BlockEntry {
  /** The record's number in the cache: numbers of a scope only grow. */
  readonly number: number
  readonly id: string
  readonly digest: RecordDigest
  readonly line: string
}

/** A block as the table `customer_block` stores it. */
export interface StoredBlock {
  /** They end with their checksum. */
  readonly keys: Uint8Array
  readonly records: Uint8Array
}

/** What identifies the records of a block: it is read at the start, without the records. */
export interface BlockKeys {
  /** Another one for each change of a record of the block. */
  readonly checksum: number
  readonly numbers: Uint32Array
  /** Three numbers for each record: `high`, `low` and `other` of its digest. */
  readonly digests: Uint32Array
  /** The ids: four numbers for each when all are UUIDs, else texts. */
  readonly ids: Uint32Array | readonly string[]
}

/**
 * A block that was read. Its records stay bytes until they are asked for: a page of a list in any order reads one or two of each of many
 * blocks.
 */
export interface RecordBlock extends BlockKeys {
  /** Lines in UTF-8. */
  readonly text: Buffer
  /** Where each line begins. */
  readonly starts: Uint32Array
}

export const wordsPerDigest = 3
/** The count of records, and whether their ids are UUIDs. */
const headerWords = 2
const lineEnd = 0x0a

/** Packs records, in the order of their numbers, as little-endian numbers of 32 bits: every system that Forecourt runs on is. */
export function encodeBlock(entries: readonly BlockEntry[]): StoredBlock {
  const records = compressBlock(Buffer.from(entries.map(({ line }) => line).join('\n')))
  return { keys: encodeKeys(entries), records }
}

function encodeKeys(entries: readonly BlockEntry[]): Uint8Array {
  const count = entries.length
  const words = new Uint32Array(headerWords + count * (1 + wordsPerDigest + wordsPerUuid))
  const idsAt = headerWords + count * (1 + wordsPerDigest)
  words[0] = count
  words[1] = 1
  // By index: an iterator makes an object for each record.
  for (let index = 0; index < count; index += 1) {
    const entry = entries[index]!
    words[headerWords + index] = entry.number
    const digestAt = headerWords + count + index * wordsPerDigest
    const idAt = idsAt + index * wordsPerUuid
    words[digestAt] = entry.digest.high
    words[digestAt + 1] = entry.digest.low
    words[digestAt + 2] = entry.digest.other
    if (words[1] === 1 && !writeUuid(entry.id, words, idAt)) words[1] = 0
  }
  const keys =
    words[1] === 1
      ? Buffer.from(words.buffer)
      : Buffer.concat([
          Buffer.from(words.buffer, 0, idsAt * 4),
          Buffer.from(JSON.stringify(entries.map(({ id }) => id))),
        ])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(keys))
  const stored = Buffer.concat([keys, checksum])
  freeBytes(words.buffer)
  return stored
}

/** The keys of a stored block. */
export function decodeKeys(stored: Uint8Array): BlockKeys | 'damaged' {
  // Copied, because numbers of 32 bits must begin at a multiple of four bytes.
  const keys = Buffer.allocUnsafeSlow(Math.max(0, stored.length - 4))
  keys.set(stored.subarray(0, keys.length))
  if (keys.length < headerWords * 4) return 'damaged'
  const checksum = Buffer.from(stored.subarray(keys.length)).readUInt32LE()
  if (checksum !== crc32(keys)) return 'damaged'
  const words = new Uint32Array(keys.buffer, 0, Math.floor(keys.length / 4))
  const [count = 0, areUuids = 0] = words
  const digestsAt = headerWords + count
  const idsAt = digestsAt + count * wordsPerDigest
  return {
    checksum,
    numbers: words.subarray(headerWords, digestsAt),
    digests: words.subarray(digestsAt, idsAt),
    ids: areUuids === 1 ? words.subarray(idsAt) : (JSON.parse(keys.toString('utf8', idsAt * 4)) as string[]),
  }
}

export function decodeBlock({ keys: storedKeys, records }: StoredBlock): RecordBlock | 'damaged' {
  const keys = decodeKeys(storedKeys)
  if (keys === 'damaged') return 'damaged'
  const text = readText(records)
  if (!text) return 'damaged'
  const starts = startsOfLines(text, keys.numbers.length)
  return starts ? { ...keys, text, starts } : 'damaged'
}

/** Null: it is damaged. */
function readText(records: Uint8Array): Buffer | null {
  try {
    return decompressBlock(records)
  } catch {
    return null
  }
}

/** Null: these are not so many lines. */
function startsOfLines(text: Buffer, count: number): Uint32Array | null {
  const starts = new Uint32Array(count)
  let lines = 1
  for (let end = text.indexOf(lineEnd); end >= 0; end = text.indexOf(lineEnd, end + 1)) {
    if (lines < count) starts[lines] = end + 1
    lines += 1
  }
  return lines === count ? starts : null
}

/** The line of a record, by its place in the block. */
export function lineAt({ text, starts }: RecordBlock, index: number): string {
  const next = starts[index + 1]
  return text.toString('utf8', starts[index], next === undefined ? text.length : next - 1)
}

export function idAt({ ids }: Pick<BlockKeys, 'ids'>, index: number): string {
  return ids instanceof Uint32Array ? readUuid(ids, index * wordsPerUuid) : (ids[index] ?? '')
}

export function digestAt({ digests }: Pick<BlockKeys, 'digests'>, index: number): RecordDigest {
  const [high = 0, low = 0, other = 0] = digests.subarray(index * wordsPerDigest, (index + 1) * wordsPerDigest)
  return { high, low, other }
}

/** The records of a block one by one, to write them again. */
export function entriesOf(block: RecordBlock): BlockEntry[] {
  // All at once: faster than line by line.
  const lines = block.text.toString('utf8').split('\n')
  return lines.map((line, index) => ({
    number: block.numbers[index] ?? 0,
    id: idAt(block, index),
    digest: digestAt(block, index),
    line,
  }))
}

/** The place of a number in a block; -1: it is not there. */
export function placeOf({ numbers }: BlockKeys, number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return numbers[low] === number ? low : -1
}

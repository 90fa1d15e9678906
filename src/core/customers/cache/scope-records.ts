import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { freeIfAlone } from '../../database/block-codec.ts'
import type { Database } from '../../database/database.ts'
import { withSpareRoom } from '../packed/grow.ts'
import { listPartOf, type ListPart } from '../packed/list-part.ts'
import type { PackedRecord } from '../packed/packed-record.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import {
  entriesOf,
  idAt,
  lineAt,
  placeOf,
  recordsPerBlock,
  type BlockEntry,
  type BlockKeys,
  type RecordBlock,
} from './record-block.ts'
import { createRecordIndex, type RecordIndex, type RemovedRecord } from './record-index.ts'
import { createStoredBlocks, type AppendedBlock, type PackedEntry } from './stored-blocks.ts'

/** Consecutive records for the list, in the order of their numbers. */
export interface ListedBlock {
  readonly numbers: Uint32Array
  readonly part: ListPart
  idAt(place: number): string
}

/** The stored blocks of one connection and region, and the index of their records. A change is written to its block at once. */
export interface ScopeRecords {
  /** All records by id. Complete once it was asked for. */
  index(): RecordIndex
  /** The number for a new record. */
  nextNumber(): number
  /** The block of a number that was read: the number of its first record. */
  blockOf(number: number): number
  /** A record's id and stored line; null: there is no such number. */
  read(number: number): { readonly id: string; readonly line: string } | null
  /** The first records with a higher number than `after`: those of one block. Null: there are none. */
  readAfter(after: number): readonly BlockEntry[] | null
  /** The same for the list. Records are parsed only where no part of the list is stored that fits. */
  listAfter(after: number): ListedBlock | null
  /** Stores parts of the list that `listAfter` found missing, if there are this many. */
  saveMissingParts(atLeast: number): void
  /** See `RecordStore`. */
  hasUnstoredParts(): boolean
  storeParts(partOf: (numbers: Uint32Array) => ListPart | null): void
  mostRecords(): number
  /** Forgets the blocks that are held unpacked. */
  releaseMemory(): void
  /** A record as the list has it, for `write`. */
  pack(record: RemoteCustomer): PackedRecord
  /**
   * Writes changed records, removes others by their numbers, and appends new ones. Call it in a transaction. Returns the new blocks:
   * the first of the new records may be in the last one that there was.
   */
  write(change: {
    readonly changed?: ReadonlyMap<number, PackedEntry>
    readonly removed?: ReadonlySet<number>
    readonly added?: readonly PackedEntry[]
    /** See `SaveOptions`. */
    readonly partsLater?: boolean
  }): AppendedBlock[]
}

/** The place of a block. `first` is its key: no record with a lower number is ever in it. */
interface BlockPlace {
  readonly first: number
  last: number
  records: number
}

/** Blocks that are held unpacked, 30 to 60 KB each. With fewer, a page of 100 records in 100 blocks would find none again. */
const mostUnpacked = 128

/** Missing parts of the list that are held to be stored together. */
export const mostMissingParts = 16

/** `onDamaged` receives the records that were known and cannot be read; it is called within the reading. */
export function createScopeRecords(
  database: Database,
  scope: ConnectionRegion,
  onDamaged: (records: readonly RemovedRecord[]) => void,
): ScopeRecords {
  const stored = createStoredBlocks(database, scope)
  const blocks: BlockPlace[] = stored.all().map(({ first, last }) => ({ first, last, records: 0 }))
  const index = createRecordIndex()
  const unpacked = new Map<number, RecordBlock>()
  /** The blocks up to this one are in the index. */
  let indexed = 0
  let lastNumber = blocks.at(-1)?.last ?? 0

  /** Parts of the list that were missing, by the first numbers of their blocks. */
  const missingParts = new Map<number, { readonly keys: BlockKeys; readonly part: ListPart }>()

  /** The first numbers of blocks that were stored without their parts. */
  const unstored = new Set<number>()

  /** Removes a block that cannot be read. */
  const drop = (place: BlockPlace, reason: 'damaged' | 'gone'): void => {
    removeBlock(place)
    const removed = index.removeRange(place.first, place.last)
    if (reason === 'damaged') onDamaged(removed)
  }

  const removeBlock = (place: BlockPlace): void => {
    stored.remove(place.first)
    missingParts.delete(place.first)
    unstored.delete(place.first)
    const position = blocks.indexOf(place)
    blocks.splice(position, 1)
    if (position < indexed) indexed -= 1
    unpacked.delete(place.first)
  }

  const mostRecords = (): number =>
    blocks.reduce((sum, { first, last }) => sum + Math.min(last - first + 1, recordsPerBlock), 0)
  const addToIndex = (place: BlockPlace, keys: BlockKeys): void => {
    // An index that grows is copied, and its table is filled again.
    if (indexed === 0) index.reserve(withSpareRoom(mostRecords()))
    index.addBlock(keys)
    place.records = keys.numbers.length
    indexed += 1
  }
  const indexNext = (): void => {
    const place = blocks[indexed]
    if (!place) return
    const keys = stored.keys(place.first)
    if (typeof keys === 'string') drop(place, keys)
    else addToIndex(place, keys)
  }
  const completeIndex = (): void => {
    while (indexed < blocks.length) indexNext()
  }

  /** The position of the first block that ends behind a number. */
  const positionAfter = (number: number): number => {
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((blocks[middle]?.last ?? 0) <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  const hold = (first: number, block: RecordBlock): void => {
    unpacked.delete(first)
    unpacked.set(first, block)
    if (unpacked.size <= mostUnpacked) return
    for (const oldest of unpacked) {
      forget(oldest)
      break
    }
  }
  const forget = ([first, { text }]: [number, RecordBlock]): void => {
    unpacked.delete(first)
    // Nobody keeps a block. The collector would run for these bytes alone.
    freeIfAlone(text)
  }

  const unpack = (place: BlockPlace): RecordBlock | null => {
    const block = unpacked.get(place.first) ?? stored.read(place.first)
    if (typeof block === 'string') {
      drop(place, block)
      return null
    }
    hold(place.first, block)
    return block
  }

  const replace = (place: BlockPlace, entries: readonly PackedEntry[]): void => {
    if (entries.length === 0) return removeBlock(place)
    place.last = Math.max(place.last, entries.at(-1)?.number ?? 0)
    place.records = entries.length
    unpacked.delete(place.first)
    missingParts.delete(place.first)
    unstored.delete(place.first)
    stored.update(place.first, place.last, entries)
  }

  const append = (entries: readonly PackedEntry[], partsLater: boolean): AppendedBlock => {
    const [first = 0, last = 0] = [entries[0]?.number, entries.at(-1)?.number]
    const appended = stored.insert(entries, !partsLater)
    if (partsLater) unstored.add(first)
    blocks.push({ first, last, records: entries.length })
    indexed += 1
    return appended
  }

  /** A block's records behind a number, for the list. Null: there are none. */
  const listBlock = (place: BlockPlace, keys: BlockKeys, part: ListPart | null, after: number): ListedBlock | null => {
    const numbers = keys.numbers.filter((number) => number > after)
    if (numbers.length === 0) return null
    const from = keys.numbers.length - numbers.length
    const listed = { numbers, idAt: (at: number) => idAt(keys, from + at) }
    if (part && from === 0) return { ...listed, part }
    const block = unpack(place)
    if (!block) return null
    const made = listPartOf(stored.entries(place.first, block).slice(from))
    if (from === 0 && missingParts.size < mostMissingParts) missingParts.set(place.first, { keys, part: made })
    return { ...listed, part: made }
  }

  /** Joins a block with the one before it when both are small, so that few records are not in many blocks. */
  const joinWithPrevious = (position: number): void => {
    const [previous, place] = [blocks[position - 1], blocks[position]]
    if (!previous || !place || previous.records + place.records > recordsPerBlock / 2) return
    const [before, block] = [unpack(previous), unpack(place)]
    if (!before || !block) return
    const entries = [...stored.entries(previous.first, before), ...stored.entries(place.first, block)]
    removeBlock(place)
    replace(previous, entries)
  }

  return {
    index() {
      completeIndex()
      return index
    },

    nextNumber() {
      completeIndex()
      lastNumber += 1
      return lastNumber
    },

    blockOf: (number) => blocks[positionAfter(number - 1)]?.first ?? number,

    read(number) {
      const place = blocks[positionAfter(number - 1)]
      const block = place && place.first <= number ? unpack(place) : null
      if (!block) return null
      const at = placeOf(block, number)
      return at < 0 ? null : { id: idAt(block, at), line: lineAt(block, at) }
    },

    readAfter(after) {
      for (;;) {
        const position = positionAfter(after)
        const place = blocks[position]
        if (!place) return null
        while (indexed <= position && indexed < blocks.length) indexNext()
        const block = blocks[position] === place ? unpack(place) : null
        const entries = block ? entriesOf(block).filter(({ number }) => number > after) : []
        if (entries.length > 0) return entries
        if (block) after = place.last
      }
    },

    listAfter(after) {
      for (let behind = after; ;) {
        const position = positionAfter(behind)
        const place = blocks[position]
        if (!place) return null
        while (indexed < position) indexNext()
        const listed = blocks[position] === place ? stored.listed(place.first) : null
        // A block before it was damaged.
        if (!listed) continue
        if (typeof listed === 'string') drop(place, listed)
        else {
          if (indexed === position) addToIndex(place, listed.keys)
          const block = listBlock(place, listed.keys, listed.part, behind)
          if (block) return block
          behind = place.last
        }
      }
    },

    saveMissingParts(atLeast) {
      if (missingParts.size < atLeast) return
      const parts = [...missingParts]
      missingParts.clear()
      database.transaction(() => {
        for (const [first, { keys, part }] of parts) {
          unstored.delete(first)
          stored.savePart(first, keys, part)
        }
      })
    },

    hasUnstoredParts: () => unstored.size > 0,
    storeParts(partOf) {
      database.transaction(() => {
        for (const first of [...unstored].slice(0, mostMissingParts / 2)) {
          unstored.delete(first)
          const keys = stored.keys(first)
          // A damaged block is found when its records are read.
          const part = typeof keys === 'string' ? null : partOf(keys.numbers)
          if (typeof keys !== 'string' && part) stored.savePart(first, keys, part)
        }
      })
    },

    mostRecords,
    releaseMemory() {
      for (const each of unpacked) forget(each)
    },
    pack: stored.pack,

    write({ changed = new Map<number, PackedEntry>(), removed = new Set<number>(), added = [], partsLater = false }) {
      completeIndex()
      const touched = new Set(
        [...changed.keys(), ...removed].flatMap((number) => blocks[positionAfter(number - 1)] ?? []),
      )
      const last = blocks.at(-1)
      const room = last ? roomFor(added.length, last.records) : 0
      if (last && room > 0) touched.add(last)
      let appended = 0
      for (const place of touched) {
        const block = unpack(place)
        // Damaged: its records are read from the service again.
        if (!block) continue
        const kept = stored.entries(place.first, block).filter(({ number }) => !removed.has(number))
        const entries = kept.map((entry) => changed.get(entry.number) ?? entry)
        if (place === last) {
          entries.push(...added.slice(0, room))
          appended = Math.min(room, added.length)
        }
        replace(place, entries)
      }
      const size = Math.ceil((added.length - appended) / Math.ceil((added.length - appended) / recordsPerBlock))
      const newBlocks: AppendedBlock[] = []
      for (; appended < added.length; appended += size) {
        newBlocks.push(append(added.slice(appended, appended + size), partsLater))
      }
      if (removed.size === 0) return newBlocks
      for (const place of touched) {
        joinWithPrevious(blocks.indexOf(place) + 1)
        joinWithPrevious(blocks.indexOf(place))
      }
      return newBlocks
    },
  }
}

/** How many of the new records go into the last block. With enough for blocks of their own, a block that is nearly full is not written again. */
function roomFor(added: number, records: number): number {
  if (added >= recordsPerBlock && records * 2 >= recordsPerBlock) return 0
  return Math.max(0, Math.min(added, recordsPerBlock - records))
}

import { freeBytes } from '../../database/block-codec.ts'
import { doubledLength, outgrown } from '../packed/grow.ts'
import { digestAt, idAt as idInBlock, wordsPerDigest, type BlockKeys } from './record-block.ts'
import type { RecordDigest } from '../record/record-text.ts'
import { hashUuid, isUuidAt, readUuid, wordsPerUuid, writeUuid } from '../record/uuid-words.ts'

/**
 * The numbers and digests of a scope's records by id: 40 bytes for each. A place is the position of a record in the order of
 * the numbers; it stays the same.
 */
export interface RecordIndex {
  /** The place of a record; -1: there is none. */
  find(id: string): number
  numberAt(place: number): number
  /** The id of a number, also of one whose record was removed. Empty: there was never a record with this number. */
  idOf(number: number): string
  digestAt(place: number): RecordDigest
  setDigest(place: number, digest: RecordDigest): void
  /** Whether `markCompared` was called for this place. */
  isCompared(place: number): boolean
  markCompared(place: number): void
  /** Adds a record whose number is higher than all others. Returns its place. */
  add(number: number, id: string, digest: RecordDigest): number
  addBlock(keys: BlockKeys): void
  /** Makes room for so many records at once. */
  reserve(count: number): void
  remove(place: number): void
  /** Removes the records with a number from `first` to `last`, and returns them. */
  removeRange(first: number, last: number): RemovedRecord[]
}

export interface RemovedRecord {
  readonly number: number
  readonly id: string
}

const [removed, present, compared] = [0, 1, 2]
const firstCapacity = 256

export function createRecordIndex(): RecordIndex {
  let capacity = firstCapacity
  let count = 0
  let numbers = new Uint32Array(capacity)
  let digests = new Uint32Array(capacity * wordsPerDigest)
  let states = new Uint8Array(capacity)
  let ids = new Uint32Array(capacity * wordsPerUuid)
  /** A hash table of the places of UUIDs, plus one; 0: empty. Its length is a power of two, and at most half of it is used. */
  let table = new Uint32Array(capacity * 2)
  /** The places of ids that are no UUIDs, also of removed records; and those ids by place. */
  const textIds = new Map<string, number>()
  const textIdAt = new Map<number, string>()
  const sought = new Uint32Array(wordsPerUuid)

  const insert = (place: number): void => {
    const last = table.length - 1
    let slot = hashUuid(ids, place * wordsPerUuid) & last
    while (table[slot] !== 0) slot = (slot + 1) & last
    table[slot] = place + 1
  }
  const grow = (wanted: number): void => {
    if (wanted > capacity) reserve(Math.max(wanted, Math.ceil(capacity * 1.5)))
  }
  const reserve = (wanted: number): void => {
    if (wanted <= capacity) return
    capacity = wanted
    numbers = outgrown(numbers, new Uint32Array(capacity))
    digests = outgrown(digests, new Uint32Array(capacity * wordsPerDigest))
    states = outgrown(states, new Uint8Array(capacity))
    ids = outgrown(ids, new Uint32Array(capacity * wordsPerUuid))
    if (capacity * 2 <= table.length) return
    const { buffer, length } = table
    freeBytes(buffer)
    table = new Uint32Array(doubledLength(length, capacity * 2))
    for (let place = 0; place < count; place += 1) {
      if (states[place] !== removed && !textIdAt.has(place)) insert(place)
    }
  }
  const setDigest: RecordIndex['setDigest'] = (place, { high, low, other }) => {
    digests[place * wordsPerDigest] = high
    digests[place * wordsPerDigest + 1] = low
    digests[place * wordsPerDigest + 2] = other
  }
  const add: RecordIndex['add'] = (number, id, digest) => {
    grow(count + 1)
    const place = count
    count += 1
    numbers[place] = number
    states[place] = present
    setDigest(place, digest)
    if (writeUuid(id, ids, place * wordsPerUuid)) insert(place)
    else {
      textIds.set(id, place)
      textIdAt.set(place, id)
    }
    return place
  }
  const idAt = (place: number): string => textIdAt.get(place) ?? readUuid(ids, place * wordsPerUuid)
  /** The first place with this number or a higher one. */
  const placeFrom = (number: number): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((numbers[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    find(id) {
      if (!writeUuid(id, sought, 0)) {
        const place = textIds.get(id) ?? -1
        return states[place] === removed ? -1 : place
      }
      const last = table.length - 1
      for (let slot = hashUuid(sought, 0) & last; ; slot = (slot + 1) & last) {
        const place = (table[slot] ?? 0) - 1
        if (place < 0) return -1
        if (states[place] !== removed && isUuidAt(ids, place * wordsPerUuid, sought)) return place
      }
    },
    numberAt: (place) => numbers[place] ?? 0,
    idOf(number) {
      const place = placeFrom(number)
      return place < count && numbers[place] === number ? idAt(place) : ''
    },
    digestAt: (place) => digestAt({ digests }, place),
    setDigest,
    isCompared: (place) => states[place] === compared,
    markCompared(place) {
      states[place] = compared
    },
    add,
    addBlock(keys) {
      const { length } = keys.numbers
      if (!(keys.ids instanceof Uint32Array)) {
        for (let index = 0; index < length; index += 1) {
          add(keys.numbers[index] ?? 0, idInBlock(keys, index), digestAt(keys, index))
        }
        return
      }
      grow(count + length)
      numbers.set(keys.numbers, count)
      digests.set(keys.digests, count * wordsPerDigest)
      ids.set(keys.ids, count * wordsPerUuid)
      states.fill(present, count, count + length)
      for (let place = count; place < count + length; place += 1) insert(place)
      count += length
    },
    reserve,
    remove(place) {
      states[place] = removed
    },
    removeRange(first, last) {
      const found: RemovedRecord[] = []
      for (let place = placeFrom(first); place < count && (numbers[place] ?? 0) <= last; place += 1) {
        if (states[place] === removed) continue
        this.remove(place)
        found.push({ number: numbers[place] ?? 0, id: idAt(place) })
      }
      return found
    },
  }
}

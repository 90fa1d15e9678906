import { hash } from 'node:crypto'
import { copyUuid, readUuid, wordsPerUuid, writeUuid } from '../record/uuid-words.ts'
import { freeBytes } from '../../database/block-codec.ts'
import { doubledLength, outgrown } from '../packed/grow.ts'

/** Ids of customers with a number for each: 16 bytes for an id as the interface writes it (a UUID), and a text for any other. */
export interface PackedIds {
  /** The numbers begin with 0; this is the next one. */
  readonly size: number
  /** −1: not known. */
  find(id: string): number
  /** The id's number; a new one for a new id. */
  add(id: string): number
  /** The same for the UUID that begins at a place of `words`. */
  addUuid(words: Uint32Array, at: number): number
  idOf(number: number): string
  /** Makes room for so many ids at once. */
  reserve(count: number): void
}

export function createPackedIds(): PackedIds {
  let words = new Uint32Array(wordsPerUuid * 256)
  /** Numbers plus one by the words of their id; 0: free. At most half full. */
  let index = new Uint32Array(512)
  let size = 0
  /** Ids that are no UUIDs: their words are a digest. */
  const otherIds = new Map<number, string>()
  const wanted = new Uint32Array(wordsPerUuid)

  const placeOf = (a: number, d: number): number =>
    (Math.imul(a ^ (d >>> 15) ^ (d << 17), 0x9e3779b1) >>> 8) & (index.length - 1)

  /** Sets `wanted`. Returns whether the id is a UUID. */
  const readWords = (id: string): boolean => {
    if (writeUuid(id, wanted, 0)) return true
    const digest = hash('sha1', id, 'buffer')
    for (let word = 0; word < wordsPerUuid; word += 1) wanted[word] = digest.readUInt32LE(word * 4)
    return false
  }

  /** The place in the index of the id whose words are `wanted`, or the free place where it belongs. */
  const search = (otherId: string | undefined): number => {
    // By index: an iterator would make an object for each number.
    const a = wanted[0]!
    const b = wanted[1]!
    const c = wanted[2]!
    const d = wanted[3]!
    for (let place = placeOf(a, d); ; place = (place + 1) & (index.length - 1)) {
      const number = index[place]! - 1
      if (number < 0) return place
      const at = number * wordsPerUuid
      const isSame = words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d
      if (isSame && otherIds.get(number) === otherId) return place
    }
  }

  const growWords = (count: number): void => {
    if (count * wordsPerUuid > words.length) words = outgrown(words, new Uint32Array(count * wordsPerUuid))
  }
  /** Makes the index long enough for so many ids. */
  const growIndex = (count: number): void => {
    if (count * 2 <= index.length) return
    const { buffer, length } = index
    freeBytes(buffer)
    index = new Uint32Array(doubledLength(length, count * 2))
    for (let number = 0; number < size; number += 1) {
      let place = placeOf(words[number * wordsPerUuid]!, words[number * wordsPerUuid + 3]!)
      while (index[place] !== 0) place = (place + 1) & (index.length - 1)
      index[place] = number + 1
    }
  }

  /** The number of the id whose words are `wanted`. */
  const addWanted = (otherId: string | undefined): number => {
    const place = search(otherId)
    const known = index[place]! - 1
    if (known >= 0) return known
    const number = size
    if (number * wordsPerUuid === words.length) growWords(Math.ceil(number * 1.5))
    words.set(wanted, number * wordsPerUuid)
    if (otherId !== undefined) otherIds.set(number, otherId)
    index[place] = number + 1
    size += 1
    growIndex(size)
    return number
  }

  return {
    get size() {
      return size
    },

    find: (id) => index[search(readWords(id) ? undefined : id)]! - 1,

    add(id) {
      return addWanted(readWords(id) ? undefined : id)
    },

    addUuid(from, at) {
      copyUuid(from, at, wanted, 0)
      return addWanted(undefined)
    },

    reserve(count) {
      growWords(count)
      growIndex(count)
    },
    idOf: (number) => otherIds.get(number) ?? readUuid(words, number * wordsPerUuid),
  }
}

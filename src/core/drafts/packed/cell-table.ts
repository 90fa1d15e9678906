import type { SourceCell } from '../../fields/source-cell.ts'
import { readCell } from './cell-bytes.ts'

/** No limit. Infinity is no whole number: the engine compiles what uses such a field twice. */
export const anyNumber = 0x3fff_ffff

const firstSlots = 256
const firstArenaBytes = 4_096

/**
 * Numbers different cells from 0, in the order in which they come. Cells are equal when their bytes are: they are found
 * by a hash and compared with a copy, so no string is made of them.
 */
export class CellTable {
  #most: number
  /** The number of a cell, plus one; 0: free. */
  #slots = new Int32Array(firstSlots)
  #hashes = new Int32Array(firstSlots / 2)
  /** By number: where the copy of the cell ends. It begins where the one before ends. */
  #ends = new Int32Array(firstSlots / 2)
  #arena = Buffer.allocUnsafe(firstArenaBytes)
  #size = 0

  /** `most`: the most cells that are numbered. */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Numbers no further cells: those that it has are found as before. */
  stopAdding(): void {
    this.#most = this.#size
  }

  /** The number of the bytes from `start` to `end`; -1: they are not numbered, and there is no room for them. */
  numberOf(bytes: Buffer, start: number, end: number): number {
    let hash = end - start
    let at = start
    // Four bytes at once: a multiplication takes longer than all else.
    for (; at + 4 <= end; at += 4) {
      const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
      const high = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8)
      hash = Math.imul(hash ^ low ^ (high << 16), 0x2c1b3c6d)
      hash ^= hash >>> 15
    }
    for (; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash ^= hash >>> 13
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hash & mask
    for (;;) {
      const number = (slots[slot] as number) - 1
      if (number < 0) return this.#add(bytes, start, end, hash, slot)
      if (this.#hashes[number] === hash && this.#isAt(number, bytes, start, end)) return number
      slot = (slot + 1) & mask
    }
  }

  /** The bytes with a number, read as UTF-8. */
  textOf(number: number): string {
    return this.#arena.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], this.#ends[number])
  }

  /** The bytes with a number, read as a cell. */
  cellOf(number: number): SourceCell {
    return readCell(this.#arena, number === 0 ? 0 : (this.#ends[number - 1] ?? 0))
  }

  #isAt(number: number, bytes: Buffer, start: number, end: number): boolean {
    const arena = this.#arena
    let from = number === 0 ? 0 : (this.#ends[number - 1] as number)
    if ((this.#ends[number] as number) - from !== end - start) return false
    for (let at = start; at < end; at += 1) {
      if (bytes[at] !== arena[from]) return false
      from += 1
    }
    return true
  }

  #add(bytes: Buffer, start: number, end: number, hash: number, slot: number): number {
    const number = this.#size
    if (number >= this.#most) return -1
    const from = number === 0 ? 0 : (this.#ends[number - 1] as number)
    this.#makeRoom(from + end - start)
    copyBytes(bytes, start, end, this.#arena, from)
    this.#hashes[number] = hash
    this.#ends[number] = from + end - start
    this.#slots[slot] = number + 1
    this.#size = number + 1
    if (this.#size * 2 >= this.#slots.length) this.#growSlots()
    return number
  }

  #makeRoom(arenaBytes: number): void {
    if (arenaBytes <= this.#arena.length) return
    const larger = Buffer.allocUnsafe(Math.max(arenaBytes, 2 * this.#arena.length))
    this.#arena.copy(larger)
    this.#arena = larger
  }

  #growSlots(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    const hashes = new Int32Array(slots.length / 2)
    const ends = new Int32Array(slots.length / 2)
    hashes.set(this.#hashes)
    ends.set(this.#ends)
    for (let number = 0; number < this.#size; number += 1) {
      let slot = (hashes[number] as number) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
    this.#slots = slots
    this.#hashes = hashes
    this.#ends = ends
  }
}

/** Longer bytes are copied by the engine's own code, which is faster then. */
const maxLoopBytes = 64

function copyBytes(from: Buffer, start: number, end: number, into: Buffer, at: number): void {
  if (end - start > maxLoopBytes) from.copy(into, at, start, end)
  else for (let next = start; next < end; next += 1) into[at + next - start] = from[next] as number
}

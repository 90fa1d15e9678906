import { mappedBytes } from '../../wasm/wasm-code.ts'

/** Memory for the arrays of one sort. */
export interface SortMemory {
  /** So many numbers of it, with any values. */
  take(length: number): Uint32Array<ArrayBuffer>
  /** Call it when nothing reads the arrays any more: the next sort may get them. */
  giveBack(): void
}

export interface SortMemories {
  /** Memory for so many numbers. */
  borrow(length: number): SortMemory
  /** Lets go of what no sort has. */
  forget(): void
}

/** One sort after another gets the same memory; sorts that run at the same time get others. */
export function createSortMemories(): SortMemories {
  let spare: ArrayBuffer | null = null
  return {
    borrow(length) {
      const needed = length * Uint32Array.BYTES_PER_ELEMENT
      const buffer = spare && spare.byteLength >= needed ? spare : mappedBytes(needed)
      spare = null
      let end = 0
      return {
        take(count) {
          const array = new Uint32Array(buffer, end, count)
          end += array.byteLength
          return array
        },
        giveBack() {
          spare = buffer
        },
      }
    },
    forget() {
      spare = null
    },
  }
}

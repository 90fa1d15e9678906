import { freeBytes } from '../../database/block-codec.ts'

/** A new length for at least `needed` elements: a quarter more than now, so that adding one by one stays cheap. */
export function grownLength(length: number, needed: number): number {
  return needed <= length ? length : Math.max(needed, Math.ceil(length * 1.25), 256)
}

/** A number of records, and a few new ones. */
export const withSpareRoom = (records: number): number => Math.ceil(records * 1.02)

/** A length for at least `needed` places: doubled as often as that takes. */
export const doubledLength = (length: number, needed: number): number =>
  needed <= length ? length : length * 2 ** Math.ceil(Math.log2(needed / length))

/** A longer copy with zeros at the end. */
export function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length)
  longer.set(array.length > length ? array.subarray(0, length) : array)
  return longer
}

/**
 * Copies an array that nobody else has to a longer one, and frees its memory. The collector would let the memory of all that was outgrown wait, and run
 * over all objects for it.
 */
export function outgrown<Numbers extends Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  array: Numbers,
  longer: Numbers,
): Numbers {
  longer.set(array)
  freeBytes(array.buffer)
  return longer
}

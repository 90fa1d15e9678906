/** A new length for at least `needed` elements: a quarter more than now, so that adding one by one stays cheap. */
export function grownLength(length: number, needed: number): number {
  return needed <= length ? length : Math.max(needed, Math.ceil(length * 1.25), 256)
}

/** A longer copy with zeros at the end. */
export function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length)
  longer.set(array.length > length ? array.subarray(0, length) : array)
  return longer
}

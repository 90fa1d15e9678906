/**
 * Bytes that grow and shrink in their place. What is not in use belongs to the system again. Not for bytes that are read in long loops: V8 reads
 * them at half the speed, and a view of a part takes ten times as long.
 */
export interface GrowingBytes {
  /** The first bytes, at least as many as asked for, and zeros behind what there was. A view of earlier bytes may no longer be used. */
  resize(length: number): Buffer<ArrayBuffer>
}

/** The length is a multiple of this. */
const step = 65_536
/** Addresses that are reserved at first. They take no memory. */
const firstReserved = 2 ** 28

export function createGrowingBytes(): GrowingBytes {
  let memory = new ArrayBuffer(0, { maxByteLength: firstReserved })
  return {
    resize(length) {
      const rounded = Math.ceil(length / step) * step
      if (rounded > memory.maxByteLength) {
        const longer = new ArrayBuffer(rounded, { maxByteLength: rounded * 2 })
        new Uint8Array(longer).set(new Uint8Array(memory))
        memory = longer
      } else memory.resize(rounded)
      return Buffer.from(memory)
    },
  }
}

import zlib, { constants } from 'node:zlib'

/**
 * First byte of a stored block. Blocks of version 0.1 have none and begin with deflated data, whose second and
 * third bit are never both set, as they are here (RFC 1951, 3.2.3).
 */
const codecs = { deflate: 0x07, zstd: 0x0f } as const

/** Zstandard is three times as fast as deflate. Runtimes older than Node 22.15 do not have it. */
const hasZstd = worksHere()

function worksHere(): boolean {
  if (typeof zlib.zstdCompressSync !== 'function') return false
  const sample = Buffer.from('forecourt')
  return zlib.zstdDecompressSync(zlib.zstdCompressSync(sample)).equals(sample)
}

/** Compresses a block of rows in the best way that works here, and names the way in its first byte. */
export function compressBlock(block: Buffer, useZstd = hasZstd): Uint8Array<ArrayBuffer> {
  const compressed = useZstd
    ? zlib.zstdCompressSync(block, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    : zlib.deflateRawSync(block, { level: constants.Z_BEST_SPEED })
  const named = new Uint8Array(1 + compressed.length)
  named[0] = useZstd ? codecs.zstd : codecs.deflate
  named.set(compressed, 1)
  return named
}

/** The block of rows, or null for a block of version 0.1. Throws when it is damaged. */
export function decompressBlock(stored: Uint8Array): Buffer | null {
  switch (stored[0]) {
    case codecs.zstd:
      return zlib.zstdDecompressSync(stored.subarray(1))
    case codecs.deflate:
      return zlib.inflateRawSync(stored.subarray(1))
    default:
      return null
  }
}

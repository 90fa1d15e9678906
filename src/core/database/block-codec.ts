import zlib, { constants } from 'node:zlib'

/** First byte of a stored block. */
const codecs = { deflate: 0x07, zstd: 0x0f } as const

/** Zstandard is three times as fast as deflate. Runtimes older than Node 22.15 do not have it. */
const hasZstd = compressesWithZstd(zlib)

/** Whether a library has Zstandard and gives back what it compressed. */
export function compressesWithZstd(
  library: Partial<Pick<typeof zlib, 'zstdCompressSync' | 'zstdDecompressSync'>>,
): boolean {
  const { zstdCompressSync: compress, zstdDecompressSync: decompress } = library
  if (typeof compress !== 'function' || typeof decompress !== 'function') return false
  const sample = Buffer.from('forecourt')
  return decompress(compress(sample)).equals(sample)
}

/** The fastest level. With its checksum, a block that is damaged is never read as something else. */
const zstdParameters = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }

/** Compresses a block of rows in the best way that works here, and names the way in its first byte. */
export function compressBlock(block: Buffer, useZstd = hasZstd): Uint8Array<ArrayBuffer> {
  const compressed = useZstd
    ? zlib.zstdCompressSync(block, { params: zstdParameters })
    : zlib.deflateRawSync(block, { level: constants.Z_BEST_SPEED })
  const named = new Uint8Array(1 + compressed.length)
  named[0] = useZstd ? codecs.zstd : codecs.deflate
  named.set(compressed, 1)
  return named
}

/** A hundred times the largest block. A crafted one in a backup could otherwise fill the memory. */
const maxOutputLength = 2 ** 27

/** The content of a block. Throws when it is damaged. */
export function decompressBlock(stored: Uint8Array): Buffer {
  switch (stored[0]) {
    case codecs.zstd:
      return zlib.zstdDecompressSync(stored.subarray(1), { maxOutputLength })
    case codecs.deflate:
      return zlib.inflateRawSync(stored.subarray(1), { maxOutputLength })
    default:
      throw new Error('A block is stored in a way that this version does not know')
  }
}

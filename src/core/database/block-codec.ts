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

/**
 * Memory for the result, which usually fits: else zlib makes many small pieces and joins them. Blocks of a draft have about
 * 1 MiB, rows of an upload a tenth of it: new memory of 1 MiB costs ten times as much as inflating them. When even the
 * largest result fits (`ZSTD_compressBound`), Zstandard reads a block where it lies, which takes a tenth less time.
 */
const compressedSizeFor = ({ length }: Uint8Array): number => (length < 262_144 ? 65_536 : length + (length >> 8) + 64)
const decompressedSizeFor = ({ length }: Uint8Array): number =>
  length < 8_192 ? 65_536 : length < 65_536 ? 262_144 : 1_179_648

/**
 * With its checksum, a block that is damaged is never read as something else. Searching only for repeats of seven bytes takes an
 * eighth less CPU, also to read, for the same size. For a size that is said, its tables are no larger than needed.
 */
const zstdParameters = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_minMatch]: 7,
  [constants.ZSTD_c_checksumFlag]: 1,
}

/** Compresses a block of rows in the best way that works here, and names the way in its first byte. */
export function compressBlock(block: Buffer, useZstd = hasZstd): Uint8Array<ArrayBuffer> {
  const chunkSize = compressedSizeFor(block)
  const compressed = useZstd
    ? zlib.zstdCompressSync(block, { chunkSize, params: zstdParameters, pledgedSrcSize: block.length })
    : zlib.deflateRawSync(block, { chunkSize, level: constants.Z_BEST_SPEED })
  const named = new Uint8Array(1 + compressed.length)
  named[0] = useZstd ? codecs.zstd : codecs.deflate
  named.set(compressed, 1)
  return named
}

/** A hundred times the largest block. A crafted one in a backup could otherwise fill the memory. */
const maxOutputLength = 2 ** 27

/** The content of a block. Throws when it is damaged. */
export function decompressBlock(stored: Uint8Array): Buffer {
  const chunkSize = decompressedSizeFor(stored)
  switch (stored[0]) {
    case codecs.zstd:
      return ownBytes(zlib.zstdDecompressSync(stored.subarray(1), { chunkSize, maxOutputLength }), chunkSize)
    case codecs.deflate:
      return ownBytes(zlib.inflateRawSync(stored.subarray(1), { chunkSize, maxOutputLength }), chunkSize)
    default:
      throw new Error('A block is stored in a way that this version does not know')
  }
}

/** Bytes in memory that is much too large for them are copied. A little more than they need stays untouched by the system. */
function ownBytes(bytes: Buffer, chunkSize: number): Buffer {
  if (bytes.buffer.byteLength !== chunkSize || chunkSize - bytes.length < bytes.length >> 3) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

import { crc32, createInflateRaw } from 'node:zlib'
import { FileDamagedError, type ContentMeter } from './content-meter.ts'

/** A part of a zip archive, by its directory. */
export interface ZipPart {
  /** With slashes, and without one at the beginning: some programs write `\xl\workbook.xml`. */
  readonly name: string
  readonly packedBytes: number
  readonly inflatedBytes: number
  readonly crc32: number
  readonly isPacked: boolean
  readonly headerAt: number
}

/** Parts from a zip's central directory; null when there is none. (APPNOTE.TXT 4.3.12, 4.3.16) */
export function zipParts(bytes: Uint8Array): readonly ZipPart[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lowest = Math.max(0, bytes.byteLength - 22 - 65_535)
  let end = bytes.byteLength - 22
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < lowest) return null
  const parts: ZipPart[] = []
  let at = view.getUint32(end + 16, true)
  const count = view.getUint16(end + 10, true)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== 0x02014b50) return null
    const nameLength = view.getUint16(at + 28, true)
    if (at + 46 + nameLength > bytes.byteLength) return null
    const name = new TextDecoder('utf-8').decode(bytes.subarray(at + 46, at + 46 + nameLength))
    parts.push({
      name: name.replaceAll('\\', '/').replace(/^\/+/, ''),
      packedBytes: view.getUint32(at + 20, true),
      inflatedBytes: view.getUint32(at + 24, true),
      crc32: view.getUint32(at + 16, true),
      isPacked: view.getUint16(at + 10, true) !== 0,
      headerAt: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** Small enough that the first rows of a sheet come at once. */
const usualPieceBytes = 256 * 1_024

/**
 * The content of a part in pieces, counted before they are passed on. Throws `FileDamagedError` when it is not what the
 * directory states.
 */
export async function* inflatePart(
  archive: Uint8Array,
  part: ZipPart,
  meter: ContentMeter,
  pieceBytes = usualPieceBytes,
): AsyncGenerator<Uint8Array> {
  let total = 0
  let sum = 0
  const packed = packedBytesOf(archive, part)
  for await (const piece of part.isPacked ? unpack(packed, pieceBytes) : piecesOf(packed, pieceBytes)) {
    total += piece.byteLength
    if (total > part.inflatedBytes) throw new FileDamagedError()
    sum = crc32(piece, sum)
    meter.addContent(piece.byteLength)
    yield piece
  }
  if (total !== part.inflatedBytes || sum !== part.crc32) throw new FileDamagedError()
}

function packedBytesOf(archive: Uint8Array, { headerAt, packedBytes }: ZipPart): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  if (headerAt + 30 > archive.byteLength || view.getUint32(headerAt, true) !== 0x04034b50) throw new FileDamagedError()
  const from = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  if (from + packedBytes > archive.byteLength) throw new FileDamagedError()
  return archive.subarray(from, from + packedBytes)
}

function* piecesOf(bytes: Uint8Array, pieceBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function* unpack(packed: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  const stream = createInflateRaw({ chunkSize: pieceBytes })
  stream.end(packed)
  try {
    for await (const piece of stream) yield piece as Uint8Array
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw new FileDamagedError()
    throw error
  } finally {
    stream.destroy()
  }
}

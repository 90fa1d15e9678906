import { readFully, type ByteSource } from '../reading/byte-source.ts'

/** A piece of a text file as it is saved with its draft, so that it can be read again with another encoding. */
export interface FilePart {
  readonly part: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Bytes of each part but the last. */
const filePartBytes = 1_048_576
/** The largest file that is saved as a whole. Of a larger one the first part is saved, which is enough for a preview. */
export const maxSavedBytes = 64 * 1_048_576

/** The bytes of a file in parts, not compressed. They are valid until the next part is asked for. */
export async function* fileParts(
  source: ByteSource,
  keep: 'all' | 'head',
): AsyncGenerator<{ readonly part: number; readonly bytes: Buffer }, void, void> {
  const end = keep === 'head' ? Math.min(filePartBytes, source.sizeBytes) : source.sizeBytes
  const buffer = Buffer.allocUnsafe(Math.min(filePartBytes, end))
  for (let start = 0; start < end; start += filePartBytes) {
    const { byteLength } = await readFully(source, buffer.subarray(0, end - start), start)
    yield { part: start / filePartBytes, bytes: buffer.subarray(0, byteLength) }
  }
}

export const countParts = (sizeBytes: number): number => Math.ceil(sizeBytes / filePartBytes)

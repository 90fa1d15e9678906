import { open } from 'node:fs/promises'
import { isForbidden } from '../../storage/refusals.ts'

/** The bytes of a file, which can be read again. */
export interface ByteSource {
  readonly sizeBytes: number
  /** Reads the next bytes from a position on, at least one; how many, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>
}

/** The file is no longer there, another program locks it, or the user may not read it. */
export class FileUnreadableError extends Error {
  get isForbidden(): boolean {
    return isForbidden(this.cause)
  }

  constructor(cause: unknown) {
    super('The file cannot be read', { cause })
    this.name = 'FileUnreadableError'
  }
}

/** A file on this PC: none of its bytes stay in memory. Throws `FileUnreadableError`, and so does each `read`. */
export async function openFile(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await readable(() => open(path, 'r'))
  const { size } = await readable(() => file.stat())
  return {
    sizeBytes: size,
    read: async (into, position) => (await readable(() => file.read(into, 0, into.byteLength, position))).bytesRead,
    close: () => file.close(),
  }
}

async function readable<Value>(use: () => Promise<Value>): Promise<Value> {
  try {
    return await use()
  } catch (error) {
    throw new FileUnreadableError(error)
  }
}

/** Bytes that arrive from elsewhere, and stay in memory so that they can be read again. `next`: the next of them. */
export function arrivingSource(sizeBytes: number, next: () => Promise<Uint8Array>): ByteSource {
  const parts: { readonly start: number; readonly bytes: Uint8Array }[] = []
  let arrived = 0
  return {
    sizeBytes,
    async read(into, position) {
      while (arrived <= position && arrived < sizeBytes) {
        const bytes = await next()
        parts.push({ start: arrived, bytes })
        arrived += bytes.byteLength
      }
      const part = parts.findLast(({ start }) => start <= position)
      const found = part?.bytes.subarray(position - part.start, position - part.start + into.byteLength)
      if (found) into.set(found)
      return found?.byteLength ?? 0
    },
  }
}

/** Fills an array from a position on, as far as the file goes. The filled part. */
export async function readFully(source: ByteSource, into: Uint8Array, position = 0): Promise<Uint8Array> {
  let filled = 0
  while (filled < into.byteLength) {
    const count = await source.read(into.subarray(filled), position + filled)
    if (count === 0) break
    filled += count
  }
  return into.subarray(0, filled)
}

import { randomUUID } from 'node:crypto'
import type { ExportedFile } from '../../contract/exported-file.ts'

/** Characters of a part, 384 KB: one crosses to the window in a few milliseconds. Divisible by 4, so parts of base64 are whole. */
const partLength = 393_216

/** The content of a file in parts: texts of about the length of a part. */
export async function textParts(pieces: AsyncIterable<string>): Promise<string[]> {
  const parts: string[] = []
  let open: string[] = []
  let length = 0
  for await (const piece of pieces) {
    open.push(piece)
    length += piece.length
    if (length < partLength) continue
    parts.push(open.join(''))
    open = []
    length = 0
  }
  if (length > 0 || parts.length === 0) parts.push(open.join(''))
  return parts
}

/** The same for bytes, as base64 of which each part can be decoded by itself. */
export async function base64Parts(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const bytesOfPart = (partLength / 4) * 3
  const parts: string[] = []
  let open = Buffer.alloc(0)
  for await (const piece of pieces) {
    open = Buffer.concat([open, piece])
    for (; open.length >= bytesOfPart; open = open.subarray(bytesOfPart)) {
      parts.push(open.toString('base64', 0, bytesOfPart))
    }
  }
  if (open.length > 0 || parts.length === 0) parts.push(open.toString('base64'))
  return parts
}

/** What follows the first part of the last long file. */
export function createLongFile() {
  let last: { readonly file: string; readonly parts: readonly string[] } | null = null
  return {
    /** The first part, and how the others are fetched; a file of one part is whole. */
    start([content = '', ...parts]: readonly string[]): Pick<ExportedFile, 'content' | 'rest'> {
      if (parts.length === 0) return { content }
      last = { file: randomUUID(), parts }
      return { content, rest: { file: last.file, parts: parts.length } }
    },
    /** Null: another file was made meanwhile, or the last part was fetched. */
    part(file: string, part: number): string | null {
      const content = last?.file === file ? last.parts[part] : undefined
      if (content !== undefined && part + 1 === last?.parts.length) last = null
      return content ?? null
    },
  }
}

/** Longer texts seldom repeat. */
const maxCachedBytes = 40
const slots = 8_192
const nothing = Buffer.alloc(0)

/**
 * Short texts that were read lately: reading a text that repeats costs a comparison of its bytes, and gives the same
 * string, whose hash the engine already knows.
 */
export class TextCache {
  readonly #texts: string[] = Array.from<string>({ length: slots }).fill('')
  /** Where the bytes of each text are. */
  readonly #sources: Buffer[] = Array.from<Buffer>({ length: slots }).fill(nothing)
  readonly #starts = new Uint32Array(slots)

  /** The UTF-8 text after a byte with its length (`cell-bytes.ts`). */
  read(bytes: Buffer, start: number, length: number): string {
    if (length === 0) return ''
    if (length > maxCachedBytes) return bytes.toString('utf8', start, start + length)
    const end = start + length
    let hash = length
    let all = 0
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number
      all |= byte
      hash = Math.imul(hash ^ byte, 0x01000193)
    }
    const slot = (hash ^ (hash >>> 15)) & (slots - 1)
    const source = this.#sources[slot]
    if (source && isSame(bytes, start, source, this.#starts[slot] ?? 0, length)) return this.#texts[slot] ?? ''
    const text = bytes.toString(all < 0x80 ? 'latin1' : 'utf8', start, end)
    this.#texts[slot] = text
    this.#sources[slot] = bytes
    this.#starts[slot] = start
    return text
  }
}

function isSame(one: Buffer, oneStart: number, other: Buffer, otherStart: number, length: number): boolean {
  // The byte before a text is its length.
  if (one[oneStart - 1] !== other[otherStart - 1]) return false
  for (let at = 0; at < length; at += 1) if (one[oneStart + at] !== other[otherStart + at]) return false
  return true
}

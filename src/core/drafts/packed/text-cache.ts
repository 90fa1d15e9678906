/** Longer texts seldom repeat. */
const maxCachedBytes = 40
const slots = 8_192

/**
 * Short texts that were read lately: reading a text that repeats costs a comparison of its bytes, and gives the same
 * string, whose hash the engine already knows.
 */
export class TextCache {
  readonly #texts: (string | undefined)[] = Array.from({ length: slots })
  readonly #bytes = Buffer.alloc(slots * maxCachedBytes)
  readonly #lengths = new Uint8Array(slots)

  /** The UTF-8 text of some bytes. */
  read(bytes: Buffer, start: number, length: number): string {
    if (length === 0) return ''
    if (length > maxCachedBytes) return bytes.toString('utf8', start, start + length)
    let hash = length
    for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    const slot = (hash ^ (hash >>> 15)) & (slots - 1)
    const place = slot * maxCachedBytes
    const known = this.#texts[slot]
    if (known !== undefined && this.#lengths[slot] === length && this.#isSame(bytes, start, length, place)) return known
    const text = bytes.toString('utf8', start, start + length)
    this.#texts[slot] = text
    this.#lengths[slot] = length
    bytes.copy(this.#bytes, place, start, start + length)
    return text
  }

  #isSame(bytes: Buffer, start: number, length: number, place: number): boolean {
    for (let at = 0; at < length; at += 1) if (bytes[start + at] !== this.#bytes[place + at]) return false
    return true
  }
}

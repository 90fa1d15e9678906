import { isUtf8 } from 'node:buffer'
import type { ContentMeter } from './content-meter.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

/** The most bytes that may stay unread. A row or a text that takes more is not that of a plain list. */
const maxUnreadBytes = 4 * 1_024 * 1_024
/** What stands near the end of the bytes may go on in the next ones. */
const longestToken = 64

/**
 * A part of a workbook, inflated piece by piece into one buffer. What was not read of a piece stands in front of the
 * next. A zero byte, which XML cannot hold, stands behind the last byte, so that loops over the bytes end there.
 */
export class InflatedPart {
  readonly #pieces: AsyncGenerator<Uint8Array>
  bytes: Buffer = Buffer.alloc(0)
  /** How many bytes there are. */
  end = 0
  /** Position of the first unread byte. */
  at = 0
  /** No bytes come after these. */
  isLast = false
  /** Until there, the bytes are known to be UTF-8. */
  #checked = 0

  constructor(archive: Uint8Array, part: ZipPart, meter: ContentMeter, pieceBytes?: number) {
    this.#pieces = inflatePart(archive, part, meter, pieceBytes)
  }

  /** Adds the next piece. False: it is no UTF-8, or too much is unread, or nothing comes. */
  async advance(): Promise<boolean> {
    if (this.isLast) return false
    const { done, value: piece } = await this.#pieces.next()
    if (done) {
      this.isLast = true
      return isUtf8(this.bytes.subarray(this.#checked, this.end))
    }
    const kept = this.end - this.at
    if (kept > maxUnreadBytes) return false
    this.#keep(kept, kept + piece.byteLength + 1)
    this.bytes.set(piece, kept)
    this.end = kept + piece.byteLength
    this.bytes[this.end] = 0
    // A character that is cut in two is not checked yet.
    const whole = this.bytes.lastIndexOf(0x3e, this.end - 1) + 1
    if (whole <= this.#checked) return true
    const isText = isUtf8(this.bytes.subarray(this.#checked, whole))
    this.#checked = whole
    return isText
  }

  /** Whether what was not understood at a position may only be incomplete. */
  isCutAt(position: number): boolean {
    return !this.isLast && this.end - position <= longestToken
  }

  /** All that is unread, as text; null when it is more than `maxBytes`. */
  async readRest(maxBytes: number): Promise<string | null> {
    let text = ''
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for (;;) {
      text += decoder.decode(this.bytes.subarray(this.at, this.end), { stream: true })
      this.at = this.end
      if (text.length > maxBytes) return null
      if (!(await this.advance())) return this.isLast ? text + decoder.decode() : null
    }
  }

  /** Ends the inflating. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined)
  }

  /** Moves the unread bytes to the front, and makes room for so many bytes. */
  #keep(kept: number, needed: number): void {
    const from = this.bytes
    if (needed > from.length) this.bytes = Buffer.allocUnsafe(Math.max(needed, 2 * from.length))
    from.copy(this.bytes, 0, this.at, this.end)
    this.#checked = Math.max(0, this.#checked - this.at)
    this.at = 0
    this.end = kept
  }
}

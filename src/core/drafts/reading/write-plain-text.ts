import type { PlainLayout } from '../model/draft-source.ts'
import { cellEnd, cellKinds } from '../packed/cell-bytes.ts'
import { cellCountAt, countBytes, firstCellAt, rowNumberAt } from '../packed/packed-rows.ts'

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]
const mark = Buffer.of(0xef, 0xbb, 0xbf)

/**
 * Writes a plain text file again from its packed rows, byte by byte as it was: `PlainRows` gives its layout, or says that the
 * rows are not enough. Blocks are written one after the other.
 */
export class PlainTextWriter {
  readonly #layout: PlainLayout
  readonly #delimiter: number
  #buffer = Buffer.allocUnsafe(65_536)
  #end = 0
  /** Number of the last line that was written; a cell over several lines is one. */
  #lastRow = 0

  constructor(layout: PlainLayout) {
    this.#layout = layout
    this.#delimiter = layout.delimiter.charCodeAt(0)
    if (layout.mark) this.#end += mark.copy(this.#buffer)
  }

  /** The bytes of the next block's rows. */
  write(block: Buffer): Buffer {
    let start = countBytes
    for (let left = block.readUInt32LE(0); left > 0; left -= 1) {
      const place = { bytes: block, start }
      this.#writeBlankRows(rowNumberAt(place) - 1)
      let at = firstCellAt(place)
      for (let cells = cellCountAt(place); cells > 0; cells -= 1) {
        const end = cellEnd(block, at)
        // Each byte may be doubled; two quotes, a delimiter and a line end.
        this.#makeRoom(2 * (end - at) + 5)
        this.#writeCell(block, block[at] === cellKinds.longText ? at + 5 : at + 1, end)
        if (cells > 1) this.#buffer[this.#end++] = this.#delimiter
        at = end
      }
      this.#writeLineEnd()
      start = at
    }
    return this.#take()
  }

  /** The bytes behind the last row. */
  end(): Buffer {
    this.#writeBlankRows(this.#layout.rows)
    return this.#take()
  }

  #take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#end))
    this.#end = 0
    return taken
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#end + bytes))
    this.#buffer.copy(larger, 0, 0, this.#end)
    this.#buffer = larger
  }

  #writeBlankRows(last: number): void {
    while (this.#lastRow < last) {
      this.#makeRoom(2)
      this.#writeLineEnd()
    }
  }

  #writeLineEnd(): void {
    this.#lastRow += 1
    if (this.#lastRow === this.#layout.rows && !this.#layout.endsWithLine) return
    if (this.#layout.lineEnd === 'crlf') this.#buffer[this.#end++] = carriageReturn
    this.#buffer[this.#end++] = lineFeed
  }

  #writeCell(bytes: Buffer, start: number, end: number): void {
    if (this.#layout.quotes === 'needed' && !this.#needsQuotes(bytes, start, end)) {
      this.#end += bytes.copy(this.#buffer, this.#end, start, end)
      return
    }
    const into = this.#buffer
    let at = this.#end
    into[at++] = quote
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from] as number
      if (byte === quote) into[at++] = quote
      else if (byte === lineFeed && this.#layout.lineEndInCells === 'crlf') into[at++] = carriageReturn
      into[at++] = byte
    }
    into[at++] = quote
    this.#end = at
  }

  #needsQuotes(bytes: Buffer, start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]
      if (byte === quote || byte === lineFeed || byte === this.#delimiter) return true
    }
    return false
  }
}

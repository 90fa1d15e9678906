import { cellEnd, maxCellBytes, maxShortText, readCell, writeCell, writeTextBytes } from './cell-bytes.ts'

/** Bytes of replaced texts that are kept at least. */
const maxUnused = 1_048_576
/** In front of a text. */
const maxLengthBytes = 5

/** Texts of some rows by position, as bytes: strings of a million rows would take a hundred bytes each. */
export class SpareTexts {
  readonly #rows: number
  /** By position; 0: the row has none. */
  #offsets: Uint32Array | null = null
  #bytes: Buffer = Buffer.alloc(0)
  #end = 1
  #unused = 0

  /** `rows`: the number of all rows. */
  constructor(rows: number) {
    this.#rows = rows
  }

  /** The texts of the first rows, for another number of rows. This one must not be used afterwards: they share the bytes. */
  resized(rows: number, same: number): SpareTexts {
    const other = new SpareTexts(rows)
    if (!this.#offsets) return other
    other.#offsets = new Uint32Array(rows)
    other.#offsets.set(this.#offsets.subarray(0, same))
    other.#bytes = this.#bytes
    other.#end = this.#end
    other.#unused = this.#unused
    return other
  }

  /** Bytes that are kept for the texts. */
  get bytes(): number {
    return this.#bytes.length
  }

  /** Where the text of a row is, as a cell; null: it has none, or not as UTF-8 with one byte of length. Not for later. */
  shortTextAt(position: number): { readonly bytes: Buffer; readonly start: number; readonly length: number } | null {
    const offset = this.#offsets?.[position] ?? 0
    const length = this.#bytes[offset] ?? 0
    return offset === 0 || length > maxShortText ? null : { bytes: this.#bytes, start: offset + 1, length }
  }

  /** '' for a row without a text. */
  at(position: number): string {
    const offset = this.#offsets?.[position] ?? 0
    const text = offset === 0 ? '' : readCell(this.#bytes, offset)
    return typeof text === 'string' ? text : ''
  }

  set(position: number, text: string): void {
    if (this.at(position) === text) return
    const offsets = this.#offsetsToWrite(position, maxCellBytes(text))
    offsets[position] = this.#end
    this.#end = writeCell(this.#bytes, this.#end, text)
  }

  /** The same for a text whose first `length` bytes of UTF-8 are given: no string is made of them. */
  setBytes(position: number, text: Buffer, length: number): void {
    if (this.#isAt(position, text, length)) return
    const offsets = this.#offsetsToWrite(position, length + maxLengthBytes)
    offsets[position] = this.#end
    this.#end = writeTextBytes(this.#bytes, this.#end, text, 0, length)
  }

  #isAt(position: number, text: Buffer, length: number): boolean {
    const offset = this.#offsets?.[position] ?? 0
    const bytes = this.#bytes
    if (offset === 0 || bytes[offset] !== length || length > maxShortText) return false
    for (let at = 0; at < length; at += 1) if (bytes[offset + 1 + at] !== text[at]) return false
    return true
  }

  /** Removes the text of a row and makes room for another. */
  #offsetsToWrite(position: number, bytes: number): Uint32Array {
    const offsets = (this.#offsets ??= new Uint32Array(this.#rows))
    const earlier = offsets[position] ?? 0
    if (earlier > 0) this.#unused += cellEnd(this.#bytes, earlier) - earlier
    offsets[position] = 0
    if (this.#unused > maxUnused && this.#unused * 2 > this.#end) this.#removeUnused(offsets)
    this.#makeRoom(bytes)
    return offsets
  }

  /** Positions of the rows that have a text, ascending. */
  *positions(): Generator<number> {
    const offsets = this.#offsets
    if (!offsets) return
    for (let position = 0; position < offsets.length; position += 1) if (offsets[position] !== 0) yield position
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(1_024, 2 * this.#bytes.length, this.#end + bytes))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }

  #removeUnused(offsets: Uint32Array): void {
    const kept = Buffer.allocUnsafe(this.#end)
    let end = 1
    for (let position = 0; position < offsets.length; position += 1) {
      const from = offsets[position] ?? 0
      if (from === 0) continue
      offsets[position] = end
      end += this.#bytes.copy(kept, end, from, cellEnd(this.#bytes, from))
    }
    this.#bytes = kept
    this.#end = end
    this.#unused = 0
  }
}

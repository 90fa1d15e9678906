import { cellEnd, cellKinds, maxShortText, readCell } from '../packed/cell-bytes.ts'
import { rowHeadBytes, rowWordAt, type PackedRows } from '../packed/packed-rows.ts'
import { tidyCell } from './skipped-rows.ts'

/** As many cells with words as no total, heading or line has. */
const enoughWords = 4

/**
 * The position after the last filled cell of a row that is certainly a customer's: with four words, and not the
 * header's first name in the first cell. -1 when that must be told from the row itself. Most rows are told here, without
 * a string for any cell. `firstName`: of the header, tidied and in lower case.
 */
export function plainRecordEnd(bytes: Buffer, start: number, firstName: string): number {
  const count = rowWordAt(bytes, start + 4)
  const first = start + rowHeadBytes
  let at = first
  let words = 0
  let end = 0
  for (let column = 0; column < count; column += 1) {
    const kind = bytes[at] as number
    if (kind > maxShortText) {
      // Numbers and dates are filled, and no words. A long text or an error can be either.
      if (kind === cellKinds.longText || kind === cellKinds.wideText || kind === cellKinds.error) return -1
      if (kind !== cellKinds.null) end = column + 1
      at = cellEnd(bytes, at)
      continue
    }
    const textEnd = at + 1 + kind
    let isFilled = false
    let isWord = false
    let isOdd = false
    for (at += 1; at < textEnd; at += 1) {
      const byte = bytes[at] as number
      if (byte > 0x20 && byte < 0x7f) {
        isFilled = true
        // With so many words, it only matters whether there is anything.
        if (words >= enoughWords) break
        const letter = byte | 0x20
        if (letter >= 0x61 && letter <= 0x7a) {
          isWord = true
          break
        }
      } else if (byte !== 0x20) isOdd = true
    }
    at = textEnd
    if (isWord) words += 1
    if (isFilled) end = column + 1
    else if (isOdd) return -1
  }
  return words >= enoughWords && !isFirstName(bytes, first, firstName) ? end : -1
}

function isFirstName(bytes: Buffer, start: number, firstName: string): boolean {
  const length = bytes[start] as number
  // Most rows begin with other characters than the header, or with digits.
  for (let at = 0; length <= maxShortText && at < length && at < firstName.length; at += 1) {
    const byte = bytes[start + 1 + at] as number
    const code = firstName.charCodeAt(at)
    if (byte <= 0x20 || byte >= 0x7f || code >= 0x7f) break
    const letter = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    if (letter !== code) return false
  }
  return tidyCell(readCell(bytes, start)).toLowerCase() === firstName
}

/** Goes through rows that are certainly customers', as most rows of a table are. */
export class PlainRecords {
  readonly #rows: PackedRows
  readonly #firstName: string
  readonly #headerEnd: number | null
  /** Columns up to the last filled one. */
  width = 0
  /** Rows with fewer cells than the header. */
  shortRows = 0
  /** Numbers of the rows with filled cells beyond it. */
  readonly overlong = new Set<number>()

  /** `firstName`: see `plainRecordEnd`. `headerEnd`: columns of the header; null: there is none. */
  constructor(rows: PackedRows, firstName: string, headerEnd: number | null) {
    this.#rows = rows
    this.#firstName = firstName
    this.#headerEnd = headerEnd
  }

  /** Writes the positions of such rows, from one on, into `records` behind `count`. Returns the position after them. */
  addFrom(from: number, records: Uint32Array, count: number): number {
    let position = from
    while (position < this.#rows.length) {
      const { bytes, first, starts } = this.#rows.blockOf(position)
      const end = this.#addOfBlock(bytes, first, starts, position - first, records, count + position - from)
      position = first + end
      if (end < starts.length) break
    }
    return position
  }

  #addOfBlock(
    bytes: Buffer,
    first: number,
    starts: Uint32Array,
    from: number,
    records: Uint32Array,
    into: number,
  ): number {
    const firstName = this.#firstName
    let at = from
    for (; at < starts.length; at += 1) {
      const start = starts[at] as number
      const end = plainRecordEnd(bytes, start, firstName)
      if (end < 0) break
      if (this.#headerEnd !== null) this.#compareWidth(bytes, start, end, this.#headerEnd)
      if (end > this.width) this.width = end
      records[into + at - from] = first + at
    }
    return at
  }

  #compareWidth(bytes: Buffer, start: number, end: number, headerEnd: number): void {
    if (rowWordAt(bytes, start + 4) < headerEnd) this.shortRows += 1
    if (end > headerEnd) this.overlong.add(rowWordAt(bytes, start))
  }
}

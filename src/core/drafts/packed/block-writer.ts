import { blockBytes, countBytes } from './packed-rows.ts'

/** Rows that are written one after the other into the memory of one block. */
export class BlockWriter {
  /** Replaced by a larger one when `grow` is called. */
  bytes: Buffer
  /** Position after the last row. */
  end = countBytes
  #rowsInBlock = 0
  /** Rows of the blocks that were taken. */
  rowCount = 0

  /** `bytes`: memory of a full block, and of the most that is written behind it. */
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isFull(): boolean {
    return this.end >= blockBytes
  }

  /** Writes the number of a row and how many cells it has in front of its cells. */
  writeHead(start: number, row: number, cells: number): void {
    writeNumber(this.bytes, start, row)
    writeNumber(this.bytes, start + 4, cells)
  }

  /** Adds the rows that were written up to this position. */
  addRows(end: number, rows: number): void {
    this.end = end
    this.#rowsInBlock += rows
  }

  /** More memory, with the bytes up to this position. */
  grow(end: number): Buffer {
    const larger = Buffer.allocUnsafeSlow(2 * this.bytes.length)
    this.bytes.copy(larger, 0, 0, end)
    this.bytes = larger
    return larger
  }

  /** The rows since the last block; null when there are none. The bytes are valid until the next row is written. */
  take(): { readonly bytes: Buffer; readonly rowCount: number } | null {
    const rowCount = this.#rowsInBlock
    if (rowCount === 0) return null
    writeNumber(this.bytes, 0, rowCount)
    const bytes = this.bytes.subarray(0, this.end)
    this.end = countBytes
    this.#rowsInBlock = 0
    this.rowCount += rowCount
    return { bytes, rowCount }
  }
}

/** Four bytes, the lowest first. Node's own method checks its arguments, which takes longer than the writing. */
function writeNumber(into: Buffer, at: number, value: number): void {
  into[at] = value
  into[at + 1] = value >>> 8
  into[at + 2] = value >>> 16
  into[at + 3] = value >>> 24
}

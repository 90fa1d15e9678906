import { isBlankRow } from '../../fields/source-cell.ts'
import type { RowRepair } from '../model/draft-source.ts'
import { cellKinds, maxShortText, writeCell } from '../packed/cell-bytes.ts'
import { blockBytes, countBytes, readRow, rowHeadBytes } from '../packed/packed-rows.ts'
import { alignCells } from './align-cells.ts'
import { maxColumns, maxLines, maxRepairs, maxRows } from './file-read.ts'
import type { PlainForm } from './plain-form.ts'

/** A longer record is read by `readText`, which has limits for cells and lines. */
export const maxRecordBytes = 32_767
/** With more line breaks in a record, a quote may be astray. */
const maxLineBreaks = 100

/** What a byte means outside of quotes. A quote inside a text is text. */
const kinds = { text: 0, delimiter: 1, lineFeed: 2, carriageReturn: 3, control: 4, end: 5 } as const
const [tab, lineFeed, carriageReturn, quote] = [0x09, 0x0a, 0x0d, 0x22]

/**
 * - `more`: what is left is a part of a record, whose bytes must come again in front of the next ones.
 * - `block`: a block is full.
 * - `unplain`: `readText` must read the file.
 * - `rows`: there are more rows than a draft can have.
 */
export type PlainStep = 'more' | 'block' | 'unplain' | 'rows'

/**
 * Turns the bytes of a plain text into packed rows, the same that `readText` gives: the bytes of a cell are copied, and
 * its length stands where its delimiter was. Whatever `readText` could read in another way is `unplain`.
 */
export class PlainRows {
  readonly #form: PlainForm
  readonly #kinds = new Uint8Array(256)
  readonly #block = Buffer.allocUnsafe(blockBytes + 2 * maxRecordBytes)
  #end = countBytes
  #rowsInBlock = 0
  #lines = 0
  /** Position after the last whole record of the bytes that were given last. */
  at = 0
  /** Number of the last row, and of the last that is not blank. */
  lastRow = 0
  filledRow = 0
  rowCount = 0
  /** Whether blank rows stand between others. */
  hasGaps = false
  alignedRows = 0
  readonly repairs: RowRepair[] = []

  constructor(form: PlainForm) {
    this.#form = form
    this.#kinds.fill(kinds.control, 0, 0x20)
    this.#kinds[tab] = kinds.text
    this.#kinds[lineFeed] = kinds.lineFeed
    this.#kinds[carriageReturn] = kinds.carriageReturn
    this.#kinds[form.delimiter.charCodeAt(0)] = kinds.delimiter
  }

  /** Reads the records of `bytes` from `start` to `end`. `isLast`: the file ends there. */
  read(bytes: Uint8Array, start: number, end: number, isLast: boolean): PlainStep {
    const block = this.#block
    const kindOf = this.#kinds
    let at = start
    let into = this.#end
    while (at < end) {
      if (into >= blockBytes) return this.#stop(at, into, 'block')
      const recordStart = at
      const rowStart = into
      into += rowHeadBytes
      let cells = 0
      let lineBreaks = 0
      for (;;) {
        const lengthAt = into
        into += 1
        let kind: number = kinds.end
        if (at < end && bytes[at] === quote) {
          at += 1
          for (;;) {
            if (at >= end) return this.#keep(recordStart, rowStart, isLast ? null : end)
            const byte = bytes[at] as number
            at += 1
            if (byte === quote) {
              if (at < end ? bytes[at] !== quote : isLast) break
              if (at >= end) return this.#keep(recordStart, rowStart, isLast ? null : end)
              at += 1
            } else if (byte < 0x20) {
              if (byte === carriageReturn) {
                if (at >= end) return this.#keep(recordStart, rowStart, isLast ? null : end)
                if (bytes[at] !== lineFeed) return 'unplain'
                continue
              }
              if (byte === lineFeed) lineBreaks += 1
              else if (byte !== tab) return 'unplain'
            }
            block[into] = byte
            into += 1
          }
          if (at < end) kind = kindOf[bytes[at] as number] as number
          if (kind === kinds.text) return 'unplain'
        } else {
          while (at < end) {
            const byte = bytes[at] as number
            kind = kindOf[byte] as number
            if (kind !== kinds.text) break
            block[into] = byte
            into += 1
            at += 1
          }
          if (at >= end) kind = kinds.end
        }
        const length = into - lengthAt - 1
        if (length <= maxShortText) block[lengthAt] = length
        else into = this.#writeLength(lengthAt, into)
        cells += 1
        at += 1
        if (kind === kinds.delimiter) continue
        if (kind === kinds.control) return 'unplain'
        if (kind === kinds.carriageReturn) {
          if (at >= end) return this.#keep(recordStart, rowStart, isLast ? null : end)
          if (bytes[at] !== lineFeed) return 'unplain'
          at += 1
        } else if (kind === kinds.end) {
          if (!isLast) return this.#keep(recordStart, rowStart, end)
          at = end
        }
        break
      }
      if (at - recordStart > maxRecordBytes || cells > maxColumns) return 'unplain'
      this.#lines += 1 + lineBreaks
      if (this.#lines > maxLines) return 'unplain'
      if (lineBreaks > 0 && this.#isDoubtful(bytes.subarray(recordStart, at), cells, lineBreaks)) return 'unplain'
      this.lastRow += 1
      if (this.#isBlank(rowStart, into, cells)) {
        into = rowStart
        continue
      }
      if (this.lastRow > maxRows) return 'rows'
      this.#writeHead(rowStart, cells)
      if (cells !== this.#form.width && this.#form.width !== null) into = this.#align(rowStart, into)
      if (this.filledRow > 0 && this.lastRow !== this.filledRow + 1) this.hasGaps = true
      this.filledRow = this.lastRow
      this.#rowsInBlock += 1
    }
    return this.#stop(at, into, 'more')
  }

  /** The rows since the last block; null when there are none. */
  takeBlock(): { readonly bytes: Buffer; readonly rowCount: number } | null {
    const rowCount = this.#rowsInBlock
    if (rowCount === 0) return null
    this.#block.writeUInt32LE(rowCount, 0)
    const bytes = Buffer.from(this.#block.subarray(0, this.#end))
    this.#end = countBytes
    this.#rowsInBlock = 0
    this.rowCount += rowCount
    return { bytes, rowCount }
  }

  /** Part of a record is left. `end`: null when nothing comes behind it. */
  #keep(recordStart: number, rowStart: number, end: number | null): PlainStep {
    const isWrong = end === null || end - recordStart > maxRecordBytes
    return isWrong ? 'unplain' : this.#stop(recordStart, rowStart, 'more')
  }

  #stop(at: number, into: number, step: PlainStep): PlainStep {
    this.at = at
    this.#end = into
    return step
  }

  #writeHead(rowStart: number, cells: number): void {
    this.#block.writeUInt32LE(this.lastRow, rowStart)
    this.#block.writeUInt32LE(cells, rowStart + 4)
  }

  /** Makes room for the length of a long text. The end of the text. */
  #writeLength(lengthAt: number, end: number): number {
    const length = end - lengthAt - 1
    // A record that is too long is given up at its end.
    if (length > maxRecordBytes) return end
    this.#block.copyWithin(lengthAt + 5, lengthAt + 1, end)
    this.#block[lengthAt] = cellKinds.longText
    this.#block.writeUInt32LE(length, lengthAt + 1)
    return end + 4
  }

  /** Whether `readText` would compare other readings of a record over several lines: it could be two rows. */
  #isDoubtful(record: Uint8Array, cells: number, lineBreaks: number): boolean {
    const needed = 2 * ((this.#form.lineWidth ?? cells) - 1)
    const delimiter = this.#form.delimiter.charCodeAt(0)
    let count = 0
    for (const byte of record) if (byte === delimiter) count += 1
    return count >= needed || lineBreaks > maxLineBreaks
  }

  #isBlank(rowStart: number, end: number, cells: number): boolean {
    const block = this.#block
    for (let at = rowStart + rowHeadBytes; at < end;) {
      const length = block[at] as number
      // A text of 240 bytes has letters, or is looked at below.
      if (length > maxShortText) break
      const cellEnd = at + 1 + length
      for (at += 1; at < cellEnd; at += 1) {
        const byte = block[at] as number
        if (byte > 0x20 && byte < 0x80) return false
        if (byte >= 0x80) return this.#readsBlank(rowStart, cells)
      }
      if (cellEnd === end) return true
    }
    return this.#readsBlank(rowStart, cells)
  }

  #readsBlank(rowStart: number, cells: number): boolean {
    this.#writeHead(rowStart, cells)
    return isBlankRow(readRow({ bytes: this.#block, start: rowStart }).cells)
  }

  /** Puts the cells of a row of another width under their columns, where `readText` does. The end of the row. */
  #align(rowStart: number, end: number): number {
    const block = this.#block
    const shape = this.#form.shape()
    const cells = readRow({ bytes: block, start: rowStart }).cells.map(String)
    const found = shape ? alignCells(cells, shape, this.#form.delimiter) : null
    if (!found) return end
    this.alignedRows += 1
    if (this.repairs.length < maxRepairs)
      this.repairs.push({ row: this.lastRow, rows: 1, cause: 'cells', certain: true, other: [cells] })
    this.#writeHead(rowStart, found.length)
    let at = rowStart + rowHeadBytes
    for (const cell of found) at = writeCell(block, at, cell)
    return at
  }
}

import { isBlankRow } from '../../fields/source-cell.ts'
import type { RowRepair } from '../model/draft-source.ts'
import { cellKinds, maxShortText, writeCell } from '../packed/cell-bytes.ts'
import { BlockWriter } from '../packed/block-writer.ts'
import { blockBytes, readRow, rowHeadBytes } from '../packed/packed-rows.ts'
import { alignCells } from './align-cells.ts'
import { linesPerRow, maxColumns, maxRepairs } from './file-read.ts'
import type { PlainForm } from './plain-form.ts'
import { PlainSigns } from './plain-layout.ts'
import { RecordScanner } from './record-scanner.ts'
import type { PlainLayout } from '../model/draft-source.ts'

/** A longer record is read by `readText`, which has limits for cells and lines. */
const maxRecordBytes = 32_767
/** With more line breaks in a record, a quote may be astray. */
const maxLineBreaks = 100

/** What a byte means outside of quotes. A quote inside a text is text. */
const kinds = { text: 0, delimiter: 1, lineFeed: 2, carriageReturn: 3, control: 4, end: 5, quote: 6 } as const
const [tab, lineFeed, carriageReturn, quote] = [0x09, 0x0a, 0x0d, 0x22]

/** Why no record was read: see `PlainStep`. */
const stops = { more: -1, unplain: -2, rows: -3 } as const

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
  readonly #maxRows: number
  readonly #delimiter: number
  readonly #width: number
  readonly #kinds = new Uint8Array(256)
  readonly #scanner: RecordScanner
  readonly #block: BlockWriter
  #lines = 0
  /** Position after the last whole record of the bytes that were given last. */
  at = 0
  /** Number of the last row, and of the last that is not blank. */
  lastRow = 0
  filledRow = 0
  /** Whether blank rows stand between others. */
  hasGaps = false
  alignedRows = 0
  readonly repairs: RowRepair[] = []
  readonly #signs = new PlainSigns()

  /** `pieceBytes`: the most bytes of the file that are put behind a part of a record. `useCode`: see `RecordScanner`. */
  constructor(form: PlainForm, maxRows: number, pieceBytes: number, useCode?: boolean) {
    this.#form = form
    this.#maxRows = maxRows
    this.#delimiter = form.delimiter.charCodeAt(0)
    this.#width = form.width ?? -1
    this.#kinds.fill(kinds.control, 0, 0x20)
    this.#kinds[tab] = kinds.text
    this.#kinds[lineFeed] = kinds.lineFeed
    this.#kinds[carriageReturn] = kinds.carriageReturn
    this.#kinds[quote] = kinds.quote
    this.#kinds[this.#delimiter] = kinds.delimiter
    const recordForm = { delimiter: this.#delimiter, width: this.#width, maxRecordBytes }
    // One more for the zero byte behind them.
    const inputBytes = pieceBytes + maxRecordBytes + 1
    this.#scanner = new RecordScanner(recordForm, inputBytes, blockBytes + 2 * maxRecordBytes, useCode)
    this.#block = new BlockWriter(this.#scanner.block)
  }

  /** Where the bytes are put that are read next. */
  get input(): Buffer {
    return this.#scanner.input
  }

  /** How the file is written around its cells; null: they are not enough to write it again. */
  layout(): PlainLayout | null {
    return this.#signs.layout(this.#form, this.lastRow)
  }

  /**
   * Reads the records of the input from `start` to `end`, behind which a zero byte stands: it ends every loop over a text, so
   * that none compares its position with the end. `isLast`: the file ends there.
   */
  read(start: number, end: number, isLast: boolean): PlainStep {
    this.at = start
    while (this.at < end) {
      if (this.#block.isFull) return 'block'
      if (this.#readPlainRecords(end)) continue
      const next = this.#readRecord(this.input, this.at, end, isLast)
      if (next < 0) return next === stops.more ? 'more' : next === stops.rows ? 'rows' : 'unplain'
      this.at = next
    }
    return 'more'
  }

  /** Reads records that are read in the fastest way; most are. False: the next one is not. */
  #readPlainRecords(end: number): boolean {
    const most = Math.min(this.#maxRows - this.lastRow, linesPerRow * this.#maxRows - this.#lines)
    // Blank rows are counted beyond the limit.
    const found = most > 0 && this.#scanner.read(this.at, end, this.#block.end, blockBytes, this.lastRow + 1, most)
    if (!found) return false
    if (this.filledRow > 0 && this.lastRow !== this.filledRow) this.hasGaps = true
    this.at = found.at
    this.lastRow += found.rows
    this.filledRow = this.lastRow
    this.#lines += found.rows
    this.#signs.unquoted += found.unquoted
    this.#signs.needlessQuotes += found.needlessQuotes
    this.#signs.linesLf += found.linesLf
    this.#signs.linesCrlf += found.linesCrlf
    this.#block.addRows(found.into, found.rows)
    return true
  }

  /** Reads one record. The position after it, or why there is none (`stops`). A function of its own is compiled only once. */
  #readRecord(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const block: Uint8Array = this.#block.bytes
    const kindOf = this.#kinds
    const rowStart = this.#block.end
    let at = start
    let into = rowStart + rowHeadBytes
    let cells = 0
    let lineBreaks = 0
    let needlessQuotes = 0
    let quoted = 0
    let quotesInText = 0
    let carriageReturns = 0
    let kind: number = kinds.end
    for (;;) {
      const lengthAt = into
      into += 1
      if (bytes[at] === quote && at < end) {
        const delimiter = this.#delimiter
        quoted += 1
        at += 1
        let isNeeded = false
        for (;;) {
          if (at >= end) return this.#cut(start, isLast ? null : end)
          const byte = bytes[at] as number
          at += 1
          if (byte === quote) {
            if (at < end ? bytes[at] !== quote : isLast) break
            if (at >= end) return this.#cut(start, isLast ? null : end)
            at += 1
            isNeeded = true
          } else if (byte === delimiter) {
            isNeeded = true
          } else if (byte < 0x20) {
            if (byte === carriageReturn) {
              if (at >= end) return this.#cut(start, isLast ? null : end)
              if (bytes[at] !== lineFeed) return stops.unplain
              carriageReturns += 1
              continue
            }
            if (byte === lineFeed) {
              lineBreaks += 1
              isNeeded = true
            } else if (byte !== tab) return stops.unplain
          }
          block[into] = byte
          into += 1
        }
        kind = at < end ? (kindOf[bytes[at] as number] as number) : kinds.end
        if (kind === kinds.text) return stops.unplain
        if (!isNeeded) needlessQuotes += 1
      } else {
        for (;;) {
          const byte = bytes[at] as number
          kind = kindOf[byte] as number
          if (kind !== kinds.text) {
            if (kind !== kinds.quote) break
            quotesInText += 1
          }
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
      if (kind !== kinds.delimiter) break
    }
    const signs = this.#signs
    if (kind === kinds.lineFeed) {
      signs.linesLf += 1
    } else if (kind === kinds.carriageReturn) {
      if (at >= end) return this.#cut(start, isLast ? null : end)
      if (bytes[at] !== lineFeed) return stops.unplain
      at += 1
      signs.linesCrlf += 1
    } else if (kind === kinds.end) {
      if (!isLast) return this.#cut(start, end)
      at = end
      signs.linesWithoutEnd += 1
    } else return stops.unplain
    if (at - start > maxRecordBytes || cells > maxColumns) return stops.unplain
    this.#lines += 1 + lineBreaks
    if (this.#lines > linesPerRow * this.#maxRows) return stops.unplain
    if (lineBreaks > 0 && this.#isDoubtful(bytes.subarray(start, at), cells, lineBreaks)) return stops.unplain
    this.lastRow += 1
    if (this.#isBlank(rowStart, into, cells)) {
      if (into - rowStart > rowHeadBytes + 1 || needlessQuotes > 0) signs.isLost = true
      return at
    }
    if (this.lastRow > this.#maxRows) return stops.rows
    signs.unquoted += cells - quoted
    if (quoted + quotesInText > 0) {
      signs.needlessQuotes += needlessQuotes
      signs.quotesInText += quotesInText
      signs.lineBreaks += lineBreaks
      signs.carriageReturns += carriageReturns
    }
    this.#block.writeHead(rowStart, this.lastRow, cells)
    if (cells !== this.#width && this.#width >= 0) into = this.#align(rowStart, into)
    if (this.filledRow > 0 && this.lastRow !== this.filledRow + 1) this.hasGaps = true
    this.filledRow = this.lastRow
    this.#block.addRows(into, 1)
    return at
  }

  /** The rows since the last block; null when there are none. The bytes are valid until the next `read`. */
  takeBlock(): ReturnType<BlockWriter['take']> {
    return this.#block.take()
  }

  /** Part of a record is left. `end`: null when nothing comes behind it. */
  #cut(start: number, end: number | null): number {
    return end === null || end - start > maxRecordBytes ? stops.unplain : stops.more
  }

  /** Makes room for the length of a long text. The end of the text. */
  #writeLength(lengthAt: number, end: number): number {
    const length = end - lengthAt - 1
    // A record that is too long is given up at its end.
    if (length > maxRecordBytes) return end
    const { bytes } = this.#block
    bytes.copyWithin(lengthAt + 5, lengthAt + 1, end)
    bytes[lengthAt] = cellKinds.longText
    bytes.writeUInt32LE(length, lengthAt + 1)
    return end + 4
  }

  /** Whether `readText` would compare other readings of a record over several lines: it could be two rows. */
  #isDoubtful(record: Uint8Array, cells: number, lineBreaks: number): boolean {
    const needed = 2 * ((this.#form.lineWidth ?? cells) - 1)
    const delimiter = this.#delimiter
    let count = 0
    for (const byte of record) if (byte === delimiter) count += 1
    return count >= needed || lineBreaks > maxLineBreaks
  }

  #isBlank(rowStart: number, end: number, cells: number): boolean {
    const block: Uint8Array = this.#block.bytes
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
    this.#block.writeHead(rowStart, this.lastRow, cells)
    return isBlankRow(readRow({ bytes: this.#block.bytes, start: rowStart }).cells)
  }

  /** Puts the cells of a row of another width under their columns, where `readText` does. The end of the row. */
  #align(rowStart: number, end: number): number {
    const { bytes } = this.#block
    const shape = this.#form.shape()
    const cells = readRow({ bytes, start: rowStart }).cells.map(String)
    const found = shape ? alignCells(cells, shape, this.#form.delimiter) : null
    if (!found) return end
    this.alignedRows += 1
    this.#signs.isLost = true
    if (this.repairs.length < maxRepairs)
      this.repairs.push({ row: this.lastRow, rows: 1, cause: 'cells', certain: true, other: [cells] })
    this.#block.writeHead(rowStart, this.lastRow, found.length)
    let at = rowStart + rowHeadBytes
    for (const cell of found) at = writeCell(bytes, at, cell)
    return at
  }
}

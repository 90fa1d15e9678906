import { isBlankRow } from '../../fields/source-cell.ts'
import { cellKinds } from '../packed/cell-bytes.ts'
import { BlockWriter } from '../packed/block-writer.ts'
import { blockBytes, readRow, rowHeadBytes } from '../packed/packed-rows.ts'
import type { ContentMeter } from './content-meter.ts'
import { maxColumns, maxRows } from './file-read.ts'
import type { InflatedPart } from './inflated-part.ts'
import type { NumberFormat } from './number-formats.ts'
import { cellTypeOf, cellTypes, PlainCell, showsInk } from './plain-cell.ts'
import { PlainRowTag, valueEnd } from './plain-row-tag.ts'
import { roomForCell, type PlainStrings } from './plain-strings.ts'
import type { SheetOutline } from './sheet-outline.ts'
import { byte, isDigit, isSpace, standsAt, token } from './xml-bytes.ts'

/** A cell, and the empty ones before it. */
const roomBytes = roomForCell + maxColumns
/** The most columns of a sheet of Excel. A styled cell can stand there without a value. */
const maxExcelColumns = 16_384

const rowEnd = token('</row>')
const sheetDataEnd = token('</sheetData>')
const letter = { a: 0x41, z: 0x5a, c: 0x63, r: 0x72, s: 0x73, t: 0x74 } as const

/**
 * - `more`: what is left is a part of a row.
 * - `block`: a block is full.
 * - `strings`: more of the shared texts must be there (`neededStrings`).
 * - `end`: the rows end here.
 * - `unplain`: `readWorkbook` must read the file.
 */
export type SheetStep = 'more' | 'block' | 'strings' | 'end' | 'unplain'

export interface PlainSheetContext {
  readonly strings: PlainStrings
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
  readonly meter: ContentMeter
  readonly outline: SheetOutline
}

/**
 * Turns the bytes of a sheet's rows (ECMA-376, part 1, 18.3.1.80) into packed rows, the same that `readWorkbook` gives.
 * Rows that are not as every program writes them make the sheet `unplain`.
 */
export class PlainSheet {
  readonly #meter: ContentMeter
  readonly #outline: SheetOutline
  readonly #tag = new PlainRowTag()
  readonly #cell: PlainCell
  readonly #block = new BlockWriter(Buffer.allocUnsafeSlow(blockBytes + 2 * roomBytes))
  #type: number = cellTypes.number
  #style = -1
  #column = 0
  /** Number of the last row. */
  lastRow = 0
  /** Bytes of all texts. */
  textBytes = 0

  constructor({ strings, formats, from1904, meter, outline }: PlainSheetContext) {
    this.#meter = meter
    this.#outline = outline
    this.#cell = new PlainCell(strings, formats, from1904)
  }

  get neededStrings(): number {
    return this.#cell.neededStrings
  }

  /** Reads the rows of the bytes that are there. */
  read(part: InflatedPart): SheetStep {
    const { bytes } = part
    for (;;) {
      if (this.#block.isFull) return 'block'
      let start = part.at
      while (isSpace(bytes[start])) start += 1
      if (standsAt(bytes, start, sheetDataEnd)) {
        part.at = start + sheetDataEnd.length
        return 'end'
      }
      this.#cell.neededStrings = 0
      const next = this.#readRow(bytes, start)
      if (next < 0) {
        if (this.#cell.neededStrings > 0) return 'strings'
        return part.isCutAt(~next) ? 'more' : 'unplain'
      }
      part.at = next
    }
  }

  get rowCount(): number {
    return this.#block.rowCount
  }

  /** The rows since the last block; null when there are none. The bytes are valid until the next `read`. */
  takeBlock(): ReturnType<BlockWriter['take']> {
    return this.#block.take()
  }

  /** Reads one row. The position after it, or the bitwise complement of where it is not plain. */
  #readRow(bytes: Buffer, start: number): number {
    const tag = this.#tag
    const cell = this.#cell
    let at = tag.read(bytes, start)
    if (at < 0) return at
    const number = tag.number < 0 ? this.lastRow + 1 : tag.number
    if (number <= this.lastRow || number > maxRows) return ~start
    cell.uncalculated = 0
    this.#column = -1
    const rowStart = this.#block.end
    let block = this.#block.bytes
    let into = rowStart + rowHeadBytes
    let cells = 0
    let textBytes = 0
    let hasInk = false
    while (!tag.isEmpty) {
      while (isSpace(bytes[at])) at += 1
      if (bytes[at] !== byte.less || bytes[at + 1] !== letter.c) {
        if (!standsAt(bytes, at, rowEnd)) return ~at
        at += rowEnd.length
        break
      }
      at = this.#readCellTag(bytes, at + 2)
      if (at < 0) return at
      if (bytes[at] === byte.slash) {
        if (bytes[at + 1] !== byte.greater) return ~at
        at += 2
        continue
      }
      if (into + roomBytes > block.length) block = this.#block.grow(into)
      const column = this.#column
      const cellAt = column < maxColumns ? into + column - cells : into
      at = cell.read(bytes, at + 1, this.#type, this.#style, block, cellAt)
      if (at < 0) return at
      if (cell.end === cellAt) continue
      if (column >= maxColumns) return ~start
      for (; into < cellAt; into += 1) block[into] = cellKinds.null
      into = cell.end
      cells = column + 1
      hasInk ||= showsInk(block, cellAt)
      if ((block[cellAt] as number) <= cellKinds.wideText) textBytes += into - cellAt
    }
    this.lastRow = number
    if (cell.uncalculated > 0) this.#outline.addUncalculated(cell.uncalculated)
    this.#block.writeHead(rowStart, number, cells)
    if (!hasInk && (cells === 0 || isBlankRow(readRow({ bytes: block, start: rowStart }).cells))) return at
    this.#meter.addCells(cells)
    this.#outline.addRow(number, cells, tag.isHidden)
    this.textBytes += textBytes
    this.#block.addRows(into, 1)
    return at
  }

  /** Reads a cell's tag from behind its name on, up to its ">" or "/". */
  #readCellTag(bytes: Buffer, start: number): number {
    this.#type = cellTypes.number
    this.#style = -1
    let column = this.#column + 1
    let at = start
    for (;;) {
      const spaceAt = at
      while (isSpace(bytes[at])) at += 1
      const name = bytes[at] as number
      if (name === byte.greater || name === byte.slash) break
      // Behind a zero byte stand bytes of an earlier piece.
      if (at === spaceAt || name === 0) return ~at
      const mark = bytes[at + 2] as number
      if (bytes[at + 1] !== byte.equals || (mark !== byte.doubleQuote && mark !== byte.singleQuote)) {
        at = this.#tag.readAttribute(bytes, at)
        if (at < 0) return at
        continue
      }
      at += 3
      const valueAt = at
      if (name === letter.r) {
        let found = 0
        for (let code = bytes[at] as number; code >= letter.a && code <= letter.z; code = bytes[at] as number) {
          found = found * 26 + code - letter.a + 1
          at += 1
        }
        // No letters, or to the left of the cell before it.
        if (found <= column || found > maxExcelColumns) return ~at
        column = found - 1
        while (isDigit(bytes[at])) at += 1
      } else if (name === letter.s) {
        let style = 0
        for (; isDigit(bytes[at]); at += 1) style = style * 10 + (bytes[at] as number) - byte.zero
        if (at === valueAt || at - valueAt > 8) return ~at
        this.#style = style
      } else {
        at = valueEnd(bytes, at, mark)
        if (name === letter.t) {
          this.#type = cellTypeOf(bytes, valueAt, at)
          if (this.#type < 0) return ~at
        }
      }
      if (bytes[at] !== mark) return ~at
      at += 1
    }
    this.#column = column
    return at
  }
}

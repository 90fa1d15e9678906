import { blockScannerCode } from './block-scanner-code.ts'
import type { CellScanner, CountedCells } from './counted-cells.ts'
import { blockBytes, type RowCursor } from './packed-rows.ts'
import { scanCell, scanRow, type BlockRows, type RowSelection } from './row-selection.ts'
import { canRunWasm, startWasm } from '../../wasm/wasm-code.ts'

/** What `src/wasm/block-scanner.ts` exports. */
interface ScannerCode {
  readonly at: { readonly value: number }
  readonly numberCells: (...numbers: readonly number[]) => void
  readonly findBeginnings: (...numbers: readonly number[]) => number
}

/** Three bytes with which a text begins that is searched for (`findBeginnings` in `src/wasm/block-scanner.ts`). */
export interface Beginnings {
  readonly groups: Uint8Array
  readonly table: Int32Array
}

/** A cell without a number of its own. */
export const unnumberedCell = 0xffff
/** Columns whose cells are numbered in one scan. */
const maxTables = 8
/** Columns behind these are not numbered. */
const maxColumns = 1_024
/** When so many different cells make up more than half of a column, numbering each of them would only take time. */
const manyDifferent = 1_000

// Where what is in the memory. It is read 16 bytes at a time, also behind the last one.
const spareBytes = 32
const rowsAtOnce = 16_384
const groupsAt = 4 * maxColumns
const beginningsAt = groupsAt + 128
const startsAt = beginningsAt + 4 * 0x4000
const foundAt = startsAt + 4 * rowsAtOnce
const numbersAt = foundAt + 4 * rowsAtOnce
const blockAt = numbersAt + 2 * rowsAtOnce * maxTables
const maxBlockBytes = 2 * blockBytes
const tablesAt = blockAt + maxBlockBytes + spareBytes
// Of a table, as in `src/wasm/block-scanner.ts`.
const slotsEnd = 16 + 2 * 0x1_0000
const copiesAt = slotsEnd + 8 * 0x8000
const tableBytes = copiesAt + 0x8_0000
const [lengthShift, placeMask] = [24, 0xff_ffff]

/** The numbers of a column's cells. */
interface NumberedColumn {
  readonly column: number
  readonly table: number
  /** By position, from 1; 0: nothing. */
  readonly numbers: Uint16Array
  isLeft: boolean
}

/**
 * Reads packed rows with instructions that read 16 bytes at once. The bytes of each block are copied into its memory. It is used for one
 * table after the other, because what is compiled for a long table should be there for the next one.
 */
export class BlockScanner {
  readonly #code: ScannerCode
  readonly #bytes: Buffer
  readonly #words: Uint32Array
  readonly #starts: Uint32Array
  readonly #found: Uint32Array
  #columns: NumberedColumn[] = []
  /** The position behind the last of them. */
  #width = 0

  private constructor(beginnings: Beginnings, code: Uint8Array) {
    const { buffer, exports } = startWasm(code, tablesAt + maxTables * tableBytes + spareBytes)
    this.#code = exports as ScannerCode
    this.#bytes = Buffer.from(buffer)
    this.#words = new Uint32Array(buffer)
    this.#starts = new Uint32Array(buffer, startsAt, rowsAtOnce)
    this.#found = new Uint32Array(buffer, foundAt, rowsAtOnce)
    this.#bytes.set(beginnings.groups, groupsAt)
    new Int32Array(buffer, beginningsAt, 0x4000).set(beginnings.table)
  }

  /** Null for a processor that cannot. */
  static create(beginnings: Beginnings): BlockScanner | null {
    const code = Buffer.from(blockScannerCode, 'base64')
    return canRunWasm(code) ? new BlockScanner(beginnings, code) : null
  }

  /**
   * Numbers the cells of columns. `scanners`: by column, for rows in which a beginning may be; null: none are sought. A cell of other rows
   * has none.
   */
  scan(rows: RowSelection, columns: readonly number[], scanners: readonly (readonly CellScanner[])[] | null): void {
    this.#begin(columns, rows.length)
    const cursor = rows.cursor()
    let loaded: Buffer | null = null
    for (const part of rows.byBlock(this.#starts)) {
      const { bytes, position, count } = part
      if (bytes.length > maxBlockBytes) {
        for (const { numbers } of this.#columns) numbers.fill(unnumberedCell, position, position + count)
        if (scanners) scanRows(cursor, position, count, scanners)
        continue
      }
      if (bytes !== loaded) this.#bytes.set(bytes, blockAt)
      loaded = bytes
      if (this.#columns.some(({ isLeft }) => !isLeft)) this.#number(part)
      if (scanners) this.#find(part, cursor, scanners)
    }
  }

  /** The numbers of a column's cells, by position: 0 for nothing, `unnumberedCell`. Null: most of its cells are different. */
  numbersOf(column: number): Uint16Array | null {
    const found = this.#columns.find((one) => one.column === column)
    return found && !found.isLeft ? found.numbers : null
  }

  /** Counts the different cells of a column, in the order of their numbers. False: not all of them have one. */
  count(column: number, into: CountedCells): boolean {
    const found = this.#columns.find((one) => one.column === column)
    if (!found || found.isLeft || found.numbers.includes(unnumberedCell)) return false
    const words = this.#words
    const counts = countsOf(found.numbers, (words[found.table / 4] as number) + 1)
    for (let number = 1; number < counts.length; number += 1) {
      const place = words[(found.table + slotsEnd) / 4 + 2 * number + 1] as number
      const start = found.table + copiesAt + (place & placeMask)
      into.add(this.#bytes, start, start + (place >>> lengthShift), counts[number])
    }
    return true
  }

  #begin(columns: readonly number[], rows: number): void {
    this.#bytes.fill(0, 0, groupsAt)
    const wanted = columns.filter((column) => column < maxColumns).slice(0, maxTables)
    this.#width = Math.max(0, ...wanted.map((column) => column + 1))
    this.#columns = wanted.map((column, at) => {
      const table = tablesAt + at * tableBytes
      this.#bytes.fill(0, table, table + slotsEnd)
      this.#words[table / 4 + 2] = numbersAt + 2 * rowsAtOnce * at
      this.#words[column] = table
      return { column, table, numbers: new Uint16Array(rows), isLeft: false }
    })
  }

  #number({ position, count }: BlockRows): void {
    this.#bytes.fill(0, numbersAt, blockAt)
    this.#code.numberCells(blockAt, startsAt, count, 0, this.#width)
    for (const [at, one] of this.#columns.entries()) {
      if (one.isLeft) continue
      one.numbers.set(new Uint16Array(this.#bytes.buffer, numbersAt + 2 * rowsAtOnce * at, count), position)
      const different = this.#words[one.table / 4] as number
      if (different <= manyDifferent || 2 * different <= position + count) continue
      one.isLeft = true
      this.#words[one.column] = 0
    }
  }

  #find({ position, count, end }: BlockRows, cursor: RowCursor, scanners: readonly (readonly CellScanner[])[]): void {
    const [starts, places] = [this.#starts, this.#found]
    let row = 0
    let scannedTo = 0
    for (let from = starts[0] as number; from < end; from = this.#code.at.value - blockAt) {
      const found = this.#code.findBeginnings(
        blockAt + from,
        blockAt + end,
        groupsAt,
        beginningsAt,
        foundAt,
        rowsAtOnce,
      )
      for (let at = 0; at < found; at += 1) {
        const place = (places[at] as number) - blockAt
        if (place < scannedTo) continue
        while (row + 1 < count && (starts[row + 1] as number) <= place) row += 1
        cursor.moveTo(position + row)
        scannedTo = scanCell(cursor, place, scanners)
      }
    }
  }
}

function scanRows(
  cursor: RowCursor,
  position: number,
  count: number,
  scanners: readonly (readonly CellScanner[])[],
): void {
  for (let at = position; at < position + count; at += 1) {
    cursor.moveTo(at)
    scanRow(cursor, scanners)
  }
}

function countsOf(numbers: Uint16Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { CellCursor } from './cell-cursor.ts'
import { cellEnd, cellKinds, maxShortText, readCell } from './cell-bytes.ts'
import {
  cellCountAt,
  createRowPacker,
  firstCellAt,
  PackedRows,
  readRow,
  rowNumberAt,
  type IndexedBlock,
  type RowCursor,
  type RowPlace,
} from './packed-rows.ts'
import type { CellScanner } from './counted-cells.ts'
import type { RowList } from './row-list.ts'
import { TextCache } from './text-cache.ts'

/** Rows of one block that follow each other in a selection. */
export interface BlockRows {
  readonly bytes: Buffer
  /** Of the first of them in the selection. */
  readonly position: number
  readonly count: number
  /** In the block: where the next row of the selection begins, or the end of the block. */
  readonly end: number
}

/** Some rows of a sheet, in their order. */
export class RowSelection implements RowList {
  readonly #rows: PackedRows
  readonly #positions: Uint32Array
  readonly #texts = new TextCache()

  /** `positions`: of the selected rows, ascending. */
  constructor(rows: PackedRows, positions: Uint32Array) {
    this.#rows = rows
    this.#positions = positions
  }

  get length(): number {
    return this.#positions.length
  }

  /** Throws for a position outside. */
  placeOf(position: number): RowPlace {
    return this.#rows.placeOf(this.#positions[position] ?? -1)
  }

  /** Goes through the rows without an object for each. */
  cursor(): RowCursor {
    return this.#rows.cursor(this.#positions)
  }

  /** Goes through the rows by their blocks: writes where they begin into `starts`, as many at a time as it has room for. */
  *byBlock(starts: Uint32Array): Generator<BlockRows> {
    const positions = this.#positions
    for (let position = 0; position < positions.length;) {
      const block = this.#rows.blockOf(positions[position] as number)
      const count = writeStarts(block, positions.subarray(position, position + starts.length), starts)
      const next = (positions[position + count] ?? Infinity) - block.first
      yield { bytes: block.bytes, position, count, end: block.starts[next] ?? block.bytes.length }
      position += count
    }
  }

  /** Goes through the cells of a column. */
  column(column: number): CellCursor {
    return new CellCursor(this.cursor(), column)
  }

  at(position: number): SourceRow | undefined {
    return position >= 0 && position < this.length ? readRow(this.placeOf(position)) : undefined
  }

  slice(from: number, to: number): SourceRow[] {
    const rows: SourceRow[] = []
    for (let position = from; position < Math.min(to, this.length); position += 1) {
      rows.push(readRow(this.placeOf(position)))
    }
    return rows
  }

  /** These rows and then others. */
  followedBy(others: Iterable<SourceRow>): RowSelection {
    const rows = this.#rows.copy()
    addRows(rows, others)
    const positions = new Uint32Array(this.length + rows.length - this.#rows.length)
    positions.set(this.#positions)
    for (let at = this.length; at < positions.length; at += 1) positions[at] = this.#rows.length + at - this.length
    return new RowSelection(rows, positions)
  }

  /** A row with null in all columns but those with a 1 in `columns`. A text that was cut when it was read stays. */
  partAt(position: number, columns: Uint8Array): SourceRow {
    const place = this.placeOf(position)
    const { bytes } = place
    const count = cellCountAt(place)
    const cells: SourceCell[] = []
    let at = firstCellAt(place)
    for (let column = 0; column < count; column += 1) {
      const kind = bytes[at] ?? 0
      if (kind <= maxShortText) {
        cells.push(columns[column] === 1 ? this.#texts.read(bytes, at + 1, kind) : null)
        at += 1 + kind
      } else {
        cells.push(columns[column] === 1 || kind === cellKinds.longText ? readCell(bytes, at) : null)
        at = cellEnd(bytes, at)
      }
    }
    return { row: rowNumberAt(place), cells }
  }

  /** A cell of a row; null where the row is shorter. */
  cellAt(position: number, column: number): SourceCell {
    const place = this.placeOf(position)
    if (column < 0 || column >= cellCountAt(place)) return null
    const { bytes } = place
    let start = firstCellAt(place)
    for (let left = column; left > 0; left -= 1) start = cellEnd(bytes, start)
    const kind = bytes[start] ?? 0
    return kind <= maxShortText ? this.#texts.read(bytes, start + 1, kind) : readCell(bytes, start)
  }

  *[Symbol.iterator](): Generator<SourceRow> {
    for (let position = 0; position < this.length; position += 1) yield readRow(this.placeOf(position))
  }

  /** Gives the cells of each column to its scanners. `byColumn`: those of each column. */
  scan(byColumn: readonly (readonly CellScanner[])[]): void {
    const cursor = this.cursor()
    for (let position = 0; position < this.length; position += 1) {
      cursor.moveTo(position)
      scanRow(cursor, byColumn)
    }
  }
}

/** Writes where rows of a block begin, up to the first of another block. Returns how many there are. */
function writeStarts(block: IndexedBlock, positions: Uint32Array, into: Uint32Array): number {
  const { first, starts } = block
  let at = 0
  for (; at < positions.length; at += 1) {
    const row = (positions[at] as number) - first
    if (row >= starts.length) break
    into[at] = starts[row] as number
  }
  return at
}

/**
 * Gives the cells of a row to the scanners of their columns. A function of its own: a loop that runs for long is compiled twice, with all
 * that is in it.
 */
export function scanRow(place: RowPlace, byColumn: readonly (readonly CellScanner[])[]): void {
  const { bytes } = place
  const count = Math.min(cellCountAt(place), byColumn.length)
  let at = firstCellAt(place)
  for (let column = 0; column < count; column += 1) {
    const start = at
    const kind = bytes[at] as number
    at = kind <= maxShortText ? at + 1 + kind : cellEnd(bytes, at)
    if (kind === 0 || kind === cellKinds.null) continue
    const scanners = byColumn[column] as readonly CellScanner[]
    for (let which = 0; which < scanners.length; which += 1) scanners[which]?.add(bytes, start, at)
  }
}

/** Gives the cell at a place in a row to the scanners of its column. Returns where the cell ends, or 0: it is behind the row. */
export function scanCell(row: RowPlace, place: number, byColumn: readonly (readonly CellScanner[])[]): number {
  const { bytes } = row
  const count = cellCountAt(row)
  let start = firstCellAt(row)
  for (let column = 0; column < count; column += 1) {
    const kind = bytes[start] as number
    const end = kind <= maxShortText ? start + 1 + kind : cellEnd(bytes, start)
    if (end > place) {
      for (const scanner of byColumn[column] ?? []) scanner.add(bytes, start, end)
      return end
    }
    start = end
  }
  return 0
}

/** Rows as packed rows: themselves, or a copy. */
export function asPackedRows(rows: Iterable<SourceRow>): PackedRows {
  if (rows instanceof PackedRows) return rows
  const packed = new PackedRows()
  addRows(packed, rows)
  return packed
}

function addRows(packed: PackedRows, rows: Iterable<SourceRow>): void {
  const packer = createRowPacker()
  for (const { row, cells } of rows) {
    const block = packer.add(row, cells)
    if (block) packed.addBlock(block)
  }
  const last = packer.finish()
  if (last) packed.addBlock(last)
}

/** All rows of a list as a selection. */
export function allRows(rows: Iterable<SourceRow>): RowSelection {
  const packed = asPackedRows(rows)
  return new RowSelection(
    packed,
    Uint32Array.from({ length: packed.length }, (_, position) => position),
  )
}

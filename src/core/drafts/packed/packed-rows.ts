import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { cellEnd, maxCellBytes, maxShortText, readCell, writeCell } from './cell-bytes.ts'
import type { RowList } from '../columns/row-list.ts'

/** Bytes of a block, about: whole rows are added until it has as many. */
export const blockBytes = 1_048_576
/** The number of rows of a block, in front of them. */
export const countBytes = 4
/** Of a row: its number, and how many cells it has. */
export const rowHeadBytes = 8

/** Packs rows into blocks, each of which can be read alone. */
export interface RowPacker {
  /** Adds a row. Returns a block when one is full. */
  add(row: number, cells: readonly SourceCell[]): Buffer | null
  /** The last block; null when there is nothing left. */
  finish(): Buffer | null
}

export function createRowPacker(): RowPacker {
  let block = Buffer.allocUnsafe(2 * blockBytes)
  let end = countBytes
  let count = 0
  const takeBlock = (): Buffer => {
    block.writeUInt32LE(count, 0)
    const taken = Buffer.from(block.subarray(0, end))
    end = countBytes
    count = 0
    return taken
  }
  const makeRoom = (bytes: number): void => {
    if (end + bytes <= block.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * block.length, end + bytes))
    block.copy(larger, 0, 0, end)
    block = larger
  }
  return {
    add(row, cells) {
      let bytes = rowHeadBytes
      for (const cell of cells) bytes += maxCellBytes(cell)
      makeRoom(bytes)
      end = block.writeUInt32LE(cells.length, block.writeUInt32LE(row, end))
      for (const cell of cells) end = writeCell(block, end, cell)
      count += 1
      return end >= blockBytes ? takeBlock() : null
    },
    finish: () => (count === 0 ? null : takeBlock()),
  }
}

/** One block with the place of each of its rows. */
export interface IndexedBlock {
  readonly bytes: Buffer
  /** Position of its first row in the list. */
  readonly first: number
  readonly starts: Uint32Array
}

/** Where a row is. */
export interface RowPlace {
  readonly bytes: Buffer
  /** Of the row's number; its cells follow. */
  readonly start: number
}

/** A whole number in the head of a row: four bytes, the least first. The engine's own reading of them takes longer. */
export const rowWordAt = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)) >>>
  0
export const rowNumberAt = ({ bytes, start }: RowPlace): number => rowWordAt(bytes, start)
export const cellCountAt = ({ bytes, start }: RowPlace): number => rowWordAt(bytes, start + 4)
export const firstCellAt = ({ start }: RowPlace): number => start + rowHeadBytes

/** The row at a place, as an object. */
export function readRow(place: RowPlace): SourceRow {
  const { bytes } = place
  const cells: SourceCell[] = []
  let at = firstCellAt(place)
  for (let left = cellCountAt(place); left > 0; left -= 1) {
    cells.push(readCell(bytes, at))
    at = cellEnd(bytes, at)
  }
  return { row: rowNumberAt(place), cells }
}

/** The rows of one block of a packer, in their order. */
export function* rowsOfBlock(bytes: Buffer): Generator<SourceRow> {
  let start = countBytes
  for (let left = bytes.readUInt32LE(0); left > 0; left -= 1) {
    const place = { bytes, start }
    yield readRow(place)
    start = firstCellAt(place)
    for (let cells = cellCountAt(place); cells > 0; cells -= 1) start = cellEnd(bytes, start)
  }
}

/** The place of one row after the other. */
export class RowCursor implements RowPlace {
  readonly #rows: PackedRows
  readonly #positions: Uint32Array | null
  #block: IndexedBlock | null = null
  bytes: Buffer = Buffer.alloc(0)
  start = 0

  constructor(rows: PackedRows, positions: Uint32Array | null) {
    this.#rows = rows
    this.#positions = positions
  }

  /** Throws for a position outside. */
  moveTo(position: number): void {
    const at = this.#positions === null ? position : (this.#positions[position] ?? -1)
    let block = this.#block
    if (block === null || at < block.first || at >= block.first + block.starts.length) {
      block = this.#rows.blockOf(at)
      this.#block = block
      this.bytes = block.bytes
    }
    this.start = block.starts[at - block.first] as number
  }

  get rowNumber(): number {
    return rowNumberAt(this)
  }
}

/**
 * Cuts a block behind its last row up to a number: two blocks, either of which may be absent. The first has `count` rows
 * up to `lastRow`, whose numbers are lowered by `lowerBy`.
 */
export function cutBlock(
  bytes: Buffer,
  lastRow: number,
  lowerBy: number,
): { readonly first: Buffer | null; readonly rest: Buffer | null; readonly count: number; readonly lastRow: number } {
  const count = bytes.readUInt32LE(0)
  let [at, taken, last] = [countBytes, 0, 0]
  const cut = Buffer.from(bytes)
  while (taken < count) {
    const row = bytes.readUInt32LE(at)
    if (row > lastRow) break
    last = row
    cut.writeUInt32LE(row - lowerBy, at)
    let cells = bytes.readUInt32LE(at + 4)
    at += rowHeadBytes
    for (; cells > 0; cells -= 1) at = cellEnd(bytes, at)
    taken += 1
  }
  if (taken === count) return { first: cut, rest: null, count, lastRow: last }
  const rest = Buffer.concat([Buffer.alloc(countBytes), bytes.subarray(at)])
  rest.writeUInt32LE(count - taken, 0)
  if (taken === 0) return { first: null, rest, count: 0, lastRow: last }
  cut.writeUInt32LE(taken, 0)
  return { first: cut.subarray(0, at), rest, count: taken, lastRow: last }
}

/**
 * Where each row of a block begins. The position after the last one; -1: there are fewer rows. A function of its own: the engine compiles the loop once, whatever
 * is around it.
 */
function findStarts(bytes: Buffer, into: Uint32Array): number {
  let at = countBytes
  for (let row = 0; row < into.length; row += 1) {
    if (at >= bytes.length) return -1
    into[row] = at
    let left = rowWordAt(bytes, at + 4)
    at += rowHeadBytes
    for (; left > 0; left -= 1) {
      const kind = bytes[at] as number
      at = kind <= maxShortText ? at + 1 + kind : cellEnd(bytes, at)
    }
  }
  return at
}

/** The rows of one sheet as bytes. An object is made for each row that is read, and not kept. */
export class PackedRows implements RowList {
  readonly #blocks: IndexedBlock[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends a block of a packer. Throws when it is damaged. */
  addBlock(bytes: Buffer): void {
    const starts = new Uint32Array(rowWordAt(bytes, 0))
    if (findStarts(bytes, starts) !== bytes.length) throw new Error('A block of packed rows is damaged')
    this.#blocks.push({ bytes, first: this.#length, starts })
    this.#length += starts.length
  }

  /** These rows, to which more can be added; the bytes are shared. */
  copy(): PackedRows {
    const rows = new PackedRows()
    rows.#blocks.push(...this.#blocks)
    rows.#length = this.#length
    return rows
  }

  placeOf(position: number): RowPlace {
    const { bytes, first, starts } = this.blockOf(position)
    return { bytes, start: starts[position - first] ?? 0 }
  }

  /** The block with the row at a position. Throws for a position outside. */
  blockOf(position: number): IndexedBlock {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#blocks[middle]?.first ?? 0) <= position) low = middle
      else high = middle - 1
    }
    const block = this.#blocks[low]
    if (!block || position < block.first || position >= block.first + block.starts.length) {
      throw new RangeError(`There is no row at position ${position}`)
    }
    return block
  }

  /** Goes through rows without an object for each: those at these positions, or all. */
  cursor(positions: Uint32Array | null = null): RowCursor {
    return new RowCursor(this, positions)
  }

  at(position: number): SourceRow | undefined {
    return position >= 0 && position < this.#length ? readRow(this.placeOf(position)) : undefined
  }

  slice(from: number, to: number): SourceRow[] {
    const rows: SourceRow[] = []
    for (let position = from; position < Math.min(to, this.#length); position += 1) {
      rows.push(readRow(this.placeOf(position)))
    }
    return rows
  }

  *[Symbol.iterator](): Generator<SourceRow> {
    for (let position = 0; position < this.#length; position += 1) yield readRow(this.placeOf(position))
  }
}

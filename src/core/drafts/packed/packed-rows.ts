import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { cellEnd, maxCellBytes, readCell, writeCell } from './cell-bytes.ts'
import type { RowList } from './row-list.ts'

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
interface IndexedBlock {
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

export const rowNumberAt = ({ bytes, start }: RowPlace): number => bytes.readUInt32LE(start)
export const cellCountAt = ({ bytes, start }: RowPlace): number => bytes.readUInt32LE(start + 4)
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

/** The rows of one sheet as bytes. An object is made for each row that is read, and not kept. */
export class PackedRows implements RowList {
  readonly #blocks: IndexedBlock[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends a block of a packer. Throws when it is damaged. */
  addBlock(bytes: Buffer): void {
    const starts = new Uint32Array(bytes.readUInt32LE(0))
    let at = countBytes
    for (let row = 0; row < starts.length; row += 1) {
      starts[row] = at
      let left = bytes.readUInt32LE(at + 4)
      at += rowHeadBytes
      for (; left > 0; left -= 1) at = cellEnd(bytes, at)
    }
    if (at !== bytes.length) throw new Error('A block of packed rows is damaged')
    this.#blocks.push({ bytes, first: this.#length, starts })
    this.#length += starts.length
  }

  placeOf(position: number): RowPlace {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#blocks[middle]?.first ?? 0) <= position) low = middle
      else high = middle - 1
    }
    const block = this.#blocks[low]
    const start = block?.starts[position - block.first]
    if (!block || start === undefined) throw new RangeError(`There is no row at position ${position}`)
    return { bytes: block.bytes, start }
  }

  /** Places of the rows in their order. */
  *places(): Generator<RowPlace> {
    for (const { bytes, starts } of this.#blocks) for (const start of starts) yield { bytes, start }
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
    for (const place of this.places()) yield readRow(place)
  }
}

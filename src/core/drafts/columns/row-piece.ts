import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { CellColumn } from './cell-column.ts'

/** A piece is full when it has so many rows or characters. Numbers of cells fit two bytes. */
const usualSize = { rows: 8_192, characters: 2_097_152 }
/** Of a piece. A column of the table is tried for longer. */
const triedRows = 1_024

/** Rows of a sheet that can be read alone: the different cells of each column, and for each row the numbers of its cells. */
export interface RowPiece {
  /** The numbers of the rows. */
  readonly rows: Uint32Array
  readonly columns: readonly {
    /** By number, from 1. 0: the row has no such cell. */
    readonly cells: readonly SourceCell[]
    readonly numbers: Uint16Array
  }[]
}

/** All rows in one piece: those of a stored one after a change. */
export function pieceOf(rows: Iterable<SourceRow>): RowPiece | null {
  const writer = new PieceWriter({ rows: Infinity, characters: Infinity })
  for (const row of rows) writer.add(row)
  return writer.finish()
}

/** Collects rows to pieces. */
export class PieceWriter {
  readonly #size: typeof usualSize
  #rows: number[] = []
  #columns: CellColumn[] = []
  /** By column: whether the cells of the piece before repeat. */
  #repeats: boolean[] = []
  #characters = 0

  constructor(size = usualSize) {
    this.#size = size
  }

  /** Adds a row. Gives a piece when it is full. */
  add({ row, cells }: SourceRow): RowPiece | null {
    const position = this.#rows.push(row) - 1
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column] ?? null
      const into = (this.#columns[column] ??= new CellColumn(this.#repeats[column] === false ? 0 : triedRows))
      into.add(position, cell)
      if (typeof cell === 'string') this.#characters += cell.length
    }
    const { rows, characters } = this.#size
    return this.#rows.length >= rows || this.#characters >= characters ? this.finish() : null
  }

  /** The last piece; null when there is nothing left. */
  finish(): RowPiece | null {
    if (this.#rows.length === 0) return null
    const count = this.#rows.length
    const columns = this.#columns.map((column) => {
      const numbers = new Uint16Array(count)
      numbers.set(column.numbers.subarray(0, count))
      return { cells: column.cells.slice(1) as SourceCell[], numbers }
    })
    const piece = { rows: Uint32Array.from(this.#rows), columns }
    this.#repeats = this.#columns.map(({ repeats }) => repeats)
    this.#rows = []
    this.#columns = []
    this.#characters = 0
    return piece
  }
}

/** Number of rows, of columns, and of bytes of the cells. */
const headBytes = 12

/** The piece as bytes: its head, the numbers of rows and cells, and the cells as JSON. */
export function encodePiece({ rows, columns }: RowPiece): Buffer {
  const cells = Buffer.from(JSON.stringify(columns.map((column) => column.cells)))
  const head = Buffer.alloc(headBytes)
  for (const [at, count] of [rows.length, columns.length, cells.length].entries()) head.writeUInt32LE(count, 4 * at)
  return Buffer.concat([head, bytesOf(rows), ...columns.map(({ numbers }) => bytesOf(numbers)), cells])
}

/** Throws when the bytes are no piece. */
export function decodePiece(bytes: Buffer): RowPiece {
  const [rowCount, columnCount, cellBytes] = [0, 4, 8].map((at) => bytes.readUInt32LE(at)) as [number, number, number]
  const end = headBytes + 4 * rowCount + 2 * rowCount * columnCount
  const cells = JSON.parse(bytes.toString('utf8', end)) as SourceCell[][]
  if (end + cellBytes !== bytes.length || cells.length !== columnCount) throw new Error('A piece of rows is damaged')
  // Copies, because stored bytes may begin anywhere in memory.
  const part = (from: number, length: number): ArrayBuffer =>
    Uint8Array.from(bytes.subarray(from, from + length)).buffer
  const ofCells = headBytes + 4 * rowCount
  return {
    rows: new Uint32Array(part(headBytes, 4 * rowCount)),
    columns: cells.map((one, at) => ({
      cells: one,
      numbers: new Uint16Array(part(ofCells + 2 * rowCount * at, 2 * rowCount)),
    })),
  }
}

/** In the byte order of the processors for which Electron exists: lowest byte first. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The rows of a piece as objects. */
export function* rowsOfPiece({ rows, columns }: RowPiece): Generator<SourceRow, undefined> {
  for (const [at, row] of rows.entries()) {
    const cells: SourceCell[] = []
    for (const column of columns) {
      const number = column.numbers[at] ?? 0
      if (number === 0) break
      cells.push(column.cells[number - 1] ?? null)
    }
    yield { row, cells }
  }
}

import { cellEnd, maxShortText } from './cell-bytes.ts'
import { cellCountAt, firstCellAt, type RowCursor } from './packed-rows.ts'

const nothing = -1

/** The cells of one column, one row after the other, without an object for each. */
export class CellCursor {
  readonly #rows: RowCursor
  readonly #column: number
  bytes: Buffer = Buffer.alloc(0)
  /** Where the cell begins (`cell-bytes.ts`); -1: the row is shorter. */
  start = nothing

  constructor(rows: RowCursor, column: number) {
    this.#rows = rows
    this.#column = column
  }

  /** Throws for a position outside. */
  moveTo(position: number): void {
    const rows = this.#rows
    rows.moveTo(position)
    const { bytes } = rows
    this.bytes = bytes
    this.start = nothing
    const column = this.#column
    if (column < 0 || column >= cellCountAt(rows)) return
    let at = firstCellAt(rows)
    for (let left = column; left > 0; left -= 1) {
      const kind = bytes[at] as number
      at = kind <= maxShortText ? at + 1 + kind : cellEnd(bytes, at)
    }
    this.start = at
  }

  /** The length of the cell when it is a short text; -1: it is none. */
  get shortLength(): number {
    if (this.start < 0) return nothing
    const kind = this.bytes[this.start] as number
    return kind <= maxShortText ? kind : nothing
  }
}

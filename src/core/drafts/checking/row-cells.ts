import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { cellEnd, cellKinds, maxShortText, readCell } from '../packed/cell-bytes.ts'
import { rowHeadBytes, rowWordAt } from '../packed/packed-rows.ts'
import { maxCellLength, maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import type { FieldSource } from './check-fields.ts'
import type { RowRules } from './row-rules.ts'

/** The cells of a row in its bytes. One object is used for all rows, one after the other. */
export class RowCells implements FieldSource {
  #rules: RowRules
  readonly #width: number
  #mayBeTyped = false
  bytes: Buffer = Buffer.alloc(0)
  /** The number of the row. */
  row = 0
  /** By column: where its cell begins; -1: it has nothing. The last one is for fields without a column. */
  readonly starts: Int32Array

  constructor(rules: RowRules) {
    this.#rules = rules
    this.#width = rules.plan.columns.length
    this.starts = new Int32Array(this.#width + 1).fill(-1)
    this.setRules(rules)
  }

  setRules(rules: RowRules): void {
    this.#rules = rules
    const { cells, replacements } = rules.overrides
    this.#mayBeTyped = !cells.isEmpty || replacements.size > 0
  }

  /** The position in `starts` of a column; -1: the field has no column. */
  placeOf(column: number): number {
    return column < 0 ? this.#width : column
  }

  /** Finds the cells of the row that begins here. False: it has a cell beyond the columns, or one that was cut. */
  locate(bytes: Buffer, start: number): boolean {
    const starts = this.starts
    const width = this.#width
    this.bytes = bytes
    this.row = rowWordAt(bytes, start)
    const count = rowWordAt(bytes, start + 4)
    let at = start + rowHeadBytes
    for (let column = 0; column < count; column += 1) {
      const kind = bytes[at] as number
      if (kind <= maxShortText) {
        if (column < width) starts[column] = kind === 0 ? -1 : at
        else if (kind > 0) return false
        at += 1 + kind
        continue
      }
      const end = cellEnd(bytes, at)
      if (column < width) starts[column] = kind === cellKinds.null ? -1 : at
      else if (kind !== cellKinds.null) return false
      // A cell of this many bytes may be one that was cut.
      if (end - at > maxCellLength) return false
      at = end
    }
    for (let column = count; column < width; column += 1) starts[column] = -1
    return true
  }

  cell(column: number): SourceCell {
    return shortenCell(this.wholeCell(column), maxFieldLength)
  }

  /** A cell as in the file. */
  wholeCell(column: number): SourceCell {
    const start = this.starts[this.placeOf(column)] ?? -1
    return start < 0 ? null : readCell(this.bytes, start)
  }

  typed(field: CustomerField, original: string): string | undefined {
    if (!this.#mayBeTyped) return undefined
    const { cells, replacements } = this.#rules.overrides
    return cells.textOf(this.row, field) ?? (original === '' ? undefined : replacements.get(field)?.get(original))
  }
}

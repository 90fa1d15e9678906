import type { SourceRow } from '../../fields/source-cell.ts'

/** Rows that may be made only when they are read. An array of rows is one as well. */
export interface RowList extends Iterable<SourceRow> {
  readonly length: number
  at(position: number): SourceRow | undefined
  slice(from: number, to: number): readonly SourceRow[]
}

/** The first of so many positions at which something is reached that stays reached behind it; their number: it is reached at none. */
export function firstPosition(length: number, isReached: (position: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Rows that are made one by one from their positions. */
export abstract class RowsByPosition implements RowList {
  abstract get length(): number
  abstract at(position: number): SourceRow | undefined

  slice(from: number, to: number): SourceRow[] {
    const rows: SourceRow[] = []
    for (let position = from; position < Math.min(to, this.length); position += 1) {
      rows.push(this.at(position) as SourceRow)
    }
    return rows
  }

  *[Symbol.iterator](): Generator<SourceRow> {
    for (let position = 0; position < this.length; position += 1) yield this.at(position) as SourceRow
  }
}

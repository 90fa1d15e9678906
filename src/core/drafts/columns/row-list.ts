import type { SourceRow } from '../../fields/source-cell.ts'

/** Rows that may be made only when they are read. An array of rows is one as well. */
export interface RowList extends Iterable<SourceRow> {
  readonly length: number
  at(position: number): SourceRow | undefined
  slice(from: number, to: number): readonly SourceRow[]
}

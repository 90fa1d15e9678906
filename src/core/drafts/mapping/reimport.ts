import { columnReasons } from './column-text.ts'
import { originalCell } from '../../../contract/csv-injection.ts'
import type { ColumnTarget } from '../../../contract/drafts.ts'
import { allRows } from '../packed/row-selection.ts'
import type { Table } from '../reading/find-table.ts'
import type { SourceCell } from '../../fields/source-cell.ts'

/** Has the row number in the original file, so that a corrected file is recognised. */
export const rowHeader = 'Forecourt row'
export const reasonHeader = 'Reason'

/** The columns that Forecourt added when it exported the rows that were not sent; none for any other table. */
export function ownColumns(header: readonly string[]): ReadonlySet<number> {
  const row = header.indexOf(rowHeader)
  if (row < 0) return new Set()
  const reason = header.lastIndexOf(reasonHeader)
  return new Set(reason < 0 ? [row] : [row, reason])
}

export const ownColumnSuggestion: {
  readonly target: ColumnTarget
  readonly confidence: 'high'
  readonly reason: string
} = {
  target: 'leave_out',
  confidence: 'high',
  reason: columnReasons.ownColumn,
}

/** Restores the original cells of a table that Forecourt exported; any other table is returned unchanged. */
export function undoExport(table: Table): Table {
  if (ownColumns(table.header).size === 0) return table
  const restored = (cell: SourceCell): SourceCell => (typeof cell === 'string' ? originalCell(cell) : cell)
  return {
    ...table,
    header: table.header.map(originalCell),
    records: allRows(Array.from(table.records, (record) => ({ ...record, cells: record.cells.map(restored) }))),
  }
}

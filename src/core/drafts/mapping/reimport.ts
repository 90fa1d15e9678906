import { originalCell } from '../../../contract/csv-injection.ts'
import type { ColumnTarget } from '../../../contract/drafts.ts'
import type { Table } from '../reading/find-table.ts'
import type { SourceCell } from '../../fields/source-cell.ts'

/** Names the row of the original file, so that a mended file can be recognised. */
export const rowHeader = 'Forecourt row'
export const reasonHeader = 'Reason'

/** Which columns Forecourt itself added when it exported this table as a remainder; none for any other table. */
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
  reason: 'Forecourt wrote this column itself when it exported these rows.',
}

/** A remainder that comes back, with its cells as they stood in the original file; any other table as it is. */
export function undoExport(table: Table): Table {
  if (ownColumns(table.header).size === 0) return table
  const restored = (cell: SourceCell): SourceCell => (typeof cell === 'string' ? originalCell(cell) : cell)
  return {
    ...table,
    header: table.header.map(originalCell),
    records: table.records.map((record) => ({ ...record, cells: record.cells.map(restored) })),
  }
}

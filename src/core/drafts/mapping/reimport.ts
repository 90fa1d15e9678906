import { columnReasons } from './column-text.ts'
import { originalCell } from '../../../contract/csv-injection.ts'
import { readRowText } from '../../../contract/row-id.ts'
import type { ColumnTarget } from '../../../contract/column-choices.ts'
import { RowSelection } from '../columns/row-selection.ts'
import type { Table } from '../reading/find-table.ts'
import type { SourceCell } from '../../fields/source-cell.ts'

/** Has the row number in the original file, so that a corrected file is recognised. */
export const rowHeader = 'Forecourt row'
export const reasonHeader = 'Reason'
/** Has the identity of the upload in each row, so that it survives sorted, deleted and added rows. */
export const uploadHeader = 'Forecourt upload'

/** The identity of an upload in a file: a letter first, so that no spreadsheet program takes it for a number. */
export const uploadIdentity = (uploadId: string): string => `U-${uploadId}`

/** The id in an identity; null: the cell has none. */
const uploadIdIn = (cell: string): string | null => /^U-([0-9a-f]{16})$/i.exec(cell.trim())?.[1]?.toLowerCase() ?? null

/** The ids of all uploads whose rows a table has. */
export function uploadIdsIn({ header, records }: Pick<Table, 'header' | 'records'>): ReadonlySet<string> {
  const column = header.indexOf(uploadHeader)
  const ids = new Set<string>()
  if (column < 0) return ids
  for (const { cells } of records) {
    const cell = cells[column]
    const id = typeof cell === 'string' ? uploadIdIn(cell) : null
    if (id !== null) ids.add(id)
  }
  return ids
}

/** The number of a row in the original file; null for a row that the user added, or of another upload. */
export function correctedRow(header: readonly string[], original: readonly string[], uploadId: string): number | null {
  const row = readRowText(original[header.indexOf(rowHeader)] ?? '')
  const isOfUpload = uploadIdIn(original[header.indexOf(uploadHeader)] ?? '') === uploadId
  return isOfUpload ? row : null
}

/** The columns that Forecourt added when it exported the rows that were not sent; none for any other table. */
export function ownColumns(header: readonly string[]): ReadonlySet<number> {
  const row = header.indexOf(rowHeader)
  if (row < 0) return new Set()
  return new Set([row, header.lastIndexOf(reasonHeader), header.indexOf(uploadHeader)].filter((column) => column >= 0))
}

/**
 * For each column of a file the column of the original with its header, -1 when there is none. Excel users move columns; of
 * several with one header, the first is the first.
 */
export function originalColumns(header: readonly string[], original: readonly string[]): number[] {
  const own = ownColumns(header)
  const seen = new Map<string, number>()
  return header.map((name, column) => {
    if (own.has(column)) return -1
    const from = seen.get(name) ?? 0
    const at = original.indexOf(name, from)
    seen.set(name, at < 0 ? from : at + 1)
    return at
  })
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
    records: RowSelection.all(
      Array.from(table.records, (record) => ({ ...record, cells: record.cells.map(restored) })),
    ),
  }
}

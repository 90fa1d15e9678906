import type { CustomerSort, ViewColumn } from '../../../contract/customer-views.ts'
import {
  columnTitle,
  customerColumns,
  fieldKey,
  isRecordColumn,
  type RecordColumn,
  recordColumns,
} from '../../../contract/customer-columns.ts'
import type { Region } from '../../../contract/region.ts'
import type { GridColumn } from '../../ui/grid/grid.ts'
import { movedKeys } from '../../ui/grid/useGridColumns.ts'
import type { ColumnMove } from '../../ui/grid/virtual-grid.ts'
import { customerFields, isEditableField } from './customer-fields.ts'

const fieldWidthPx = 140

/** The key of the checkbox column, which is always first and not part of a view. */
export const tickKey = '#ticks'
/** The key of the column that opens the details, after the checkboxes. */
export const openKey = '#open'

/** The state is shown in Australia only. */
const recordColumnsIn = (region: Region): readonly RecordColumn[] =>
  recordColumns.filter((key) => key !== 'state' || region === 'au')

/** The direction in which the list is sorted by a column first; null: it can't be. */
export const firstDirection = (key: string): 'ascending' | 'descending' | null =>
  isRecordColumn(key) ? customerColumns[key].sorted : null

export const isSortable = (key: string): key is CustomerSort => firstDirection(key) !== null

export const sortOptions = (region: Region): readonly { readonly value: CustomerSort; readonly label: string }[] =>
  recordColumnsIn(region).flatMap((key) => (isSortable(key) ? [{ value: key, label: customerColumns[key].title }] : []))

const defaultWidth = (key: string): number => (isRecordColumn(key) ? customerFields[key].widthPx : fieldWidthPx)

/**
 * Every column in order: the saved ones, then those that are new. Additional fields start hidden. A saved column whose field no
 * customer has is left out.
 */
export function arrangeColumns(
  saved: readonly ViewColumn[] | null,
  fields: readonly string[],
  region: Region,
): ViewColumn[] {
  const ownColumns = recordColumnsIn(region)
  const known = new Set([...ownColumns.map((key) => key as string), ...fields.map(fieldKey)])
  const placedColumns = (saved ?? []).filter(({ key }) => known.has(key))
  const placed = new Set(placedColumns.map(({ key }) => key))
  const newColumns = ownColumns
    .filter((key) => !placed.has(key))
    .map((key) => ({
      key,
      widthPx: customerFields[key].widthPx,
      shown: !customerFields[key].hidden,
      pinned: key === 'clientName',
    }))
  const newFields = fields
    .filter((name) => !placed.has(fieldKey(name)))
    .map((name) => ({ key: fieldKey(name), widthPx: fieldWidthPx, shown: false, pinned: false }))
  return [...placedColumns, ...newColumns, ...newFields]
}

/** The visible columns in display order: pinned ones first. */
export function shownColumns(columns: readonly ViewColumn[]): ViewColumn[] {
  const shown = columns.filter((column) => column.shown)
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)]
}

/** The columns without the widths that the user has given them. */
export const withoutOwnWidths = (columns: readonly ViewColumn[]): ViewColumn[] =>
  columns.map((column) => ({ ...column, widthPx: defaultWidth(column.key) }))

/**
 * The columns for the grid, after the checkbox column. A column that the user has not resized is as wide as its content, where that is
 * known, and shares the free space.
 */
export function toGridColumns(
  columns: readonly ViewColumn[],
  content: ReadonlyMap<string, number> = new Map(),
): GridColumn[] {
  return [
    { key: tickKey, title: '', width: 40, fixed: true, pinned: true, resizable: false, ticks: true },
    { key: openKey, title: '', width: 34, fixed: true, pinned: true, resizable: false, opens: true },
    ...shownColumns(columns).map(({ key, widthPx, pinned }) => ({
      key,
      title: columnTitle(key),
      width: widthPx === defaultWidth(key) ? (content.get(key) ?? widthPx) : widthPx,
      fixed: widthPx !== defaultWidth(key),
      movable: true,
      pinned,
      sortable: isSortable(key),
      editable: isEditableField(key),
    })),
  ]
}

/** Moves a column. Among pinned columns it becomes pinned, among the others it is unpinned. */
export function moveColumn(columns: readonly ViewColumn[], move: ColumnMove): ViewColumn[] {
  const seen = shownColumns(columns).map(({ key }) => key)
  const order = movedKeys(seen, move)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const at = order.indexOf(move.key)
  const pinnedBefore = columns.filter((column) => column.pinned && column.shown && column.key !== move.key).length
  const pinned = at < pinnedBefore || (at === pinnedBefore && byKey.get(move.key)?.pinned === true)
  const shown = order.flatMap((key) => {
    const column = byKey.get(key)
    return column ? [key === move.key ? { ...column, pinned } : column] : []
  })
  return [...shown, ...columns.filter((column) => !column.shown)]
}

export const changeColumn = (
  columns: readonly ViewColumn[],
  key: string,
  change: Partial<Omit<ViewColumn, 'key'>>,
): ViewColumn[] => columns.map((column) => (column.key === key ? { ...column, ...change } : column))

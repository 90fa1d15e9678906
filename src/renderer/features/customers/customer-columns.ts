import type { CustomerSort, ViewColumn } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import type { GridColumn } from '../../ui/grid/grid.ts'
import { type ColumnMove, movedKeys } from '../../ui/grid/useColumnMove.ts'
import { customersText } from './customers-text.ts'

/** A column that the list can show, with its defaults. */
interface ColumnDefaults {
  readonly key: string
  readonly widthPx: number
  readonly editable?: boolean
  readonly hidden?: boolean
  readonly unsorted?: boolean
}

/**
 * The columns of the record itself. Their keys are the sort keys of the contract. The service sorts by its own title of a car, but the
 * list shows others too (`Customer.vehicle`), so "Vehicle" is not sorted. The service sets an expiry for few customers.
 */
const recordColumns: readonly (ColumnDefaults & { readonly key: CustomerSort })[] = [
  { key: 'clientName', widthPx: 164, editable: true },
  { key: 'rego', widthPx: 88 },
  { key: 'state', widthPx: 68 },
  { key: 'vehicleTitle', widthPx: 196, unsorted: true },
  { key: 'mobileNumber', widthPx: 128, editable: true },
  { key: 'saleDate', widthPx: 96, editable: true },
  { key: 'expiryDate', widthPx: 100, editable: true, hidden: true },
  { key: 'lastSighting', widthPx: 156 },
  { key: 'vin', widthPx: 172 },
  { key: 'lastUpdated', widthPx: 150, hidden: true },
]

const fieldPrefix = 'field:'
const fieldWidthPx = 140

/** The key of the column of an additional field. */
export const fieldKey = (name: string): string => `${fieldPrefix}${name}`
/** The additional field that a column shows; null for a column of the record. */
export const fieldOfKey = (key: string): string | null =>
  key.startsWith(fieldPrefix) ? key.slice(fieldPrefix.length) : null

/** The key of the checkbox column, which is always first and not part of a view. */
export const tickKey = '#ticks'
/** The key of the column that opens the details, after the checkboxes. */
export const openKey = '#open'

/** The state is shown in Australia only. */
const recordColumnsIn = (region: Region): readonly ColumnDefaults[] =>
  region === 'au' ? recordColumns : recordColumns.filter((column) => column.key !== 'state')

const isRecordColumn = (key: string): key is CustomerSort => recordColumns.some((column) => column.key === key)

export const isSortable = (key: string): key is CustomerSort =>
  recordColumns.some((column) => column.key === key && !column.unsorted)

export const columnTitle = (key: string): string =>
  fieldOfKey(key) ?? (isRecordColumn(key) ? customersText.columns[key] : key)

export const sortOptions = (region: Region): readonly { readonly value: CustomerSort; readonly label: string }[] =>
  recordColumns
    .filter(({ key }) => isSortable(key) && (region === 'au' || key !== 'state'))
    .map(({ key }) => ({ value: key, label: customersText.columns[key] }))

const defaultWidth = (key: string): number =>
  recordColumns.find((column) => column.key === key)?.widthPx ?? fieldWidthPx

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
  const known = new Set([...ownColumns.map(({ key }) => key as string), ...fields.map(fieldKey)])
  const placedColumns = (saved ?? []).filter(({ key }) => known.has(key))
  const placed = new Set(placedColumns.map(({ key }) => key))
  const newColumns = ownColumns
    .filter(({ key }) => !placed.has(key))
    .map(({ key, widthPx, hidden }) => ({ key, widthPx, shown: !hidden, pinned: key === 'clientName' }))
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
  const defaults = new Map<string, ColumnDefaults>(recordColumns.map((column) => [column.key, column]))
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
      editable: defaults.get(key)?.editable ?? false,
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

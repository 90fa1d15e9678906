import type { CustomerSort, ViewColumn } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { GridColumn } from '../../ui/grid/grid.ts'
import { type ColumnMove, movedKeys } from '../../ui/grid/useColumnMove.ts'

/** A column that the list can show, as it is before she has changed anything. */
interface KnownColumn {
  readonly key: string
  readonly title: string
  readonly widthPx: number
  readonly editable?: boolean
  readonly hidden?: boolean
}

/** The record's own; their keys are the contract's, by which they are sorted, too. */
const ownColumns: readonly (KnownColumn & { readonly key: CustomerSort })[] = [
  { key: 'clientName', title: 'Name', widthPx: 164, editable: true },
  { key: 'rego', title: 'Rego', widthPx: 88 },
  { key: 'state', title: 'State', widthPx: 68 },
  { key: 'vehicleTitle', title: 'Vehicle', widthPx: 196 },
  { key: 'mobileNumber', title: 'Mobile', widthPx: 128, editable: true },
  { key: 'saleDate', title: 'Sold', widthPx: 96, editable: true },
  { key: 'expiryDate', title: 'Expires', widthPx: 100, editable: true },
  { key: 'lastSighting', title: 'Last sighting', widthPx: 156 },
  { key: 'vin', title: 'VIN', widthPx: 172 },
  { key: 'lastUpdated', title: 'Changed', widthPx: 150, hidden: true },
]

const fieldPrefix = 'field:'
const fieldWidthPx = 140

/** The key of the column of an additional field. */
export const fieldKey = (name: string): string => `${fieldPrefix}${name}`
/** The additional field that a column shows; null for one of the record's own. */
export const fieldOfKey = (key: string): string | null =>
  key.startsWith(fieldPrefix) ? key.slice(fieldPrefix.length) : null

/** The key of the boxes by which rows are chosen: no column of hers, always first. */
export const tickKey = '#ticks'

/** A state is of use in Australia only. */
const ownIn = (region: Region): readonly KnownColumn[] =>
  region === 'au' ? ownColumns : ownColumns.filter((column) => column.key !== 'state')

export const isSortable = (key: string): key is CustomerSort => ownColumns.some((column) => column.key === key)

export const sortNames = (region: Region): readonly { readonly key: CustomerSort; readonly title: string }[] =>
  ownColumns.filter((column) => region === 'au' || column.key !== 'state')

export const columnTitle = (key: string): string =>
  fieldOfKey(key) ?? ownColumns.find((column) => column.key === key)?.title ?? key

const widthAtFirst = (key: string): number => ownColumns.find((column) => column.key === key)?.widthPx ?? fieldWidthPx

/**
 * Every column with its place: as she left them, then what has come since. Additional fields begin hidden. A column of a field that no
 * customer has any more stays in her order, as it may come back, but is not among the answer.
 */
export function arrangeColumns(
  kept: readonly ViewColumn[] | null,
  fields: readonly string[],
  region: Region,
): ViewColumn[] {
  const own = ownIn(region)
  const known = new Set([...own.map(({ key }) => key as string), ...fields.map(fieldKey)])
  const before = (kept ?? []).filter(({ key }) => known.has(key))
  const placed = new Set(before.map(({ key }) => key))
  const ownLeft = own
    .filter(({ key }) => !placed.has(key))
    .map(({ key, widthPx, hidden }) => ({ key, widthPx, shown: !hidden, pinned: key === 'clientName' }))
  const fieldsLeft = fields
    .filter((name) => !placed.has(fieldKey(name)))
    .map((name) => ({ key: fieldKey(name), widthPx: fieldWidthPx, shown: false, pinned: false }))
  return [...before, ...ownLeft, ...fieldsLeft]
}

/** At most so many columns stay at the left: more would leave no room for what is scrolled. */
export const maxPinned = 4

/** The columns in the order in which they are seen: those that stay come first. */
export function shownColumns(columns: readonly ViewColumn[]): ViewColumn[] {
  const shown = columns.filter((column) => column.shown)
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)]
}

/** As the grid takes them, after the boxes. A column that has the width it began with shares the room that is left. */
export function gridColumnsOf(columns: readonly ViewColumn[]): GridColumn[] {
  const own = new Map<string, KnownColumn>(ownColumns.map((column) => [column.key, column]))
  return [
    { key: tickKey, title: '', width: 40, fixed: true, pinned: true, resizable: false, ticks: true },
    ...shownColumns(columns).map(({ key, widthPx, pinned }) => ({
      key,
      title: columnTitle(key),
      width: widthPx,
      fixed: widthPx !== widthAtFirst(key),
      movable: true,
      pinned,
      sortable: own.has(key),
      editable: own.get(key)?.editable ?? false,
    })),
  ]
}

/** A column at another place. It takes over whether it stays at the left from where it comes to stand. */
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

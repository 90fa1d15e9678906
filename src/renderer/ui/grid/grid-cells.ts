import type { GridCell, GridColumn, GridPosition, GridRange } from './grid.ts'
import { gridText } from './grid-text.ts'

/** A cell as it is drawn. `rich`: it needs an element of its own within the cell. */
export interface DrawnCell {
  readonly column: GridColumn
  readonly index: number
  readonly shown: GridCell | null
  readonly editing: boolean
  /** In the selected range. */
  readonly ranged: boolean
  readonly rich: boolean
  readonly classes: string
}

export interface RowInput {
  readonly row: number
  readonly columns: readonly GridColumn[]
  readonly cell: (row: number, key: string) => GridCell | null
  readonly range: GridRange | null
  readonly pinnedCount: number
  readonly isEditing: (at: GridPosition) => boolean
  /** Whether the owner of the grid draws the cells of a column. */
  readonly hasSlot: (key: string) => boolean
}

/** The cells of a row. Plain text has no element of its own: most cells are plain, and each element costs time while scrolling. */
export function cellsOfRow({ row, columns, cell, range, pinnedCount, isEditing, hasSlot }: RowInput): DrawnCell[] {
  const inRange = range !== null && row >= range.top && row <= range.bottom
  return columns.map((column, index) => {
    const shown = cell(row, column.key)
    const editing = isEditing({ row, column: index })
    const rich = editing || (shown !== null && (Boolean(shown.mark) || hasSlot(column.key)))
    const ranged = inRange && index >= range.left && index <= range.right
    const classes = [
      'cell',
      column.align,
      shown?.tone,
      index < pinnedCount && `pin p${index}${index === pinnedCount - 1 ? ' last-pin' : ''}`,
      column.editable && 'editable',
      rich && 'rich',
      column.opens && 'opens',
      column.ticks && (shown?.ticked ? 'box on' : 'box'),
      ranged && 'ranged',
      shown === null && 'awaited',
    ]
    return { column, index, shown, editing, ranged, rich, classes: classes.filter(Boolean).join(' ') }
  })
}

/** The name of a cell that has no text of its own. */
export function cellLabel(shown: GridCell | null, column: GridColumn): string | undefined {
  if (shown === null) return gridText.loading
  if (column.opens) return gridText.open
  return shown.ticked === undefined ? undefined : shown.ticked ? gridText.selected : gridText.notSelected
}

/** Whether a row is selected; undefined in a grid without a first column of checkboxes. */
export function isRowTicked(
  row: number,
  firstColumn: GridColumn | undefined,
  cell: (row: number, key: string) => GridCell | null,
): boolean | undefined {
  return firstColumn?.ticks ? (cell(row, firstColumn.key)?.ticked ?? false) : undefined
}

/**
 * What a row shows of the focus, the editor and the selection, as values that are cheap to compare: a row is drawn again only when one
 * of them changes.
 */
export function rowState(
  row: number,
  active: GridPosition,
  edited: GridPosition | null,
  range: GridRange | null,
): readonly [activeColumn: number, editedColumn: number, selected: string] {
  return [
    active.row === row ? active.column : -1,
    edited?.row === row ? edited.column : -1,
    range && row >= range.top && row <= range.bottom ? `${range.left} ${range.right}` : '',
  ]
}

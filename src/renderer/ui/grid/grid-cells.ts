import type { GridCell, GridColumn, GridRange } from './grid.ts'
import { gridText } from './grid-text.ts'
import type { Grid } from './useGrid.ts'
import type { GridProps } from './virtual-grid.ts'

/** A cell as it is drawn. `rich`: it needs an element of its own within the cell. */
export interface DrawnCell {
  readonly column: GridColumn
  readonly index: number
  readonly shown: GridCell | null
  readonly editing: boolean
  readonly ranged: boolean
  readonly rich: boolean
  readonly classes: string
}

/** The cells of a row. Plain text has no element of its own: most cells are plain, and each element costs time while scrolling. */
export function cellsOfRow(
  { props, range, pinned, isEditing }: Grid,
  row: number,
  /** Whether the owner of the grid draws the cells of a column. */
  hasSlot: (key: string) => boolean,
): DrawnCell[] {
  const { left = 0, right = -1 } = rangeInRow(range.value, row) ?? {}
  // Read once, not for each cell.
  const { columns, cell } = props
  const pins = pinned.value
  return columns.map((column, index) => {
    const shown = cell(row, column.key)
    const editing = isEditing({ row, column: index })
    const rich = editing || (shown !== null && (Boolean(shown.mark) || hasSlot(column.key)))
    const ranged = index >= left && index <= right
    const classes = [
      'cell',
      column.align,
      shown?.tone,
      index < pins && `pin p${index}${index === pins - 1 ? ' last-pin' : ''}`,
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
export function isRowTicked({ columns: [first], cell }: GridProps, row: number): boolean | undefined {
  return first?.ticks ? (cell(row, first.key)?.ticked ?? false) : undefined
}

const rangeInRow = (range: GridRange | null, row: number): GridRange | null =>
  range && row >= range.top && row <= range.bottom ? range : null

/**
 * What a row shows of the focus, the editor and the selection, as values that are cheap to compare: a row is drawn again only when one
 * of them changes.
 */
export function rowState(
  { active, edit, range }: Grid,
  row: number,
): readonly [activeColumn: number, editedColumn: number, selected: string] {
  const selected = rangeInRow(range.value, row)
  return [
    active.value.row === row ? active.value.column : -1,
    edit.value?.row === row ? edit.value.column : -1,
    selected ? `${selected.left} ${selected.right}` : '',
  ]
}

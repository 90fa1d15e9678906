import type { GridPosition, GridRange } from './grid.ts'

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

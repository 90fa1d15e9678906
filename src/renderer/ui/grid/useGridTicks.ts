import type { GridColumn, GridPosition } from './grid.ts'

/** Presses on the checkboxes of rows. The function tells whether the cell at a place is a checkbox; with `extend` all since the last one are meant. */
export function useGridTicks(
  columns: () => readonly GridColumn[],
  focusAt: (at: GridPosition) => Promise<void>,
  onTick: (rows: { row: number; from: number | null }) => void,
): (at: GridPosition, extend: boolean) => boolean {
  let previous: number | null = null
  return ({ row, column }, extend) => {
    if (!columns()[column]?.ticks) return false
    void focusAt({ row, column })
    onTick({ row, from: extend ? previous : null })
    previous = row
    return true
  }
}

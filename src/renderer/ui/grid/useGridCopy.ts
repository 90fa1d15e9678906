import { putTable } from './copied-table.ts'
import { textsOfRange } from './grid-cells.ts'
import type { GridCell, GridColumn, GridPosition, GridRange } from './grid.ts'

export interface GridCopyParts {
  readonly columns: () => readonly GridColumn[]
  readonly cell: (row: number, key: string) => GridCell | null
  /** The selected cells; null: only the focused one. */
  readonly range: () => GridRange | null
  readonly focused: () => GridPosition
  readonly isEditing: () => boolean
  /** Some of the cells are not loaded, or are not copied as they are shown. */
  readonly onFar: (range: GridRange) => void
}

/** The handler of the copy event: puts the selected cells on the clipboard as a table. */
export function useGridCopy(parts: GridCopyParts): (event: ClipboardEvent) => void {
  return (event) => {
    const at = parts.focused()
    if (parts.isEditing() || at.row < 0 || !event.clipboardData) return
    const range = parts.range() ?? { top: at.row, bottom: at.row, left: at.column, right: at.column }
    const rows = textsOfRange(range, parts.columns(), parts.cell)
    event.preventDefault()
    if (rows) putTable(event.clipboardData, rows)
    else parts.onFar(range)
  }
}

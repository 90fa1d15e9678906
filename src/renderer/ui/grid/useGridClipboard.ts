import { putTable } from './copied-table.ts'
import { textsOfRange } from './grid-cells.ts'
import { type GridCell, type GridColumn, type GridPosition, type GridRange, singleCell } from './grid.ts'
import { pastedTable } from './pasted-table.ts'

export interface GridClipboardParts {
  readonly columns: () => readonly GridColumn[]
  readonly cell: (row: number, key: string) => GridCell | null
  /** The selected cells; null: only the focused one. */
  readonly range: () => GridRange | null
  readonly focused: () => GridPosition
  readonly isEditing: () => boolean
  /** Cells can be cut and pasted. */
  readonly canEdit: () => boolean
  /** The cells were copied and are to be cleared. */
  readonly onCut: (range: GridRange) => void
  /** Some of the copied cells are not loaded, or are not copied as they are shown. */
  readonly onCopyFar: (range: GridRange) => void
  readonly onPaste: (pasted: { readonly range: GridRange; readonly texts: readonly (readonly string[])[] }) => void
}

/** The handlers of the clipboard's events, by event: selected cells are copied as a table, and the cells of a copied table are passed on. */
export function useGridClipboard(parts: GridClipboardParts) {
  /** The cells that an event is about; null: the event is for something else. */
  const rangeOf = ({ clipboardData }: ClipboardEvent): GridRange | null => {
    const at = parts.focused()
    return parts.isEditing() || at.row < 0 || !clipboardData ? null : (parts.range() ?? singleCell(at))
  }
  function onCopy(event: ClipboardEvent): void {
    const range = rangeOf(event)
    if (!range || !event.clipboardData) return
    const rows = textsOfRange(range, parts.columns(), parts.cell)
    event.preventDefault()
    if (rows) putTable(event.clipboardData, rows)
    else parts.onCopyFar(range)
  }
  return {
    copy: onCopy,
    cut(event: ClipboardEvent): void {
      const range = parts.canEdit() ? rangeOf(event) : null
      if (!range) return
      onCopy(event)
      parts.onCut(range)
    },
    paste(event: ClipboardEvent): void {
      const range = parts.canEdit() ? rangeOf(event) : null
      const texts = range ? pastedTable(event.clipboardData?.getData('text/plain') ?? '') : []
      if (!range || texts.length === 0) return
      event.preventDefault()
      parts.onPaste({ range, texts })
    },
  }
}

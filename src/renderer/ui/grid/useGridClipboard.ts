import { copyTable } from '../clipboard.ts'
import { pastedTable, putTable } from './clipboard-table.ts'
import { textsOfRange } from './grid.ts'
import type { Grid } from './useGrid.ts'

/** Selected cells are copied as a table, and the cells of a copied table are passed on. */
export function useGridClipboard({ props, emit, tabStop, edit, selected }: Grid) {
  /** Copies the selected cells by `put`. The owner of the grid copies cells that are not loaded, or not copied as they are shown. */
  function copyBy(put: (rows: readonly (readonly string[])[]) => void): void {
    const rows = textsOfRange(selected(), props.columns, props.cell)
    if (rows) put(rows)
    else emit('copyFar', selected())
  }
  /** False when there is nothing to paste. */
  function paste(text: string): boolean {
    const texts = pastedTable(text)
    if (texts.length > 0) emit('editRange', { kind: 'paste', range: selected(), texts })
    return texts.length > 0
  }

  /** What an event about cells copies or pastes; null: the event is for something else. */
  const dataOf = ({ clipboardData }: ClipboardEvent): DataTransfer | null =>
    edit.value || tabStop.value.row < 0 ? null : clipboardData
  function onCopy(event: ClipboardEvent): void {
    const data = dataOf(event)
    if (!data) return
    event.preventDefault()
    copyBy((rows) => putTable(data, rows))
  }

  return {
    copy: (): void => copyBy(copyTable),
    paste,
    /** The handlers of the clipboard's events, by event. */
    clipboard: {
      copy: onCopy,
      cut(event: ClipboardEvent): void {
        if (!props.editsRanges || !dataOf(event)) return
        onCopy(event)
        emit('editRange', { kind: 'clearCells', range: selected() })
      },
      paste(event: ClipboardEvent): void {
        const data = props.editsRanges ? dataOf(event) : null
        if (data && paste(data.getData('text/plain'))) event.preventDefault()
      },
    },
  }
}

import { homeColumn, moveInGrid, nextEditable, previousEditable } from './grid.ts'
import type { Grid } from './useGrid.ts'

const resizeStepPx = 16

/** The keyboard of a spreadsheet: one handler for the grid, one for its editor. A key that was of use is marked as dealt with. */
export function useGridKeyboard(grid: Grid) {
  const { props, emit, keyOf, focusAt, edit, startEdit } = grid

  function onHeaderKey(event: KeyboardEvent, at: number): boolean {
    const column = props.columns[at]
    if (!column) return false
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (event.shiftKey && (event.ctrlKey || event.metaKey) && sideways !== null) {
      if (column.movable) grid.moveColumnBy(column.key, sideways)
      return true
    }
    if (event.shiftKey && sideways !== null) {
      if (column.resizable !== false) grid.resizeBy(column.key, sideways * resizeStepPx)
      return true
    }
    if (event.key === 'ArrowDown' && event.altKey && column.menu) {
      emit('menu', column.key)
      return true
    }
    if ((event.key === 'Enter' || event.key === ' ') && column.ticks) {
      emit('tickAll')
      return true
    }
    if ((event.key === 'Enter' || event.key === ' ') && column.sortable) {
      emit('sort', column.key)
      return true
    }
    return false
  }

  /** Fills the selected cells down, or clears them. False: the grid changes one cell at a time. */
  function editRange(kind: 'fillDown' | 'clearCells'): boolean {
    if (props.editsRanges) emit('editRange', { kind, range: grid.selected() })
    return props.editsRanges
  }

  function onCellKey(event: KeyboardEvent): boolean {
    const at = grid.tabStop.value
    const command = event.ctrlKey || event.metaKey
    const column = props.columns[at.column]
    const editable = column?.editable ?? false
    // A dead key or an input method writes into the editor, which needs the key itself.
    if (editable && !command && (event.key === 'Dead' || event.key === 'Process')) {
      startEdit(at, '')
      return false
    }
    if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') grid.selectAll()
    else if (event.key === ' ' && event.shiftKey && !command) grid.selectRows(at)
    else if (event.key === 'Escape') return grid.unmark()
    else if (column?.ticks && event.key === 'Enter') emit('rowAction', { row: at.row, kind: 'toggle' })
    else if (editable && (event.key === 'F2' || (event.key === 'Enter' && !command))) startEdit(at)
    else if (event.key === 'Enter' && (!command || props.opensRows))
      emit('open', { row: at.row, key: keyOf(at.column), by: 'keyboard' })
    // A Mac keyboard has only Backspace.
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      // Where no cell can be edited, there is nothing to clear.
      if (command || !props.columns.some((each) => each.editable)) emit('rowAction', { row: at.row, kind: 'delete' })
      else return editRange('clearCells')
    } else if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'd') {
      return editRange('fillDown')
    } else if (event.key === ' ' && !command) emit('rowAction', { row: at.row, kind: 'toggle' })
    else if (editable && event.key.length === 1 && !command && !event.altKey) startEdit(at, event.key)
    else return false
    return true
  }

  function moveFocus(event: KeyboardEvent): boolean {
    if (event.altKey) return false
    const at = grid.tabStop.value
    const size = {
      rows: props.rowCount,
      columns: props.columns.length,
      pageRows: grid.pageRows(),
      homeColumn: homeColumn(props.columns),
    }
    const to = moveInGrid(at, event.key, event.ctrlKey || event.metaKey, size)
    if (!to) return false
    if (event.shiftKey && at.row >= 0) void focusAt({ ...to, row: Math.max(0, to.row) }, true)
    else void focusAt(to)
    return true
  }

  return {
    editRange,
    onGridKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || edit.value) return
      const at = grid.tabStop.value
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        void grid.openMenu(at, null)
        event.preventDefault()
        return
      }
      const handled = at.row < 0 ? onHeaderKey(event, at.column) : props.rowCount > 0 && onCellKey(event)
      if (handled || moveFocus(event)) event.preventDefault()
    },

    onEditorKey(event: KeyboardEvent): void {
      const at = edit.value
      if (!at || event.isComposing || !['Escape', 'Enter', 'Tab'].includes(event.key)) return
      // The editor's own keys go no further: Escape also closes panels, Enter also opens.
      event.preventDefault()
      event.stopPropagation()
      const { row, column } = at
      if (event.key === 'Escape') {
        grid.cancelEdit()
        void focusAt({ row, column })
        return
      }
      grid.commit()
      if (event.key === 'Enter') {
        const next = event.shiftKey ? Math.max(row - 1, 0) : Math.min(row + 1, props.rowCount - 1)
        void focusAt({ row: next, column })
        return
      }
      const next = event.shiftKey
        ? previousEditable(at, props.columns)
        : nextEditable(at, props.columns, props.rowCount)
      // Without an editor, a second Tab would leave the grid, and what is typed would go elsewhere.
      if (next && props.editsRanges) void focusAt(next).then(() => startEdit(next))
      else void focusAt(next ?? { row, column })
      if (!next && !event.shiftKey) emit('pastEnd')
    },
  }
}

import { type GridColumn, type GridPosition, homeColumn, moveInGrid, nextEditable, previousEditable } from './grid.ts'
import type { GridEditor } from './useGridEditor.ts'

export interface GridActions {
  /** `extend`: the cells from where the focus was (or the range began) to there are marked. */
  focusAt(at: GridPosition, extend?: boolean): void
  /** `typed`: the letter that opens the editor and takes the place of the text. */
  startEdit(at: GridPosition, typed?: string): void
  /** Moves the focus and opens the editor there. */
  moveEditor(to: GridPosition): void
  /** Closes the editor and passes its change on. */
  commit(): void
  open(at: GridPosition): void
  sort(key: string): void
  /** Opens the menu of a heading. */
  menu(key: string): void
  resizeBy(key: string, deltaPx: number): void
  /** A column one place to the left or the right. */
  moveBy(key: string, by: -1 | 1): void
  tickAll(): void
  /** Marks every cell. */
  markAll(): void
  /** Marks the whole rows of the marked cells. */
  markRows(at: GridPosition): void
  /** True when cells were marked. */
  unmark(): boolean
  /** Fills the selected cells down, or clears them. False: the grid changes one cell at a time. */
  editRange(kind: 'fillDown' | 'clearCells'): boolean
  /** Opens the menu of a cell or a heading. */
  contextMenu(at: GridPosition): void
  /** Tab was pressed in the last cell that can be edited. */
  pastEnd(): void
  act(row: number, kind: 'delete' | 'toggle'): void
}

export interface GridView {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  /** Rows that fit in the view. */
  readonly pageRows: number
  readonly focus: GridPosition
  /** Tab in the editor opens the editor of the next cell. */
  readonly tabEdits: boolean
}

const resizeStepPx = 16

/** The keyboard of a spreadsheet: one handler for the grid, one for its editor. A key that was of use is marked as dealt with. */
export function useGridKeyboard(
  view: () => GridView,
  editor: GridEditor,
  actions: GridActions,
): { onGridKey(event: KeyboardEvent): void; onEditorKey(event: KeyboardEvent): void } {
  function onHeaderKey(event: KeyboardEvent, at: GridPosition): boolean {
    const column = view().columns[at.column]
    if (!column) return false
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (event.shiftKey && (event.ctrlKey || event.metaKey) && sideways !== null) {
      if (column.movable) actions.moveBy(column.key, sideways)
      return true
    }
    if (event.shiftKey && sideways !== null) {
      if (column.resizable !== false) actions.resizeBy(column.key, sideways * resizeStepPx)
      return true
    }
    if (event.key === 'ArrowDown' && event.altKey && column.menu) {
      actions.menu(column.key)
      return true
    }
    if ((event.key === 'Enter' || event.key === ' ') && column.ticks) {
      actions.tickAll()
      return true
    }
    if ((event.key === 'Enter' || event.key === ' ') && column.sortable) {
      actions.sort(column.key)
      return true
    }
    return false
  }

  function onCellKey(event: KeyboardEvent, at: GridPosition): boolean {
    const command = event.ctrlKey || event.metaKey
    const column = view().columns[at.column]
    const editable = column?.editable ?? false
    // A dead key or an input method writes into the editor, which needs the key itself.
    if (editable && !command && (event.key === 'Dead' || event.key === 'Process')) {
      actions.startEdit(at, '')
      return false
    }
    if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') actions.markAll()
    else if (event.key === ' ' && event.shiftKey && !command) actions.markRows(at)
    else if (event.key === 'Escape') return actions.unmark()
    else if (column?.ticks && event.key === 'Enter') actions.act(at.row, 'toggle')
    else if (editable && (event.key === 'F2' || (event.key === 'Enter' && !command))) actions.startEdit(at)
    else if (event.key === 'Enter') actions.open(at)
    // A Mac keyboard has only Backspace.
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      // Where no cell can be edited, there is nothing to clear.
      if (command || !view().columns.some((each) => each.editable)) actions.act(at.row, 'delete')
      else return actions.editRange('clearCells')
    } else if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'd') {
      return actions.editRange('fillDown')
    } else if (event.key === ' ' && !command) actions.act(at.row, 'toggle')
    else if (editable && event.key.length === 1 && !command && !event.altKey) actions.startEdit(at, event.key)
    else return false
    return true
  }

  function move(event: KeyboardEvent, at: GridPosition): boolean {
    if (event.altKey) return false
    const { columns, rowCount, pageRows } = view()
    const size = { rows: rowCount, columns: columns.length, pageRows, homeColumn: homeColumn(columns) }
    const to = moveInGrid(at, event.key, event.ctrlKey || event.metaKey, size)
    if (!to) return false
    if (event.shiftKey && at.row >= 0) actions.focusAt({ ...to, row: Math.max(0, to.row) }, true)
    else actions.focusAt(to)
    return true
  }

  return {
    onGridKey(event) {
      if (event.defaultPrevented || editor.current.value) return
      const { focus, rowCount } = view()
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        actions.contextMenu(focus)
        event.preventDefault()
        return
      }
      const handled = focus.row < 0 ? onHeaderKey(event, focus) : rowCount > 0 && onCellKey(event, focus)
      if (handled || move(event, focus)) event.preventDefault()
    },

    onEditorKey(event) {
      const at = editor.current.value
      if (!at || event.isComposing || !['Escape', 'Enter', 'Tab'].includes(event.key)) return
      // The editor's own keys go no further: Escape also closes panels, Enter also opens.
      event.preventDefault()
      event.stopPropagation()
      const { columns, rowCount, tabEdits } = view()
      if (event.key === 'Escape') {
        editor.cancel()
        actions.focusAt(at)
        return
      }
      actions.commit()
      if (event.key === 'Enter') {
        const row = event.shiftKey ? Math.max(at.row - 1, 0) : Math.min(at.row + 1, rowCount - 1)
        actions.focusAt({ row, column: at.column })
      } else {
        const next = event.shiftKey ? previousEditable(at, columns) : nextEditable(at, columns, rowCount)
        // Without an editor, a second Tab would leave the grid, and what is typed would go elsewhere.
        if (next && tabEdits) actions.moveEditor(next)
        else actions.focusAt(next ?? at)
        if (!next && !event.shiftKey) actions.pastEnd()
      }
    },
  }
}

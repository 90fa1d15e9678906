import { nextTick, type ShallowRef, watch } from 'vue'
import type { GridCell, GridColumn, GridPosition } from './grid.ts'
import { type GridEditor, useGridEditor } from './useGridEditor.ts'

export interface GridEditingParts {
  readonly active: ShallowRef<GridPosition>
  readonly columns: () => readonly GridColumn[]
  readonly cell: (row: number, key: string) => GridCell | null
  readonly rowCount: () => number
  readonly rowKey: (row: number) => string | number
  /** Changes when other rows may be in the list. */
  readonly version: () => unknown
  /** The input of the editor, once it is drawn. */
  readonly input: () => HTMLInputElement | undefined
  readonly onStart: () => void
  /** The row left the list while it was edited: nothing was saved. `typed`: null when the text was not changed. */
  readonly onLost: (typed: string | null) => void
  readonly onEdit: (change: { rowKey: string | number; key: string; value: string }) => void
}

export interface GridEditing {
  readonly editor: GridEditor
  isEditing(at: GridPosition): boolean
  /** Opens the editor of a cell that can be edited. `typed`: the letter that opened it. */
  startEdit(at: GridPosition, typed?: string): void
  /** The user chose a cell. After the edited row left the list, no cell can be edited before: the next letters are meant for that row. */
  allow(): void
  commit(): void
  /** A click elsewhere saves the typed text, as a spreadsheet does. */
  onEditorBlur(): void
}

/** The edited row is looked for so many rows above and below its former place. */
const soughtRows = 1_000

/** Editing one cell of a grid at a time. The editor stays with its row when the list changes. */
export function useGridEditing(parts: GridEditingParts): GridEditing {
  const { active, columns, cell, rowCount, rowKey, version, input, onStart, onLost, onEdit } = parts
  const editor = useGridEditor()
  let isMoving = false
  let wasLost = false
  const keyOf = (column: number): string => columns()[column]?.key ?? ''

  const isAt = (row: number, key: string | number): boolean => row >= 0 && row < rowCount() && rowKey(row) === key
  function rowOf(key: string | number, before: number): number {
    for (let distance = 1; distance <= soughtRows; distance += 1) {
      if (isAt(before - distance, key)) return before - distance
      if (isAt(before + distance, key)) return before + distance
    }
    return -1
  }
  const isInPlace = (): boolean => {
    const edit = editor.current.value
    if (!edit || isAt(edit.row, edit.rowKey)) return true
    // A row that is loading may be the same.
    return edit.row < rowCount() && cell(edit.row, keyOf(edit.column)) === null
  }
  function follow(): void {
    const edit = editor.current.value
    if (!edit) return
    const row = rowOf(edit.rowKey, edit.row)
    if (row < 0) {
      wasLost = true
      editor.cancel()
      onLost(edit.text === edit.before ? null : edit.text)
      return
    }
    const { selectionStart = null, selectionEnd = null } = input() ?? {}
    isMoving = true
    editor.move(row)
    active.value = { row, column: edit.column }
    void nextTick(() => {
      isMoving = false
      input()?.focus()
      input()?.setSelectionRange(selectionStart, selectionEnd)
    })
  }
  // Before the rows are drawn: an editor that is removed loses the focus, which would save half of a text.
  watch(
    () => (void version(), isInPlace()),
    (inPlace) => {
      if (!inPlace) follow()
    },
  )

  function commit(): void {
    const change = editor.commit()
    if (change) onEdit({ rowKey: change.rowKey, key: keyOf(change.column), value: change.text })
  }

  return {
    editor,
    commit,
    isEditing: (at) => editor.current.value?.row === at.row && editor.current.value.column === at.column,
    startEdit(at, typed) {
      const shown = cell(at.row, keyOf(at.column))
      if (wasLost || !shown || !columns()[at.column]?.editable) return
      onStart()
      active.value = at
      editor.start({ ...at, rowKey: rowKey(at.row) }, shown.editText ?? shown.text, typed)
      void nextTick(() => {
        input()?.focus()
        if (typed === undefined) input()?.select()
      })
    },
    allow: () => void (wasLost = false),
    onEditorBlur() {
      if (!isMoving && editor.current.value) commit()
    },
  }
}

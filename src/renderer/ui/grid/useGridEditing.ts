import { nextTick, type ShallowRef } from 'vue'
import type { GridCell, GridColumn, GridPosition } from './grid.ts'
import { type GridEditor, useGridEditor } from './useGridEditor.ts'

export interface GridEditingParts {
  readonly active: ShallowRef<GridPosition>
  readonly columns: () => readonly GridColumn[]
  readonly cell: (row: number, key: string) => GridCell | null
  readonly rowKey: (row: number) => string | number
  /** The input of the editor, once it is drawn. */
  readonly input: () => HTMLInputElement | undefined
  readonly onStart: () => void
  readonly onEdit: (change: { rowKey: string | number; key: string; value: string }) => void
}

export interface GridEditing {
  readonly editor: GridEditor
  isEditing(at: GridPosition): boolean
  /** Opens the editor of a cell that can be edited. `typed`: the letter that opened it. */
  startEdit(at: GridPosition, typed?: string): void
  commit(): void
  /** A click elsewhere saves the typed text, as a spreadsheet does. */
  onEditorBlur(): void
}

/** Editing one cell of a grid at a time. */
export function useGridEditing(parts: GridEditingParts): GridEditing {
  const { active, columns, cell, rowKey, input, onStart, onEdit } = parts
  const editor = useGridEditor()
  const keyOf = (column: number): string => columns()[column]?.key ?? ''

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
      if (!shown || !columns()[at.column]?.editable) return
      onStart()
      active.value = at
      editor.start({ ...at, rowKey: rowKey(at.row) }, shown.editText ?? shown.text, typed)
      void nextTick(() => {
        input()?.focus()
        if (typed === undefined) input()?.select()
      })
    },
    onEditorBlur() {
      if (editor.current.value) commit()
    },
  }
}

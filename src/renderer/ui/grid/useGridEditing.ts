import { nextTick, shallowRef, watch } from 'vue'
import { useToasts } from '../useToasts.ts'
import { gridText } from './grid-text.ts'
import type { GridPosition } from './grid.ts'
import type { GridState } from './useGridState.ts'

export interface GridEdit extends GridPosition {
  /** The list may be sorted again while the editor is open. */
  readonly rowKey: string | number
  /** The text of the cell when the editor opened. */
  readonly before: string
  readonly text: string
}

/** The edited row is looked for so many rows above and below its former place. */
const soughtRows = 1_000

/** Editing one cell of a grid at a time. The editor stays with its row when the list changes. `input`: the editor, once it is drawn. */
export function useGridEditing(state: GridState, input: () => HTMLInputElement | undefined) {
  const { props, emit, active, isRowLost, keyOf } = state
  const toasts = useToasts()
  const edit = shallowRef<GridEdit | null>(null)
  let isMoving = false

  const isAt = (row: number, key: string | number): boolean =>
    row >= 0 && row < props.rowCount && props.rowKey(row) === key
  function rowOf(key: string | number, before: number): number {
    for (let distance = 1; distance <= soughtRows; distance += 1) {
      if (isAt(before - distance, key)) return before - distance
      if (isAt(before + distance, key)) return before + distance
    }
    return -1
  }
  function isInPlace(): boolean {
    if (!edit.value || isAt(edit.value.row, edit.value.rowKey)) return true
    // A row that is loading may be the same.
    return edit.value.row < props.rowCount && props.cell(edit.value.row, keyOf(edit.value.column)) === null
  }
  function follow(was: GridEdit): void {
    const row = rowOf(was.rowKey, was.row)
    if (row < 0) {
      isRowLost.value = true
      edit.value = null
      toasts.failure(gridText.rowLeft(was.text === was.before ? null : was.text))
      return
    }
    const { selectionStart = null, selectionEnd = null } = input() ?? {}
    isMoving = true
    edit.value = { ...was, row }
    active.value = { row, column: was.column }
    void nextTick(() => {
      isMoving = false
      input()?.focus()
      input()?.setSelectionRange(selectionStart, selectionEnd)
    })
  }
  // Before the rows are drawn: an editor that is removed loses the focus, which would save half of a text.
  watch(
    () => (void props.version, isInPlace()),
    (inPlace) => {
      if (!inPlace && edit.value) follow(edit.value)
    },
  )

  /** Closes the editor and passes a change on. */
  function commit(): void {
    const done = edit.value
    edit.value = null
    if (done && done.text !== done.before)
      emit('edit', { rowKey: done.rowKey, key: keyOf(done.column), value: done.text })
  }

  return {
    edit,
    commit,
    isEditing: (at: GridPosition): boolean => edit.value?.row === at.row && edit.value.column === at.column,
    /** Opens the editor of a cell that can be edited. `typed`: the letter that opens it and takes the place of the text. */
    startEdit(at: GridPosition, typed?: string): void {
      const shown = props.cell(at.row, keyOf(at.column))
      if (isRowLost.value || !shown || !props.columns[at.column]?.editable) return
      state.unmark()
      active.value = at
      const before = shown.editText ?? shown.text
      edit.value = { ...at, rowKey: props.rowKey(at.row), before, text: typed ?? before }
      void nextTick(() => {
        input()?.focus()
        if (typed === undefined) input()?.select()
      })
    },
    typeText(text: string): void {
      if (edit.value) edit.value = { ...edit.value, text }
    },
    /** Closes the editor; the cell stays as it was. */
    cancelEdit(): void {
      edit.value = null
    },
    /** A click elsewhere saves the typed text, as a spreadsheet does. */
    onEditorBlur(): void {
      if (!isMoving && edit.value) commit()
    },
  }
}

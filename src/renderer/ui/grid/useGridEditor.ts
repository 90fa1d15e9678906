import { type ShallowRef, shallowRef } from 'vue'
import type { GridPosition } from './grid.ts'

/** The cell in hand, and the row that it is of: the list may come to stand in another order while it is changed. */
export interface EditedCell extends GridPosition {
  readonly rowKey: string | number
}

export interface GridEdit extends EditedCell {
  /** What was in the cell when the editor opened. */
  readonly before: string
  readonly text: string
}

export interface GridEditor {
  readonly current: ShallowRef<GridEdit | null>
  /** Opens the one editor. `typed` replaces the cell's text by the letter that opened it. */
  start(at: EditedCell, before: string, typed?: string): void
  type(text: string): void
  /** Closes it; gives the change, or null when the text is as it was. */
  commit(): GridEdit | null
  cancel(): void
}

/** There is one editor in a grid, whatever its size. */
export function useGridEditor(): GridEditor {
  const current = shallowRef<GridEdit | null>(null)
  return {
    current,
    start(at, before, typed) {
      current.value = { ...at, before, text: typed ?? before }
    },
    type(text) {
      if (current.value) current.value = { ...current.value, text }
    },
    commit() {
      const edit = current.value
      current.value = null
      return edit && edit.text !== edit.before ? edit : null
    },
    cancel() {
      current.value = null
    },
  }
}

import { type ShallowRef, shallowRef } from 'vue'
import type { GridPosition } from './grid.ts'

/** The edited cell and the key of its row: the list may be sorted again while the editor is open. */
export interface EditedCell extends GridPosition {
  readonly rowKey: string | number
}

export interface GridEdit extends EditedCell {
  /** The text of the cell when the editor opened. */
  readonly before: string
  readonly text: string
}

export interface GridEditor {
  readonly current: ShallowRef<GridEdit | null>
  /** Opens the one editor. `typed` replaces the cell's text with the letter that opened it. */
  start(at: EditedCell, before: string, typed?: string): void
  type(text: string): void
  /** The edited row is at another place of the list. */
  move(row: number): void
  /** Closes the editor; gives the change, or null when the text did not change. */
  commit(): GridEdit | null
  cancel(): void
}

/** The one editor of a grid. */
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
    move(row) {
      if (current.value) current.value = { ...current.value, row }
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

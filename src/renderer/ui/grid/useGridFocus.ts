import { computed, type ComputedRef, nextTick, type ShallowRef, shallowRef, watch } from 'vue'
import { type GridColumn, type GridPosition, homeColumn } from './grid.ts'
import type { useGridRange } from './useGridRange.ts'

export interface GridFocusParts {
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  readonly columns: () => readonly GridColumn[]
  readonly rowCount: () => number
  readonly marks: ReturnType<typeof useGridRange>
  /** The focus moved to another cell. */
  readonly onActive: (at: { row: number; key: string }) => void
}

export interface GridFocus {
  readonly active: ShallowRef<GridPosition>
  /** The cell (or heading) that takes the focus: the grid is one tab stop. */
  readonly tabStop: ComputedRef<GridPosition>
  keyOf(column: number): string
  indexOf(key: string): number
  /** Moves the focus; `extend` selects the cells between. `scrollToRow` brings a row that is not drawn into view. */
  focusAt(at: GridPosition, extend: boolean, scrollToRow: (row: number) => void): Promise<void>
  /** A pressed heading has the focus: keys are for it from then on. */
  onFocusIn(event: FocusEvent): void
}

/** The focused cell of a grid. It stays within the rows and columns when they become fewer. */
export function useGridFocus({ scroller, columns, rowCount, marks, onActive }: GridFocusParts): GridFocus {
  const active = shallowRef<GridPosition>({ row: 0, column: homeColumn(columns()) })

  watch(rowCount, (rows) => {
    if (active.value.row >= rows) active.value = { row: Math.max(rows - 1, 0), column: active.value.column }
    if (marks.range.value && marks.range.value.bottom >= rows) marks.clear()
  })
  watch(columns, (all) => {
    marks.clear()
    if (active.value.column >= all.length) active.value = { row: active.value.row, column: all.length - 1 }
  })

  const keyOf = (column: number): string => columns()[column]?.key ?? ''
  const elementAt = (at: GridPosition): HTMLElement | null =>
    scroller.value?.querySelector<HTMLElement>(`[data-row="${at.row}"] > [data-column="${at.column}"]`) ?? null

  return {
    active,
    tabStop: computed<GridPosition>(() => (rowCount() === 0 ? { ...active.value, row: -1 } : active.value)),
    keyOf,
    indexOf: (key) => columns().findIndex((column) => column.key === key),
    async focusAt(at, extend, scrollToRow) {
      if (extend) marks.extend(active.value, at)
      else marks.clear()
      const moved = at.row !== active.value.row || at.column !== active.value.column
      active.value = at
      if (moved && at.row >= 0) onActive({ row: at.row, key: keyOf(at.column) })
      // A row that is drawn is scrolled into view below.
      if (at.row >= 0 && !elementAt(at)) scrollToRow(at.row)
      await nextTick()
      const element = elementAt(at)
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    onFocusIn({ target }) {
      const heading = target instanceof Element ? target.closest<HTMLElement>('[data-row="-1"] > *') : null
      const column = Number(heading?.dataset['column'] ?? Number.NaN)
      if (!Number.isNaN(column)) active.value = { row: -1, column }
    },
  }
}

import { computed, nextTick, type ShallowRef, shallowRef, watch } from 'vue'
import { type GridPosition, type GridRange, homeColumn, rangeBetween } from './grid.ts'
import { useGridRows } from './useGridRows.ts'
import type { GridEmit, GridProps } from './virtual-grid.ts'

const isInside = ({ row, column }: GridPosition, { top, bottom, left, right }: GridRange): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The rows of a grid, its focused cell and its selected cells. Focus and selection stay within rows and columns that become fewer. */
export function useGridState(props: GridProps, emit: GridEmit, scroller: Readonly<ShallowRef<HTMLDivElement | null>>) {
  const active = shallowRef<GridPosition>({ row: 0, column: homeColumn(props.columns) })
  /** The selected cells; null: only the focused one. */
  const range = shallowRef<GridRange | null>(null)
  let anchor: GridPosition | null = null
  /** The edited row left the list: the letters that follow are meant for it, so no other cell is edited until the user chooses one. */
  const isRowLost = shallowRef(false)
  const rows = useGridRows(props, emit, scroller, active)
  /** The cell (or heading) that takes the focus: the grid is one tab stop. */
  const tabStop = computed<GridPosition>(() => (props.rowCount === 0 ? { ...active.value, row: -1 } : active.value))

  /** True when cells were selected. */
  function unmark(): boolean {
    const was = range.value !== null
    anchor = null
    range.value = null
    return was
  }
  watch(
    () => props.rowCount,
    (count) => {
      if (active.value.row >= count) active.value = { row: Math.max(count - 1, 0), column: active.value.column }
      if (range.value && range.value.bottom >= count) unmark()
    },
  )
  watch(
    () => props.columns,
    ({ length }) => {
      unmark()
      if (active.value.column >= length) active.value = { row: active.value.row, column: length - 1 }
    },
  )
  watch(range, (now) => emit('range', now))

  const keyOf = (column: number): string => props.columns[column]?.key ?? ''
  const elementAt = ({ row, column }: GridPosition): HTMLElement | null =>
    scroller.value?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`) ?? null

  /** Moves the focus; `extend` selects the cells from where it was, or where the selection began. */
  async function focusAt(at: GridPosition, extend = false): Promise<void> {
    isRowLost.value = false
    if (extend) {
      anchor ??= active.value
      range.value = rangeBetween(anchor, at)
    } else unmark()
    const moved = at.row !== active.value.row || at.column !== active.value.column
    active.value = at
    if (moved && at.row >= 0) emit('active', { row: at.row, key: keyOf(at.column) })
    // A row that is drawn is scrolled into view below.
    if (at.row >= 0 && !elementAt(at)) rows.scrollToRow(at.row)
    await nextTick()
    const element = elementAt(at)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  /** The cells that a command is about. Checkboxes and icons are none. */
  function selected(): GridRange {
    const cells = range.value ?? rangeBetween(tabStop.value, tabStop.value)
    return { ...cells, left: Math.min(Math.max(cells.left, homeColumn(props.columns)), cells.right) }
  }

  return {
    props,
    emit,
    scroller,
    active,
    range,
    isRowLost,
    tabStop,
    ...rows,
    keyOf,
    indexOf: (key: string): number => props.columns.findIndex((column) => column.key === key),
    focusAt,
    unmark,
    selected,
    /** Selects the whole rows of the selected cells, or of this cell when there are none. */
    selectRows(at: GridPosition): void {
      anchor ??= at
      range.value = { ...(range.value ?? rangeBetween(at, at)), left: 0, right: props.columns.length - 1 }
    },
    selectAll(): void {
      anchor = null
      const [bottom, right] = [props.rowCount - 1, props.columns.length - 1]
      range.value = bottom >= 0 ? { top: 0, left: 0, bottom, right } : null
    },
    /** A pressed heading has the focus: keys are for it from then on. */
    onFocusIn({ target }: FocusEvent): void {
      const heading = target instanceof Element ? target.closest<HTMLElement>('[data-row="-1"] > *') : null
      const column = Number(heading?.dataset['column'] ?? Number.NaN)
      if (!Number.isNaN(column)) active.value = { row: -1, column }
    },
    /**
     * Opens the menu of a cell or a heading, by the mouse at a point. It is about the selected cells when it is opened on one of them, else
     * about the cell under the pointer.
     */
    async openMenu(at: GridPosition, point: { readonly x: number; readonly y: number } | null): Promise<void> {
      if (at.row < 0 || !range.value || !isInside(at, range.value)) await focusAt(at)
      const box = elementAt(at)?.getBoundingClientRect()
      const { x, y } = point ?? { x: (box?.left ?? 0) + 8, y: box?.bottom ?? 0 }
      emit('contextMenu', { row: at.row, key: keyOf(at.column), range: selected(), x, y })
    },
  }
}

export type GridState = ReturnType<typeof useGridState>

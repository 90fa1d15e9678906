import { useEventListener, useRafFn } from '@vueuse/core'
import type { GridPosition } from './grid.ts'
import type { Grid } from './useGrid.ts'

/** A pointer this close to the upper or lower edge scrolls while cells are selected by dragging. */
const scrollEdgePx = 12
const scrollStepPx = 24

const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.cell') : null

/** Where an event was; null: on no cell. One listener for all cells: a listener each would cost a third of a row's making. */
function positionOf(target: EventTarget | null): GridPosition | null {
  const cell = cellOf(target)
  const row = cell?.parentElement?.dataset['row']
  const column = cell?.dataset['column']
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

function headingOf(target: EventTarget | null): GridPosition | null {
  const heading = target instanceof Element ? target.closest<HTMLElement>('[role="columnheader"]') : null
  const column = heading?.dataset['column']
  return column === undefined ? null : { row: -1, column: Number(column) }
}

/** The mouse on the cells of a grid, by event: press, drag over some, double press, rest. */
export function useGridPointer(grid: Grid) {
  const { props, emit, scroller, isEditing } = grid
  let pressed: GridPosition | null = null
  let reached: GridPosition | null = null
  let isDragging = false
  let pointer = { x: 0, y: 0 }
  /** The row whose checkbox was pressed last. */
  let ticked: number | null = null

  function focusAt(at: GridPosition, extend: boolean): void {
    void grid.focusAt(at, extend)
    if (props.columns[at.column]?.selectsRow) grid.selectRows(at)
  }

  /** A press on a cell. Where an icon opens the row, a press on another cell only selects it. */
  function open({ row, column }: GridPosition): void {
    const hasIcon = props.columns.some(({ opens }) => opens)
    const pressedColumn = props.columns[column]
    if (hasIcon ? pressedColumn?.opens : !pressedColumn?.editable)
      emit('open', { row, key: grid.keyOf(column), by: 'pointer' })
  }

  /** Extends the selection to the cell nearest to the pointer, which may be outside the grid. */
  function extendToPointer(): void {
    const box = scroller.value?.getBoundingClientRect()
    if (!pressed || !box) return
    const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)
    const at = positionOf(
      document.elementFromPoint(
        within(pointer.x, box.left + 1, box.left + (scroller.value?.clientWidth ?? 0) - 1),
        within(pointer.y, box.top + headPx() + 1, box.top + (scroller.value?.clientHeight ?? 0) - 1),
      ),
    )
    if (!at || (at.row === reached?.row && at.column === reached.column)) return
    reached = at
    if (!isDragging) void grid.focusAt(pressed)
    isDragging = true
    focusAt(at, true)
  }
  const headPx = (): number => scroller.value?.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0

  /** Which way the pointer pulls the rows: above the first visible one, or below the last. */
  function pull(): -1 | 0 | 1 {
    const box = scroller.value?.getBoundingClientRect()
    if (!box || !isDragging) return 0
    if (pointer.y > box.bottom - scrollEdgePx) return 1
    return pointer.y < box.top + headPx() + scrollEdgePx ? -1 : 0
  }
  const scrolling = useRafFn(
    () => {
      const direction = pull()
      if (direction === 0) return scrolling.pause()
      scroller.value?.scrollBy({ top: direction * scrollStepPx })
      extendToPointer()
    },
    { immediate: false },
  )

  function endDrag(): void {
    pressed = null
    isDragging = false
    scrolling.pause()
  }
  useEventListener(window, ['pointerup', 'pointercancel'], endDrag)
  useEventListener(window, 'pointermove', (event: PointerEvent) => {
    if (!pressed || event.buttons !== 1) return
    pointer = { x: event.clientX, y: event.clientY }
    extendToPointer()
    if (pull() !== 0 && !scrolling.isActive.value) scrolling.resume()
  })

  return {
    pointerdown(event: PointerEvent): void {
      const at = positionOf(event.target)
      endDrag()
      if (!at || event.button !== 0 || event.pointerType === 'touch' || isEditing(at)) return
      // With Shift the browser would mark the page's text.
      if (event.shiftKey) event.preventDefault()
      else pressed = at
      reached = at
    },
    click(event: MouseEvent): void {
      const at = positionOf(event.target)
      if (!at || isEditing(at)) return
      if (props.columns[at.column]?.ticks) {
        void grid.focusAt(at)
        emit('tick', { row: at.row, from: event.shiftKey ? ticked : null })
        ticked = at.row
        return
      }
      focusAt(at, event.shiftKey)
      if (!event.shiftKey) open(at)
    },
    contextmenu(event: MouseEvent): void {
      const at = positionOf(event.target) ?? headingOf(event.target)
      if (!at || isEditing(at)) return
      event.preventDefault()
      // From the keyboard there is no place of the pointer.
      const byMouse = event.button === 2
      void grid.openMenu(at, byMouse ? { x: event.clientX, y: event.clientY } : null)
    },
    dblclick(event: MouseEvent): void {
      const at = positionOf(event.target)
      if (at && !isEditing(at)) grid.startEdit(at)
    },
    /**
     * What a cell has to say, or its text where that is cut off, is shown when the pointer rests on it. The attribute is there only
     * meanwhile: the browser's own styles look at it, so that a title that changes costs each cell of a passing row its style.
     */
    pointerover(event: PointerEvent): void {
      const cell = cellOf(event.target)
      if (!cell) return
      const title = cell.getAttribute('aria-description') ?? (cell.scrollWidth > cell.clientWidth ? cell.innerText : '')
      if (title) cell.title = title
    },
    pointerout(event: PointerEvent): void {
      cellOf(event.target)?.removeAttribute('title')
    },
  }
}

import { useEventListener } from '@vueuse/core'
import type { GridPosition } from './grid.ts'

export interface GridPointerActions {
  isEditing(at: GridPosition): boolean
  /** A press on a cell, and a drag or a press with Shift to another one. */
  focusAt(at: GridPosition, extend?: boolean): void
  /** A press on the box of a row. */
  tick(at: GridPosition, extend: boolean): boolean
  open(at: GridPosition): void
  startEdit(at: GridPosition): void
}

const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.cell') : null

/** Where an event was; null: on no cell. One listener for all cells: a listener each would cost a third of a row's making. */
function positionOf(target: EventTarget | null): GridPosition | null {
  const cell = cellOf(target)
  const row = cell?.parentElement?.dataset['row']
  const column = cell?.dataset['column']
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

/** The mouse on the cells of a grid: press, drag over some, double press, rest. */
export function useGridPointer(actions: GridPointerActions) {
  let pressed: GridPosition | null = null
  let reached: GridPosition | null = null

  useEventListener(window, ['pointerup', 'pointercancel'], () => (pressed = null))

  return {
    onPointerDown(event: PointerEvent): void {
      const at = positionOf(event.target)
      pressed = null
      if (!at || event.button !== 0 || event.pointerType === 'touch' || actions.isEditing(at)) return
      // With Shift the browser would mark the page's text.
      if (event.shiftKey) event.preventDefault()
      else pressed = at
      reached = at
    },
    onPointerMove(event: PointerEvent): void {
      if (!pressed || event.buttons !== 1) return
      const at = positionOf(document.elementFromPoint(event.clientX, event.clientY))
      if (!at || (at.row === reached?.row && at.column === reached.column)) return
      reached = at
      actions.focusAt(pressed)
      actions.focusAt(at, true)
    },
    onClick(event: MouseEvent): void {
      const at = positionOf(event.target)
      if (!at || actions.isEditing(at)) return
      if (actions.tick(at, event.shiftKey)) return
      actions.focusAt(at, event.shiftKey)
      if (!event.shiftKey) actions.open(at)
    },
    onDoubleClick(event: MouseEvent): void {
      const at = positionOf(event.target)
      if (at && !actions.isEditing(at)) actions.startEdit(at)
    },
    /**
     * What a cell has to say, or its text where that is cut off, is shown when the pointer rests on it. The attribute is there only
     * meanwhile: the browser's own styles look at it, so that a title that changes costs each cell of a passing row its style.
     */
    onPointerOver(event: PointerEvent): void {
      const cell = cellOf(event.target)
      if (!cell) return
      const title = cell.getAttribute('aria-description') ?? (cell.scrollWidth > cell.clientWidth ? cell.innerText : '')
      if (title) cell.title = title
    },
    onPointerOut(event: PointerEvent): void {
      cellOf(event.target)?.removeAttribute('title')
    },
  }
}

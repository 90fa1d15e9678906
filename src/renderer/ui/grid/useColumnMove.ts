import { type ShallowRef, shallowRef } from 'vue'
import type { GridColumn } from './grid.ts'

/** How far the pointer moves before a press on a heading becomes a drag. */
const dragFromPx = 6

/** A column moved before the column `before`, or to the end (null). */
export interface ColumnMove {
  readonly key: string
  readonly before: string | null
}

/** One place to the left (-1) or right (1) among the movable columns; null at the end. */
export function moveByOne(columns: readonly GridColumn[], key: string, by: -1 | 1): ColumnMove | null {
  const movable = columns.filter((column) => column.movable)
  const at = movable.findIndex((column) => column.key === key)
  const to = at + by
  if (at < 0 || to < 0 || to >= movable.length) return null
  return { key, before: movable[by < 0 ? to : to + 1]?.key ?? null }
}

/** The keys in their order after a move. */
export function movedKeys(keys: readonly string[], { key, before }: ColumnMove): string[] {
  const others = keys.filter((each) => each !== key)
  const at = before === null ? others.length : others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, key)
}

export interface ColumnMoving {
  /** Where the dragged column would be dropped; null while none is dragged. */
  readonly moving: ShallowRef<ColumnMove | null>
  /** From pointerdown on a heading until the pointer is released. */
  startDrag(event: PointerEvent, key: string): void
  /** True once for the click that ends a drag, which must not sort. */
  swallowClick(): boolean
}

/** Dragging a heading to another place. `headings` are those of the movable columns, from the left. */
export function useColumnMove(
  headings: () => readonly { readonly key: string; readonly box: DOMRect }[],
  moved: (move: ColumnMove) => void,
): ColumnMoving {
  const moving = shallowRef<ColumnMove | null>(null)
  let dragged = false

  const placeAt = (x: number): string | null => headings().find(({ box }) => x < box.left + box.width / 2)?.key ?? null

  return {
    moving,
    startDrag(event, key) {
      if (event.button !== 0) return
      dragged = false
      const startX = event.clientX
      const move = (now: PointerEvent): void => {
        if (moving.value === null && Math.abs(now.clientX - startX) < dragFromPx) return
        dragged = true
        const before = placeAt(now.clientX)
        if (moving.value?.before !== before || moving.value.key !== key) moving.value = { key, before }
      }
      const stop = (): void => {
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', drop)
        window.removeEventListener('pointercancel', stop)
        moving.value = null
      }
      const drop = (): void => {
        const to = moving.value
        stop()
        if (to && to.before !== to.key) moved(to)
      }
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', drop)
      window.addEventListener('pointercancel', stop)
    },
    swallowClick() {
      const swallow = dragged
      dragged = false
      return swallow
    },
  }
}

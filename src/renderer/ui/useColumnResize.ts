import { type ShallowRef, shallowRef } from 'vue'
import type { GridColumn } from './grid.ts'

const minColumnPx = 56
const maxColumnPx = 900

export interface ColumnResize {
  /** Widths in pixels of the columns that were resized, by key. */
  readonly widths: ShallowRef<ReadonlyMap<string, number>>
  resizeBy(key: string, deltaPx: number): void
  /** From pointerdown on a heading's edge until the pointer is let go. */
  startDrag(event: PointerEvent, key: string): void
}

export function useColumnResize(columns: () => readonly GridColumn[]): ColumnResize {
  const widths = shallowRef<ReadonlyMap<string, number>>(new Map())

  const setWidth = (key: string, widthPx: number): void => {
    const within = Math.round(Math.min(maxColumnPx, Math.max(minColumnPx, widthPx)))
    widths.value = new Map(widths.value).set(key, within)
  }
  const widthOf = (key: string): number =>
    widths.value.get(key) ?? columns().find((column) => column.key === key)?.width ?? minColumnPx

  return {
    widths,
    resizeBy: (key, deltaPx) => setWidth(key, widthOf(key) + deltaPx),
    startDrag(event, key) {
      const handle = event.currentTarget as HTMLElement
      const startX = event.clientX
      // A column that shares the spare room is wider than its own width: begin from what is seen.
      const startPx = handle.parentElement?.getBoundingClientRect().width ?? widthOf(key)
      handle.setPointerCapture(event.pointerId)
      const move = (moved: PointerEvent): void => setWidth(key, startPx + moved.clientX - startX)
      const end = (): void => {
        handle.removeEventListener('pointermove', move)
        handle.removeEventListener('pointerup', end)
        handle.removeEventListener('pointercancel', end)
      }
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', end)
      handle.addEventListener('pointercancel', end)
    },
  }
}

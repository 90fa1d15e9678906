import { type ShallowRef, shallowRef, watch } from 'vue'
import { type GridColumn, widthOf } from './grid.ts'

const minColumnPx = 56
const maxColumnPx = 900

export interface ColumnResize {
  /** Widths in pixels of the columns that were resized, by key. */
  readonly widths: ShallowRef<ReadonlyMap<string, number>>
  resizeBy(key: string, deltaPx: number): void
  /** Makes a column as wide as its content. */
  fit(key: string): void
  /** From pointerdown on a heading's edge until the pointer is let go. A double press makes the column as wide as its content. */
  startDrag(event: PointerEvent, key: string): void
}

/** `resized` is called with each new width, after a pause of the pointer. `fittingWidth`: as wide as the content of a column. */
export function useColumnResize(
  columns: () => readonly GridColumn[],
  resized: (key: string, widthPx: number) => void,
  fittingWidth: (key: string) => number,
): ColumnResize {
  const widths = shallowRef<ReadonlyMap<string, number>>(new Map())

  // A column that comes with another width has been given it: that one holds.
  watch(columns, (now, before) => {
    const own = (list: readonly GridColumn[]): Map<string, string> =>
      new Map(list.map(({ key, width, fixed }) => [key, `${width} ${fixed === true}`]))
    const [was, is] = [own(before), own(now)]
    const left = [...widths.value].filter(([key]) => was.get(key) === is.get(key))
    if (left.length < widths.value.size) widths.value = new Map(left)
  })

  const setWidth = (key: string, widthPx: number): number => {
    const within = Math.round(Math.min(maxColumnPx, Math.max(minColumnPx, widthPx)))
    widths.value = new Map(widths.value).set(key, within)
    return within
  }
  const current = (key: string): number => {
    const column = columns().find((each) => each.key === key)
    return column ? widthOf(column, widths.value) : minColumnPx
  }

  const fit = (key: string): void => resized(key, setWidth(key, fittingWidth(key)))

  return {
    widths,
    fit,
    resizeBy: (key, deltaPx) => resized(key, setWidth(key, current(key) + deltaPx)),
    startDrag(event, key) {
      const handle = event.currentTarget as HTMLElement
      handle.ondblclick = () => fit(key)
      const startX = event.clientX
      // A column that shares the spare room is wider than its own width: begin from what is seen.
      const startPx = handle.parentElement?.getBoundingClientRect().width ?? current(key)
      handle.setPointerCapture(event.pointerId)
      let reached: number | null = null
      const move = (moved: PointerEvent): void => {
        reached = setWidth(key, startPx + moved.clientX - startX)
      }
      const end = (): void => {
        handle.removeEventListener('pointermove', move)
        handle.removeEventListener('pointerup', end)
        handle.removeEventListener('pointercancel', end)
        if (reached !== null) resized(key, reached)
      }
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', end)
      handle.addEventListener('pointercancel', end)
    },
  }
}

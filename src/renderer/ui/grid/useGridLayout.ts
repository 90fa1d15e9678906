import { useEventListener } from '@vueuse/core'
import { computed, type ComputedRef, type Ref, ref, type ShallowRef } from 'vue'
import { type GridColumn, gridMinWidth, gridTracks, pinnedCount, pinnedEdges } from './grid.ts'
import { drawnWidth } from './column-width.ts'
import { useColumnResize } from './useColumnResize.ts'

export interface GridLayout extends Pick<ReturnType<typeof useColumnResize>, 'resizeBy' | 'fit' | 'startDrag'> {
  /** The CSS grid tracks of the columns. */
  readonly tracks: ComputedRef<string>
  readonly minWidth: ComputedRef<number>
  readonly pinned: ComputedRef<number>
  /** Where the pinned columns begin, as CSS. A focused cell must not be hidden under them. */
  readonly pins: ComputedRef<Readonly<Record<string, string>>>
  /** The grid is scrolled to the side. */
  readonly isAside: Ref<boolean>
}

/** The widths of the columns, and the ones that stay at the left edge. */
export function useGridLayout(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  columns: () => readonly GridColumn[],
  onResize: (key: string, widthPx: number) => void,
): GridLayout {
  /** As wide as its drawn cells need. */
  const fittingWidth = (key: string): number => {
    const at = columns().findIndex((column) => column.key === key)
    return drawnWidth([...(scroller.value?.querySelectorAll<HTMLElement>(`[data-column="${at}"]`) ?? [])])
  }
  const { widths, resizeBy, fit, startDrag } = useColumnResize(columns, onResize, fittingWidth)
  const isAside = ref(false)
  useEventListener(scroller, 'scroll', () => (isAside.value = (scroller.value?.scrollLeft ?? 0) > 0), { passive: true })
  return {
    resizeBy,
    fit,
    startDrag,
    isAside,
    tracks: computed(() => gridTracks(columns(), widths.value)),
    minWidth: computed(() => gridMinWidth(columns(), widths.value)),
    pinned: computed(() => pinnedCount(columns())),
    pins: computed(() => {
      const edges = pinnedEdges(columns(), widths.value)
      const names = edges.slice(1, -1).map((px, at) => [`--pin-${at + 1}`, `${px}px`] as const)
      return { ...Object.fromEntries(names), scrollPaddingLeft: `${edges.at(-1) ?? 0}px` }
    }),
  }
}

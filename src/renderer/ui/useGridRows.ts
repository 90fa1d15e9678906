import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/vue-virtual'
import { computed, type ComputedRef, type Ref, watch } from 'vue'

/** Beyond the view on both sides, so that a wheel's turn finds the rows there. */
const overscanRows = 6

export interface GridRows {
  /** The rows that are in the page now. */
  readonly items: ComputedRef<VirtualItem[]>
  readonly heightPx: ComputedRef<number>
  scrollToRow(row: number): void
}

/** Which rows of a long list are in the page. `kept` stays there when it is scrolled away, so that the focus is not lost with it. */
export function useGridRows(options: {
  scroller: Readonly<Ref<HTMLDivElement | null>>
  rowCount: () => number
  rowPx: () => number
  kept: () => number
  visible: (range: { first: number; last: number }) => void
}): GridRows {
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>(
    computed(() => {
      // Read here, not in the extractor: a row that is newly kept must have the rows worked out again.
      const kept = options.kept()
      const count = options.rowCount()
      const rowPx = options.rowPx()
      return {
        count,
        getScrollElement: () => options.scroller.value,
        estimateSize: () => rowPx,
        getItemKey: (index: number) => index,
        overscan: overscanRows,
        // The sticky header takes a row's height of the view.
        scrollPaddingEnd: rowPx,
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const rows = defaultRangeExtractor(range)
          if (kept < 0 || kept >= count || rows.includes(kept)) return rows
          return [...rows, kept].toSorted((a, b) => a - b)
        },
      }
    }),
  )

  watch(
    () => [virtualizer.value.range?.startIndex, virtualizer.value.range?.endIndex, options.rowCount()] as const,
    ([first, last, count]) => {
      if (first !== undefined && last !== undefined && count > 0) options.visible({ first, last })
    },
    { immediate: true },
  )

  return {
    items: computed(() => virtualizer.value.getVirtualItems()),
    heightPx: computed(() => virtualizer.value.getTotalSize()),
    scrollToRow: (row) => virtualizer.value.scrollToIndex(row, { align: 'auto' }),
  }
}

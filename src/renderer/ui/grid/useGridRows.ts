import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { useThrottleFn } from '@vueuse/core'
import { computed, type ComputedRef, type Ref, watch } from 'vue'
import { assignSlots, type GridSlot, isOutOfOrder } from './grid-slots.ts'

/** Beyond the view on both sides, so that a wheel's turn finds the rows there. */
const overscanRows = 6

/** Rows that fly by are not asked for one by one; the last ones always are. */
const visibleEveryMs = 80

export interface GridRows {
  /** The rows that are in the page now, in the order of their elements. */
  readonly items: ComputedRef<readonly GridSlot[]>
  /** The slots from the top of the screen to its bottom, once the rows are at rest; null while that is the order of the page. */
  readonly readingOrder: ComputedRef<readonly number[] | null>
  readonly isScrolling: ComputedRef<boolean>
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

  const tellVisible = useThrottleFn(options.visible, visibleEveryMs, true, true)
  watch(
    () => [virtualizer.value.range?.startIndex, virtualizer.value.range?.endIndex, options.rowCount()] as const,
    ([first, last, count]) => {
      if (first !== undefined && last !== undefined && count > 0) void tellVisible({ first, last })
    },
    { immediate: true },
  )

  const items = computed<readonly GridSlot[]>((before) =>
    assignSlots(
      before ?? [],
      virtualizer.value.getVirtualItems().map(({ index }) => index),
    ),
  )
  const isScrolling = computed(() => virtualizer.value.isScrolling)
  const readingOrder = computed(() =>
    isScrolling.value || !isOutOfOrder(items.value)
      ? null
      : items.value.toSorted((a, b) => a.row - b.row).map(({ slot }) => slot),
  )

  return {
    items,
    isScrolling,
    readingOrder,
    heightPx: computed(() => virtualizer.value.getTotalSize()),
    scrollToRow: (row) => virtualizer.value.scrollToIndex(row, { align: 'auto' }),
  }
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { useThrottleFn } from '@vueuse/core'
import { computed, type ShallowRef, watch } from 'vue'
import type { GridPosition } from './grid.ts'
import type { GridEmit, GridProps } from './virtual-grid.ts'

/** The height of a row in pixels, by how close together the user wants them. */
export const rowHeights = { compact: 26, comfortable: 36 } as const

/** Beyond the view on both sides, so that a wheel's turn finds the rows there. */
const overscanRows = 6

/** Rows that fly by are not asked for one by one; the last ones always are. */
const visibleEveryMs = 80

/** A little less than the highest element of Chromium, 33,554,428 pixels. */
const highestPx = 33_500_000

/** The height of each row. In a list of nearly a million rows they are lower, so that the last one can be reached. */
export const rowHeight = (usualPx: number, rowCount: number): number =>
  Math.min(usualPx, Math.floor(highestPx / Math.max(1, rowCount)))

/** A drawn row and the elements that show it. */
export interface GridSlot {
  /** Stays with its elements as long as they are in the page. */
  readonly slot: number
  readonly row: number
}

/**
 * Gives each of `rows` (ascending) a slot. A row that had one keeps it, so that neither the focus nor an open editor moves; a new row
 * reuses the elements of one that left, because creating elements takes several frames. Sorted by slot, as the elements in the page.
 */
export function assignSlots(before: readonly GridSlot[], rows: readonly number[]): readonly GridSlot[] {
  const wanted = new Set(rows)
  const staying = before.filter(({ row }) => wanted.has(row))
  const taken = new Set(staying.map(({ slot }) => slot))
  const placed = new Set(staying.map(({ row }) => row))
  const after = [...staying]
  let next = 0
  for (const row of rows) {
    if (placed.has(row)) continue
    while (taken.has(next)) next += 1
    after.push({ slot: next, row })
    next += 1
  }
  return after.toSorted((a, b) => a.slot - b.slot)
}

/** The slots from the top of the screen to its bottom; null when that is their order in the page. */
export function orderOnScreen(slots: readonly GridSlot[]): readonly number[] | null {
  const isInOrder = slots.every(({ row }, at) => at === 0 || row >= (slots[at - 1]?.row ?? row))
  return isInOrder ? null : slots.toSorted((a, b) => a.row - b.row).map(({ slot }) => slot)
}

/** Which rows of a long list are in the page. The row with the focus stays there when it is scrolled away. */
export function useGridRows(
  props: GridProps,
  emit: GridEmit,
  scroller: Readonly<ShallowRef<HTMLDivElement | null>>,
  active: Readonly<ShallowRef<GridPosition>>,
) {
  const rowPx = computed(() => rowHeight(props.rowPx, props.rowCount))
  const activeRow = computed(() => active.value.row)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>(
    computed(() => {
      // Read here, not in the extractor: a row that is newly kept must have the rows worked out again.
      const kept = activeRow.value
      const count = props.rowCount
      const heightPx = rowPx.value
      return {
        count,
        getScrollElement: () => scroller.value,
        estimateSize: () => heightPx,
        overscan: overscanRows,
        // The sticky header takes a row's height of the view.
        scrollPaddingEnd: heightPx,
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const rows = defaultRangeExtractor(range)
          if (kept < 0 || kept >= count || rows.includes(kept)) return rows
          return [...rows, kept].toSorted((a, b) => a - b)
        },
      }
    }),
  )

  const tellVisible = useThrottleFn(
    (range: { first: number; last: number }) => emit('visible', range),
    visibleEveryMs,
    true,
    true,
  )
  watch(
    () => [virtualizer.value.range?.startIndex, virtualizer.value.range?.endIndex, props.rowCount] as const,
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

  return {
    rowPx,
    /** The rows that are in the page now, in the order of their elements. */
    items,
    isScrolling,
    /** Once the rows are at rest. */
    readingOrder: computed(() => (isScrolling.value ? null : orderOnScreen(items.value))),
    heightPx: computed(() => virtualizer.value.getTotalSize()),
    /** Rows that fit in the view: what PageUp and PageDown move by. */
    pageRows: (): number => Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / rowPx.value) - 2),
    scrollToRow: (row: number): void => virtualizer.value.scrollToIndex(row, { align: 'auto' }),
  }
}

import { type ShallowRef, shallowRef, watch } from 'vue'
import { columnWidth, measureIn } from './column-width.ts'

/** Rows from which the width of a column is measured. */
const measuredRows = 80

interface MeasuredColumn {
  readonly key: string
  readonly title: string
}

/**
 * The widths in pixels at which the content of the first rows is shown in full, by column. A column is measured once, when rows are there:
 * widths that change while the user scrolls would be restless.
 */
export function useContentWidths(options: {
  /** An element around the grid. */
  area: Readonly<ShallowRef<HTMLElement | null>>
  columns: () => readonly MeasuredColumn[]
  /** The first rows are loaded. */
  isReady: () => boolean
  rowCount: () => number
  textAt: (row: number, key: string) => string
  /** A text that counts as well; empty: none. */
  usualText?: (key: string) => string
  mostPx?: number
}): ShallowRef<ReadonlyMap<string, number>> {
  const widths = shallowRef<ReadonlyMap<string, number>>(new Map())
  watch(
    [options.isReady, options.columns],
    () => {
      const missing = options.columns().filter(({ key }) => !widths.value.has(key))
      const drawn = options.area.value?.querySelector<HTMLElement>('[role="gridcell"].editable')
      if (missing.length === 0 || !options.isReady() || !drawn) return
      const measure = measureIn(drawn)
      const textsOf = (key: string): string[] => [
        ...Array.from({ length: Math.min(measuredRows, options.rowCount()) }, (_, row) => options.textAt(row, key)),
        options.usualText?.(key) ?? '',
      ]
      widths.value = new Map([
        ...widths.value,
        ...missing.map(({ key, title }) => [key, columnWidth(title, textsOf(key), measure, options.mostPx)] as const),
      ])
    },
    { flush: 'post' },
  )
  return widths
}

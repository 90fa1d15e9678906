import { type ShallowRef, shallowRef, watch } from 'vue'

/** The limits of a column that is as wide as its content. */
const [smallestPx, largestPx] = [52, 320]
/** The title is bold and has a handle beside it; a pixel is rounded away. */
const [titleRoomPx, roundingPx] = [16, 1]
/** How much wider a few texts may make a column. */
const outlierPx = 40

/** The width in pixels at which nearly all texts of a column are shown in full; a few very long ones are cut. */
export function columnWidth(
  title: string,
  texts: readonly string[],
  measure: (texts: readonly string[]) => number[],
  mostPx = largestPx,
): number {
  const [titlePx = 0, ...widths] = measure([title, ...texts])
  const sorted = widths.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0
  const most = Math.min(sorted.at(-1) ?? 0, usual + outlierPx)
  return Math.ceil(Math.min(mostPx, Math.max(smallestPx, most + roundingPx, titlePx + titleRoomPx)))
}

/** The widths that texts have in a cell like this one, with its padding. One layout for all of them. */
function measureIn(cell: HTMLElement): (texts: readonly string[]) => number[] {
  return (texts) => {
    const copies = texts.map((text) => {
      const copy = cell.cloneNode(false) as HTMLElement
      copy.textContent = text
      Object.assign(copy.style, { position: 'absolute', width: 'max-content', contain: 'none', visibility: 'hidden' })
      return copy
    })
    cell.parentElement?.append(...copies)
    const widths = copies.map((copy) => copy.getBoundingClientRect().width)
    for (const copy of copies) copy.remove()
    return widths
  }
}

/** The width in pixels at which the drawn cells of a column, its heading included, are shown in full, up to a limit. */
export function drawnWidth(cells: readonly HTMLElement[]): number {
  const copies = cells.map((cell) => {
    const copy = cell.cloneNode(true) as HTMLElement
    Object.assign(copy.style, { position: 'absolute', width: 'max-content', contain: 'none', visibility: 'hidden' })
    copy.removeAttribute('id')
    cell.parentElement?.append(copy)
    return copy
  })
  const widths = copies.map((copy) => copy.getBoundingClientRect().width)
  for (const copy of copies) copy.remove()
  return Math.ceil(Math.min(largestPx * 2, Math.max(smallestPx, ...widths) + roundingPx))
}

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
  area: Readonly<ShallowRef<HTMLElement | null>>
  columns: () => readonly MeasuredColumn[]
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

const paddingPx = 26
/** A digit of the grid's text, rounded up. */
const digitPx = 9
/** Room for the heading "Row". */
const smallestNumberPx = 54

/** The width in pixels of a column of row numbers, so that its widest text is never cut. */
export const rowNumberWidth = (widest: number | string): number =>
  Math.max(smallestNumberPx, paddingPx + digitPx * String(widest).length)

import { type ShallowRef, shallowRef } from 'vue'
import { type GridPosition, type GridRange, rangeBetween } from './grid.ts'

export interface GridRangeInHand {
  /** The cells that are marked; null when it is the one cell with the focus alone. */
  readonly range: ShallowRef<GridRange | null>
  /** The focus goes on to `to`: the range reaches from where it began to there. */
  extend(from: GridPosition, to: GridPosition): void
  /** The whole rows of the range, or of this cell when there is none. */
  wholeRows(at: GridPosition, columns: number): void
  all(size: { readonly rows: number; readonly columns: number }): void
  /** True when there was one. */
  clear(): boolean
}

/** A rectangle of cells, as a spreadsheet marks it. */
export function useGridRange(): GridRangeInHand {
  const range = shallowRef<GridRange | null>(null)
  let anchor: GridPosition | null = null
  return {
    range,
    extend(from, to) {
      anchor ??= from
      range.value = rangeBetween(anchor, to)
    },
    wholeRows(at, columns) {
      anchor ??= at
      range.value = { ...(range.value ?? rangeBetween(at, at)), left: 0, right: columns - 1 }
    },
    all({ rows, columns }) {
      anchor = null
      range.value = rows > 0 ? { top: 0, left: 0, bottom: rows - 1, right: columns - 1 } : null
    },
    clear() {
      anchor = null
      const was = range.value !== null
      range.value = null
      return was
    },
  }
}

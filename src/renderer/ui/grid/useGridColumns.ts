import { useEventListener } from '@vueuse/core'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import { drawnWidth } from './column-width.ts'
import { type GridColumn, pinnedCount } from './grid.ts'
import type { GridState } from './useGridState.ts'
import type { ColumnMove } from './virtual-grid.ts'

const minColumnPx = 56
const maxColumnPx = 900

/** How far the pointer moves before a press on a heading becomes a drag. */
const dragFromPx = 6

/** How wide a column is at least. */
const widthOf = (column: GridColumn, resized: ReadonlyMap<string, number>): number =>
  resized.get(column.key) ?? column.width

/** The tracks of a row: a resized or fixed column has its width, the others share the rest in proportion to theirs. */
export function gridTracks(columns: readonly GridColumn[], resized: ReadonlyMap<string, number>): string {
  return columns
    .map((column) => {
      const px = widthOf(column, resized)
      const exact = resized.has(column.key) || column.fixed || column.pinned
      return exact ? `${px}px` : `minmax(${px}px, ${px}fr)`
    })
    .join(' ')
}

/** The least width of a row, in pixels: below it the grid scrolls sideways. */
export const gridMinWidth = (columns: readonly GridColumn[], resized: ReadonlyMap<string, number>): number =>
  columns.reduce((sum, column) => sum + widthOf(column, resized), 0)

/** Where each of the columns that stay begins, in pixels from the left, and in the end how wide they are together. */
export function pinnedEdges(columns: readonly GridColumn[], resized: ReadonlyMap<string, number>): number[] {
  const edges = [0]
  for (const column of columns.slice(0, pinnedCount(columns)))
    edges.push((edges.at(-1) ?? 0) + widthOf(column, resized))
  return edges
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

/** The widths of the columns, the ones that stay at the left edge, and their order. */
export function useGridColumns(state: GridState) {
  const { props, scroller } = state
  const isAside = ref(false)
  useEventListener(scroller, 'scroll', () => (isAside.value = (scroller.value?.scrollLeft ?? 0) > 0), { passive: true })
  const { widths, ...resizing } = useColumnWidths(state)
  return {
    ...resizing,
    ...useColumnOrder(state),
    tracks: computed(() => gridTracks(props.columns, widths.value)),
    minWidth: computed(() => gridMinWidth(props.columns, widths.value)),
    pinned: computed(() => pinnedCount(props.columns)),
    /** Where the pinned columns begin, as CSS. A focused cell must not be hidden under them. */
    pins: computed(() => {
      const edges = pinnedEdges(props.columns, widths.value)
      const names = edges.slice(1, -1).map((px, at) => [`--pin-${at + 1}`, `${px}px`] as const)
      return { ...Object.fromEntries(names), scrollPaddingLeft: `${edges.at(-1) ?? 0}px` }
    }),
    /** No cell is sticky during a vertical scroll: each sticky cell costs a layer in every frame. */
    pinsStay: computed(() => isAside.value || !state.isScrolling.value),
  }
}

function useColumnWidths({ props, emit, scroller, indexOf }: GridState) {
  /** In pixels, of the columns that were resized, by key. */
  const widths = shallowRef<ReadonlyMap<string, number>>(new Map())

  // A column that comes with another width has been given it: that one holds.
  watch(
    () => props.columns,
    (now, before) => {
      const own = (list: readonly GridColumn[]): Map<string, string> =>
        new Map(list.map(({ key, width, fixed }) => [key, `${width} ${fixed === true}`]))
      const [was, is] = [own(before), own(now)]
      const left = [...widths.value].filter(([key]) => was.get(key) === is.get(key))
      if (left.length < widths.value.size) widths.value = new Map(left)
    },
  )

  const setWidth = (key: string, widthPx: number): number => {
    const within = Math.round(Math.min(maxColumnPx, Math.max(minColumnPx, widthPx)))
    widths.value = new Map(widths.value).set(key, within)
    return within
  }
  const current = (key: string): number => {
    const column = props.columns[indexOf(key)]
    return column ? widthOf(column, widths.value) : minColumnPx
  }
  /** Makes a column as wide as its drawn cells need. */
  function fitColumn(key: string): void {
    const cells = scroller.value?.querySelectorAll<HTMLElement>(`[data-column="${indexOf(key)}"]`) ?? []
    emit('resizeColumn', { key, widthPx: setWidth(key, drawnWidth([...cells])) })
  }

  return {
    widths,
    fitColumn,
    resizeBy: (key: string, deltaPx: number): void =>
      emit('resizeColumn', { key, widthPx: setWidth(key, current(key) + deltaPx) }),
    /** From pointerdown on a heading's edge until the pointer is let go. A double press makes the column as wide as its content. */
    startResize(event: PointerEvent, key: string): void {
      const handle = event.currentTarget as HTMLElement
      handle.ondblclick = () => fitColumn(key)
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
        if (reached !== null) emit('resizeColumn', { key, widthPx: reached })
      }
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', end)
      handle.addEventListener('pointercancel', end)
    },
  }
}

function useColumnOrder({ props, emit, scroller, active, indexOf, focusAt }: GridState) {
  /** Where the dragged column would be dropped; null while none is dragged. */
  const moving = shallowRef<ColumnMove | null>(null)
  let dragged = false

  /** The movable column whose left half is under the pointer or to the right of it. */
  function placeAt(x: number): string | null {
    const headings = [...(scroller.value?.querySelectorAll<HTMLElement>('[data-movable]') ?? [])]
    const next = headings.find((heading) => {
      const { left, width } = heading.getBoundingClientRect()
      return x < left + width / 2
    })
    return next?.dataset['movable'] ?? null
  }
  /** The focus follows a heading that was moved by its own keys. */
  async function moveColumn(move: ColumnMove): Promise<void> {
    emit('moveColumn', move)
    await nextTick()
    if (active.value.row === -1) await focusAt({ row: -1, column: Math.max(0, indexOf(move.key)) })
  }

  return {
    moving,
    moveColumnBy(key: string, by: -1 | 1): void {
      const move = moveByOne(props.columns, key, by)
      if (move) void moveColumn(move)
    },
    /** From pointerdown on a heading until the pointer is released. */
    startMove(event: PointerEvent, key: string): void {
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
        if (to && to.before !== to.key) void moveColumn(to)
      }
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', drop)
      window.addEventListener('pointercancel', stop)
    },
    /** True once for the click that ends a drag, which must not sort. */
    swallowClick(): boolean {
      const swallow = dragged
      dragged = false
      return swallow
    },
  }
}

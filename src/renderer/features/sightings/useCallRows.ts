import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, ref, type Ref, watch } from 'vue'
import { CallGroup, type GroupCounts } from '../../../contract/call-group.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { carKey } from './car-source.ts'
import { useSightingsStore } from './sightings-store.ts'
import type { Ticks } from './useBulkOutcome.ts'
import { useProvidedSightings } from './useSightingsScreen.ts'

interface ShownRow {
  readonly key: string
  readonly style: Readonly<Record<'height' | 'transform', string>>
  readonly row: CallRow
  /** Null: the head of a group. */
  readonly car: SightedCar | null
}

/** A line of the call list: the head of a group, or the car with this index. */
export type CallRow =
  | { readonly kind: 'group'; readonly group: CallGroup; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'car'; readonly index: number }

/** The lines of the list: each group that has cars, and below those that are open their cars, which are in the order of the groups. */
export function callRows(
  cars: readonly SightedCar[],
  groups: GroupCounts | null,
  openGroups: readonly CallGroup[],
  shownGroup: (car: SightedCar) => CallGroup,
): readonly CallRow[] {
  const byGroup = Map.groupBy(
    cars.map((car, index) => ({ index, group: shownGroup(car) })),
    ({ group }) => group,
  )
  return CallGroup.options.flatMap((group): readonly CallRow[] => {
    const isOpen = openGroups.includes(group)
    const own = isOpen ? (byGroup.get(group) ?? []) : []
    const count = groups?.[group] ?? 0
    if (count === 0 && own.length === 0) return []
    return [{ kind: 'group', group, count, isOpen }, ...own.map(({ index }) => ({ kind: 'car', index }) as const)]
  })
}

/** The next line that arrows stop at: a car, or a group that is closed. Null: there is none. */
export function nextStop(rows: readonly CallRow[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]
    if (row && (row.kind === 'car' || !row.isOpen)) return at
  }
  return null
}

interface TickedList {
  readonly ticks: Ticks
  readonly count: number
  readonly selectedIndex: number
  select(index: number): void
}

/** Space ticks the selected car, Shift with an arrow more of them, Ctrl+A all. Returns whether the key was used. */
function tickByKey(event: KeyboardEvent, { ticks, count, selectedIndex: at, select }: TickedList): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === ' ' && at >= 0) ticks.toggle(at)
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) ticks.all()
  else if (event.key === 'Escape' && ticks.cars.value.length > 0) ticks.clear()
  else if (event.shiftKey && step !== undefined && at >= 0) {
    const target = Math.max(0, Math.min(count - 1, at + step))
    ticks.extendTo(target, at)
    select(target)
  } else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** The lines of the call list that are in view, and its keys: they go from car to car and stop at closed groups. */
export function useCallRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  { onEnter, onMenu }: { onEnter(): void; onMenu(index: number, place: { x: number; y: number }): void },
) {
  const { list, bulk, calls, toggleGroup } = useProvidedSightings()
  const { cars, total, groups, shownGroup } = list
  const { ticks } = bulk
  const store = useSightingsStore()
  const [rowPx, groupPx] = [56, 30]
  const aheadRows = 20
  /** The next calls stay in view. */
  const edgeRows = 3
  const rows = computed(() => callRows(cars.value, groups.value, store.filter.groups ?? [], shownGroup))
  const selectedIndex = computed(() => cars.value.findIndex((car) => carKey(car) === store.selectedId))
  /** A closed group that the arrow keys have reached. */
  const activeGroup = ref<CallGroup | null>(null)
  const activeRow = computed(() =>
    rows.value.findIndex((row) =>
      activeGroup.value === null
        ? row.kind === 'car' && row.index === selectedIndex.value
        : row.kind === 'group' && row.group === activeGroup.value,
    ),
  )
  const edgePx = (): number =>
    Math.max(0, Math.min(edgeRows * rowPx, ((scroller.value?.clientHeight ?? 0) - rowPx) / 2 - groupPx))

  const virtual = useVirtualizer(
    computed(() => ({
      count: rows.value.length,
      getScrollElement: () => scroller.value,
      estimateSize: (at: number) => (rows.value[at]?.kind === 'group' ? groupPx : rowPx),
      overscan: 6,
      scrollPaddingStart: edgePx(),
      scrollPaddingEnd: edgePx(),
      getItemKey: (at: number) => keyOf(at),
    })),
  )
  const carAt = (at: number) => {
    const row = rows.value[at]
    return row?.kind === 'car' ? cars.value[row.index] : undefined
  }
  function keyOf(at: number): string | number {
    const [row, car] = [rows.value[at], carAt(at)]
    if (row?.kind === 'group') return `group ${row.group}`
    return car ? carKey(car) : at
  }
  const shown = computed(() =>
    virtual.value.getVirtualItems().flatMap(({ key, start, size, index: at }): readonly ShownRow[] => {
      const row = rows.value[at]
      if (!row) return []
      const place = { key: String(key), style: { height: `${size}px`, transform: `translateY(${start}px)` } }
      if (row.kind === 'group') return [{ ...place, row, car: null }]
      const car = cars.value[row.index]
      return car ? [{ ...place, row, car }] : []
    }),
  )
  watch(shown, (visible) => {
    const last = Math.max(0, ...visible.map(({ row }) => (row.kind === 'car' ? row.index : 0)))
    if (last + aheadRows >= cars.value.length && cars.value.length < (total.value ?? 0)) void list.more()
  })
  watch(
    () => store.selectedId,
    () => (activeGroup.value = null),
  )
  /** The measured sizes belong to other rows when a group was opened or closed. */
  watch(rows, () => virtual.value.measure())
  watch(activeRow, (at) => {
    if (at >= 0) virtual.value.scrollToIndex(at, { align: 'auto' })
  })

  function onTick(event: MouseEvent, index: number): void {
    if (event.shiftKey) ticks.extendTo(index, Math.max(0, selectedIndex.value))
    else ticks.toggle(index)
    scroller.value?.focus()
  }
  function onClick(event: MouseEvent, index: number): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey) onTick(event, index)
    else select(index)
  }
  function select(index: number): void {
    activeGroup.value = null
    calls.select(index)
  }
  /** The car that was selected can be in the group: another one is selected then, but the keys stay at the group. */
  async function toggle(group: CallGroup): Promise<void> {
    await toggleGroup(group)
    await nextTick()
    activeGroup.value = group
  }

  function openMenuByKey(): void {
    const box = scroller.value?.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
    if (box) onMenu(selectedIndex.value, { x: box.left + 40, y: box.top + 24 })
  }

  function stopAt(at: number | null): void {
    const row = at === null ? undefined : rows.value[at]
    if (row?.kind === 'group') activeGroup.value = row.group
    else if (row) select(row.index)
  }
  function move(steps: number): void {
    const step = steps < 0 ? -1 : 1
    let at: number | null = activeRow.value
    for (let taken = 0; taken < Math.abs(steps); taken += 1) {
      const next = nextStop(rows.value, at, step)
      if (next === null) break
      at = next
    }
    stopAt(at < 0 ? null : at)
  }

  function onKey(event: KeyboardEvent): void {
    const onGroup = activeGroup.value
    const ticked = { ticks, count: cars.value.length, selectedIndex: selectedIndex.value, select }
    if (onGroup === null && tickByKey(event, ticked)) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      openMenuByKey()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? rowPx) / rowPx) - 1)
    const selected = cars.value[selectedIndex.value]
    const row = rows.value[activeRow.value]
    const isClosed = row?.kind === 'group' && !row.isOpen
    const actions: Record<string, (() => void) | null> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(page),
      PageUp: () => move(-page),
      Home: () => stopAt(nextStop(rows.value, -1, 1)),
      End: () => stopAt(nextStop(rows.value, rows.value.length, -1)),
      ArrowLeft: onGroup === null && selected ? () => void toggle(shownGroup(selected)) : null,
      ArrowRight: isClosed && onGroup ? () => void toggle(onGroup) : null,
      Enter: onGroup ? () => void toggle(onGroup) : () => onEnter(),
      ' ': onGroup ? () => void toggle(onGroup) : null,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  const optionId = (key: string): string => `sighting-${key.replaceAll(' ', '-')}`
  const activeId = computed(() => (activeRow.value < 0 ? undefined : optionId(String(keyOf(activeRow.value)))))

  return {
    shown,
    activeId,
    activeGroup,
    optionId,
    totalPx: computed(() => virtual.value.getTotalSize()),
    toggle,
    onClick,
    onTick,
    onKey,
  }
}

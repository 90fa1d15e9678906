import type { CustomerSort } from '../../../contract/customer-views.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { DictionaryColumn } from './dictionary-column.ts'
import type { ListColumns } from './list-columns.ts'
import { flag, searchedTexts, unsearchedTexts } from './packed-record.ts'
import { nullText, type TextArena } from './text-arena.ts'
import { compareAsUtf8, compareTexts, startOfText } from './text-bytes.ts'
import { sortTexts } from './text-order.ts'

/** All slots with a record: the first `valued` by their value and then by number, the others (null) by number. */
export interface SlotOrder {
  readonly slots: Uint32Array
  readonly valued: number
}

/** The orders that the list was asked for. A change moves only the changed records, when the order is asked for again. */
export interface KeptOrders {
  /** Ascending. */
  get(sort: CustomerSort): Steps<SlotOrder>
  /** Call it when the record of a slot was set or removed. */
  change(slot: number): void
  /** Call it when the slots were renumbered: `slots` holds the former ones. */
  compact(slots: Uint32Array): void
  /** Forgets all orders but the one that was used last. False: an order is being made, which reads the texts. */
  forgetOthers(): boolean
  byteLength(): number
}

type SortKey =
  | { readonly arena: TextArena; readonly index: number }
  | { readonly dictionary: DictionaryColumn; readonly arena?: undefined }

interface KeptOrder {
  order: SlotOrder
  changed: Set<number>
}

/** What happens while an order is made for the first time. */
interface RunningSort {
  readonly changed: Set<number>
  isOutdated: boolean
}

/** With more changed records, all are sorted again. */
const mostMoved = 1_000
/** Slots between two pauses: about 2 ms. */
const stepSize = 16_384

export function createKeptOrders(columns: ListColumns): KeptOrders {
  const keys: Readonly<Record<CustomerSort, SortKey>> = {
    clientName: { arena: columns.searched, index: searchedTexts.name },
    vehicleTitle: { arena: columns.searched, index: searchedTexts.title },
    mobileNumber: { arena: columns.unsearched, index: unsearchedTexts.mobile },
    rego: { arena: columns.searched, index: searchedTexts.rego },
    vin: { arena: columns.searched, index: searchedTexts.vin },
    lastUpdated: { arena: columns.unsearched, index: unsearchedTexts.lastUpdated },
    lastSighting: { arena: columns.unsearched, index: unsearchedTexts.lastSighting },
    state: { dictionary: columns.state },
    saleDate: { dictionary: columns.saleDate },
    expiryDate: { dictionary: columns.expiryDate },
  }
  const kept = new Map<CustomerSort, KeptOrder>()
  const running = new Set<RunningSort>()

  function* sorted(sort: CustomerSort): Steps<KeptOrder> {
    for (;;) {
      const run: RunningSort = { changed: new Set(), isOutdated: false }
      running.add(run)
      try {
        const key = keys[sort]
        const order = key.arena
          ? yield* sortByText(columns, key, run)
          : yield* sortByDictionary(columns, key.dictionary, run)
        if (order) return { order, changed: run.changed }
      } finally {
        running.delete(run)
      }
    }
  }

  return {
    *get(sort) {
      const found = kept.get(sort) ?? (yield* sorted(sort))
      if (found.changed.size > 0) {
        found.order = moveChanged(columns, found, keys[sort])
        found.changed = new Set()
      }
      // The last one is the one that was used last.
      kept.delete(sort)
      kept.set(sort, found)
      return found.order
    },
    change(slot) {
      for (const run of running) run.changed.add(slot)
      for (const [sort, { changed }] of kept) {
        changed.add(slot)
        if (changed.size > mostMoved) kept.delete(sort)
      }
    },
    compact(slots) {
      for (const run of running) run.isOutdated = true
      if (kept.size === 0) return
      const last = slots.at(-1) ?? -1
      /** The new slots plus one, by former slot. */
      const renumbered = new Uint32Array(last + 1)
      for (let slot = 0; slot < slots.length; slot += 1) renumbered[slots[slot] as number] = slot + 1
      for (const each of kept.values()) {
        each.order = renumber(each.order, renumbered)
        each.changed = new Set([...each.changed].flatMap((slot) => (renumbered[slot] ? [renumbered[slot] - 1] : [])))
      }
    },
    forgetOthers() {
      for (const sort of [...kept.keys()].slice(0, -1)) kept.delete(sort)
      return running.size === 0
    },
    byteLength: () => [...kept.values()].reduce((sum, { order }) => sum + order.slots.byteLength, 0),
  }
}

/** Null: the slots were renumbered meanwhile. */
function* sortByText(
  columns: ListColumns,
  { arena, index }: { readonly arena: TextArena; readonly index: number },
  run: RunningSort,
): Steps<SlotOrder | null> {
  const count = columns.slots()
  const [valued, empty, starts] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
  yield* arena.unpack()
  if (run.isOutdated) return null
  let [valuedCount, emptyCount] = [0, 0]
  for (let first = 0; first < count; first += stepSize) {
    if (first > 0) {
      yield
      if (run.isOutdated) return null
    }
    const [view, flags] = [arena.view(), columns.flags()]
    const end = Math.min(count, first + stepSize)
    for (let slot = first; slot < end; slot += 1) {
      if (((flags[slot] as number) & flag.present) === 0) continue
      const start = startOfText(view, arena.startOf(slot), index)
      if (view[start] === nullText) empty[emptyCount++] = slot
      else {
        starts[valuedCount] = start
        valued[valuedCount++] = slot
      }
    }
  }
  const places = yield* sortHeld(arena, starts.subarray(0, valuedCount))
  if (run.isOutdated) return null
  const slots = new Uint32Array(valuedCount + emptyCount)
  for (let at = 0; at < valuedCount; at += 1) slots[at] = valued[places[at] as number] as number
  slots.set(empty.subarray(0, emptyCount), valuedCount)
  return { slots, valued: valuedCount }
}

function* sortHeld(arena: TextArena, starts: Uint32Array): Steps<Uint32Array> {
  const held = arena.hold()
  try {
    return yield* sortTexts(held.bytes, starts)
  } finally {
    held.release()
  }
}

/** Null: the slots were renumbered meanwhile. */
function* sortByDictionary(
  columns: ListColumns,
  dictionary: DictionaryColumn,
  run: RunningSort,
): Steps<SlotOrder | null> {
  const ranks = dictionary.ranks()
  const count = columns.slots()
  /** The rank of each slot plus one, as it is now. The last one is for null; 0: no record. */
  const rankOf = new Uint32Array(count)
  /** Where the next slot of each rank goes. */
  const next = new Uint32Array(ranks.length + 1)
  const [numbers, flags] = [dictionary.numbers(), columns.flags()]
  for (let slot = 0; slot < count; slot += 1) {
    if (((flags[slot] as number) & flag.present) === 0) continue
    const number = numbers[slot] as number
    const rank = number === 0 ? ranks.length - 1 : (ranks[number] as number)
    rankOf[slot] = rank + 1
    next[rank + 1] = (next[rank + 1] as number) + 1
  }
  yield
  if (run.isOutdated) return null
  for (let rank = 1; rank < next.length; rank += 1) next[rank] = (next[rank] as number) + (next[rank - 1] as number)
  const valued = next[ranks.length - 1] as number
  const slots = new Uint32Array(next[ranks.length] as number)
  for (let slot = 0; slot < count; slot += 1) {
    const rank = (rankOf[slot] as number) - 1
    if (rank < 0) continue
    const place = next[rank] as number
    slots[place] = slot
    next[rank] = place + 1
  }
  return { slots, valued }
}

/** Takes the changed slots out and puts those with a record where they belong now. */
function moveChanged(columns: ListColumns, { order, changed }: KeptOrder, key: SortKey): SlotOrder {
  const isChanged = new Uint8Array(columns.slots())
  for (const slot of changed) isChanged[slot] = 1
  const rest = new Uint32Array(order.slots.length)
  let [count, valued] = [0, 0]
  for (let at = 0; at < order.slots.length; at += 1) {
    const slot = order.slots[at] as number
    if (isChanged[slot] === 1) continue
    rest[count++] = slot
    if (at < order.valued) valued = count
  }
  const flags = columns.flags()
  const moved = [...changed].filter((slot) => ((flags[slot] as number) & flag.present) !== 0)
  const compare = comparison(key)
  const withValue = moved.filter((slot) => !isNull(key, slot)).toSorted(compare)
  const withoutValue = moved.filter((slot) => isNull(key, slot)).toSorted((one, other) => one - other)
  const slots = new Uint32Array(count + moved.length)
  const valuedCount = merge(rest.subarray(0, valued), withValue, compare, slots)
  merge(rest.subarray(valued, count), withoutValue, (one, other) => one - other, slots.subarray(valuedCount))
  return { slots, valued: valuedCount }
}

/** Merges two sorted lists, the second of which is short. Returns the number of elements. */
function merge(
  long: Uint32Array,
  short: readonly number[],
  compare: (one: number, other: number) => number,
  into: Uint32Array,
): number {
  let from = 0
  let to = 0
  for (const slot of short) {
    let low = from
    let high = long.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(long[middle] as number, slot) < 0) low = middle + 1
      else high = middle
    }
    into.set(long.subarray(from, low), to)
    to += low - from
    into[to++] = slot
    from = low
  }
  into.set(long.subarray(from), to)
  return to + long.length - from
}

const startOf = ({ arena, index }: { readonly arena: TextArena; readonly index: number }, view: Buffer, slot: number) =>
  startOfText(view, arena.startOf(slot), index)

function isNull(key: SortKey, slot: number): boolean {
  if (!key.arena) return key.dictionary.get(slot) === null
  const view = key.arena.view()
  return view[startOf(key, view, slot)] === nullText
}

/** Compares two slots whose value is not null. */
function comparison(key: SortKey): (one: number, other: number) => number {
  if (!key.arena) {
    const { dictionary } = key
    return (one, other) => compareAsUtf8(dictionary.get(one) ?? '', dictionary.get(other) ?? '') || one - other
  }
  const view = key.arena.view()
  return (one, other) => compareTexts(view, startOf(key, view, one), startOf(key, view, other)) || one - other
}

function renumber({ slots, valued }: SlotOrder, renumbered: Uint32Array): SlotOrder {
  const left = new Uint32Array(slots.length)
  let [count, valuedCount] = [0, 0]
  for (let at = 0; at < slots.length; at += 1) {
    const slot = renumbered[slots[at] as number] ?? 0
    if (slot === 0) continue
    left[count++] = slot - 1
    if (at < valued) valuedCount = count
  }
  return { slots: left.slice(0, count), valued: valuedCount }
}

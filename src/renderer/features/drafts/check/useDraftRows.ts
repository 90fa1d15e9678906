import { computed, ref, shallowRef } from 'vue'
import type { DraftRow } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import { success, type Failure, type Result } from '../../../../contract/result.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useRowOrder, type RowFilter } from './useRowOrder.ts'

/** A value that the user typed: being saved, or rejected by the program. */
export type CellEdit =
  | { readonly state: 'pending'; readonly value: string }
  | { readonly state: 'rejected'; readonly value: string; readonly failure: Failure }

const everyRow: RowFilter = { show: 'all', group: null, search: '' }
/** Rows around the visible ones that must be cached. When one is missing, `rowsAhead` are fetched, so that scrolling needs few calls. */
const rowsNear = 40
const rowsAhead = 80
/** Rows around the visible ones that stay when the cache is full. */
const rowsToKeep = 1_000
/** The most rows of one call for many rows. */
const rowsPerCall = 500

const editKey = (row: number, field: CustomerField): string => `${row} ${field}`

/**
 * The rows of a draft under one filter. The order is fetched once, and stays until `sort()`, so that a row does not move while the
 * user fixes it. The rows themselves are fetched by number, around the visible ones.
 */
export function useDraftRows(id: string) {
  const client = useClient()
  const filter = shallowRef<RowFilter>(everyRow)
  const order = useRowOrder(id)
  /** Rows changed since the order was fetched: fixed rows are still where the errors were. */
  const isOrderStale = ref(false)
  /** Rises with everything visible except arriving rows. */
  const version = ref(0)
  /** Columns of the file that are shown, by position. */
  const fileColumns = shallowRef<readonly number[]>([])
  const cache = useRowCache(id, () => fileColumns.value)
  const edits = new Map<string, CellEdit>()
  let visible = { first: 0, last: 40 }

  const around = (distance: number): readonly number[] =>
    order.numbers.value?.slice(Math.max(0, visible.first - distance), visible.last + distance + 1) ?? []
  const missing = (distance: number): readonly number[] => around(distance).filter((number) => !cache.isFresh(number))

  async function fetchAround(distance: number): Promise<void> {
    await cache.fetch(missing(distance))
    cache.trim(() => around(rowsToKeep))
    if (cache.failure.value) version.value += 1
  }

  /** Fetches the order for the filter; rows with errors come first. */
  async function sort(): Promise<void> {
    const startedIn = cache.epoch()
    if (!(await order.fetch(filter.value))) return
    isOrderStale.value = cache.epoch() !== startedIn
    version.value += 1
    await fetchAround(rowsNear)
  }

  /** The draft has changed: fetches the visible rows again, in the same order. */
  async function refresh(): Promise<void> {
    cache.invalidate()
    isOrderStale.value = true
    await fetchAround(rowsNear)
  }

  /** The draft has other rows than before. */
  async function reload(): Promise<void> {
    cache.invalidate()
    await sort()
  }

  /** Shows new rows after all others, whatever the filter. */
  async function append(numbers: readonly number[]): Promise<void> {
    await cache.fetch(numbers)
    order.append(numbers)
    isOrderStale.value = true
    version.value += 1
  }

  async function setFileColumns(columns: readonly number[]): Promise<void> {
    if (columns.join() === fileColumns.value.join()) return
    fileColumns.value = columns
    cache.invalidate()
    await fetchAround(rowsNear)
    version.value += 1
  }

  /** Rows of the grid in parts, as the program has them now. After a failure there are no more. */
  async function* fetchRows(top: number, bottom: number): AsyncGenerator<Result<readonly DraftRow[]>> {
    const numbers = order.numbers.value?.slice(top, bottom + 1) ?? []
    const columns = fileColumns.value.length > 0 ? { columns: [...fileColumns.value] } : {}
    for (let at = 0; at < numbers.length; at += rowsPerCall) {
      const part = numbers.slice(at, at + rowsPerCall)
      const answer = await client.call('drafts.rowsByNumber', { id, rows: [...part], ...columns })
      yield answer.ok ? success(answer.value.rows) : answer
      if (!answer.ok) return
    }
  }

  function setFilter(changes: Partial<RowFilter>): Promise<void> {
    filter.value = { ...filter.value, ...changes }
    visible = { first: 0, last: 40 }
    return sort()
  }

  /** Shows the typed value while it is saved, then the new row. If it is rejected: the row as before, with the reason. */
  async function edit(
    row: number,
    field: CustomerField,
    value: string,
    save: () => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> {
    const key = editKey(row, field)
    const pending: CellEdit = { state: 'pending', value }
    edits.set(key, pending)
    version.value += 1
    const answer = await save()
    if (answer.ok) await cache.fetch([row])
    // A second edit of the same cell may have started meanwhile: its mark stays.
    if (edits.get(key) === pending) {
      if (answer.ok) edits.delete(key)
      else edits.set(key, { state: 'rejected', value, failure: answer.error })
    }
    version.value += 1
    return answer
  }

  return {
    filter,
    /** The row numbers in the order of the grid; null: none yet. */
    order: order.numbers,
    failure: computed(() => order.failure.value ?? cache.failure.value),
    /** No order yet, or a new one is being fetched. */
    loading: computed(() => order.running.value || (order.numbers.value === null && order.failure.value === null)),
    isOrderStale,
    largestRow: order.largest,
    version,
    total: order.total,
    rowNumberAt: (position: number): number | null => order.numbers.value?.[position] ?? null,
    /** The row at a position; null while it is being fetched. */
    rowAt: (position: number): DraftRow | null => cache.get(order.numbers.value?.[position] ?? -1),
    /** -1 for a row that the filter hides. */
    positionOf: order.positionOf,
    editAt: (row: number, field: CustomerField): CellEdit | null => edits.get(editKey(row, field)) ?? null,
    showRange(range: { first: number; last: number }): Promise<void> {
      visible = range
      return missing(rowsNear).length > 0 ? fetchAround(rowsAhead) : Promise.resolve()
    },
    /** Fetches these rows as they are now. */
    load: cache.fetch,
    sort,
    refresh,
    reload,
    append,
    fetchRows,
    setFilter,
    setFileColumns,
    edit,
  }
}

/** The most rows of one call around the visible ones. */
const cachedPerCall = 200
const maxCachedRows = 8_000

/**
 * Rows of a draft by their number in the file. `invalidate()` starts a new epoch: cached rows stay available until their newer
 * version arrives, and an answer from an earlier epoch never replaces a row from a later one.
 */
function useRowCache(
  id: string,
  /** Positions of the columns of the file whose texts the rows have. */
  columns: () => readonly number[],
) {
  const client = useClient()
  const failure = shallowRef<Failure | null>(null)
  const arrivals = ref(0)
  const cached = new Map<number, { readonly row: DraftRow; readonly epoch: number }>()
  /** The epoch in which each row was requested last. */
  const requested = new Map<number, number>()
  let epoch = 0

  async function fetchOnce(numbers: readonly number[]): Promise<void> {
    const startedIn = epoch
    for (const number of numbers) requested.set(number, startedIn)
    const answer = await client.call('drafts.rowsByNumber', {
      id,
      rows: [...numbers],
      ...(columns().length > 0 && { columns: [...columns()] }),
    })
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) {
      for (const number of numbers) if (requested.get(number) === startedIn) requested.delete(number)
      return
    }
    for (const row of answer.value.rows) {
      const before = cached.get(row.row)
      if (!before || before.epoch <= startedIn) cached.set(row.row, { row, epoch: startedIn })
    }
    arrivals.value += 1
  }

  /** Fetches these rows, in calls of at most 200. A failure is in `failure`. */
  async function fetch(numbers: readonly number[]): Promise<void> {
    const calls: Promise<void>[] = []
    for (let at = 0; at < numbers.length; at += cachedPerCall)
      calls.push(fetchOnce(numbers.slice(at, at + cachedPerCall)))
    await Promise.all(calls)
  }

  return {
    failure,
    fetch,
    /** Reactive: changes when rows arrive. */
    get: (number: number): DraftRow | null => (void arrivals.value, cached.get(number)?.row ?? null),
    /** True when the newest version of a row is cached or requested. */
    isFresh: (number: number): boolean => cached.get(number)?.epoch === epoch || requested.get(number) === epoch,
    epoch: (): number => epoch,
    invalidate(): void {
      epoch += 1
    },
    /** Drops all but these rows when the cache is full. */
    trim(near: () => readonly number[]): void {
      if (cached.size <= maxCachedRows) return
      const wanted = new Set(near())
      for (const number of cached.keys()) {
        if (wanted.has(number)) continue
        cached.delete(number)
        requested.delete(number)
      }
    },
  }
}

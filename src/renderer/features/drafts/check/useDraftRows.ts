import { computed, ref, shallowRef } from 'vue'
import type { DraftRow } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import { success, type Failure, type Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import type { RowFilter } from './row-filter.ts'
import { useRowCache } from './useRowCache.ts'
import { useRowOrder } from './useRowOrder.ts'

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
/** The most rows of one call. */
const rowsPerCall = 500

const editKey = (row: number, field: CustomerField): string => `${row} ${field}`

/**
 * The rows of a draft under one filter. The order is fetched once, in parts, and stays until `sort()`, so that a row does not move while the
 * user fixes it. The rows themselves are fetched by number, around the visible ones.
 */
export function useDraftRows(client: Pick<ProgramClient, 'call' | 'read'>, id: string) {
  const filter = shallowRef<RowFilter>(everyRow)
  const order = useRowOrder(client, id)
  /** Rows changed since the order was fetched: fixed rows are still where the errors were. */
  const isOrderStale = ref(false)
  /** Rises with everything visible except arriving rows. */
  const version = ref(0)
  /** Columns of the file that are shown, by position. */
  const fileColumns = shallowRef<readonly number[]>([])
  const cache = useRowCache(client, id, () => fileColumns.value)
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
    const onPart = (): void => {
      version.value += 1
      void fetchAround(rowsNear)
    }
    if (!(await order.fetch(filter.value, onPart))) return
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
    await Promise.all([order.settled(), cache.fetch(numbers)])
    order.append(numbers)
    isOrderStale.value = true
    version.value += 1
  }

  /** Shows these columns of the file. */
  async function setFileColumns(columns: readonly number[]): Promise<void> {
    if (columns.join() === fileColumns.value.join()) return
    fileColumns.value = columns
    cache.invalidate()
    await fetchAround(rowsNear)
    version.value += 1
  }

  /** Rows of the grid in parts, as the program has them now. After a failure there are no more. */
  async function* fetchRows(top: number, bottom: number): AsyncGenerator<Result<readonly DraftRow[]>> {
    await order.settled()
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
    /** The row numbers in the order of the grid, as far as they are fetched; null: none yet. */
    order: order.numbers,
    /** Whether `order` has all rows of the filter. */
    isWhole: order.isWhole,
    /** Resolves when `order` has all rows of the filter, or a part of it cannot be fetched. */
    orderSettled: order.settled,
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

import { computed, ref, shallowRef } from 'vue'
import type { ColumnFilter, RowSort } from '../../../../contract/draft-rows.ts'
import type { CustomerField, DraftRow, RowStatus } from '../../../../contract/drafts.ts'
import type { MethodInput } from '../../../../contract/methods.ts'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useRowCache } from './useRowCache.ts'

export interface RowFilter {
  readonly filters?: readonly ColumnFilter[] | undefined
  /** Absent: errors first. */
  readonly sort?: RowSort | undefined
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
}

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

const orderInput = (id: string, { filters, sort, ...query }: RowFilter): MethodInput<'drafts.rowOrder'> => ({
  id,
  ...query,
  ...(filters && filters.length > 0 && { filters: [...filters] }),
  ...(sort && { sort }),
})

const editKey = (row: number, field: CustomerField): string => `${row} ${field}`

/**
 * The rows of a draft under one filter. The order is fetched once and stays until `sort()`, so that a row does not move while the
 * user fixes it. The rows themselves are fetched by number, around the visible ones.
 */
export function useDraftRows(client: Pick<ProgramClient, 'call' | 'read'>, id: string) {
  const filter = shallowRef<RowFilter>(everyRow)
  const order = shallowRef<readonly number[] | null>(null)
  /** Rows changed since the order was fetched: fixed rows are still where the errors were. */
  const isOrderStale = ref(false)
  /** Rises with everything visible except arriving rows. */
  const version = ref(0)
  /** Columns of the file that are shown, by position. */
  const fileColumns = shallowRef<readonly number[]>([])
  const cache = useRowCache(client, id, () => fileColumns.value)
  const ordering = useCommand(client, (wanted: RowFilter) => client.read('drafts.rowOrder', orderInput(id, wanted)))
  const edits = new Map<string, CellEdit>()
  let visible = { first: 0, last: 40 }

  /** The largest row number so far, so that a filter does not change the width of its column. */
  let largestSoFar = 0
  const largestRow = computed(() => {
    for (const number of order.value ?? []) if (number > largestSoFar) largestSoFar = number
    return largestSoFar
  })

  const positions = computed(() => new Map(order.value?.map((number, position) => [number, position])))

  const around = (distance: number): readonly number[] =>
    order.value?.slice(Math.max(0, visible.first - distance), visible.last + distance + 1) ?? []
  const missing = (distance: number): readonly number[] => around(distance).filter((number) => !cache.isFresh(number))

  async function fetchAround(distance: number): Promise<void> {
    await cache.fetch(missing(distance))
    cache.trim(() => around(rowsToKeep))
    if (cache.failure.value) version.value += 1
  }

  /** Fetches the order for the filter; rows with errors come first. */
  async function sort(): Promise<void> {
    const startedIn = cache.epoch()
    const answer = await ordering.run(filter.value)
    if (!answer?.ok) return
    order.value = answer.value.rows
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

  /** Shows these columns of the file. */
  async function setFileColumns(columns: readonly number[]): Promise<void> {
    if (columns.join() === fileColumns.value.join()) return
    fileColumns.value = columns
    cache.invalidate()
    await fetchAround(rowsNear)
    version.value += 1
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
    /** The row numbers in the order of the grid; null: not fetched yet. */
    order,
    failure: computed(() => ordering.failure.value ?? cache.failure.value),
    /** No order yet, or a new one is being fetched. */
    loading: computed(() => ordering.running.value || (order.value === null && ordering.failure.value === null)),
    isOrderStale,
    largestRow,
    version,
    total: computed(() => order.value?.length ?? 0),
    rowNumberAt: (position: number): number | null => order.value?.[position] ?? null,
    /** The row at a position; null while it is being fetched. */
    rowAt: (position: number): DraftRow | null => cache.get(order.value?.[position] ?? -1),
    /** -1 for a row that the filter hides. */
    positionOf: (row: number): number => positions.value.get(row) ?? -1,
    editAt: (row: number, field: CustomerField): CellEdit | null => edits.get(editKey(row, field)) ?? null,
    showRange(range: { first: number; last: number }): Promise<void> {
      visible = range
      return missing(rowsNear).length > 0 ? fetchAround(rowsAhead) : Promise.resolve()
    },
    sort,
    refresh,
    setFilter,
    setFileColumns,
    edit,
  }
}

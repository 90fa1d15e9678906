import { computed, ref, shallowRef } from 'vue'
import type { CustomerField, DraftRow, RowStatus } from '../../../contract/drafts.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

export interface RowFilter {
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
}

export const everyRow: RowFilter = { show: 'all', group: null, search: '' }

/** A value that she typed: on its way to the program, or refused by it. */
export type CellEdit =
  | { readonly state: 'pending'; readonly value: string }
  | { readonly state: 'refused'; readonly value: string; readonly failure: Failure }

const rowsPerCall = 200
/** Rows beyond the view that must be here; where one is not, the next ones are fetched as well, in one call for many turns of the wheel. */
const rowsNear = 40
const rowsAhead = 80
/** Rows kept beyond the visible ones before the far ones are let go. */
const maxRowsKept = 8_000

const editKey = (row: number, field: CustomerField): string => `${row} ${field}`

/**
 * The rows of a draft under one filter. The order is fetched once and kept until `sortAgain`, so that a mended row stays under her
 * hands; the rows themselves are fetched by number, around what is visible, and stay on the screen until their newer state is here.
 */
export function useDraftRows({ call }: Pick<ProgramClient, 'call'>, id: string) {
  const filter = shallowRef<RowFilter>(everyRow)
  const order = shallowRef<readonly number[]>([])
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(true)
  /** True when rows changed since the order was fetched: mended ones still stand where the errors were. */
  const orderIsOld = ref(false)
  /** Rises with everything that can be seen but rows that arrive. */
  const version = ref(0)
  const arrivals = ref(0)

  const kept = new Map<number, { readonly row: DraftRow; readonly epoch: number }>()
  const asked = new Map<number, number>()
  const edits = new Map<string, CellEdit>()
  let epoch = 0
  let orderNumber = 0
  let visibleRange = { first: 0, last: 40 }
  let positions: Map<number, number> | null = null

  async function fetchRows(numbers: readonly number[]): Promise<void> {
    const asOf = epoch
    for (const number of numbers) asked.set(number, asOf)
    const answer = await call('drafts.rowsByNumber', { id, rows: [...numbers] })
    if (!answer.ok) {
      for (const number of numbers) if (asked.get(number) === asOf) asked.delete(number)
      failure.value = answer.error
      version.value += 1
      return
    }
    failure.value = null
    for (const row of answer.value.rows) {
      const before = kept.get(row.row)
      if (!before || before.epoch <= asOf) kept.set(row.row, { row, epoch: asOf })
    }
    arrivals.value += 1
  }

  function isFresh(number: number): boolean {
    return kept.get(number)?.epoch === epoch || asked.get(number) === epoch
  }

  function letFarRowsGo(): void {
    if (kept.size <= maxRowsKept) return
    const near = new Set(order.value.slice(Math.max(0, visibleRange.first - 1_000), visibleRange.last + 1_000))
    for (const number of kept.keys()) {
      if (near.has(number)) continue
      kept.delete(number)
      asked.delete(number)
    }
  }

  const missing = (beyond: number): number[] =>
    order.value
      .slice(Math.max(0, visibleRange.first - beyond), visibleRange.last + beyond + 1)
      .filter((number) => !isFresh(number))

  async function fetchVisible(beyond: number): Promise<void> {
    const wanted = missing(beyond)
    const calls: Promise<void>[] = []
    for (let at = 0; at < wanted.length; at += rowsPerCall) calls.push(fetchRows(wanted.slice(at, at + rowsPerCall)))
    await Promise.all(calls)
    letFarRowsGo()
  }

  /** Fetches the order anew under the present filter. */
  async function sortAgain(): Promise<void> {
    const number = ++orderNumber
    const asOf = epoch
    loading.value = true
    const answer = await call('drafts.rowOrder', { id, ...filter.value })
    if (number !== orderNumber) return
    loading.value = false
    if (!answer.ok) {
      failure.value = answer.error
      return
    }
    failure.value = null
    order.value = answer.value.rows
    positions = null
    orderIsOld.value = epoch !== asOf
    version.value += 1
    await fetchVisible(rowsNear)
  }

  /** The draft has changed: what is visible is fetched again, in the order that stands. */
  async function refresh(): Promise<void> {
    epoch += 1
    orderIsOld.value = true
    await fetchVisible(rowsNear)
  }

  function setFilter(next: Partial<RowFilter>): Promise<void> {
    filter.value = { ...filter.value, ...next }
    visibleRange = { first: 0, last: 40 }
    return sortAgain()
  }

  /**
   * Shows what she typed at once, and keeps it until the program has answered: then the row as it stands is shown, or the row as
   * it was together with the reason of the refusal.
   */
  async function edit(
    row: number,
    field: CustomerField,
    value: string,
    save: () => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> {
    const key = editKey(row, field)
    const mine: CellEdit = { state: 'pending', value }
    edits.set(key, mine)
    version.value += 1
    const answer = await save()
    if (answer.ok) await fetchRows([row])
    // A second edit of the same cell may have begun meanwhile: its mark stays.
    if (edits.get(key) === mine) {
      if (answer.ok) edits.delete(key)
      else edits.set(key, { state: 'refused', value, failure: answer.error })
    }
    version.value += 1
    return answer
  }

  function positionOf(row: number): number {
    positions ??= new Map(order.value.map((number, at) => [number, at]))
    return positions.get(row) ?? -1
  }

  return {
    filter,
    failure,
    loading,
    orderIsOld,
    version,
    total: computed(() => order.value.length),
    rowNumberAt: (at: number): number | null => order.value[at] ?? null,
    /** The row at a position; null while it is being fetched. */
    rowAt: (at: number): DraftRow | null => (void arrivals.value, kept.get(order.value[at] ?? -1)?.row ?? null),
    positionOf,
    editAt: (row: number, field: CustomerField): CellEdit | null => edits.get(editKey(row, field)) ?? null,
    visible(range: { first: number; last: number }): Promise<void> {
      visibleRange = range
      return missing(rowsNear).length > 0 ? fetchVisible(rowsAhead) : Promise.resolve()
    },
    sortAgain,
    refresh,
    setFilter,
    edit,
    forgetRefusal(row: number, field: CustomerField): void {
      if (edits.get(editKey(row, field))?.state !== 'refused') return
      edits.delete(editKey(row, field))
      version.value += 1
    },
  }
}

export type DraftRowsInView = ReturnType<typeof useDraftRows>

import { onScopeDispose, type Ref, ref, type ShallowRef, shallowRef } from 'vue'
import type { Failure, Result } from '../../contract/result.ts'
import { createLatest } from './latest.ts'
import { type RefreshOptions, useRefresh } from './useRefresh.ts'

export interface RowRange {
  readonly first: number
  readonly last: number
}

export interface PageOfRows<R> {
  readonly total: number
  readonly rows: readonly R[]
}

export interface PagesOptions<R> extends RefreshOptions {
  /** Null: the answer is not wanted any more, what is shown stays. */
  fetchPage(offset: number, limit: number): Promise<Result<PageOfRows<R>> | null>
  readonly rowsPerPage: number
  /** Rows beyond the visible ones whose pages are fetched before they come into view. Default 0. */
  readonly rowsAhead?: number
  /** The pages nearest to the view are kept, the others dropped. Default: all are kept. */
  readonly maxPages?: number
}

export interface Pages<R> {
  /** Null until the first answer. */
  readonly total: ShallowRef<number | null>
  readonly failure: ShallowRef<Failure | null>
  /** The first answer of this list has not arrived yet. */
  readonly loading: Readonly<Ref<boolean>>
  /** Rises when rows that may be visible were replaced; the arrival of a row is seen through `rowAt`, which is reactive. */
  readonly version: Readonly<Ref<number>>
  /** Null while the row is being fetched. */
  rowAt(index: number): R | null
  /** -1 when the row is not among the loaded ones. */
  indexOf(test: (row: R) => boolean): number
  loaded(): readonly R[]
  /** Replaces loaded rows in their place. `change` returns the same object where nothing changes. */
  replace(change: (row: R) => R): void
  /** The visible rows. Resolves when their pages are loaded. */
  show(range: RowRange): Promise<void>
  /** Another list (filter, order), from its top. Old rows stay until the new ones arrive, unless `clear`. */
  restart(options?: { readonly clear?: boolean }): Promise<void>
  /** Fetches the visible rows again and replaces them at once. */
  refresh(): Promise<void>
  requestRefresh(): void
}

const firstView: RowRange = { first: 0, last: 0 }

/** A long list by pages around the visible rows. Nothing is fetched before the first `show` or `restart`. */
export function usePages<R>(options: PagesOptions<R>): Pages<R> {
  const { rowsPerPage, rowsAhead = 0, maxPages = Number.POSITIVE_INFINITY } = options
  const total = shallowRef<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(true)
  const version = ref(0)
  const arrivals = ref(0)
  const latest = createLatest()
  let isCurrent = latest.begin()
  let pages = new Map<number, readonly R[]>()
  let inFlight = new Map<number, Promise<void>>()
  let view = firstView

  const pagesOf = (range: RowRange): number[] => {
    const first = Math.floor(range.first / rowsPerPage)
    const last = Math.floor(Math.max(range.first, range.last) / rowsPerPage)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
  const fetchPage = (page: number): Promise<Result<PageOfRows<R>> | null> =>
    options.fetchPage(page * rowsPerPage, rowsPerPage)

  function accept(answer: Result<PageOfRows<R>>): readonly R[] | null {
    loading.value = false
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return null
    total.value = answer.value.total
    return answer.value.rows
  }

  async function load(page: number): Promise<void> {
    const stillCurrent = isCurrent
    const loadingPages = inFlight
    const answer = await fetchPage(page)
    loadingPages.delete(page)
    if (!stillCurrent() || answer === null) return
    const rows = accept(answer)
    if (!rows) return
    pages.set(page, rows)
    dropFarPages()
    arrivals.value += 1
  }

  function dropFarPages(): void {
    if (pages.size <= maxPages) return
    const middle = (view.first + view.last) / 2 / rowsPerPage
    const far = [...pages.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
    for (const page of far.slice(0, pages.size - maxPages)) pages.delete(page)
  }

  async function show(range: RowRange): Promise<void> {
    view = range
    const first = Math.max(0, range.first - rowsAhead)
    const last = total.value === null ? range.last : Math.min(range.last + rowsAhead, Math.max(0, total.value - 1))
    for (const page of pagesOf({ first, last })) {
      if (!pages.has(page) && !inFlight.has(page)) inFlight.set(page, load(page))
    }
    await Promise.all(inFlight.values())
  }

  /** Fetches the visible pages again; replaces all rows in one step when every page has arrived. */
  async function reload(): Promise<void> {
    isCurrent = latest.begin()
    const stillCurrent = isCurrent
    inFlight = new Map()
    const wanted = pagesOf(view)
    const answers = await Promise.all(wanted.map(async (page) => ({ page, answer: await fetchPage(page) })))
    if (!stillCurrent()) return
    const fresh = new Map<number, readonly R[]>()
    for (const { page, answer } of answers) {
      const rows = answer && accept(answer)
      if (!rows) return
      fresh.set(page, rows)
    }
    pages = fresh
    version.value += 1
    await show(view)
  }

  const refresher = useRefresh(reload, options)
  onScopeDispose(latest.cancel)

  return {
    total,
    failure,
    loading,
    version,
    rowAt: (index) => (void arrivals.value, pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage] ?? null),
    indexOf(test) {
      for (const [page, rows] of pages) {
        const index = rows.findIndex(test)
        if (index >= 0) return page * rowsPerPage + index
      }
      return -1
    },
    loaded: () => [...pages.values()].flat(),
    replace(change) {
      let changed = false
      for (const [page, rows] of pages) {
        const next = rows.map(change)
        if (next.every((row, index) => row === rows[index])) continue
        pages.set(page, next)
        changed = true
      }
      if (changed) version.value += 1
    },
    show,
    restart({ clear = false } = {}) {
      view = firstView
      if (clear) {
        pages = new Map()
        total.value = null
        loading.value = true
        version.value += 1
      }
      return reload()
    },
    refresh: refresher.now,
    requestRefresh: refresher.request,
  }
}

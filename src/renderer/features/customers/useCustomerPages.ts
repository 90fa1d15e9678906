import { type Ref, ref, shallowRef, type ShallowRef } from 'vue'
import type { Customer, CustomerFilter, CustomerSort } from '../../../contract/customers.ts'
import { type Failure, type Result, success } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { noFilter } from './customer-filter.ts'

export const pageSize = 200
/** Pages that are kept: those nearest to what is in view. A list that was gone through whole costs no more than one that was not. */
const maxPages = 30
/** Rows beyond the view whose pages are fetched before they come into it. */
const rowsAhead = 60
/** The most that one call gives. */
const blockSize = 500

/** What is asked of the list: which customers, and in which order. */
export type CustomerQuery = CustomerFilter & { readonly sort: CustomerSort; readonly descending: boolean }

export const defaultQuery: CustomerQuery = { ...noFilter, sort: 'lastSighting', descending: true }

export interface CustomerPages {
  readonly query: Readonly<ShallowRef<CustomerQuery>>
  /** Customers that match the query; null until the first answer. */
  readonly total: ShallowRef<number | null>
  /** Raised whenever a row that may be in view has changed; not when one arrives, which `at` tells by itself. */
  readonly version: Ref<number>
  readonly failure: ShallowRef<Failure | null>
  /** The customer in a row of the list; null while it is on its way. */
  at(row: number): Customer | null
  /** The row in which a customer is now; -1 when it is not among those loaded. */
  rowOf(id: string): number
  /** Loads the pages of these rows that are not here yet. */
  show(range: { first: number; last: number }): void
  /** Another search, filter or order. What is on the screen stays until the new rows are here. */
  ask(changes: Partial<CustomerQuery>): Promise<void>
  /** Fetches what is in view again. */
  refresh(): Promise<void>
  /** Puts a newer record in its place, without moving it: a saved cell must not jump away under the hand. */
  replace(customer: Customer): void
  /** The customers of these rows, fetched where they are not here. */
  rows(first: number, last: number): Promise<Result<readonly Customer[]>>
  /** Those loaded for which `test` holds. */
  loaded(test: (customer: Customer) => boolean): readonly Customer[]
}

/** The list by pages around what is in view, in a plain Map: 100,000 rows cost nothing until they are looked at. */
export function useCustomerPages(): CustomerPages {
  // Shallow: what lies within goes over the boundary as it is.
  const query = shallowRef<CustomerQuery>(defaultQuery)
  const total = shallowRef<number | null>(null)
  const version = ref(0)
  const arrivals = ref(0)
  const failure = shallowRef<Failure | null>(null)
  let pages = new Map<number, readonly Customer[]>()
  let loading = new Set<number>()
  let view = { first: 0, last: 0 }
  // Answers of an earlier question are not for this one.
  let generation = 0

  const pagesOf = (range: { first: number; last: number }): number[] => {
    const first = Math.floor(range.first / pageSize)
    const last = Math.floor(Math.max(range.first, range.last) / pageSize)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  async function load(page: number): Promise<void> {
    if (loading.has(page)) return
    loading.add(page)
    const asked = generation
    const inFlight = loading
    const result = await call('customers.list', { ...query.value, offset: page * pageSize, limit: pageSize })
    inFlight.delete(page)
    if (asked !== generation) return
    if (!result.ok) {
      failure.value = result.error
      return
    }
    failure.value = null
    total.value = result.value.total
    pages.set(page, result.value.customers)
    letGo()
    arrivals.value += 1
  }

  function letGo(): void {
    if (pages.size <= maxPages) return
    const middle = (view.first + view.last) / 2 / pageSize
    const far = [...pages.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
    for (const page of far.slice(0, pages.size - maxPages)) pages.delete(page)
  }

  function show(range: { first: number; last: number }): void {
    view = range
    const first = Math.max(0, range.first - rowsAhead)
    const last = Math.min(range.last + rowsAhead, (total.value ?? 1) - 1)
    for (const page of pagesOf({ first, last })) if (!pages.has(page)) void load(page)
  }

  /** Asks again from the page `from`, and swaps all rows at once when its answer is here. */
  async function restart(range: { first: number; last: number }): Promise<void> {
    generation += 1
    const asked = generation
    const fresh = new Map<number, readonly Customer[]>()
    loading = new Set()
    const answers = await Promise.all(
      pagesOf(range).map(async (page) => ({
        page,
        result: await call('customers.list', { ...query.value, offset: page * pageSize, limit: pageSize }),
      })),
    )
    if (asked !== generation) return
    for (const { page, result } of answers) {
      if (!result.ok) {
        failure.value = result.error
        return
      }
      fresh.set(page, result.value.customers)
      total.value = result.value.total
    }
    failure.value = null
    pages = fresh
    version.value += 1
    show(view)
  }

  return {
    query,
    total,
    version,
    failure,
    at: (row) => (void arrivals.value, pages.get(Math.floor(row / pageSize))?.[row % pageSize] ?? null),
    rowOf(id) {
      for (const [page, customers] of pages) {
        const index = customers.findIndex((customer) => customer.id === id)
        if (index >= 0) return page * pageSize + index
      }
      return -1
    },
    show,
    ask(changes) {
      query.value = { ...query.value, ...changes }
      view = { first: 0, last: 0 }
      return restart(view)
    },
    refresh: () => restart(view),
    replace(customer) {
      for (const [page, customers] of pages) {
        if (!customers.some((known) => known.id === customer.id)) continue
        pages.set(
          page,
          customers.map((known) => (known.id === customer.id ? customer : known)),
        )
        version.value += 1
      }
    },
    async rows(first, last) {
      const known: Customer[] = []
      for (let row = first; row <= last; row += 1) {
        const customer = pages.get(Math.floor(row / pageSize))?.[row % pageSize]
        if (!customer) break
        known.push(customer)
      }
      if (known.length === last - first + 1) return success(known)
      const asked = { ...query.value }
      const found: Customer[] = []
      for (let offset = first; offset <= last; offset += blockSize) {
        const limit = Math.min(blockSize, last - offset + 1)
        const result = await call('customers.list', { ...asked, offset, limit })
        if (!result.ok) return result
        found.push(...result.value.customers)
        if (result.value.customers.length < limit) break
      }
      return success(found)
    },
    loaded: (test) => [...pages.values()].flatMap((customers) => customers.filter(test)),
  }
}

import { computed, type ComputedRef, type Ref, ref, shallowRef, watch } from 'vue'
import type { Customer, CustomerFilter, CustomerSelection } from '../../../contract/customers.ts'
import { type Result, success } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { carWords, customerTitle } from './customer-cells.ts'
import { filterOf, sameFilter } from './customer-filter.ts'
import type { CustomerPages } from './useCustomerPages.ts'

/** What is chosen: some customers by their names, or all that the filter finds, without a few. */
type Chosen =
  | { readonly kind: 'some'; readonly names: ReadonlyMap<string, string> }
  | {
      readonly kind: 'all'
      readonly filter: CustomerFilter
      readonly total: number
      readonly except: ReadonlySet<string>
    }

const nothing: Chosen = { kind: 'some', names: new Map() }

export interface CustomerChoice {
  readonly count: ComputedRef<number>
  readonly ofAll: ComputedRef<'none' | 'some' | 'all'>
  /** Raised with each change. */
  readonly version: Ref<number>
  has(id: string): boolean
  /** Turns one over; with `from`, all rows between are set as the one at `row` will be. */
  tick(row: number, from: number | null): Promise<Result<null>>
  /** All that the filter finds; none when all are chosen already. */
  tickAll(): void
  /** Chooses the customers of these rows. */
  addRows(first: number, last: number): Promise<Result<null>>
  clear(): void
  /** Names of those chosen, a few at most: for questions. */
  names(): readonly string[]
  /** Those chosen, as they are in the list or at the program. */
  records(): Promise<Result<readonly Customer[]>>
  /** As the program takes it. The filter stands for itself where it can: nothing is fetched. */
  resolve(): Promise<Result<CustomerSelection>>
}

const nameOf = (customer: Customer): string => [customerTitle(customer), carWords(customer)].filter(Boolean).join(', ')

/** Rows chosen by their boxes. Those chosen by name outlive another search or order; all of a filter is left with that filter. */
export function useCustomerSelection(pages: CustomerPages): CustomerChoice {
  const chosen = shallowRef<Chosen>(nothing)
  const version = ref(0)

  function set(next: Chosen): void {
    chosen.value = next
    version.value += 1
  }
  const has = (id: string): boolean =>
    chosen.value.kind === 'some' ? chosen.value.names.has(id) : !chosen.value.except.has(id)

  function put(customers: readonly Customer[], wanted: boolean): void {
    const now = chosen.value
    if (now.kind === 'all') {
      const except = new Set(now.except)
      for (const { id } of customers)
        if (wanted) except.delete(id)
        else except.add(id)
      set({ ...now, except })
      return
    }
    const names = new Map(now.names)
    for (const customer of customers)
      if (wanted) names.set(customer.id, nameOf(customer))
      else names.delete(customer.id)
    set({ kind: 'some', names })
  }

  async function putRows(first: number, last: number, wanted: boolean): Promise<Result<null>> {
    const rows = await pages.rows(first, last)
    if (!rows.ok) return rows
    put(rows.value, wanted)
    return success(null)
  }

  // All that one filter finds says nothing of what another one does.
  watch(pages.query, (query) => {
    if (chosen.value.kind === 'all' && !sameFilter(chosen.value.filter, filterOf(query))) set(nothing)
  })

  const count = computed(() =>
    chosen.value.kind === 'some' ? chosen.value.names.size : chosen.value.total - chosen.value.except.size,
  )

  return {
    count,
    version,
    ofAll: computed(() => {
      if (count.value === 0) return 'none'
      return chosen.value.kind === 'all' && chosen.value.except.size === 0 ? 'all' : 'some'
    }),
    has,
    async tick(row, from) {
      const customer = pages.at(row)
      if (!customer) return success(null)
      const wanted = !has(customer.id)
      if (from !== null) return putRows(Math.min(row, from), Math.max(row, from), wanted)
      put([customer], wanted)
      return success(null)
    },
    tickAll() {
      const total = pages.total.value ?? 0
      const already = chosen.value.kind === 'all' && chosen.value.except.size === 0
      if (already || total === 0) set(nothing)
      else set({ kind: 'all', filter: filterOf(pages.query.value), total, except: new Set() })
    },
    addRows: (first, last) => putRows(first, last, true),
    clear: () => set(nothing),
    names() {
      if (chosen.value.kind === 'some') return [...chosen.value.names.values()]
      const { except } = chosen.value
      return pages.loaded(({ id }) => !except.has(id)).map(nameOf)
    },
    async records() {
      const now = chosen.value
      if (now.kind === 'all') {
        const all = await pages.rows(0, now.total - 1)
        return all.ok ? success(all.value.filter(({ id }) => !now.except.has(id))) : all
      }
      const here = pages.loaded(({ id }) => now.names.has(id))
      const known = new Set(here.map(({ id }) => id))
      const found = [...here]
      for (const id of now.names.keys()) {
        if (known.has(id)) continue
        const record = await call('customers.get', { id })
        if (!record.ok) return record
        found.push(record.value)
      }
      return success(found)
    },
    async resolve() {
      const now = chosen.value
      if (now.kind === 'some') return success({ by: 'ids', ids: [...now.names.keys()] })
      if (now.except.size === 0) return success({ by: 'filter', filter: now.filter })
      const all = await pages.rows(0, now.total - 1)
      if (!all.ok) return all
      return success({ by: 'ids', ids: all.value.map(({ id }) => id).filter((id) => !now.except.has(id)) })
    },
  }
}

import { computed, ref, shallowRef, watch } from 'vue'
import type { CustomerSelection } from '../../../contract/customers.ts'
import type { CustomerFilter } from '../../../contract/customer-filter.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import { type Result, success } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { recordName } from './customer-cells.ts'
import { filterOf, sameFilter } from './customer-filter.ts'
import type { CustomerPages } from './useCustomerPages.ts'

/** Either single customers with their names, or every customer that matches a filter, except some. */
type Selected =
  | { readonly kind: 'some'; readonly names: ReadonlyMap<string, string> }
  | {
      readonly kind: 'all'
      readonly filter: CustomerFilter
      readonly total: number
      readonly except: ReadonlySet<string>
    }

const nothing: Selected = { kind: 'some', names: new Map() }

/** Rows selected by their checkboxes. Single customers stay selected across searches; "all" ends when the filter changes. */
export function useCustomerSelection(pages: CustomerPages) {
  const client = useClient()
  const selected = shallowRef<Selected>(nothing)
  /** Rises with each change. */
  const version = ref(0)

  function set(next: Selected): void {
    selected.value = next
    version.value += 1
  }
  const has = (id: string): boolean =>
    selected.value.kind === 'some' ? selected.value.names.has(id) : !selected.value.except.has(id)

  function mark(customers: readonly Customer[], isSelected: boolean): void {
    const current = selected.value
    if (current.kind === 'all') {
      const except = new Set(current.except)
      for (const { id } of customers)
        if (isSelected) except.delete(id)
        else except.add(id)
      set({ ...current, except })
      return
    }
    const names = new Map(current.names)
    for (const customer of customers)
      if (isSelected) names.set(customer.id, recordName(customer))
      else names.delete(customer.id)
    set({ kind: 'some', names })
  }

  async function markRows(first: number, last: number, isSelected: boolean): Promise<Result<null>> {
    const rows = await pages.fetchRows(first, last)
    if (!rows.ok) return rows
    mark(rows.value, isSelected)
    return success(null)
  }

  watch(pages.query, (query) => {
    if (selected.value.kind === 'all' && !sameFilter(selected.value.filter, filterOf(query))) set(nothing)
  })

  const count = computed(() =>
    selected.value.kind === 'some' ? selected.value.names.size : selected.value.total - selected.value.except.size,
  )

  return {
    count,
    version,
    extent: computed((): 'none' | 'some' | 'all' => {
      if (count.value === 0) return 'none'
      return selected.value.kind === 'all' && selected.value.except.size === 0 ? 'all' : 'some'
    }),
    has,
    /** Toggles one row; with `from`, every row between gets the new state of `row`. */
    async toggle(row: number, from: number | null): Promise<Result<null>> {
      const customer = pages.rowAt(row)
      if (!customer) return success(null)
      const isSelected = !has(customer.id)
      if (from !== null) return markRows(Math.min(row, from), Math.max(row, from), isSelected)
      mark([customer], isSelected)
      return success(null)
    },
    /** Selects every match of the filter; clears the selection when all of them are selected already. */
    toggleAll(): void {
      const total = pages.total.value ?? 0
      const isAll = selected.value.kind === 'all' && selected.value.except.size === 0
      if (isAll || total === 0) set(nothing)
      else set({ kind: 'all', filter: filterOf(pages.query.value), total, except: new Set() })
    },
    addRows: (first: number, last: number) => markRows(first, last, true),
    clear: () => set(nothing),
    /** Names of selected customers, for questions. Not complete when all matches are selected. */
    names(): readonly string[] {
      if (selected.value.kind === 'some') return [...selected.value.names.values()]
      const { except } = selected.value
      return pages.loaded(({ id }) => !except.has(id)).map(recordName)
    },
    /** The selected customers, fetched when they are not loaded. */
    async fetchRecords(): Promise<Result<readonly Customer[]>> {
      const current = selected.value
      if (current.kind === 'all') {
        const all = await pages.fetchRows(0, current.total - 1)
        return all.ok ? success(all.value.filter(({ id }) => !current.except.has(id))) : all
      }
      const loaded = pages.loaded(({ id }) => current.names.has(id))
      const loadedIds = new Set(loaded.map(({ id }) => id))
      const found = [...loaded]
      for (const id of current.names.keys()) {
        if (loadedIds.has(id)) continue
        const record = await client.read('customers.get', { id })
        if (!record.ok) return record
        found.push(record.value)
      }
      return success(found)
    },
    /** The selection for the program: the filter itself where possible, so that nothing is fetched. */
    resolve(): CustomerSelection {
      const current = selected.value
      if (current.kind === 'some') return { by: 'ids', ids: [...current.names.keys()] }
      const { filter, except } = current
      return { by: 'filter', filter, ...(except.size > 0 && { except: [...except] }), count: count.value }
    },
  }
}

export type RowSelection = ReturnType<typeof useCustomerSelection>

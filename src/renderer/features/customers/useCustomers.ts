import { useThrottleFn } from '@vueuse/core'
import { computed, type ComputedRef, type Ref, ref, type ShallowRef, shallowRef } from 'vue'
import type { Customer } from '../../../contract/customers.ts'
import { CustomerSort } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { Result } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import type { GridCell, GridSort } from '../../ui/grid.ts'
import { useEvent } from '../../ui/useEvent.ts'
import { customerCell, isEditableField, shownField } from './customer-cells.ts'
import { type CustomerEdits, useCustomerEdits } from './useCustomerEdits.ts'
import { type CustomerPages, type CustomerQuery, useCustomerPages } from './useCustomerPages.ts'

/** During a sync every page that arrives announces itself; the screen is fresh enough at this pace. */
const refreshMs = 1_000

/** Dates and sightings are looked at newest first, texts from A. */
const firstDescending: readonly CustomerQuery['sort'][] = ['saleDate', 'expiryDate', 'lastSighting', 'lastUpdated']

export interface Customers {
  readonly pages: CustomerPages
  readonly edits: CustomerEdits
  readonly version: ComputedRef<number>
  readonly sort: ComputedRef<GridSort>
  /** The customer whose details are open. */
  readonly open: ShallowRef<Customer | null>
  readonly openRow: Ref<number>
  cell(row: number, key: string): GridCell | null
  sortBy(key: string): void
  edit(row: number, key: string, typed: string): void
  openAt(row: number): void
  close(): void
  remove(customer: Customer): Promise<Result<{ deleting: number }>>
}

/** The list of customers as a screen works with it. */
export function useCustomers(region: () => Region): Customers {
  const pages = useCustomerPages()
  const open = shallowRef<Customer | null>(null)
  const openRow = ref(-1)

  function takeIn(customer: Customer): void {
    pages.replace(customer)
    if (open.value?.id === customer.id) open.value = customer
  }
  const edits = useCustomerEdits(takeIn)

  async function refreshOpen(): Promise<void> {
    const shown = open.value
    if (!shown) return
    const newer = await call('customers.get', { id: shown.id })
    if (open.value?.id !== shown.id) return
    if (newer.ok) open.value = newer.value
    else if (newer.error.kind === 'not-found') close()
    openRow.value = open.value ? pages.rowOf(shown.id) : -1
  }

  const refreshSoon = useThrottleFn(
    async () => {
      await pages.refresh()
      await refreshOpen()
    },
    refreshMs,
    true,
  )

  useEvent('customers.changed', () => {
    // Her own change is in its place already; a list that sorts itself anew under the hand is of no use.
    if (!edits.settling()) void refreshSoon()
  })

  function close(): void {
    open.value = null
    openRow.value = -1
  }

  return {
    pages,
    edits,
    version: computed(() => pages.version.value + edits.version.value),
    sort: computed(() => ({ key: pages.query.value.sort, descending: pages.query.value.descending })),
    open,
    openRow,
    cell(row, key) {
      const customer = pages.at(row)
      return customer ? customerCell(customer, key, (field) => edits.get(customer.id, field), region()) : null
    },
    sortBy(key) {
      const sort = CustomerSort.safeParse(key)
      if (!sort.success) return
      const current = pages.query.value
      const descending = current.sort === sort.data ? !current.descending : firstDescending.includes(sort.data)
      void pages.ask({ sort: sort.data, descending })
    },
    edit(row, key, typed) {
      const customer = pages.at(row)
      if (!customer || !isEditableField(key)) return
      if (typed.trim() === shownField(key, customer[key]) && !edits.get(customer.id, key)) return
      // As it was typed: day/month/year, and all else, is read by the import's own rules.
      void edits.save(customer, key, typed.trim())
    },
    openAt(row) {
      open.value = pages.at(row)
      openRow.value = open.value ? row : -1
    },
    close,
    async remove(customer) {
      const result = await call('customers.delete', { selection: { by: 'ids', ids: [customer.id] } })
      if (result.ok) {
        if (open.value?.id === customer.id) close()
        await pages.refresh()
      }
      return result
    },
  }
}

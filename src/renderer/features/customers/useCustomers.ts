import { computed, type ComputedRef, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue'
import type { Customer, CustomerSort } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import { success } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import type { GridCell, GridSort } from '../../ui/grid/grid.ts'
import { useEvent } from '../../ui/useEvent.ts'
import { useCalmRefresh } from './throttled-refresh.ts'
import { customerCell, isEditableField, shownField } from './customer-cells.ts'
import { isSortable, tickKey } from './customer-columns.ts'
import { isFiltered } from './customer-filter.ts'
import { type CustomerEdits, useCustomerEdits } from './useCustomerEdits.ts'
import { type CustomerPages, useCustomerPages } from './useCustomerPages.ts'
import { type CustomerChoice, useCustomerSelection } from './useCustomerSelection.ts'

/** During a sync every page that arrives announces itself; the screen is fresh enough at this pace. */
const refreshMs = 600
/** So long a cell that was changed keeps its row where it is. */
const holdMs = 10_000

/** Dates and sightings are looked at newest first, texts from A. */
const firstDescending: readonly CustomerSort[] = ['saleDate', 'expiryDate', 'lastSighting', 'lastUpdated']

export interface Customers {
  readonly pages: CustomerPages
  readonly edits: CustomerEdits
  readonly choice: CustomerChoice
  readonly version: ComputedRef<number>
  readonly sort: ComputedRef<GridSort>
  /** The customer whose details are open. */
  readonly open: ShallowRef<Customer | null>
  readonly openRow: Ref<number>
  cell(row: number, key: string): GridCell | null
  /** What a cell of a customer shows, as a text alone. */
  textOf(customer: Customer, key: string): string
  sortBy(key: string): void
  /** A change of one cell, of the customer in whose row the editor was opened, wherever that row is now. */
  edit(id: string, key: string, typed: string): Promise<void>
  openAt(row: number): void
  show(customer: Customer): void
  close(): void
  /** Rows go to their places again: what is done next is not the change of a cell. */
  release(): void
}

/** The list of customers as a screen works with it. */
export function useCustomers(region: () => Region): Customers {
  const pages = useCustomerPages()
  const choice = useCustomerSelection(pages)
  const open = shallowRef<Customer | null>(null)
  const openRow = ref(-1)
  let heldUntil = 0
  let laterRefresh: ReturnType<typeof setTimeout> | undefined

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

  /** Records that wait for something, each in its place: a list that sorts itself anew under the hand is of no use. */
  async function refreshInPlace(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const newer = await call('customers.get', { id })
      if (newer.ok) takeIn(newer.value)
      else release()
    }
    if (performance.now() >= heldUntil) await pages.refresh()
    // What else has changed meanwhile is shown when the hand has rested.
    else laterRefresh ??= setTimeout(refreshSoon, heldUntil - performance.now())
  }

  /** The order of the list is worked out anew from now on. */
  function release(): void {
    heldUntil = 0
    clearTimeout(laterRefresh)
    laterRefresh = undefined
  }
  watch(pages.query, release)
  onScopeDispose(release)

  const refreshSoon = useCalmRefresh(async () => {
    laterRefresh = undefined
    const settled = await edits.refresh()
    const waiting = pages.loaded((customer) => customer.edits.length > 0)
    if (performance.now() < heldUntil) {
      await refreshInPlace([...new Set([...settled.map((edit) => edit.customerId), ...waiting.map(({ id }) => id)])])
    } else {
      await pages.refresh()
    }
    for (const edit of settled) {
      const row = pages.rowOf(edit.customerId)
      const record = row < 0 ? null : pages.at(row)
      if (record) edits.confirm(record, edit)
    }
    await refreshOpen()
  }, refreshMs)
  useEvent('customers.changed', refreshSoon)

  function close(): void {
    open.value = null
    openRow.value = -1
  }

  const cellOf = (customer: Customer, key: string): GridCell =>
    customerCell(customer, key, (field) => edits.local(customer.id, field), region())

  return {
    pages,
    edits,
    choice,
    version: computed(() => pages.version.value + edits.version.value + choice.version.value),
    sort: computed(() => ({ key: pages.query.value.sort, descending: pages.query.value.descending })),
    open,
    openRow,
    cell(row, key) {
      const customer = pages.at(row)
      if (!customer) return null
      if (key === tickKey) return { text: '', ticked: choice.has(customer.id) }
      return cellOf(customer, key)
    },
    textOf: (customer, key) => cellOf(customer, key).text,
    sortBy(key) {
      if (!isSortable(key)) return
      const current = pages.query.value
      const descending = current.sort === key ? !current.descending : firstDescending.includes(key)
      void pages.ask({ sort: key, descending })
    },
    async edit(id, key, typed) {
      if (!isEditableField(key)) return
      const [loaded] = pages.loaded((each) => each.id === id)
      const found = loaded ? success(loaded) : await call('customers.get', { id })
      if (!found.ok) {
        pages.failure.value = { ...found.error, kept: `“${typed.trim()}” was not saved.` }
        return
      }
      const customer = found.value
      const text = typed.trim()
      const waiting = edits.local(customer.id, key) ?? customer.edits.find((edit) => edit.field === key)
      if (!waiting && text === shownField(key, customer[key])) return
      const { query } = pages
      if (query.value.sort === key || query.value.sort === 'lastUpdated' || isFiltered(query.value))
        heldUntil = performance.now() + holdMs
      // As it was typed: day/month/year, and all else, is read by the import's own rules.
      void edits.save(customer, key, text)
    },
    openAt(row) {
      open.value = pages.at(row)
      openRow.value = open.value ? row : -1
    },
    show(customer) {
      open.value = customer
      openRow.value = pages.rowOf(customer.id)
    },
    close,
    release,
  }
}

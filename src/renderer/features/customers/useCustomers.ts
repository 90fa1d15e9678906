import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Customer } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { success } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useRefresh } from '../../bridge/useRefresh.ts'
import type { GridCell, GridSort } from '../../ui/grid/grid.ts'
import { customerCell, formatField } from './customer-cells.ts'
import { firstDirection, isSortable, openKey, tickKey } from './customer-columns.ts'
import { isEditableField } from './customer-fields.ts'
import { isFiltered } from './customer-filter.ts'
import { customersText } from './customers-text.ts'
import { type SavedEdit, type UnsavedEdit, useCustomerEdits } from './useCustomerEdits.ts'
import { useCustomerPages } from './useCustomerPages.ts'
import { useCustomerSelection } from './useCustomerSelection.ts'

/** During a download each page sends an event; this gap is short enough for the screen. */
const refreshGapMs = 600
/** After an edit, rows stay in their place for this long. */
const fixedOrderMs = 10_000

/** The list of customers: rows, edits, selection and the open record. `onSaved`: see `useCustomerEdits`. */
export function useCustomers(region: () => Region, onSaved?: (edit: SavedEdit) => void) {
  const client = useClient()
  const pages = useCustomerPages()
  const selection = useCustomerSelection(pages)
  const open = shallowRef<Customer | null>(null)
  const openRow = ref(-1)
  let orderFixedUntil = 0
  let delayedRefresh: ReturnType<typeof setTimeout> | undefined

  /** Shows a newer version of a record in its place. */
  function applyRecord(customer: Customer): void {
    pages.replace(customer)
    if (open.value?.id === customer.id) open.value = customer
  }
  const edits = useCustomerEdits(applyRecord, onSaved)

  async function refreshOpen(): Promise<void> {
    const shown = open.value
    if (!shown) return
    const newer = await client.read('customers.get', { id: shown.id })
    if (open.value?.id !== shown.id) return
    if (newer.ok) open.value = newer.value
    else if (newer.error.kind === 'not-found') close()
    openRow.value = open.value ? pages.rowOf(shown.id) : -1
  }

  /** Refreshes edited records in their place: a list that reorders itself during editing cannot be used. */
  async function refreshInPlace(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const newer = await client.read('customers.get', { id })
      if (newer.ok) applyRecord(newer.value)
      else allowReorder()
    }
    if (performance.now() >= orderFixedUntil) await pages.refresh()
    else delayedRefresh ??= setTimeout(refresher.request, orderFixedUntil - performance.now())
  }

  /** Rows stay in their place for a while: their cells are being changed. */
  function fixOrder(): void {
    orderFixedUntil = performance.now() + fixedOrderMs
  }

  /** Ends the fixed order after an edit: rows are sorted again with the next refresh. */
  function allowReorder(): void {
    orderFixedUntil = 0
    clearTimeout(delayedRefresh)
    delayedRefresh = undefined
  }
  watch(pages.query, allowReorder)
  onScopeDispose(allowReorder)

  function confirmSaved(settled: readonly UnsavedEdit[]): void {
    for (const edit of settled) {
      const row = pages.rowOf(edit.customerId)
      const record = row < 0 ? null : pages.rowAt(row)
      if (record) edits.confirmSaved(record, edit)
    }
  }

  async function refreshAll(): Promise<void> {
    delayedRefresh = undefined
    const settled = await edits.refresh()
    if (performance.now() < orderFixedUntil) {
      const edited = pages.loaded((customer) => customer.edits.length > 0)
      await refreshInPlace([...new Set([...settled.map((edit) => edit.customerId), ...edited.map(({ id }) => id)])])
    } else {
      await pages.refresh()
    }
    confirmSaved(settled)
    await refreshOpen()
  }
  const refresher = useRefresh(refreshAll, {
    refreshOn: {
      'customers.changed': () => true,
      'lookup.changed': () => true,
      // Another outcome may move a customer out of the list.
      'sightings.changed': () => pages.query.value.outcomes.length > 0,
    },
    minGapMs: refreshGapMs,
    adaptiveGap: true,
  })

  function close(): void {
    open.value = null
    openRow.value = -1
  }

  const cellOf = (customer: Customer, key: string): GridCell =>
    customerCell(customer, key, (field) => edits.localEdit(customer.id, field), region())

  return {
    pages,
    edits,
    selection,
    version: computed(() => pages.version.value + edits.version.value + selection.version.value),
    sort: computed((): GridSort => ({ key: pages.query.value.sort, descending: pages.query.value.descending })),
    open,
    openRow,
    cell(row: number, key: string): GridCell | null {
      const customer = pages.rowAt(row)
      if (!customer) return null
      if (key === tickKey) return { text: '', ticked: selection.has(customer.id) }
      if (key === openKey) return { text: '', title: customersText.open }
      return cellOf(customer, key)
    },
    /** The text of a cell in a copy: a hidden number is empty. */
    copyText(customer: Customer, key: string): string {
      const { copyText, text } = cellOf(customer, key)
      return copyText ?? text
    },
    sortBy(key: string): void {
      if (!isSortable(key)) return
      const current = pages.query.value
      const descending = current.sort === key ? !current.descending : firstDirection(key) === 'descending'
      void pages.setQuery({ sort: key, descending })
    },
    /** Edits one field of the customer whose cell editor was opened, wherever its row is now. */
    async edit(id: string, key: string, typed: string): Promise<void> {
      if (!isEditableField(key)) return
      const text = typed.trim()
      const [loaded] = pages.loaded((each) => each.id === id)
      const found = loaded ? success(loaded) : await client.read('customers.get', { id })
      if (!found.ok) {
        edits.reject(id, key, text, found.error)
        return
      }
      const customer = found.value
      const earlier = edits.localEdit(customer.id, key) ?? customer.edits.find((edit) => edit.field === key)
      if (!earlier && text === formatField(key, customer[key])) return
      const { query } = pages
      if (query.value.sort === key || query.value.sort === 'lastUpdated' || isFiltered(query.value)) fixOrder()
      // As typed: the program validates dates and numbers by the rules of the import.
      void edits.save(customer, key, text)
    },
    openAt(row: number): void {
      open.value = pages.rowAt(row)
      openRow.value = open.value ? row : -1
    },
    show(customer: Customer): void {
      open.value = customer
      openRow.value = pages.rowOf(customer.id)
    },
    close,
    fixOrder,
    allowReorder,
    applyRecord,
  }
}

export type Customers = ReturnType<typeof useCustomers>

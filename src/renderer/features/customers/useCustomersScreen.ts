import { computed, watch } from 'vue'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import type { SavedView } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import type { FewCalls } from '../../connection/useUsage.ts'
import { providedState } from '../../ui/provided-state.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { recordName } from './customer-cells.ts'
import { isSortable } from './customer-columns.ts'
import { filterOf } from './customer-filter.ts'
import { useFilterCounts } from './useFilterCounts.ts'
import { useContactPermission } from './useContactPermission.ts'
import { useCellChanges } from './cells/useCellChanges.ts'
import { editConsequence } from './edit-consequence.ts'
import { undoGroup, useCustomerActions } from './useCustomerActions.ts'
import { useCustomerColumns } from './useCustomerColumns.ts'
import { defaultQuery } from './useCustomerPages.ts'
import { useCustomers } from './useCustomers.ts'
import { useCustomersStatus, customersEmptyKind } from './useCustomersStatus.ts'
import { useCustomerViews, type ReadyView } from './useCustomerViews.ts'
import { useMarkedCells } from './useMarkedCells.ts'
import { useUnsavedChanges } from './useUnsavedChanges.ts'

/** After a change of more cells, the rows are sorted again at once. */
const maxKeptInPlace = 50

export interface CustomersScreenContext {
  readonly connectionId: () => string | null
  readonly region: () => Region
  /** The record in the address of the screen. */
  readonly recordId: () => string | undefined
  /** The upload whose customers the address asks for; null: all customers. */
  readonly uploadId: () => string | null
  /** The search that the address asks for; empty: none. */
  readonly search: () => string
  readonly fewCalls: FewCalls
}

/** The screen "Customers" without its layout and focus. */
export function useCustomersScreen(context: CustomersScreenContext) {
  const client = useClient()
  const { connectionId, region, recordId, fewCalls } = context
  const toasts = useToasts()
  const customers = useCustomers(region, (edit) => {
    const said = editConsequence(edit)
    if (said !== null) toasts.success(said, actions.undoAction())
  })
  const { pages, edits, selection } = customers
  const cache = useCustomersStatus()
  const facts = useQuery('customers.facts', { lazy: true })
  const columns = useCustomerColumns(() => facts.data.value, region)
  const views = useCustomerViews(() => ({
    filter: filterOf(pages.query.value),
    sort: pages.query.value.sort,
    descending: pages.query.value.descending,
    columns: [...columns.all.value],
  }))
  const counts = useFilterCounts(pages, () => views.all.value)
  const actions = useCustomerActions(customers, columns, fewCalls)
  const marked = useMarkedCells(columns, selection, actions)
  const fail = (failure: Failure): void => void toasts.failure(failure)
  const changes = useUnsavedChanges(edits, {
    failed: fail,
    changed: () => Promise.all([cache.refresh(), pages.refresh()]),
  })

  const cells = useCellChanges({
    fewCalls,
    shown: () => ({ columns: columns.grid.value, rowCount: pages.total.value ?? 0, text: customers.copyText }),
    fetchRows: pages.fetchRows,
    async changed(count) {
      // Of many rows, each would be fetched by itself to keep its place.
      if (count <= maxKeptInPlace) customers.fixOrder()
      else customers.allowReorder()
      await Promise.all([edits.refresh(), pages.refresh()])
    },
    undo: actions.undoAction,
  })
  const contact = useContactPermission(customers.applyRecord)

  async function load(): Promise<void> {
    customers.close()
    selection.clear()
    // The rows first: they are what the user waits for.
    const rows = pages.setQuery(
      pages.total.value === null ? { uploadId: context.uploadId(), search: context.search() } : defaultQuery,
    )
    const saved = views.load()
    await Promise.all([cache.open(), rows])
    const savedColumns = await saved
    if (savedColumns.ok) columns.load(savedColumns.value)
    await Promise.all([facts.refresh(), edits.refresh(), counts.refresh()])
  }
  watch([connectionId, region], load, { immediate: true })

  watch(
    recordId,
    async (id, before) => {
      if (!id) {
        if (customers.open.value?.id === before) customers.close()
        return
      }
      const found = await client.read('customers.get', { id })
      if (recordId() !== id) return
      if (found.ok) customers.show(found.value)
      else fail(found.error)
    },
    { immediate: true },
  )
  // The open record may not be in the new list. A search closes it while it is typed: one that is opened before the rows change stays.
  watch(pages.query, (now, before) => now.search === before.search && customers.close())

  /** Shows the failure of a result in a notice; true when it succeeded. */
  function report(result: Result<unknown>): boolean {
    if (!result.ok) fail(result.error)
    return result.ok
  }

  return {
    customers,
    cache,
    facts: facts.data,
    columns,
    views,
    counts,
    actions,
    marked,
    cells,
    changes,
    contact,
    fewCalls,
    emptyKind: computed(() =>
      customersEmptyKind(cache.status.value, {
        statusFailed: cache.failure.value !== null,
        isAnswered: pages.total.value !== null || pages.failure.value !== null,
      }),
    ),
    load,
    refreshFacts: facts.refresh,
    /** Null: all customers in the default order and columns. */
    applyView(view: ReadyView | SavedView | null): void {
      views.currentId.value = view?.id ?? null
      // A ready-made view leaves the columns as they are.
      if (view === null || 'columns' in view) columns.apply(view?.columns ?? null)
      // A view that an older version saved may be sorted by a column that is no longer sorted.
      const order = view && isSortable(view.sort) ? { sort: view.sort, descending: view.descending } : {}
      void pages.setQuery(view ? { ...defaultQuery, ...view.filter, ...order } : defaultQuery)
    },
    async edit(id: string, key: string, typed: string): Promise<void> {
      // An undo in an older notice would undo this edit.
      toasts.withdrawActions(undoGroup)
      await customers.edit(id, key, typed)
    },
    /** The customers that Ctrl+Delete in a row concerns: the marked rows, or this row. Null: they could not be fetched. */
    async recordsAt(row: number): Promise<readonly Customer[] | null> {
      const range = marked.range.value
      const found = await pages.fetchRows(range?.top ?? row, range?.bottom ?? row)
      if (found.ok) return found.value
      fail(found.error)
      return null
    },
    async removeRecords(records: readonly Customer[]): Promise<boolean> {
      const deleted = records.filter(({ deleting }) => deleting?.state !== 'pending')
      if (deleted.length === 0) return false
      const ids = deleted.map(({ id }) => id)
      const names = deleted.map(recordName)
      const removed = await actions.remove({ selection: { by: 'ids', ids }, count: ids.length, names })
      if (removed) customers.close()
      return removed
    },
    async removeSelected(): Promise<void> {
      const count = selection.count.value
      if (await actions.remove({ selection: selection.resolve(), count, names: selection.names() })) selection.clear()
    },
    changeSelected: (change: ManyChange) => actions.change(selection.resolve(), change),
    /** Makes a list of the selected cars for a bulk look-up, which is reviewed before it is sent. Gives its id; null: it failed. */
    async lookUpSelected(): Promise<string | null> {
      const source = { from: 'customers', selection: selection.resolve() } as const
      const created = await client.call('bulkLookups.create', { source })
      if (created.ok) return created.value.id
      toasts.failure(created.error)
      return null
    },
    copySelected: () => void actions.copySelected(columns.shown.value.map(({ key }) => key)),
    report,
  }
}

export type CustomersScreen = ReturnType<typeof useCustomersScreen>

export const [provideCustomers, useProvidedCustomers] = providedState('customers screen', useCustomersScreen)

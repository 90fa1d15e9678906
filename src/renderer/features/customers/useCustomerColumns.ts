import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { ViewColumn } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import { useClient } from '../../bridge/program-client.ts'
import { maxPinned } from '../../ui/grid/grid.ts'
import type { ColumnMove } from '../../ui/grid/virtual-grid.ts'
import {
  arrangeColumns,
  changeColumn,
  moveColumn,
  shownColumns,
  toGridColumns,
  withoutOwnWidths,
} from './customer-columns.ts'

const saveDelayMs = 400
/** The contract accepts no longer list. */
const maxSaved = 300

/** Which columns are shown, where and how wide. The program saves them for the next start. */
export function useCustomerColumns(facts: () => CustomerFacts | null, region: () => Region) {
  const client = useClient()
  const arrangement = shallowRef<readonly ViewColumn[] | null>(null)
  /** Every column in order, visible or not. */
  const all = computed(() => arrangeColumns(arrangement.value, facts()?.fields.map(({ name }) => name) ?? [], region()))
  const contentWidths = shallowRef<ReadonlyMap<string, number>>(new Map())
  let isUnsaved = false

  function save(): void {
    if (!isUnsaved) return
    isUnsaved = false
    void client.call('customers.setColumns', { columns: all.value.slice(0, maxSaved) })
  }
  const saveSoon = useDebounceFn(save, saveDelayMs)
  // The screen may be closed before the delay is over.
  onScopeDispose(save)

  /** Applies and saves the columns of a view; null: the defaults. */
  function apply(columns: readonly ViewColumn[] | null): void {
    arrangement.value = columns
    isUnsaved = true
    void saveSoon()
  }

  return {
    all,
    shown: computed(() => shownColumns(all.value)),
    grid: computed(() => toGridColumns(all.value, contentWidths.value)),
    canPin: computed(() => shownColumns(all.value).filter(({ pinned }) => pinned).length < maxPinned),
    move: (move: ColumnMove): void => apply(moveColumn(all.value, move)),
    change(key: string, change: Partial<Omit<ViewColumn, 'key'>>): void {
      const next = changeColumn(all.value, key, change)
      // At least one column stays visible.
      if (shownColumns(next).length > 0) apply(next)
    },
    apply,
    /** Each column gets the width of its content. */
    fit: (): void => apply(withoutOwnWidths(all.value)),
    /** The widths of the content of the columns, by key. */
    setContentWidths(widths: ReadonlyMap<string, number>): void {
      contentWidths.value = widths
    },
    /** Shows the columns that the program has saved. */
    load(columns: readonly ViewColumn[] | null): void {
      arrangement.value = columns
    },
  }
}

export type CustomerColumns = ReturnType<typeof useCustomerColumns>

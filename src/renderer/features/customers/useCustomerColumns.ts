import { useDebounceFn } from '@vueuse/core'
import { computed, type ComputedRef, onScopeDispose, shallowRef } from 'vue'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { ViewColumn } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { maxPinned } from '../../ui/grid/column-items.ts'
import type { GridColumn } from '../../ui/grid/grid.ts'
import type { ColumnMove } from '../../ui/grid/useColumnMove.ts'
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

export interface CustomerColumns {
  /** Every column in order, visible or not. */
  readonly all: ComputedRef<readonly ViewColumn[]>
  readonly shown: ComputedRef<readonly ViewColumn[]>
  readonly grid: ComputedRef<readonly GridColumn[]>
  readonly canPin: ComputedRef<boolean>
  move(move: ColumnMove): void
  change(key: string, change: Partial<Omit<ViewColumn, 'key'>>): void
  /** Applies and saves the columns of a view; null: the defaults. */
  apply(columns: readonly ViewColumn[] | null): void
  /** Each column gets the width of its content. */
  fit(): void
  /** The widths of the content of the columns, by key. */
  setContentWidths(widths: ReadonlyMap<string, number>): void
  /** Shows the columns that the program has saved. */
  load(columns: readonly ViewColumn[] | null): void
}

/** Which columns are shown, where and how wide. The program saves them for the next start. */
export function useCustomerColumns(
  client: ProgramClient,
  facts: () => CustomerFacts | null,
  region: () => Region,
): CustomerColumns {
  const arrangement = shallowRef<readonly ViewColumn[] | null>(null)
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
    move: (move) => apply(moveColumn(all.value, move)),
    change(key, change) {
      const next = changeColumn(all.value, key, change)
      // At least one column stays visible.
      if (shownColumns(next).length > 0) apply(next)
    },
    apply,
    fit: () => apply(withoutOwnWidths(all.value)),
    setContentWidths(widths) {
      contentWidths.value = widths
    },
    load(columns) {
      arrangement.value = columns
    },
  }
}

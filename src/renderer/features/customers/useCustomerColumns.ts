import { useDebounceFn } from '@vueuse/core'
import { computed, type ComputedRef, onScopeDispose, shallowRef } from 'vue'
import type { CustomerFacts, ViewColumn } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import { call } from '../../bridge/client.ts'
import type { GridColumn } from '../../ui/grid/grid.ts'
import type { ColumnMove } from '../../ui/grid/useColumnMove.ts'
import { arrangeColumns, changeColumn, gridColumnsOf, maxPinned, moveColumn, shownColumns } from './customer-columns.ts'

const keepMs = 400

export interface CustomerColumns {
  /** Every column, shown or not, in her order. */
  readonly all: ComputedRef<readonly ViewColumn[]>
  readonly shown: ComputedRef<readonly ViewColumn[]>
  readonly grid: ComputedRef<readonly GridColumn[]>
  readonly canPin: ComputedRef<boolean>
  move(move: ColumnMove): void
  change(key: string, change: Partial<Omit<ViewColumn, 'key'>>): void
  /** The columns of a saved view, or as they were at first (null). */
  take(columns: readonly ViewColumn[] | null): void
  /** As the program gave them at the start: taken without being kept again. */
  begin(columns: readonly ViewColumn[] | null): void
}

/** Which columns are shown, where and how wide; kept by the program for the next start. */
export function useCustomerColumns(facts: () => CustomerFacts | null, region: () => Region): CustomerColumns {
  const kept = shallowRef<readonly ViewColumn[] | null>(null)
  const all = computed(() => arrangeColumns(kept.value, facts()?.fields.map(({ name }) => name) ?? [], region()))
  let waiting = false

  function keep(): void {
    if (!waiting) return
    waiting = false
    void call('customers.setColumns', { columns: all.value.slice(0, 300) })
  }
  const keepSoon = useDebounceFn(keep, keepMs)
  // She may be back before the moment is over.
  onScopeDispose(keep)

  function set(columns: readonly ViewColumn[] | null): void {
    kept.value = columns
    waiting = true
    void keepSoon()
  }

  return {
    all,
    shown: computed(() => shownColumns(all.value)),
    grid: computed(() => gridColumnsOf(all.value)),
    canPin: computed(() => shownColumns(all.value).filter(({ pinned }) => pinned).length < maxPinned),
    move: (move) => set(moveColumn(all.value, move)),
    change(key, change) {
      const next = changeColumn(all.value, key, change)
      // A list without any column would have no way back but this panel.
      if (shownColumns(next).length > 0) set(next)
    },
    take: set,
    begin(columns) {
      kept.value = columns
    },
  }
}

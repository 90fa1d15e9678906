import { computed, shallowRef } from 'vue'
import { type Result, success } from '../../../contract/result.ts'
import type { GridRange } from '../../ui/grid/grid.ts'
import { openKey, tickKey } from './customer-columns.ts'
import type { CustomerActions } from './useCustomerActions.ts'
import type { CustomerColumns } from './useCustomerColumns.ts'
import type { RowSelection } from './useCustomerSelection.ts'

/** The range of cells that is marked with Shift in the grid. */
export function useMarkedCells(
  columns: Pick<CustomerColumns, 'grid'>,
  selection: Pick<RowSelection, 'addRows' | 'toggle'>,
  actions: Pick<CustomerActions, 'copyRows'>,
) {
  const range = shallowRef<GridRange | null>(null)

  const keysOf = ({ left, right }: GridRange): string[] =>
    columns.grid.value
      .slice(left, right + 1)
      .map(({ key }) => key)
      .filter((key) => key !== tickKey && key !== openKey)

  /** Rows and columns of a range of several rows; null otherwise. */
  const size = computed(() => {
    const current = range.value
    if (!current || current.top === current.bottom) return null
    return { rows: current.bottom - current.top + 1, columns: keysOf(current).length }
  })

  /** Adds the rows of the range to the selection. */
  const selectRows = async (): Promise<Result<null>> =>
    range.value ? selection.addRows(range.value.top, range.value.bottom) : success(null)

  return {
    range,
    size,
    copy(copied: GridRange | null, withHeaders: boolean): void {
      if (copied) void actions.copyRows(copied, keysOf(copied), withHeaders)
    },
    selectRows,
    /** Toggles a row, or selects the rows of a range of several rows. */
    toggle: (row: number) => (size.value ? selectRows() : selection.toggle(row, null)),
  }
}

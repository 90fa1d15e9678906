import { computed } from 'vue'
import { expect, it, vi } from 'vitest'
import { success } from '../../../../../src/contract/result.ts'
import { arrangeColumns, toGridColumns } from '../../../../../src/renderer/features/customers/customer-columns.ts'
import type { CustomerActions } from '../../../../../src/renderer/features/customers/useCustomerActions.ts'
import type { RowSelection } from '../../../../../src/renderer/features/customers/useCustomerSelection.ts'
import { useMarkedCells } from '../../../../../src/renderer/features/customers/useMarkedCells.ts'

function marked() {
  const grid = computed(() => toGridColumns(arrangeColumns(null, [], 'au'), new Map()))
  const addRows = vi.fn<RowSelection['addRows']>(async () => success(null))
  const toggle = vi.fn<RowSelection['toggle']>(async () => success(null))
  const copyRows = vi.fn<CustomerActions['copyRows']>(async () => undefined)
  return { addRows, toggle, copyRows, cells: useMarkedCells({ grid }, { addRows, toggle }, { copyRows }) }
}

const range = { top: 2, bottom: 4, left: 0, right: 3 }

it('counts rows and columns without the checkbox and the icon that opens a row', () => {
  const { cells } = marked()
  expect(cells.size.value).toBeNull()
  cells.range.value = range
  expect(cells.size.value).toEqual({ rows: 3, columns: 2 })
  cells.range.value = { ...range, bottom: 2 }
  expect(cells.size.value).toBeNull()
})

it('copies the columns of the range', () => {
  const { cells, copyRows } = marked()
  cells.copy(null, true)
  expect(copyRows).not.toHaveBeenCalled()
  cells.copy(range, true)
  expect(copyRows).toHaveBeenCalledWith(range, ['clientName', 'rego'], true)
})

it('selects the rows of a range, and one row without a range', async () => {
  const { cells, addRows, toggle } = marked()
  await cells.toggle(7)
  expect(toggle).toHaveBeenCalledWith(7, null)
  cells.range.value = range
  await cells.toggle(7)
  expect(addRows).toHaveBeenCalledWith(2, 4)
})

import { columnTitle } from '../../../contract/customer-columns.ts'
import { type ShallowRef, watch } from 'vue'
import { useContentWidths } from '../../ui/grid/column-width.ts'
import type { CustomersScreen } from './useCustomersScreen.ts'

/** A long title of a car leaves room for the other columns. */
const widestPx = 240

/** Makes the columns of the list as wide as the content of its first rows. `area`: an element around the grid. */
export function useCustomerWidths(
  { customers, columns }: Pick<CustomersScreen, 'customers' | 'columns'>,
  area: Readonly<ShallowRef<HTMLElement | null>>,
): void {
  const { pages } = customers
  const widths = useContentWidths({
    area,
    columns: () => columns.shown.value.map(({ key }) => ({ key, title: columnTitle(key) })),
    isReady: () => pages.rowAt(0) !== null,
    rowCount: () => pages.total.value ?? 0,
    textAt(row, key) {
      const { text = '', mark = '' } = customers.cell(row, key) ?? {}
      return mark ? `${text} ${mark}` : text
    },
    mostPx: widestPx,
  })
  watch(widths, columns.setContentWidths)
}

import type { ColumnFilter, RowColumn } from '../../../../../contract/draft-rows.ts'
import type { RowFilter } from '../useRowOrder.ts'
import { columnText } from '../check-text.ts'

/** The filter of a column, which has one at most. */
export const filterOf = (filters: readonly ColumnFilter[] | undefined, column: RowColumn): ColumnFilter | null =>
  filters?.find((one) => one.column === column) ?? null

/** The filters with one that replaces any other of its column. */
export const withFilter = (filters: readonly ColumnFilter[] | undefined, added: ColumnFilter): ColumnFilter[] => [
  ...(filters ?? []).filter(({ column }) => column !== added.column),
  added,
]

/** What is filtered and sorted by, each with the filter that remains without it. */
export function filterChips({ filters = [], sort }: RowFilter, titleOf: (column: RowColumn | 'row') => string) {
  const chips: { id: string; label: string; without: Partial<RowFilter> }[] = filters.map((one) => ({
    id: `filter ${one.column}`,
    label: columnText.chip.filter(titleOf(one.column), one),
    without: { filters: filters.filter((other) => other !== one) },
  }))
  if (sort) {
    const label = columnText.chip.sort(titleOf(sort.column), sort.descending)
    chips.push({ id: 'sort', label, without: { sort: undefined } })
  }
  return chips
}

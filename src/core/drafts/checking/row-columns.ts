import type { CustomerField } from '../../../contract/draft-rows.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'

/** The one column whose text is the original of a field; null: it depends on several. */
export function originalColumn(field: CustomerField, plan: ColumnPlan): number | null {
  if (field === 'client_name') return null
  if (field !== 'mobile_number') return plan.column[field]
  const phones = phoneColumns(plan)
  return phones.length > 1 ? null : (phones[0] ?? -1)
}

/** The columns whose cells can be the mobile of a row, in the order in which they are asked. */
export const phoneColumns = ({ mobileColumns, otherPhones }: ColumnPlan): readonly number[] => [
  ...mobileColumns,
  ...otherPhones,
]

/** The name in the file: in one column, or else in its parts, or else of the company. `at`: the cell of a column. */
export function originalName(at: (column: number) => SourceCell, columns: ColumnPlan['nameColumns']): string {
  const textOf = (column: number): string => cellText(at(column)).trim()
  const { title, first, middle, last, company, full } = columns
  return textOf(full) || [title, first, middle, last].map(textOf).filter(Boolean).join(' ') || textOf(company)
}

/** The original of a field from its one column. */
export function originalText(field: CustomerField, cell: SourceCell): string {
  const text = cellText(shortenCell(cell, maxFieldLength))
  return field === 'mobile_number' && text.trim() === '' ? '' : text
}

import type { CustomerField, DraftRow, Issue } from '../../../contract/drafts.ts'
import { formatDate, formatMobile, formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import type { CellEdit } from './useDraftRows.ts'
import { statusNames } from './draft-words.ts'

type DraftCell = DraftRow['cells'][CustomerField]

/** Fields whose column in the file is empty or missing have no cell. */
export function cellOf(row: DraftRow, field: CustomerField): DraftCell | null {
  return (row.cells as Partial<Record<CustomerField, DraftCell>>)[field] ?? null
}

export const issuesOf = (row: DraftRow, field: CustomerField): readonly Issue[] =>
  row.issues.filter((issue) => issue.field === field)

/** A value as it is shown: dates d/m/yyyy, mobiles in groups. */
export function shownValue(field: CustomerField, value: string): string {
  switch (field) {
    case 'sale_date':
    case 'expiry_date':
      return formatDate(value) || value
    case 'mobile_number':
      return formatMobile(value)
    case 'rego':
      return formatPlate(value)
    default:
      return value
  }
}

/** The text of a cell: what would be sent, or, where that is nothing because of an error, what stood in the file. */
export function cellText(row: DraftRow, field: CustomerField): string {
  const cell = cellOf(row, field)
  if (!cell) return ''
  if (cell.value !== '') return shownValue(field, cell.value)
  return issuesOf(row, field).some((issue) => issue.severity !== 'info') ? cell.original : ''
}

/**
 * A date as she types it, in the form in which the program takes it: the screen shows d/m/yyyy, so d/m/yyyy is what is typed,
 * whatever the order of the file's column is. Anything else goes as it is and is judged by the import's own rules.
 */
export function typedValue(field: CustomerField, typed: string): string {
  const text = typed.trim()
  if (field !== 'sale_date' && field !== 'expiry_date') return text
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (!parts) return text
  const [, day = '', month = '', year = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A customer field of a row as the grid shows it. The title says what was in the file and what there is to say. */
export function shownCell(row: DraftRow, field: CustomerField, edit: CellEdit | null): GridCell {
  if (edit?.state === 'pending') return { text: edit.value, tone: 'pending', title: 'Being checked' }
  const cell = cellOf(row, field)
  const text = cellText(row, field)
  const issues = issuesOf(row, field)
  const original =
    cell && cell.original !== cell.value ? `In the file: ${cell.original === '' ? 'nothing' : cell.original}` : ''
  const title = [text, original, ...issues.map((issue) => issue.message)].filter(Boolean).join('\n')
  if (edit?.state === 'refused')
    return { text, tone: 'failed', title: `Not taken: ${edit.value}\n${edit.failure.message}` }
  const shown = { text, title }
  if (row.status === 'left-out') return { ...shown, tone: 'muted' }
  if (issues.some((issue) => issue.severity === 'error')) return { ...shown, tone: 'error' }
  if (issues.some((issue) => issue.severity === 'warning')) return { ...shown, tone: 'warning' }
  return cell?.edited ? { ...shown, tone: 'edited' } : shown
}

const statusTones = { error: 'error', warning: 'warning', ready: undefined, 'left-out': 'muted' } as const

/** The row's standing as a cell: in words, with the reasons in its title. */
export function statusCell(row: DraftRow): GridCell {
  const tone = statusTones[row.status]
  const reasons = row.leftOutBecause ? [row.leftOutBecause] : row.issues.map((issue) => issue.message)
  const title = [statusNames[row.status], ...reasons].join('\n')
  return tone ? { text: statusNames[row.status], tone, title } : { text: statusNames[row.status], title }
}

import { readShownDate } from '../../../../contract/calendar-date.ts'
import type { DraftRow, Issue } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import { isAddedRow } from '../../../../contract/row-id.ts'
import { formatDate, formatMobile, formatPlate } from '../../../ui/format.ts'
import type { GridCell } from '../../../ui/grid/grid.ts'
import { checkText } from './check-text.ts'
import { statusLabels } from '../drafts-text.ts'
import type { CellEdit } from './useDraftRows.ts'

type DraftCell = DraftRow['cells'][CustomerField]

/** Null for a field whose column is empty or missing in the file. */
export function cellOf(row: DraftRow, field: CustomerField): DraftCell | null {
  return (row.cells as Partial<Record<CustomerField, DraftCell>>)[field] ?? null
}

const issuesOf = (row: DraftRow, field: CustomerField): readonly Issue[] =>
  row.issues.filter((issue) => issue.field === field)

/** A value as it is shown: dates d/m/yyyy, mobiles in groups. */
export function formatValue(field: CustomerField, value: string): string {
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

/** The text of a cell: the value to send or, when an error leaves nothing to send, the text in the file. */
export function cellText(row: DraftRow, field: CustomerField): string {
  const cell = cellOf(row, field)
  if (!cell) return ''
  if (cell.value !== '') return formatValue(field, cell.value)
  return issuesOf(row, field).some((issue) => issue.severity !== 'info') ? cell.original : ''
}

/**
 * A typed date in the form that the program reads. The screen shows d/m/yyyy, so that is what the user types, whatever the date
 * order of the file's column. Other texts are passed on unchanged and validated by the import's own rules.
 */
export function parseTypedValue(field: CustomerField, typed: string): string {
  const text = typed.trim()
  return field === 'sale_date' || field === 'expiry_date' ? readShownDate(text) : text
}

/** A customer field of a row as a grid cell. Its tooltip has the text in the file and the issues. */
export function fieldCell(row: DraftRow, field: CustomerField, edit: CellEdit | null): GridCell {
  if (edit?.state === 'pending') return { text: edit.value, tone: 'pending', title: checkText.cell.pending }
  const cell = cellOf(row, field)
  const text = cellText(row, field)
  const issues = issuesOf(row, field)
  const original =
    cell && !isAddedRow(row.row) && cell.original !== cell.value ? checkText.cell.original(cell.original) : ''
  const knownVin = field === 'vin' && row.knownVin ? checkText.knownVin(row.knownVin) : ''
  const title = [text, knownVin, original, ...issues.map((issue) => issue.message)].filter(Boolean).join('\n')
  if (edit?.state === 'rejected')
    return { text, tone: 'failed', title: checkText.cell.rejected(edit.value, edit.failure) }
  const shown = { text, title }
  if (row.status === 'excluded') return { ...shown, tone: 'muted' }
  if (issues.some((issue) => issue.severity === 'error')) return { ...shown, tone: 'error' }
  if (issues.some((issue) => issue.severity === 'warning')) return { ...shown, tone: 'warning' }
  return cell?.edited || knownVin ? { ...shown, tone: 'edited' } : shown
}

const statusTones = {
  error: 'error',
  warning: 'warning',
  ready: undefined,
  update: 'edited',
  excluded: 'muted',
} as const

/** The row's status as a grid cell, with the reasons in its tooltip. */
export function statusCell(row: DraftRow): GridCell {
  const tone = statusTones[row.status]
  const reasons = row.excludedBecause ? [row.excludedBecause] : row.issues.map((issue) => issue.message)
  const title = [statusLabels[row.status], ...reasons].join('\n')
  return tone ? { text: statusLabels[row.status], tone, title } : { text: statusLabels[row.status], title }
}

/** The tone of the tag of a row's status. */
export const tagTones = {
  error: 'error',
  warning: 'warning',
  ready: 'good',
  update: 'info',
  excluded: 'neutral',
} as const

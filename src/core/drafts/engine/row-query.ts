import type { CustomerField, RowStatus } from '../../../contract/drafts.ts'
import type { ColumnFilter, RowColumn, RowSort } from '../../../contract/draft-rows.ts'
import { dateParts, dayNumber, formatDate } from '../../../contract/calendar-date.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import { cellKey, dateKey, numberKey, textKey, type SortKey } from '../checking/sort-key.ts'
import { cellText } from '../../fields/source-cell.ts'
import type { DraftState } from './draft-state.ts'
import { filledVin } from './upload-row.ts'

/** Which rows of a draft are listed, and in which order. */
export interface RowQuery {
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
  readonly filters?: readonly ColumnFilter[] | undefined
  readonly sort?: RowSort | undefined
}

/** Whether a row passes a filter. */
export function passes(state: DraftState, position: number, filter: ColumnFilter): boolean {
  const { column, test } = filter
  const row = state.rows.at(position)
  switch (test) {
    case 'empty':
      return shownText(state, position, row, column) === ''
    case 'filled':
      return shownText(state, position, row, column) !== ''
    case 'issue':
      return hasIssue(state, position, row, column)
    case 'contains':
    case 'equals':
      return hasText(textsOf(state, position, row, column), column, filter)
  }
}

/** The key by which a row is sorted. */
export function rowKey(state: DraftState, position: number, column: RowColumn): SortKey {
  const { plan, context } = state
  if (typeof column === 'number') {
    const order = plan.columns[column]?.dates?.order ?? 'dmy'
    return cellKey(state.rows.cellAt(position, column), { order, today: context.today })
  }
  const row = state.rows.at(position)
  return fieldKey(column, valueOf(state, position, row, column), shownText(state, position, row, column))
}

function fieldKey(field: CustomerField, value: string, shown: string): SortKey {
  if (value === '') return textKey(shown)
  if (field === 'sale_date' || field === 'expiry_date') return dateKey(dayNumber(dateParts(value)))
  return field === 'mobile_number' ? numberKey(Number(value)) : textKey(value)
}

/** What would be sent for a field, with a known VIN. */
function valueOf(state: DraftState, position: number, row: CheckedRow, field: CustomerField): string {
  const value = row.values[field]
  if (field !== 'vin' || value !== '') return value
  const status = state.issues.statusAt(position)
  return status === 'left-out' || status === 'error' ? '' : (filledVin(state, row)?.vin ?? '')
}

/** What the grid shows of a field: its value, or the text in the file where an issue leaves nothing to send. */
function shownText(state: DraftState, position: number, row: CheckedRow, column: RowColumn): string {
  if (typeof column === 'number') return cellText(row.source.cells[column]).trim()
  const value = valueOf(state, position, row, column)
  if (value !== '') return value
  return hasIssue(state, position, row, column) ? row.originals[column].trim() : ''
}

const hasIssue = (state: DraftState, position: number, row: CheckedRow, column: RowColumn): boolean =>
  state.issues.of(position, row).some(({ field, severity }) => field === column && severity !== 'info')

function textsOf(state: DraftState, position: number, row: CheckedRow, column: RowColumn): string[] {
  if (typeof column === 'number') return [cellText(row.source.cells[column])]
  const value = valueOf(state, position, row, column)
  const isDate = value !== '' && (column === 'sale_date' || column === 'expiry_date')
  return [value, row.originals[column], ...(isDate ? [formatDate(value)] : [])]
}

function hasText(texts: readonly string[], column: RowColumn, { test, text = '' }: ColumnFilter): boolean {
  const wanted = text.trim().toLowerCase()
  const found = texts.map((one) => one.trim().toLowerCase())
  if (found.some((one) => (test === 'equals' ? one === wanted : one.includes(wanted)))) return true
  const digits = column === 'mobile_number' ? wanted.replace(/[\s()+-]/g, '').replace(/^0/, '') : ''
  if (!/^\d{3,}$/.test(digits)) return false
  const number = found[0] ?? ''
  return test === 'equals'
    ? /^\+\d{0,3}$/.test(number.slice(0, -digits.length)) && number.endsWith(digits)
    : number.includes(digits)
}

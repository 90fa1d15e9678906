import type { RowStatus } from '../../../contract/drafts.ts'
import type { ColumnFilter, CustomerField, RowColumn, RowSort } from '../../../contract/draft-rows.ts'
import { formatDate } from '../../../contract/calendar-date.ts'
import { cellText } from '../../fields/source-cell.ts'
import type { DraftState } from './draft-state.ts'
import { filledVin, isSent } from './upload-row.ts'
import { compactPlate } from '../../../contract/regional-format.ts'

/** Which rows of a draft are listed, and in which order. */
export interface RowQuery {
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
  readonly filters?: readonly ColumnFilter[] | undefined
  readonly sort?: RowSort | undefined
}

/** Tests rows by a filter. `position`: of the row. */
export type RowTest = (position: number) => boolean

export function filterTest(state: DraftState, filter: ColumnFilter): RowTest {
  const { column, test } = filter
  switch (test) {
    case 'empty':
      return (position) => isEmpty(state, position, column)
    case 'filled':
      return (position) => !isEmpty(state, position, column)
    case 'issue':
      return typeof column === 'number' ? () => false : (position) => state.issues.isMarked(position, column)
    case 'contains':
    case 'equals':
      return textTest(state, filter)
  }
}

/** Whether the grid shows nothing in a column. */
function isEmpty(state: DraftState, position: number, column: RowColumn): boolean {
  if (typeof column === 'number') return cellText(state.rows.records.cellAt(position, column)).trim() === ''
  return valueOf(state, position, column) === '' && shownOriginal(state, position, column) === ''
}

/** By the value to send and by the text in the file, each different one once as far as they repeat. */
function textTest(state: DraftState, { column, test, text = '' }: ColumnFilter): RowTest {
  const wanted = text.trim().toLowerCase()
  const matches = (one: string): boolean => {
    const given = one.trim().toLowerCase()
    return test === 'equals' ? given === wanted : given.includes(wanted)
  }
  const { rows } = state
  if (typeof column === 'number') {
    const hits = rows.records.cellsOf(column).cells.map((cell) => matches(cellText(cell)))
    return (position) => hits[rows.records.cellNumberAt(position, column)] === true
  }
  const isDate = column === 'sale_date' || column === 'expiry_date'
  const { dateFormat } = state.context
  const digits = column === 'mobile_number' ? mobileDigits(wanted) : null
  // A plate is shown with spaces in Malaysia.
  const plate = column === 'rego' && /\S/.test(wanted) ? compactPlate(wanted) : null
  const isHit = (value: string): boolean =>
    matches(value) ||
    (isDate && value !== '' && (matches(formatDate(value, dateFormat)) || matches(formatDate(value)))) ||
    (plate !== null && (test === 'equals' ? value === plate : value.includes(plate))) ||
    (digits !== null && hasDigits(value, digits, test))
  const { values, numbers } = rows.valuesOf(column)
  const hits = values.map(isHit)
  const originalAt = rows.originalsOf(column)
  return (position) =>
    hits[numbers[position] as number] === true ||
    (column === 'vin' && isHit(valueOf(state, position, column))) ||
    matches(originalAt(position))
}

/** The digits of a text by which a mobile is found with any spacing; null: none. */
function mobileDigits(wanted: string): string | null {
  const digits = wanted.replace(/[\s()+-]/g, '').replace(/^0/, '')
  return /^\d{3,}$/.test(digits) ? digits : null
}

const hasDigits = (mobile: string, digits: string, test: ColumnFilter['test']): boolean =>
  test === 'equals'
    ? mobile.endsWith(digits) && /^\+\d{0,3}$/.test(mobile.slice(0, -digits.length))
    : mobile.includes(digits)

/** What would be sent for a field, with a known VIN. */
export function valueOf(state: DraftState, position: number, field: CustomerField): string {
  const value = state.rows.valueAt(position, field)
  if (field !== 'vin' || value !== '' || !isSent(state.issues.statusAt(position))) return value
  return filledVin(state, position)?.vin ?? ''
}

/** What the grid shows of a field without a value: the text in the file, where an issue leaves nothing to send. */
export const shownOriginal = ({ issues, rows }: DraftState, position: number, field: CustomerField): string =>
  issues.isMarked(position, field) ? rows.originalAt(position, field).trim() : ''

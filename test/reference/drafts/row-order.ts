import type { CustomerField, ColumnFilter, RowColumn } from '../../../src/contract/draft-rows.ts'
import { dateParts, dayNumber, formatDate } from '../../../src/contract/calendar-date.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import { cellKey, compareKeys, textKey, type SortKey } from '../../../src/core/drafts/checking/sort-key.ts'
import type { RowQuery } from '../../../src/core/drafts/engine/row-query.ts'
import { cellText } from '../../../src/core/fields/source-cell.ts'
import { holdsText } from './draft-view.ts'
import { groupKey } from './group-issues.ts'
import type { RowState } from './row-state.ts'
import { filledVin } from './upload-row.ts'

/** Numbers of the rows that a query selects: without a sort, errors first, then warnings, then the order of the file. */
export function orderRows(state: RowState, query: RowQuery): number[] {
  const wanted = query.search.trim().toLowerCase()
  const selected = state.rows.filter(
    (row) =>
      (query.show === 'all' || state.statusOf(row) === query.show) &&
      (query.group === null || isInGroup(state, row, query.group)) &&
      (wanted === '' || holdsText(row, wanted)) &&
      (query.filters ?? []).every((filter) => passes(state, row, filter)),
  )
  const { sort } = query
  if (!sort) {
    const rank = (row: CheckedRow): number => ['error', 'warning'].indexOf(state.statusOf(row)) >>> 0
    return selected.toSorted((a, b) => rank(a) - rank(b)).map(({ row }) => row)
  }
  const { column, descending } = sort
  if (column === 'row') return selected.map(({ row }) => row).toSorted((a, b) => (descending ? b - a : a - b))
  return selected
    .map((row) => ({ row, key: keyOf(state, row, column) }))
    .toSorted((a, b) => compareKeys(a.key, b.key, descending))
    .map(({ row }) => row.row)
}

function isInGroup(state: RowState, row: CheckedRow, key: string): boolean {
  return state.statusOf(row) !== 'left-out' && state.issuesOf(row).some((issue) => groupKey(row, issue) === key)
}

function passes(state: RowState, row: CheckedRow, { column, test, text = '' }: ColumnFilter): boolean {
  const wanted = text.trim().toLowerCase()
  if (test === 'empty') return shownText(state, row, column) === ''
  if (test === 'filled') return shownText(state, row, column) !== ''
  if (test === 'issue') return hasIssue(state, row, column)
  const texts = textsOf(state, row, column).map((one) => one.trim().toLowerCase())
  if (test === 'contains' ? texts.some((one) => one.includes(wanted)) : texts.includes(wanted)) return true
  const digits = wanted.replace(/[\s()+-]/g, '').replace(/^0/, '')
  if (column !== 'mobile_number' || !/^\d{3,}$/.test(digits)) return false
  const number = row.values.mobile_number
  return test === 'contains'
    ? number.includes(digits)
    : ['', '6', '61', '64', '60'].some((before) => number === `+${before}${digits}`)
}

function textsOf(state: RowState, row: CheckedRow, column: RowColumn): string[] {
  if (typeof column === 'number') return [cellText(row.source.cells[column])]
  const value = valueOf(state, row, column)
  const shown = column.endsWith('_date') ? [formatDate(value)].filter((one) => value !== '' && one) : []
  return [value, row.originals[column], ...shown]
}

function valueOf(state: RowState, row: CheckedRow, field: CustomerField): string {
  const isSent = ['ready', 'warning'].includes(state.statusOf(row))
  return field === 'vin' && isSent ? (filledVin(state, row)?.vin ?? row.values.vin) : row.values[field]
}

const hasIssue = (state: RowState, row: CheckedRow, column: RowColumn): boolean =>
  state.issuesOf(row).some(({ field, severity }) => field === column && severity !== 'info')

function shownText(state: RowState, row: CheckedRow, column: RowColumn): string {
  if (typeof column === 'number') return cellText(row.source.cells[column]).trim()
  return valueOf(state, row, column) || (hasIssue(state, row, column) ? row.originals[column].trim() : '')
}

function keyOf(state: RowState, row: CheckedRow, column: RowColumn): SortKey {
  const { plan, context } = state
  if (typeof column === 'number') {
    const order = plan.columns[column]?.dates?.order ?? 'dmy'
    return cellKey(row.source.cells[column] ?? null, { order, today: context.today })
  }
  const value = valueOf(state, row, column)
  if (value !== '' && column.endsWith('_date')) return { rank: 1, number: dayNumber(dateParts(value)), text: '' }
  if (value !== '' && column === 'mobile_number') return { rank: 0, number: Number(value), text: '' }
  return textKey(shownText(state, row, column))
}

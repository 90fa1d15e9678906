import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { CheckedCell } from '../../fields/checked-cell.ts'
import { checkDate } from '../../fields/date.ts'
import { checkState } from '../../fields/state.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { SourceCell } from '../../fields/source-cell.ts'

/**
 * Checks for fields whose texts repeat in a list: each text is checked once, and the rows share the result. Valid for
 * one plan and context. Results name their field, so that rows share the issues as well.
 */
export interface CellChecks {
  state(cell: SourceCell): CheckedCell
  date(field: 'sale_date' | 'expiry_date', cell: SourceCell, typed: boolean): CheckedCell
}

/** Texts cached for a column: many times the days in a year, but fewer than the rows of a long list. */
const maxCached = 20_000

export function createCellChecks(plan: ColumnPlan, context: CheckContext): CellChecks {
  const dates = (field: 'sale_date' | 'expiry_date', typed: boolean): ((cell: SourceCell) => CheckedCell) => {
    const decision = plan.dates[field]
    const options = {
      order: decision?.order ?? 'dmy',
      field,
      today: context.today,
      dateFormat: context.dateFormat,
      swapSerials: !typed && (decision?.swapSerials ?? false),
      doubtsShortYears: decision?.doubtsShortYears ?? false,
    }
    return cached(field, (cell) => checkDate(cell, options))
  }
  const fromFile = { sale_date: dates('sale_date', false), expiry_date: dates('expiry_date', false) }
  const typedByUser = { sale_date: dates('sale_date', true), expiry_date: dates('expiry_date', true) }
  return {
    state: cached('state', (cell) => checkState(cell, context.region)),
    date: (field, cell, typed) => (typed ? typedByUser : fromFile)[field](cell),
  }
}

function cached(field: CustomerField, check: (cell: SourceCell) => CheckedCell): (cell: SourceCell) => CheckedCell {
  const results = new Map<string, CheckedCell>()
  return (cell) => {
    if (typeof cell !== 'string') return check(cell)
    const earlier = results.get(cell)
    if (earlier) return earlier
    const checked = check(cell)
    const result =
      checked.issues.length === 0
        ? checked
        : { ...checked, issues: checked.issues.map((found) => ({ ...found, field })) }
    if (results.size < maxCached) results.set(cell, result)
    return result
  }
}

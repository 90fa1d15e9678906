import type { CustomerField } from '../../../contract/drafts.ts'
import type { CheckedCell } from '../../fields/checked-cell.ts'
import { checkDate } from '../../fields/date.ts'
import { checkState } from '../../fields/state.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { SourceCell } from '../../fields/source-cell.ts'

/**
 * The checks of cells whose texts come again and again in a list: each text is checked once, and the rows share the answer. For one
 * plan and context; answers carry their field, so that rows share the issues as well.
 */
export interface CellChecks {
  state(cell: SourceCell): CheckedCell
  date(field: 'sale_date' | 'expiry_date', cell: SourceCell, typed: boolean): CheckedCell
}

/** Texts of a column that are kept in mind: more than a year has days, and not as many as a long list has rows. */
const maxRemembered = 20_000

export function createCellChecks(plan: ColumnPlan, context: CheckContext): CellChecks {
  const dates = (field: 'sale_date' | 'expiry_date', typed: boolean): ((cell: SourceCell) => CheckedCell) => {
    const decision = plan.dates[field]
    const options = {
      order: decision?.order ?? 'dmy',
      field,
      today: context.today,
      swapSerials: !typed && (decision?.swapSerials ?? false),
    }
    return once(field, (cell) => checkDate(cell, options))
  }
  const ofFile = { sale_date: dates('sale_date', false), expiry_date: dates('expiry_date', false) }
  const ofHers = { sale_date: dates('sale_date', true), expiry_date: dates('expiry_date', true) }
  return {
    state: once('state', (cell) => checkState(cell, context.region)),
    date: (field, cell, typed) => (typed ? ofHers : ofFile)[field](cell),
  }
}

function once(field: CustomerField, check: (cell: SourceCell) => CheckedCell): (cell: SourceCell) => CheckedCell {
  const known = new Map<string, CheckedCell>()
  return (cell) => {
    if (typeof cell !== 'string') return check(cell)
    const before = known.get(cell)
    if (before) return before
    const plain = check(cell)
    const checked =
      plain.issues.length === 0 ? plain : { ...plain, issues: plain.issues.map((found) => ({ ...found, field })) }
    if (known.size < maxRemembered) known.set(cell, checked)
    return checked
  }
}

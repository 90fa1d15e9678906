import type { ColumnTarget } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { candidatesOf, isMostly, type Column, type ColumnSuggestion } from './candidates.ts'
import { lookAtValues } from './column-values.ts'
import { fieldNames } from './field-names.ts'
import { isAnotherParty, isNever, readHeader } from './known-headers.ts'

export type { ColumnSuggestion } from './candidates.ts'
export { fieldNames } from './field-names.ts'
export { headerScore } from './header-score.ts'

export interface SourceColumn {
  readonly header: string
  readonly cells: readonly SourceCell[]
}

/**
 * Suggests what each column is, by its header and by up to 200 of its values, one column a field. Dates on which something ends are never mapped to
 * expiry_date, private matters are left out, and a column in which "do not call" stands keeps its rows from being sent.
 *
 * `remembered` holds what was chosen in an earlier file of the same shape, by normalised header.
 */
export function suggestColumns(
  columns: readonly SourceColumn[],
  region: Region,
  options: { readonly remembered?: ReadonlyMap<string, ColumnTarget>; readonly today: string },
): readonly ColumnSuggestion[] {
  const looked = columns.map(({ header, cells }, index): Column => {
    return { index, header, meaning: readHeader(header), values: lookAtValues(cells, region, options.today) }
  })
  const chosen = new Map<number, Omit<ColumnSuggestion, 'sensitive'>>()
  const fromMemory = new Set<number>()
  const taken = new Map<ColumnTarget, Column>()
  for (const column of looked) {
    const target = options.remembered?.get(column.meaning.normalised) ?? options.remembered?.get(column.header)
    if (target === undefined || (isField(target) && taken.has(target))) continue
    chosen.set(column.index, {
      target,
      confidence: 'high',
      reason: 'Remembered from an earlier file with the same columns.',
    })
    fromMemory.add(column.index)
    if (isField(target)) taken.set(target, column)
  }
  const hasAddress = looked.some(({ meaning }) => meaning.address)
  const candidates = looked
    .filter(({ index }) => !chosen.has(index))
    .flatMap((column) => candidatesOf(column, region, hasAddress))
    .toSorted((a, b) => b.score - a.score || a.column.index - b.column.index)
  const lost = new Map<number, string>()
  for (const { column, target, confidence, reason } of candidates) {
    if (chosen.has(column.index)) continue
    const rival = rivalOf(target, taken)
    if (rival) {
      lost.set(column.index, `“${rival.header}” is already taken for the ${fieldNames[target]}.`)
      continue
    }
    chosen.set(column.index, { target, confidence, reason })
    if (isField(target)) taken.set(target, column)
  }
  settleNames(chosen, taken, fromMemory)
  return looked.map((column) => {
    const suggestion = chosen.get(column.index) ?? withoutField(column, lost.get(column.index), region)
    return { ...suggestion, sensitive: column.meaning.sensitive || isMostly(column.values.emails, column.values) }
  })
}

function isField(target: ColumnTarget): boolean {
  return target !== 'keep' && target !== 'leave_out' && target !== 'opt_out'
}

/** The column that already gives what this target would give. A plate's cell with a state in it gives both. */
function rivalOf(target: ColumnTarget, taken: ReadonlyMap<ColumnTarget, Column>): Column | undefined {
  const same = taken.get(target)
  if (same) return same
  if (target === 'rego' || target === 'state') return taken.get('rego_and_state')
  return target === 'rego_and_state' ? taken.get('rego') : undefined
}

/** First and last name beat a whole name; without both of them the whole name is used alone. */
function settleNames(
  chosen: Map<number, Omit<ColumnSuggestion, 'sensitive'>>,
  taken: ReadonlyMap<ColumnTarget, Column>,
  fromMemory: ReadonlySet<number>,
): void {
  const drop = (target: ColumnTarget, reason: string): void => {
    const column = taken.get(target)
    if (!column || fromMemory.has(column.index)) return
    chosen.set(column.index, { target: 'keep', confidence: 'medium', reason })
  }
  const whole = taken.get('client_name')
  const parts = taken.has('first_name') && taken.has('last_name')
  if (whole && parts) drop('client_name', 'The name is taken from the columns for first and last name.')
  if (!whole || parts) return
  for (const target of ['first_name', 'middle_name', 'last_name', 'title'] as const) {
    drop(target, `The whole name is in “${whole.header}”.`)
  }
}

const endWords = {
  rego_expiry: 'when the registration ends',
  finance_end: 'when the finance ends',
  warranty_end: 'when the warranty ends',
  record_end: 'when something ends',
} as const

function withoutField(column: Column, lost: string | undefined, region: Region): Omit<ColumnSuggestion, 'sensitive'> {
  const { meaning, values, header } = column
  if (values.filled === 0) return { target: 'leave_out', confidence: 'high', reason: 'The column is empty.' }
  if (meaning.sensitive || isMostly(values.emails, values)) {
    const reason = 'Private, and of no use for finding a car: left out unless you choose to keep it.'
    return { target: 'leave_out', confidence: 'high', reason }
  }
  if (meaning.ends) {
    const reason = `“${header}” says ${endWords[meaning.ends]}. As the expiry date it would delete the customer on that day, so it is not used as such unless you choose it.`
    return { target: 'keep', confidence: 'high', reason }
  }
  if (lost !== undefined) return { target: 'keep', confidence: 'medium', reason: lost }
  if (meaning.named?.target === 'state' && region !== 'au') {
    return { target: 'leave_out', confidence: 'high', reason: 'States are sent for Australia only.' }
  }
  if (
    isMostly(values.states, values, 0.8) &&
    (meaning.named?.target === 'state' || isNever(meaning.normalised, 'state'))
  ) {
    const reason = 'The state of an address, not the state in which the car is registered.'
    return { target: 'leave_out', confidence: 'medium', reason }
  }
  if (meaning.named && meaning.named.match !== 'near') {
    const reason = `“${header}” sounds like the ${fieldNames[meaning.named.target]}, but its values do not.`
    return { target: 'keep', confidence: 'low', reason }
  }
  if (isAnotherParty(meaning.normalised)) {
    const reason = `“${header}” is about someone or something else than the customer and the car sold.`
    return { target: 'keep', confidence: 'high', reason }
  }
  if (isMostly(values.dates, values, 0.8) && isNever(meaning.normalised, 'sale_date')) {
    return { target: 'keep', confidence: 'high', reason: `“${header}” is a date, but not the date of the sale.` }
  }
  return { target: 'keep', confidence: 'medium', reason: 'No field of its own: kept as an additional field.' }
}

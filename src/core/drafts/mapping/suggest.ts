import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { candidatesOf, isMostly, isPrivate, type Column, type ColumnSuggestion } from './candidates.ts'
import { ColumnValues } from './column-values.ts'
import { columnReasons } from './column-text.ts'
import { isAnotherParty, isNever, readHeader } from '../headers/known-headers.ts'

export interface SourceColumn {
  readonly header: string
  readonly cells: readonly SourceCell[]
}

/**
 * Suggests a target for each column by its header and up to 200 of its values, with one column per field. Dates on
 * which something ends are never used as the expiry date, private columns are ignored, and a column that says "do not
 * call" excludes its rows.
 *
 * `remembered`: targets of an earlier file of the same shape, by normalised header.
 */
export function suggestColumns(
  columns: readonly SourceColumn[],
  region: Region,
  options: { readonly remembered?: ReadonlyMap<string, ColumnTarget>; readonly today: string },
): readonly ColumnSuggestion[] {
  const described = columns.map(({ header, cells }, index): Column => {
    return { index, header, meaning: readHeader(header), values: new ColumnValues(cells, region, options.today) }
  })
  const chosen = new Map<number, Omit<ColumnSuggestion, 'sensitive'>>()
  const fromMemory = new Set<number>()
  const taken = new Map<ColumnTarget, Column>()
  for (const column of described) {
    const target = options.remembered?.get(column.meaning.normalised) ?? options.remembered?.get(column.header)
    if (target === undefined || (isField(target) && taken.has(target))) continue
    chosen.set(column.index, {
      target,
      confidence: 'high',
      reason: columnReasons.remembered,
    })
    fromMemory.add(column.index)
    if (isField(target)) taken.set(target, column)
  }
  const hasAddress = described.some(({ meaning }) => meaning.address)
  const candidates = described
    .filter(({ index }) => !chosen.has(index))
    .flatMap((column) => candidatesOf(column, region, hasAddress))
    .toSorted((a, b) => b.score - a.score || a.column.index - b.column.index)
  const conflicts = new Map<number, string>()
  for (const { column, target, confidence, reason } of candidates) {
    if (chosen.has(column.index)) continue
    const rival = rivalOf(target, taken)
    if (rival) {
      conflicts.set(column.index, columnReasons.alreadyTaken(rival.header, target))
      continue
    }
    chosen.set(column.index, { target, confidence, reason })
    if (isField(target)) taken.set(target, column)
  }
  chooseNameColumns(chosen, taken, fromMemory)
  return described.map((column) => {
    const suggestion = chosen.get(column.index) ?? withoutField(column, conflicts.get(column.index), region)
    return { ...suggestion, sensitive: isPrivate(column) && suggestion.target !== 'opt_out' }
  })
}

function isField(target: ColumnTarget): boolean {
  return target !== 'keep' && target !== 'leave_out' && target !== 'opt_out'
}

/** The column that already has this target. A column of plates with their state has both targets. */
function rivalOf(target: ColumnTarget, taken: ReadonlyMap<ColumnTarget, Column>): Column | undefined {
  const same = taken.get(target)
  if (same) return same
  if (target === 'rego' || target === 'state') return taken.get('rego_and_state')
  return target === 'rego_and_state' ? taken.get('rego') : undefined
}

/** First and last name are used before a whole name. Without both of them the whole name is used alone. */
function chooseNameColumns(
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
  if (whole && parts) drop('client_name', columnReasons.namePartsUsed)
  if (!whole || parts) return
  for (const target of ['first_name', 'middle_name', 'last_name', 'title'] as const) {
    drop(target, columnReasons.wholeNameUsed(whole.header))
  }
}

function withoutField(
  column: Column,
  conflict: string | undefined,
  region: Region,
): Omit<ColumnSuggestion, 'sensitive'> {
  const { meaning, values, header } = column
  if (values.filled === 0) return { target: 'leave_out', confidence: 'high', reason: columnReasons.empty }
  if (isPrivate(column)) {
    return { target: 'leave_out', confidence: 'high', reason: columnReasons.private }
  }
  if (meaning.ends) {
    const reason = columnReasons.endDate(header, meaning.ends)
    return { target: 'keep', confidence: 'high', reason }
  }
  if (conflict !== undefined) return { target: 'keep', confidence: 'medium', reason: conflict }
  if (meaning.named?.target === 'state' && region !== 'au') {
    return { target: 'leave_out', confidence: 'high', reason: columnReasons.statesOutsideAustralia }
  }
  if (
    (meaning.named?.target === 'state' || isNever(meaning.normalised, 'state')) &&
    isMostly(values.states, values, 0.8)
  ) {
    return { target: 'leave_out', confidence: 'medium', reason: columnReasons.addressState }
  }
  if (meaning.named && meaning.named.match !== 'near') {
    const reason = columnReasons.valuesDoNotFit(header, meaning.named.target)
    return { target: 'keep', confidence: 'low', reason }
  }
  if (isAnotherParty(meaning.normalised)) {
    return { target: 'keep', confidence: 'high', reason: columnReasons.otherSubject }
  }
  if (isNever(meaning.normalised, 'sale_date') && isMostly(values.dates, values, 0.8)) {
    return { target: 'keep', confidence: 'high', reason: columnReasons.otherDate(header) }
  }
  return { target: 'keep', confidence: 'medium', reason: columnReasons.noField }
}

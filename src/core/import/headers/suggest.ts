import type { ColumnTarget } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../source-cell.ts'
import { lookAtValues, type ColumnValues } from './column-values.ts'
import { fieldNames } from './field-names.ts'
import type { NamedTarget } from './header-words.ts'
import {
  isAnotherParty,
  isKnownHeader,
  isNever,
  readHeader,
  saleDateRank,
  type HeaderMeaning,
} from './known-headers.ts'

export { fieldNames } from './field-names.ts'

export interface SourceColumn {
  readonly header: string
  readonly cells: readonly SourceCell[]
}

export interface ColumnSuggestion {
  readonly target: ColumnTarget
  readonly confidence: 'high' | 'medium' | 'low'
  /** One sentence for the screen. */
  readonly reason: string
  readonly sensitive: boolean
}

interface Column {
  readonly index: number
  readonly header: string
  readonly meaning: HeaderMeaning
  readonly values: ColumnValues
}

interface Candidate extends Omit<ColumnSuggestion, 'sensitive'> {
  readonly column: Column
  readonly score: number
}

const blankHeader = /^(?:column [a-z]{1,3}|col \d+|unnamed.*|)$/i

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
    return { index, header, meaning: readHeader(header), values: lookAtValues(cells, region) }
  })
  const chosen = new Map<number, Omit<ColumnSuggestion, 'sensitive'>>()
  const taken = new Map<ColumnTarget, Column>()
  for (const column of looked) {
    const target = options.remembered?.get(column.meaning.normalised) ?? options.remembered?.get(column.header)
    if (target === undefined || (isField(target) && taken.has(target))) continue
    chosen.set(column.index, {
      target,
      confidence: 'high',
      reason: 'Remembered from an earlier file with the same columns.',
    })
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
  settleNames(chosen, taken)
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
): void {
  const drop = (target: ColumnTarget, reason: string): void => {
    const column = taken.get(target)
    if (!column || chosen.get(column.index)?.reason.startsWith('Remembered')) return
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

function isMostly(count: number, { filled }: ColumnValues, share = 0.6): boolean {
  return filled > 0 && count >= filled * share
}

function counted(count: number, { filled }: ColumnValues, verb = 'fit'): string {
  return count === filled ? `all of the ${filled} values looked at ${verb}` : `${count} of ${filled} values ${verb}`
}

const matchScore = { exact: 100, words: 90, near: 60, 'any-phone': 50 } as const

function candidatesOf(column: Column, region: Region, hasAddress: boolean): readonly Candidate[] {
  const { meaning, values } = column
  if (meaning.sensitive || values.filled === 0) return []
  if (isMostly(values.emails, values)) return []
  if (meaning.named) {
    const byName = byHeader(column, meaning.named, region, hasAddress)
    if (byName) return [byName]
  }
  return byValues(column, region)
}

/** How many values must fit: `sure` makes a header certain, below `least` the header is not believed. */
function support(
  target: NamedTarget,
  values: ColumnValues,
): { readonly count: number; readonly sure: number; readonly least: number } {
  switch (target) {
    case 'rego':
      return { count: Math.max(values.plates, values.platesWithState), sure: 0.7, least: 0.3 }
    case 'vin':
      return { count: values.vins + values.frameNumbers, sure: 0.6, least: 0.2 }
    case 'state':
      return { count: values.states, sure: 0.8, least: 0.5 }
    case 'mobile_number':
      return { count: values.mobiles, sure: 0.6, least: 0.3 }
    case 'sale_date':
      return { count: values.dates, sure: 0.8, least: 0.5 }
    case 'client_name':
      return { count: values.names, sure: 0.6, least: 0.3 }
    case 'first_name':
    case 'middle_name':
    case 'last_name':
    case 'company':
      return { count: values.words, sure: 0.6, least: 0.4 }
    case 'title':
      return { count: values.titles, sure: 0.5, least: 0.5 }
    case 'opt_out':
      return { count: values.filled, sure: 0, least: 0 }
  }
}

/** Taken for the date of sale only when no other column is. */
const bareDate: ReadonlySet<string> = new Set(['date', 'dates', 'tarikh'])
const bareState: ReadonlySet<string> = new Set(['state', 'st', 'state code'])

function byHeader(
  column: Column,
  { target, match }: NonNullable<HeaderMeaning['named']>,
  region: Region,
  hasAddress: boolean,
): Candidate | null {
  const { values, meaning, header } = column
  if (target === 'state' && (region !== 'au' || (bareState.has(meaning.normalised) && hasAddress))) return null
  const { count, sure, least } = support(target, values)
  const fitsWell = isMostly(count, values, sure)
  // A phone column that does not say mobile is believed by its values alone.
  if (!isMostly(count, values, match === 'any-phone' ? sure : least)) return null
  if (target === 'opt_out') {
    const reason = `“${header}” says who is not to be contacted: rows that say yes are left out.`
    return { column, target, score: matchScore[match], confidence: 'high', reason }
  }
  const holdsState = target === 'rego' && isMostly(values.platesWithState, values)
  const rank = target === 'sale_date' ? 9 - saleDateRank(meaning.normalised) : 0
  const score = matchScore[match] + (fitsWell ? 20 : 0) + rank
  const isBare = target === 'state' && bareState.has(meaning.normalised)
  const confidence = !fitsWell
    ? match === 'exact'
      ? 'medium'
      : 'low'
    : match === 'near' || match === 'any-phone' || isBare
      ? 'medium'
      : 'high'
  const name = match === 'near' ? 'nearly a usual name' : match === 'any-phone' ? 'a name for a phone' : 'a usual name'
  const reason = `“${header}” is ${name} for the ${fieldNames[target]}, and ${counted(count, values)}.`
  if (!holdsState) return { column, target, score, confidence, reason }
  const both = `“${header}” is ${name} for the rego, and ${counted(values.platesWithState, values, 'hold a plate and a state')}.`
  return { column, target: 'rego_and_state', score, confidence, reason: both }
}

/** What the values say where the header says nothing. A state is never told by its values: it could be the address's. */
function byValues(column: Column, region: Region): readonly Candidate[] {
  const { values, meaning, header } = column
  const { normalised } = meaning
  const candidates: Candidate[] = []
  const add = (target: ColumnTarget, score: number, confidence: 'medium' | 'low', reason: string): void => {
    candidates.push({ column, target, score, confidence, reason })
  }
  const isFree = (target: NamedTarget): boolean => meaning.ends === null && !isNever(normalised, target)
  if (isFree('vin') && isMostly(values.vins, values)) {
    add('vin', 40, 'medium', `By its values: ${values.vins} of ${values.filled} are VINs.`)
  }
  if (isFree('mobile_number') && isMostly(values.mobiles, values)) {
    add('mobile_number', 38, 'medium', `By its values: ${values.mobiles} of ${values.filled} are mobile numbers.`)
  }
  const distinctEnough = values.distinct >= values.filled * 0.9
  if (isFree('rego') && values.filled >= 3 && distinctEnough) {
    if (region === 'au' && isMostly(values.platesWithState, values)) {
      add(
        'rego_and_state',
        37,
        'medium',
        `By its values: ${values.platesWithState} of ${values.filled} hold a plate and a state.`,
      )
    } else if (isMostly(values.ordinaryPlates, values, 0.7)) {
      add('rego', 36, 'low', `By its values: ${values.ordinaryPlates} of ${values.filled} look like plates.`)
    }
  }
  if (blankHeader.test(header.trim()) && values.distinct >= values.filled * 0.5 && isMostly(values.names, values)) {
    add('client_name', 20, 'low', `By its values: ${values.names} of ${values.filled} look like names.`)
  }
  if (bareDate.has(normalised) && isMostly(values.dates, values, 0.8)) {
    add(
      'sale_date',
      25,
      'low',
      `“${header}” does not say which date it is; its values are dates. Check that it is the sale’s.`,
    )
  }
  if (values.doNotCall >= 2) {
    const reason = `${values.doNotCall} cells say in words not to call or contact: those rows are left out.`
    add('opt_out', 35, 'medium', reason)
  }
  return candidates
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

/**
 * How much a row of the file looks like the header, from 0 to 1: short texts, each another, and many of them names that columns have. Used to find
 * the header below title rows.
 */
export function headerScore(cells: readonly SourceCell[]): number {
  const filled = cells.filter((cell) => cell !== null && !(typeof cell === 'string' && cell.trim() === ''))
  const texts = filled.filter(
    (cell): cell is string => typeof cell === 'string' && cell.length <= 60 && /\p{L}/u.test(cell),
  )
  if (texts.length === 0) return 0
  let known = 0
  for (const text of texts) {
    const kind = isKnownHeader(text)
    if (kind === 'field') known += 1
    else if (kind === 'other') known += 0.5
  }
  const textShare = texts.length / filled.length
  const distinctShare = new Set(texts.map((text) => text.trim().toLowerCase())).size / texts.length
  // One known word alone in its row is a title ("Customer") as often as a header.
  const enough = Math.min(1, texts.length / 2)
  return enough * (0.25 * textShare * distinctShare + 0.75 * (known / filled.length) * distinctShare)
}

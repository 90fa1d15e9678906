import type { ColumnTarget } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'
import type { ColumnValues } from './column-values.ts'
import { fieldNames } from './field-names.ts'
import type { NamedTarget } from './header-words.ts'
import { isNever, saleDateRank, type HeaderMeaning } from './known-headers.ts'

export interface ColumnSuggestion {
  readonly target: ColumnTarget
  readonly confidence: 'high' | 'medium' | 'low'
  /** One sentence for the screen. */
  readonly reason: string
  readonly sensitive: boolean
}

export interface Column {
  readonly index: number
  readonly header: string
  readonly meaning: HeaderMeaning
  readonly values: ColumnValues
}

/** A target that a column could have, and how strongly. */
export interface Candidate extends Omit<ColumnSuggestion, 'sensitive'> {
  readonly column: Column
  readonly score: number
}

const blankHeader = /^(?:column [a-z]{1,3}|col \d+|unnamed.*|)$/i

/** Whether a count is at least this share of the cells looked at. */
export function isMostly(count: number, { filled }: ColumnValues, share = 0.6): boolean {
  return filled > 0 && count >= filled * share
}

function counted(count: number, { filled }: ColumnValues, verb = 'fit'): string {
  return count === filled ? `all of the ${filled} values looked at ${verb}` : `${count} of ${filled} values ${verb}`
}

const matchScore = { exact: 100, words: 90, near: 60, 'any-phone': 50 } as const

/** What a column could be: by its header where the values bear it out, else by its values. */
export function candidatesOf(column: Column, region: Region, hasAddress: boolean): readonly Candidate[] {
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
      return { count: values.pastDates, sure: 0.8, least: 0.5 }
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
  if (bareDate.has(normalised) && isMostly(values.pastDates, values, 0.8)) {
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

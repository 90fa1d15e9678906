import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { Region } from '../../../contract/region.ts'
import type { ColumnValues } from './column-values.ts'
import { columnReasons } from './column-text.ts'
import { contactMeaning } from './contact-columns.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import { isNever, saleDateRank, type HeaderMeaning } from '../headers/known-headers.ts'
import { inFullWords, withoutQualifiers } from '../headers/normalise-header.ts'

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

/** Whether a count is at least this share of the sampled cells. */
export function isMostly(count: number, { filled }: ColumnValues, share = 0.6): boolean {
  return filled > 0 && count >= filled * share
}

/** Whether a column is never sent unasked, by its header or its values. */
export function isPrivate({ meaning, values }: Column): boolean {
  if (meaning.sensitive || isMostly(values.emails, values) || isMostly(values.privateNumbers, values)) return true
  const isUnknown = !meaning.named && !meaning.ends && !isNever(meaning.normalised, 'sale_date')
  return isUnknown && (values.areBirthDates || isMostly(values.streets, values))
}

const matchScore = { exact: 100, words: 90, near: 60, 'any-phone': 50 } as const

/** What a column could be: by its header where the values confirm it, otherwise by its values. */
export function candidatesOf(column: Column, region: Region, hasAddress: boolean): readonly Candidate[] {
  const { meaning, values } = column
  if (isAboutContact(column)) {
    const reason = columnReasons.optOut(column.header)
    return [{ column, target: 'opt_out', score: matchScore.exact, confidence: 'high', reason }]
  }
  if (values.filled === 0 || isPrivate(column)) return []
  if (meaning.named) {
    const byName = byHeader(column, meaning.named, region, hasAddress)
    if (byName) return [byName]
  }
  return byValues(column, region)
}

/** A header about consent or its refusal, above yes and no. A column of the dates of consents refuses nothing. */
function isAboutContact({ meaning: { normalised }, values }: Column): boolean {
  const meaning = contactMeaning(normalised)
  if (meaning === null) return false
  return isMostly(meaning === 'consent' ? values.contactWords - values.dates : values.contactWords, values)
}

/** How many values must fit: from the share `sure` on a header is certain, below `least` it is ignored. */
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

/** Used as the sale date only when no other column is. */
const bareDate: ReadonlySet<string> = new Set(['date', 'dates', 'tarikh'])
const bareState: ReadonlySet<string> = new Set(['state', 'st', 'state code'])

function byHeader(
  column: Column,
  { target, match }: NonNullable<HeaderMeaning['named']>,
  region: Region,
  hasAddress: boolean,
): Candidate | null {
  const { values, meaning, header } = column
  const isBare = target === 'state' && bareState.has(withoutQualifiers(meaning.normalised, false))
  if (target === 'state' && (region !== 'au' || (isBare && hasAddress))) return null
  const { count, sure, least } = support(target, values)
  const fitsWell = isMostly(count, values, sure)
  // A phone column whose name does not say mobile depends on its values alone.
  if (!isMostly(count, values, match === 'any-phone' ? sure : least)) return null
  if (target === 'opt_out') {
    const reason = columnReasons.optOut(header)
    return { column, target, score: matchScore[match], confidence: 'high', reason }
  }
  const holdsState = target === 'rego' && isMostly(values.platesWithState, values)
  const rank = target === 'sale_date' ? 9 - saleDateRank(meaning.normalised) : 0
  // A few names again and again are those of the staff, unless no other column has names.
  const fewNames = target === 'client_name' && values.filled >= 10 && values.distinct < values.filled * 0.5
  const score = matchScore[match] + (fitsWell ? 20 : 0) + rank - (fewNames ? 40 : 0)
  const confidence = !fitsWell
    ? match === 'exact'
      ? 'medium'
      : 'low'
    : match === 'near' || match === 'any-phone' || isBare || fewNames
      ? 'medium'
      : 'high'
  const reason = columnReasons.byName(match, target, count, values.filled)
  if (!holdsState) return { column, target, score, confidence, reason }
  const both = columnReasons.byNameWithState(match, values.platesWithState, values.filled)
  return { column, target: 'rego_and_state', score, confidence, reason: both }
}

/** Numbers that look like plates, of what the dealer keeps. */
const otherIdentifier = /(?:^| )(?:id|code|ref|key|stock|asset)(?: |$)/

/** The day of the sale by its meaning: what happened to the car on it. */
const dayOfSale =
  /(?:^| )(?:sold|sale|won|clos(?:ed?|ing)|dispos(?:ed|al)|bought|buy|purchased?|invoiced?|delivery|settled|settlement|handover|handed|h over|p up|pick up|pickup|picked up|collect(?:ed|ion)|drawdown)(?: |$)|(?:^| )tarikh \w*(?:jual|beli|serah|hantar|invois|ambil)/
const notTheSale =
  /(?:^| )(?:expected|est|estimated|planned|due|next|last(?! (?:sale|sold|purchased?|bought|delivery|invoiced?)(?: |$))|previous|first|created|enquiry|modified|updated|lost|stock|service|finance|warranty|until)(?: |$)/
const plateState = /(?:^| )(?:rego|regod|registered|registration|plate|tag)(?: |$)/
const soldTo = /^(?:sold|invoiced?|billed?|disposed|released|transferred|delivery|leased|issued) to(?: name)?$/

/**
 * Candidates by the values, where the header says nothing. A state is never recognised by its values: it could be that
 * of an address.
 */
function byValues(column: Column, region: Region): readonly Candidate[] {
  const { values, meaning, header } = column
  const normalised = inFullWords(meaning.normalised)
  const candidates: Candidate[] = []
  const add = (target: ColumnTarget, score: number, confidence: 'medium' | 'low', reason: string): void => {
    candidates.push({ column, target, score, confidence, reason })
  }
  const isFree = (target: NamedTarget): boolean => meaning.ends === null && !isNever(normalised, target)
  if (isFree('vin') && isMostly(values.vins, values)) {
    add('vin', 40, 'medium', columnReasons.vinsByValue(values.vins, values.filled))
  }
  if (isFree('mobile_number') && isMostly(values.mobiles, values)) {
    add('mobile_number', 38, 'medium', columnReasons.mobilesByValue(values.mobiles, values.filled))
  }
  const distinctEnough = values.distinct >= values.filled * 0.9
  if (isFree('rego') && !otherIdentifier.test(normalised) && values.filled >= 3 && distinctEnough) {
    if (region === 'au' && isMostly(values.platesWithState, values)) {
      add('rego_and_state', 37, 'medium', columnReasons.platesWithStateByValue(values.platesWithState, values.filled))
    } else if (isMostly(values.ordinaryPlates, values, 0.7)) {
      add('rego', 36, 'low', columnReasons.platesByValue(values.ordinaryPlates, values.filled))
    }
  }
  if (blankHeader.test(header.trim()) && values.distinct >= values.filled * 0.5 && isMostly(values.names, values)) {
    add('client_name', 20, 'low', columnReasons.namesByValue(values.names, values.filled))
  }
  if (bareDate.has(normalised) && isMostly(values.pastDates, values, 0.8)) {
    add('sale_date', 25, 'low', columnReasons.unnamedDate(header))
  }
  if (isFree('sale_date') && dayOfSale.test(normalised) && !notTheSale.test(normalised)) {
    const valid = values.pastDates
    if (isMostly(valid, values, 0.8)) {
      add('sale_date', 70, 'medium', columnReasons.byName('words', 'sale_date', valid, values.filled))
    }
  }
  if (soldTo.test(normalised) && isMostly(values.names, values)) {
    add('client_name', 70, 'medium', columnReasons.byName('words', 'client_name', values.names, values.filled))
  }
  const isStateOfPlate = region === 'au' && plateState.test(normalised) && isFree('state')
  if (isStateOfPlate && isMostly(values.states, values, 0.8)) {
    add('state', 70, 'medium', columnReasons.byName('words', 'state', values.states, values.filled))
  }
  if (isMostly(values.contactWords, values) && values.doNotCall > 0) {
    add('opt_out', 35, 'medium', columnReasons.doNotCall)
  }
  return candidates
}

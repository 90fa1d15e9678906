import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { Region } from '../../../contract/region.ts'
import type { CellCount, Column, ColumnValues } from './column-values.ts'
import { columnReasons } from './column-text.ts'
import { contactMeaning } from './contact-columns.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import { isNever } from '../headers/header-phrases.ts'
import { phoneOwner, saleDateRank, type HeaderMeaning } from '../headers/known-headers.ts'
import { inFullWords } from '../headers/full-words.ts'
import { bareDates, dayOfSale, isAroundTheSale } from './sale-dates.ts'
import { saidField } from './said-field.ts'
import { isBareState, namesTheCar, type StateOwner } from './state-column.ts'

export interface ColumnSuggestion {
  readonly target: ColumnTarget
  /** `low`: only a person can decide whether this is right. */
  readonly confidence: 'high' | 'medium' | 'low'
  /** One sentence for the screen. */
  readonly reason: string
  readonly sensitive: boolean
}

/** A target that a column could have, and how strongly. */
export interface Candidate extends Omit<ColumnSuggestion, 'sensitive'> {
  readonly column: Column
  readonly score: number
}

/** What the other columns of the table say about one of them. */
export interface TableFacts {
  readonly region: Region
  /** Another column has the state of the registration. */
  hasStateBeside(column: Column): boolean
  /** Whose state a column has whose name does not say it. */
  stateOwner(column: Column): StateOwner
}

const blankHeader = /^(?:column [a-z]{1,3}|col \d+|unnamed.*|)$/i

/** Whether a column is never sent unasked, by its header or its values. */
export function isPrivate({ meaning, values }: Column): boolean {
  // "Registered name and address": its values tell which of them it has.
  if (meaning.sensitive && meaning.named?.target === 'client_name' && values.count('plainNames') === values.filled)
    return false
  if (meaning.sensitive || values.isMostly('emails') || values.isMostly('privateNumbers')) return true
  const isUnknown = !meaning.named && !meaning.ends && !isNever(meaning.normalised, 'sale_date')
  return isUnknown && (values.areBirthDates || values.isMostly('streets'))
}

/** A column that fewer than half of the rows fill is not the sale date beside one that all have. */
const ifSparse = ({ values }: Column): number => (values.isSparse ? -30 : 0)

const matchScore = { exact: 100, words: 90, near: 60, 'any-phone': 50 } as const

/** What a column could be: by its header where the values confirm it, otherwise by its values. */
export function candidatesOf(column: Column, table: TableFacts): readonly Candidate[] {
  if (isAboutContact(column)) {
    const reason = columnReasons.optOut(column.header)
    return [{ column, target: 'opt_out', score: matchScore.exact, confidence: 'high', reason }]
  }
  if (column.values.filled === 0 || isPrivate(column)) return []
  const named = nameByValues(column)
  if (named) {
    const byName = byHeader(column, named, table)
    if (byName) return [byName]
    // What a name plainly says is asked about: its values make no other field of it.
    if (named.match !== 'near' && saidField(column)) return []
  }
  return byValues(column, table)
}

const saysCustomer = /(?:^| )customer(?: |$)/
const saysPlate = /(?:^| )(?:rego|plate|plates)(?: |$)/
const saysVin = /(?:^| )(?:vin(?: ?\d+)?|vn|chassis|frame|serial|identification|vehicle)(?: |$)/
const saysState = /(?:^| )(?:state|st|jurisdiction)(?: |$)/

/** What the name of a column says. "Rego / State" above plates is the rego, whether or not its cells have the state as well. */
function nameByValues({ meaning, values }: Column): HeaderMeaning['named'] {
  const { named, normalised } = meaning
  if (named?.target === 'sale_date' && isAroundTheSale(inFullWords(normalised))) return null
  // "Rego / VIN" has whichever of them its cells have.
  if (named?.target === 'vin' && saysPlate.test(normalised) && values.isMostly('plates')) {
    return { target: 'rego', match: 'words' }
  }
  const saysBoth = saysPlate.test(normalised) && saysState.test(normalised) && !isNever(normalised, 'rego')
  const isOfPlates = saysBoth || named?.target === 'state'
  return isOfPlates && values.count('platesInAll') > values.count('states') && values.isMostly('platesInAll', 0.3)
    ? { target: 'rego', match: 'words' }
    : named
}

const preference = /(?:^| )(?:pref|prefs|preference|preferences|method)(?: |$)/

/** A header about consent or its refusal, above yes and no. A column of the dates of consents refuses nothing. */
function isAboutContact({ meaning: { normalised }, values }: Column): boolean {
  const meaning = contactMeaning(normalised)
  if (meaning === null) return false
  // Preferences are words: what some of them refuse is asked.
  if (preference.test(normalised) && values.refusals(meaning) > 0) return true
  const words = values.count('contactWords')
  return values.isMostly(meaning === 'consent' ? words - values.count('dates') : words)
}

/** How many values must fit: from the share `sure` on a header is certain, below `least` it is ignored. */
interface Support {
  readonly sure: number
  readonly least: number
  readonly counts: readonly CellCount[]
}

const support = (sure: number, least: number, ...counts: readonly CellCount[]): Support => ({ sure, least, counts })
const ofWords = support(0.6, 0.4, 'words')
const supports: Readonly<Record<Exclude<NamedTarget, 'opt_out'>, Support>> = {
  rego: support(0.7, 0.3, 'platesInAll'),
  vin: support(0.6, 0.2, 'vinsWithLetters', 'frameNumbers'),
  state: support(0.8, 0.5, 'states'),
  mobile_number: support(0.6, 0.3, 'mobiles'),
  sale_date: support(0.8, 0.5, 'pastDates'),
  client_name: support(0.6, 0.3, 'names'),
  first_name: ofWords,
  middle_name: ofWords,
  last_name: ofWords,
  company: ofWords,
  title: support(0.5, 0.5, 'titles'),
}

function byHeader(
  column: Column,
  { target, match }: NonNullable<HeaderMeaning['named']>,
  table: TableFacts,
): Candidate | null {
  const { values, meaning, header } = column
  if (target === 'state' && table.region !== 'au') return null
  const owner = target === 'state' && isBareState(column) ? table.stateOwner(column) : null
  if (owner?.of === 'address') return null
  if (target === 'opt_out') {
    const reason = columnReasons.optOut(header)
    return { column, target, score: matchScore[match], confidence: 'high', reason }
  }
  const { sure, least, counts } = supports[target]
  const count = counts.reduce((sum, what) => sum + values.count(what), 0)
  const isExact = match === 'exact' || match === 'words'
  // A cell that says "none" fits every field.
  const asked = values.filled - (isExact ? values.nothings(target) : 0)
  const fitsWell = asked > 0 && count >= asked * sure
  // A phone column whose name does not say mobile depends on its values alone.
  if (asked === 0 || count < asked * (match === 'any-phone' ? sure : least)) {
    return match === 'near' ? null : byHeaderAlone(column, { target, match }, { count, asked, least })
  }
  const rank = target === 'sale_date' ? 9 - saleDateRank(meaning.normalised) + ifSparse(column) : 0
  // A few names again and again are those of the staff, unless no other column has names.
  const fewNames = target === 'client_name' && values.filled >= 10 && values.distinct < values.filled * 0.5
  // Of several dates the better event comes first, however it is written.
  const byMatch = target === 'sale_date' && isExact ? matchScore.exact : matchScore[match]
  // Of two persons, the one who is called customer, buyer or owner.
  const ofCustomer = saysCustomer.test(meaning.normalised) ? 5 : 0
  // Any phone of the customer comes before one of somebody, "Rego State" before "State", a legal name before a preferred one.
  const isLesser =
    owner !== null ||
    (target === 'mobile_number' && match === 'near' && phoneOwner(header) === 'somebody') ||
    (target === 'first_name' && meaning.normalised.includes('preferred'))
  const score = byMatch + (fitsWell ? 20 : 0) + rank + ofCustomer - (fewNames ? 40 : 0) - (isLesser ? 15 : 0)
  const isSure = fitsWell && isExact && owner === null && !fewNames
  const confidence = isSure ? 'high' : fitsWell || isExact ? 'medium' : 'low'
  const found = { column, score, confidence } as const
  const splits = values.isMostly('platesWithState', 0.1) && !table.hasStateBeside(column)
  if (target === 'rego' && (splits || values.isMostly('platesWithState'))) {
    const reason = columnReasons.byNameWithState(match, values.count('platesWithState'), values.filled)
    return { ...found, target: 'rego_and_state', reason }
  }
  if (target === 'rego' && table.region === 'au' && isWithoutPlates(values)) {
    return { ...found, target, confidence: 'low', reason: columnReasons.wordPlates(header) }
  }
  if (fewNames && values.distinct <= values.filled / 4 && !values.isMostly('companies', 0.5)) {
    return {
      ...found,
      target,
      confidence: 'low',
      reason: columnReasons.fewNames(header, values.distinct, values.filled),
    }
  }
  const reason = columnReasons.byName(match, target, count, values.filled)
  return { ...found, target, reason: owner ? columnReasons.withOwner(reason, owner) : reason }
}

/** Whether none of several cells has the form of a plate, and they are short, words or repeated, as models are ("CX-5", "HILUX"). */
const isWithoutPlates = (values: ColumnValues): boolean => {
  const { filled, distinct } = values
  const plates = (['ordinaryPlates', 'numericPlates', 'platesWithState'] as const).some(
    (kind) => values.count(kind) > 0,
  )
  if (filled < 3 || plates) return false
  return distinct < filled * 0.5 || values.isMostly('modelWords')
}

/** Its name says the field, and its values cannot: they are missing, destroyed, or such that only the name tells. */
function byHeaderAlone(
  column: Column,
  { target, match }: NonNullable<HeaderMeaning['named']>,
  { count, asked, least }: { readonly count: number; readonly asked: number; readonly least: number },
): Candidate | null {
  const { header, values, meaning } = column
  const found = { column, target, score: match === 'any-phone' ? 30 : 70 } as const
  if (asked === 0) {
    return { ...found, confidence: 'medium', reason: columnReasons.nothingIn(header, target) }
  }
  const damaged = values.damaged(target)
  if (damaged > 0 && count + damaged >= asked * least) {
    return { ...found, confidence: 'low', reason: columnReasons.damaged(header, damaged, values.filled) }
  }
  if (target === 'client_name' && values.count('words') >= asked * 0.6 && values.distinct >= asked * 0.5) {
    return { ...found, confidence: 'medium', reason: columnReasons.singleWords(header) }
  }
  if (target !== 'rego' || !saysPlate.test(meaning.normalised) || values.distinct < asked * 0.9) return null
  const [numericPlates, wordPlates] = [values.count('numericPlates'), values.count('wordPlates')]
  if (count + numericPlates + wordPlates < asked * 0.6) return null
  return numericPlates > 0 && wordPlates === 0
    ? { ...found, confidence: 'medium', reason: columnReasons.numericPlates(header) }
    : { ...found, confidence: 'low', reason: columnReasons.wordPlates(header) }
}

/** Numbers of papers, payments and things: never a car's or a phone's by their values alone. */
const otherNumber =
  /(?:^| )(?:id|code|ref|reference|key|stock|asset|invoice|inv|account|acct|receipt|order|policy|claim|transaction|trans|payment|deposit|quote|job|ticket|booking|permit|barcode|imei|engine|motor|loan|lease|finance|agreement|ppsr|token|guid|uuid|crm|tracking|odometer|odo|kms?)(?: |$)/
/** More of them for mobiles, whose digits can be a date or any number. */
const otherDigits = /(?:^| )(?:no|date|dates|start|created|end|time|tarikh|deal|contract|batch|lot)(?: |$)/
const phoneNo =
  /^(?:customer )?no$|(?:^| )(?:phone|mobile|sms|text|whatsapp|contact|dial|call|ring|phm?b?\d?|mp)(?: |$)|^to$|phm?b?$/

/** Whether the name of a column speaks of other numbers than those of phones. */
function saysOtherNumber({ meaning: { normalised } }: Column): boolean {
  const full = inFullWords(normalised)
  return otherNumber.test(full) || (otherDigits.test(full) && !phoneNo.test(normalised))
}

/** Whether all numbers of a column could be mobiles, some as written. */
export const mayBeMobiles = (column: Column): boolean =>
  !saysOtherNumber(column) &&
  (phoneNo.test(column.meaning.normalised) || column.values.isMostly('writtenMobiles', 0.3)) &&
  column.values.isMostly('mobiles', 0.8)

/** A state that is the plate's. */
const plateState = /(?:^| )(?:issuing|rego|regod|registered|registration|plate|tag)(?: |$)/
const plateRegion = /(?:^| )(?:rego|plate) (?:region|province|territory)(?: |$)/
const soldTo =
  /^(?:(?:sold|registered|invoiced?|bill(?:ed)?|disposed|released|transferred|delivery|ship(?:ped)?|leased|issued|hired|assigned|allocated) to|(?:purchased?|bought|acquired|leased|hired|ordered|financed) by)(?: name| customer)?$|^who (?:bought|purchased|owns|drives|has)\b/

/**
 * Candidates by the values, where the header says nothing. A state is never recognised by its values alone: it could be
 * that of an address.
 */
function byValues(column: Column, { region, stateOwner }: TableFacts): readonly Candidate[] {
  const { values, meaning, header } = column
  const normalised = inFullWords(meaning.normalised)
  const candidates: Candidate[] = []
  const add = (target: ColumnTarget, score: number, confidence: 'medium' | 'low', reason: string): void => {
    candidates.push({ column, target, score, confidence, reason })
  }
  // "Comments" above mobiles, "Colour" above VINs: whose they are, nothing says.
  const addByValues = (target: ColumnTarget, score: number, says: RegExp, reason: string): void => {
    const isSaid = blankHeader.test(header.trim()) || [normalised, meaning.normalised].some((name) => says.test(name))
    if (isSaid) add(target, score, 'medium', reason)
    else add(target, score, 'low', columnReasons.fieldByValues(header, target))
  }
  const isFree = (target: NamedTarget): boolean => meaning.ends === null && !isNever(normalised, target)
  const isOther = otherNumber.test(normalised)
  if (isFree('vin') && !isOther && values.isMostly('vinsWithLetters')) {
    addByValues('vin', 40, saysVin, columnReasons.vinsByValue(values.count('vins'), values.filled))
  }
  if (isFree('mobile_number') && !saysOtherNumber(column) && values.isMostly('writtenMobiles')) {
    addByValues('mobile_number', 38, phoneNo, columnReasons.mobilesByValue(values.count('mobiles'), values.filled))
  }
  const distinctEnough = values.distinct >= values.filled * 0.9
  if (isFree('rego') && !isOther && values.filled >= 3 && distinctEnough) {
    const [withState, plates] = [values.count('platesWithState'), values.count('ordinaryPlates')]
    if (region === 'au' && values.isMostly(withState)) {
      const reason = columnReasons.platesWithStateByValue(withState, values.filled)
      addByValues('rego_and_state', 37, saysPlate, reason)
    } else if (values.isMostly(plates, 0.7)) {
      addByValues('rego', 36, saysPlate, columnReasons.platesByValue(plates, values.filled))
    }
  }
  if (blankHeader.test(header.trim()) && values.distinct >= values.filled * 0.5 && values.isMostly('names')) {
    add('client_name', 20, 'medium', columnReasons.namesByValue(values.count('names'), values.filled))
  }
  const day = bareDates.has(normalised) || isFree('sale_date') ? dayOfSale(header, normalised) : null
  if (day && values.isMostly('pastDates', 0.8)) {
    const reason = day.reason ?? columnReasons.byName('words', 'sale_date', values.count('pastDates'), values.filled)
    add('sale_date', day.score + ifSparse(column), day.confidence, reason)
  } else if (day && values.isMostly(values.damaged('sale_date'))) {
    add('sale_date', 15, 'low', columnReasons.damaged(header, values.damaged('sale_date'), values.filled))
  }
  if (soldTo.test(normalised) && values.isMostly('names')) {
    add('client_name', 70, 'medium', columnReasons.byName('words', 'client_name', values.count('names'), values.filled))
  }
  const isOfTheCar = namesTheCar.test(header) && /(?:^| )state(?: |$)/.test(normalised)
  const isStateOfPlate =
    region === 'au' && (isOfTheCar || plateRegion.test(normalised) || (plateState.test(normalised) && isFree('state')))
  const owner = isBareState(column) ? stateOwner(column) : null
  const isOfPlates = isStateOfPlate || (region === 'au' && owner?.of === 'registration')
  if (isOfPlates && values.isMostly('states', 0.8)) {
    const reason = columnReasons.byName('words', 'state', values.count('states'), values.filled)
    add('state', 70, 'medium', owner ? columnReasons.withOwner(reason, owner) : reason)
  }
  return candidates
}

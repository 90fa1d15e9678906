import { isDeepStrictEqual } from 'node:util'
import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { candidatesOf, isPrivate, mayBeMobiles, type ColumnSuggestion, type TableFacts } from './candidates.ts'
import { ColumnValues, type Column } from './column-values.ts'
import { columnReasons } from './column-text.ts'
import { fitsPlates, isBareState, ofRegistration, stateOwner } from './state-column.ts'
import { saidField } from './said-field.ts'
import { areDaysApart, findDateInParts, isOtherDay } from './sale-dates.ts'
import { inFullWords } from '../headers/full-words.ts'
import { isAnotherParty, isNever, isOfStaff } from '../headers/header-phrases.ts'
import { isOfPerson, phoneOwner, type HeaderMeaning } from '../headers/known-headers.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import { readHeaders, saysUser } from '../headers/table-headers.ts'

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
  const valued = columns.map(({ header, cells }, index) => {
    return { index, header, values: new ColumnValues(cells, region, options.today) }
  })
  const meanings = readHeaders(
    columns.map(({ header }) => header),
    (index) => valued[index]?.values.isMostly('names', 0.3) === true,
  )
  const described = valued.map((column): Column => ({ ...column, meaning: meanings[column.index] as HeaderMeaning }))
  const table: TableFacts = {
    region,
    hasStateBeside: (column) =>
      described.some(
        (other) => other !== column && isStateOfPlates(other) && table.stateOwner(other).of === 'registration',
      ),
    stateOwner: (column) =>
      isBareState(column)
        ? stateOwner(
            column,
            described,
            columns.map(({ cells }) => cells),
          )
        : ofRegistration,
  }
  const cellsOf = ({ index }: Column): readonly SourceCell[] => columns[index]?.cells ?? []
  const chosen = new Map<number, Omit<ColumnSuggestion, 'sensitive'>>()
  const fromMemory = new Set<number>()
  const taken = new Map<ColumnTarget, Column>()
  for (const column of described) {
    const target = options.remembered?.get(column.meaning.normalised) ?? options.remembered?.get(column.header)
    if (target === undefined || (isField(target) && taken.has(target))) continue
    chosen.set(column.index, { target, confidence: 'high', reason: columnReasons.remembered })
    fromMemory.add(column.index)
    if (isField(target)) taken.set(target, column)
  }
  const candidates = described
    .filter(({ index }) => !chosen.has(index))
    .flatMap((column) => candidatesOf(column, table))
    .toSorted((a, b) => b.score - a.score || a.column.index - b.column.index)
  const conflicts = new Map<number, Pick<ColumnSuggestion, 'confidence' | 'reason'>>()
  for (const { column, target, confidence, reason } of candidates) {
    if (chosen.has(column.index)) continue
    const rival = rivalOf(target, taken)
    if (rival) {
      // Two columns of one name: which of them is meant, only a person knows. Of phones both are used.
      const hasSameName = isSameName(column, rival)
      const [own, other] = [cellsOf(column), cellsOf(rival)]
      const hasOthers =
        hasSameName ||
        (target === 'rego' && isNamedRego(column)) ||
        (target === 'sale_date' && confidence === 'high' && areDaysApart(own, other, options.today))
      const isOpen = target !== 'mobile_number' && hasOthers && !isDeepStrictEqual(own, other)
      const text = hasSameName ? columnReasons.sameName : columnReasons.secondOfField
      const reason = isOpen ? text : columnReasons.alreadyTaken
      conflicts.set(column.index, { confidence: isOpen ? 'low' : 'medium', reason: reason(rival.header, target) })
      continue
    }
    chosen.set(column.index, { target, confidence, reason })
    if (isField(target)) taken.set(target, column)
  }
  for (const column of described) {
    if (chosen.has(column.index) || conflicts.has(column.index)) continue
    const field = missingField(column, table, taken)
    if (field === null) continue
    const reason = columnReasons.fieldByValues(column.header, field)
    // Things happen to a car on many days.
    const target = field === 'sale_date' ? 'keep' : field
    const isSaid = field.endsWith('_name') && saysName.test(column.meaning.normalised)
    chosen.set(column.index, { target, confidence: isSaid ? 'medium' : 'low', reason })
    if (target !== 'keep') taken.set(target, column)
  }
  const dateParts = taken.has('sale_date') ? null : findDateInParts(meanings.map(({ normalised }) => normalised))
  if (dateParts) {
    const reason = columnReasons.dateInParts(dateParts.map((column) => columns[column]?.header ?? ''))
    chosen.set(dateParts[0] ?? 0, { target: 'keep', confidence: 'low', reason })
  }
  chooseNameColumns(described, chosen, taken, fromMemory)
  const mobile = taken.get('mobile_number')
  if (mobile && !fromMemory.has(mobile.index) && isOfSomebody(mobile, described, taken)) {
    chosen.set(mobile.index, {
      target: 'leave_out',
      confidence: 'low',
      reason: columnReasons.othersMobile(mobile.header),
    })
  }
  return described.map((column) => {
    const suggestion = chosen.get(column.index) ?? withoutField(column, conflicts.get(column.index), table, taken)
    return { ...suggestion, sensitive: isPrivate(column) && suggestion.target !== 'opt_out' }
  })
}

const isSameName = (one: Column, other: Column): boolean =>
  one.header.trim().toLowerCase() === other.header.trim().toLowerCase()
/** Whether the name of a column says that it has regos, and its values are plates. */
const isNamedRego = ({ meaning: { named, normalised }, values }: Column): boolean =>
  named?.target === 'rego' && named.match !== 'near' && !lentCar.test(normalised) && values.isMostly('platesInAll')
/** Of the dealer, never the customer's beside another rego. */
const lentCar = /(?:^| )(?:loan|loaner|courtesy|demo|hire|rental)(?: |$)/

const isStateOfPlates = ({ meaning, values }: Column): boolean =>
  meaning.named?.target === 'state' && values.filled > 0 && values.count('states') >= values.count('platesInAll')

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

/** The other half of names of one word each: "Cust Nm 1" and "Cust Nm 2". */
function secondHalf(whole: Column, described: readonly Column[]): Column | undefined {
  const hasWords = ({ values }: Column): boolean => values.isMostly('words', 0.8) && !values.isMostly('names', 0.2)
  const name = whole.meaning.normalised.replace(/ 1$/, '')
  const other = described.find(({ meaning }) => meaning.normalised === `${name} 2`)
  return other && hasWords(whole) && hasWords(other) ? other : undefined
}

/** First and last name are used before a whole name. Without both of them the whole name is used alone. */
function chooseNameColumns(
  described: readonly Column[],
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
  const first = taken.get('first_name')
  // Whole names below "Name" of a language in which it is the first one.
  if (first && !whole && !taken.has('last_name') && !fromMemory.has(first.index) && first.values.isMostly('names')) {
    const reason = columnReasons.namesByValue(first.values.count('names'), first.values.filled)
    chosen.set(first.index, { target: 'client_name', confidence: 'medium', reason })
  }
  const second = whole && !fromMemory.has(whole.index) ? secondHalf(whole, described) : undefined
  if (whole && second) {
    const reason = columnReasons.halvesOfName(whole.header, second.header)
    chosen.set(whole.index, { target: 'first_name', confidence: 'low', reason })
    chosen.set(second.index, { target: 'last_name', confidence: 'low', reason })
    return
  }
  if (whole && parts) drop('client_name', columnReasons.namePartsUsed)
  if (!whole || parts) return
  for (const target of ['first_name', 'middle_name', 'last_name', 'title'] as const) {
    drop(target, columnReasons.wholeNameUsed(whole.header))
  }
}

/** Whether a phone is not the customer's: its first word is another person's ("Secondary First Name"), or nobody's of the names. */
function isOfSomebody(phone: Column, described: readonly Column[], taken: ReadonlyMap<ColumnTarget, Column>): boolean {
  const { header, meaning } = phone
  const names = nameTargets.flatMap((target) => taken.get(target) ?? [])
  if (names.some((name) => isOfPerson(header, name.header, true))) return false
  if (described.some((name) => isOfPerson(header, name.header))) return true
  const isNamed = meaning.named && meaning.named.match !== 'near'
  const isOfUsers = saysUser(header) && names.every((name) => saysUser(name.header))
  return !isNamed && phoneOwner(header) === 'somebody' && !isOfUsers
}

const saysMobile = /(?:^| )(?:mobile|bimbit|handphone|cell)(?: |$)/

const isMissing = (taken: ReadonlyMap<ColumnTarget, Column>, ...targets: readonly ColumnTarget[]): boolean =>
  !targets.some((target) => taken.has(target))
/** Columns that say who the customer is. */
const nameTargets = ['client_name', 'first_name', 'last_name', 'company'] as const

/** Whether a private column, or one of who drives, has a different name in nearly every row, and no column is known to have the customer's. */
function hasNamesOfNobody(column: Column, taken: ReadonlyMap<ColumnTarget, Column>): boolean {
  const { header, meaning, values } = column
  return (
    isMissing(taken, ...nameTargets) &&
    (saysUser(header) || (isPrivate(column) && !isNever(meaning.normalised, 'client_name'))) &&
    !meaning.named &&
    !meaning.address &&
    values.isMostly('plainNames', 0.8) &&
    values.filled >= 2 &&
    values.distinct >= values.filled * 0.9
  )
}

/** A column that fills no field, and why. */
function withoutField(
  column: Column,
  conflict: Pick<ColumnSuggestion, 'confidence' | 'reason'> | undefined,
  { region, stateOwner: ownerOf }: TableFacts,
  taken: ReadonlyMap<ColumnTarget, Column>,
): Omit<ColumnSuggestion, 'sensitive'> {
  const { meaning, values, header } = column
  const reason = (
    target: 'keep' | 'leave_out',
    confidence: ColumnSuggestion['confidence'],
    text: string,
  ): Omit<ColumnSuggestion, 'sensitive'> => ({ target, confidence, reason: text })
  if (values.filled === 0) return reason('leave_out', 'high', columnReasons.empty)
  const said = saidField(column)
  const saysMissing = said?.fills.some((target) => taken.has(target)) === false
  const isOfOther = saysUser(header) || (isAnotherParty(meaning.normalised) && !isOfStaff(meaning.normalised))
  const isOfUser = isOfOther && saysMobile.test(meaning.normalised)
  if (isOfUser && !taken.has('mobile_number') && values.isMostly('mobiles')) {
    return reason('leave_out', 'low', columnReasons.othersMobile(header))
  }
  if (hasNamesOfNobody(column, taken)) {
    return reason(isPrivate(column) ? 'leave_out' : 'keep', 'low', columnReasons.othersNames(header))
  }
  if (isPrivate(column)) {
    return saysMissing && said
      ? reason('leave_out', 'low', columnReasons.privateField(header, said.target))
      : reason('leave_out', 'high', columnReasons.private)
  }
  if (meaning.ends) return reason('keep', 'high', columnReasons.endDate(header, meaning.ends))
  if (conflict !== undefined && !saysMissing) return reason('keep', conflict.confidence, conflict.reason)
  if (meaning.named?.target === 'state' && region !== 'au') {
    return reason('leave_out', 'high', columnReasons.statesOutsideAustralia)
  }
  const owner = ownerOf(column)
  const isState = meaning.named?.target === 'state' || owner.of === 'address' || isNever(meaning.normalised, 'state')
  if (isState && values.isMostly('states', 0.8)) {
    const isOpen = saysMissing || (isMissing(taken, 'state', 'rego_and_state') && fitsPlates(owner))
    return reason('leave_out', isOpen ? 'low' : 'medium', columnReasons.addressState(isOpen ? owner : null))
  }
  const named = said?.target ?? (meaning.named?.match === 'near' ? undefined : meaning.named?.target)
  if (named !== undefined) {
    // "Sold" above prices or "yes" says no date.
    const isDate = named === 'sale_date' && values.isMostly('writtenDates')
    const isOpen = saysMissing || (isDate && !taken.has('sale_date'))
    return reason('keep', isOpen ? 'low' : 'medium', columnReasons.valuesDoNotFit(header, named))
  }
  if (isAnotherParty(meaning.normalised)) return reason('keep', 'high', columnReasons.otherSubject)
  if (isNever(meaning.normalised, 'sale_date') && values.isMostly('dates', 0.8)) {
    return reason('keep', 'high', columnReasons.otherDate(header))
  }
  return reason('keep', 'medium', columnReasons.noField)
}

const saysName = /(?:^| )name(?: |$)/
const saysDate = /(?:^| )(?:\w*(?<!up)date|\w*dt|since|tarikh)(?: |$)/

/** The field that no column fills and that the values of this one look like, whatever its name says; null: there is none. */
function missingField(
  column: Column,
  { region, stateOwner: ownerOf }: TableFacts,
  taken: ReadonlyMap<ColumnTarget, Column>,
): 'state' | 'mobile_number' | 'client_name' | 'first_name' | 'last_name' | 'sale_date' | null {
  const { meaning, values, header } = column
  if ((meaning.named && meaning.named.match !== 'near') || meaning.ends || isPrivate(column)) return null
  const normalised = inFullWords(meaning.normalised)
  const isFree = (target: NamedTarget): boolean =>
    !isNever(meaning.normalised, target) && !isNever(normalised, target) && !isOfStaff(normalised)
  if (region === 'au' && taken.has('rego') && isMissing(taken, 'state') && values.isMostly('states', 0.8)) {
    const { of } = ownerOf(column)
    if (of === null || (of === 'registration' && isFree('state'))) return 'state'
  }
  if (isMissing(taken, 'mobile_number') && isFree('mobile_number') && phoneOwner(header) !== 'customer') {
    if (mayBeMobiles(column)) return 'mobile_number'
  }
  if (
    isMissing(taken, 'sale_date') &&
    saysDate.test(normalised) &&
    isFree('sale_date') &&
    !isOtherDay(normalised) &&
    !isOtherDay(meaning.normalised) &&
    values.isMostly('pastDates', 0.8)
  ) {
    return 'sale_date'
  }
  // "Surname" and "Other names": the other part of the name.
  const part = (['first_name', 'last_name'] as const).find((target) => isMissing(taken, 'client_name', target))
  const beside = taken.get(part === 'first_name' ? 'last_name' : 'first_name')
  const isPart = beside && (saysName.test(normalised) || Math.abs(beside.index - column.index) === 1)
  if (part && isPart && isFree(part) && values.isMostly('words', 0.8) && values.distinct > 1) return part
  const areDifferent = values.distinct >= values.filled * 0.8
  return isMissing(taken, ...nameTargets) &&
    isFree('client_name') &&
    areDifferent &&
    values.isMostly('properNames', 0.8)
    ? 'client_name'
    : null
}

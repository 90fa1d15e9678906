import type { DraftColumn } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, ContactChoice, DateOrder } from '../../../contract/column-choices.ts'
import { decideDates } from '../../fields/date-order.ts'
import { decideNameOrder, edgeWords, repeatedPlaceholders, type NamePlaceholders } from '../../fields/name.ts'
import { splitColumn } from '../../fields/plate-and-state.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { CheckContext, RememberedChoices } from '../model/draft-source.ts'
import type { Table } from '../reading/find-table.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import { columnReasons } from './column-text.ts'
import { ColumnCounts } from './column-counts.ts'
import { hasValueList, listValues } from './column-value-list.ts'
import { contactCandidates, planContact, type ContactPlan } from './contact-columns.ts'
import { isOfPerson, phoneOwner } from '../headers/known-headers.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import { suggestColumns } from './suggest.ts'
import { ownColumns, ownColumnSuggestion } from './reimport.ts'
import { cellText, type CountedCell, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import type { RowSelection } from '../columns/row-selection.ts'

interface DatePlan {
  readonly order: DateOrder
  readonly decidedBy: 'evidence' | 'assumed' | 'user' | 'undecided'
  readonly evidence: string
  readonly swapSerials: boolean
  readonly doubtsShortYears: boolean
  /** Of dates without a day and times in UTC; absent: nobody has sent any. */
  readonly days?: 'written' | 'next'
}

/** The target of each column, in the form that the row loop needs: positions by field, -1 where there is none. */
export interface ColumnPlan {
  readonly columns: readonly DraftColumn[]
  /** Names by position, unique, none blank. */
  readonly headers: readonly string[]
  readonly column: Readonly<Record<Exclude<CustomerField, 'client_name' | 'mobile_number'>, number>>
  readonly mobileColumns: readonly number[]
  /** Kept columns of other phones: a mobile in them is used where the mobile columns have none. */
  readonly otherPhones: readonly number[]
  readonly nameColumns: Readonly<Record<'title' | 'first' | 'middle' | 'last' | 'company' | 'full', number>>
  readonly contact: ContactPlan
  readonly keptColumns: readonly number[]
  readonly dates: Readonly<Partial<Record<'sale_date' | 'expiry_date', DatePlan>>>
  readonly splitsPlates: boolean
  readonly treatAmbiguousAsState: boolean
  readonly surnameFirst: boolean
  /** Words that mean "not available" in the columns of first, middle and last names, in capitals. */
  readonly namePlaceholders: NamePlaceholders
  /** Decisions about whole columns, as sentences. */
  readonly notes: readonly string[]
}

/** For a table without columns to suggest from. */
const emptySuggestion = {
  target: 'keep',
  confidence: 'high',
  reason: columnReasons.empty,
  sensitive: false,
} as const

/** Used in the name only where it has no first name, or no person. */
const besideName: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>(['title', 'company'])

/** Enough rows to recognise the columns by their values. */
const sampledRows = 400
/** Further rows for a column that is empty in those. */
const furtherRows = 50
const samplesShown = 4

/** The header's shape, which identifies the next file of the same system; null when too few columns have a name. */
export function headerShape(header: readonly string[]): string | null {
  const names = header.map((text) => normaliseHeader(text))
  return names.filter((name) => name !== '').length < 2 ? null : names.join('|')
}

/**
 * Decides the target of each column: chosen by the user, remembered, or suggested by header and values. `counts`: of the
 * records of the table.
 */
export function planColumns(
  table: Table,
  overrides: OverrideIndex,
  remembered: RememberedChoices | null,
  context: CheckContext,
  counts: ColumnCounts = new ColumnCounts(table.records),
): ColumnPlan {
  const { region, today } = context
  const width = table.header.length
  const sampled = counts.once('sample', () => sampleOf(table.records, width))
  const headers = uniqueHeaders(table.header, context.reservedKeys)
  const sampledColumns = table.header.map((header, column) => {
    return { header: header || (headers[column] ?? ''), cells: sampled.map((row) => row.cells[column] ?? null) }
  })
  const suggestions = [
    ...suggestColumns(sampledColumns, region, {
      today,
      ...(remembered ? { remembered: new Map(Object.entries(remembered.targets)) } : {}),
    }),
  ]
  const added = ownColumns(table.header)
  const rememberedContact = remembered?.contact ?? {}
  for (const column of added) suggestions[column] = { ...ownColumnSuggestion, sensitive: false }
  const contactChoices = new Map(overrides.contacts)
  const targets = Array.from({ length: width }, (_, column): ColumnTarget => {
    const chosen = overrides.targets.get(column)
    const suggested = suggestions[column]?.target ?? emptySuggestion.target
    // Choosing "Do not contact" by hand is an answer.
    if (chosen === 'opt_out' && !contactChoices.has(column)) contactChoices.set(column, 'exclude')
    const choice = contactChoices.get(column) ?? rememberedContact[normaliseHeader(table.header[column] ?? '')]
    return chosen ?? (suggested === 'opt_out' && choice === 'other' ? 'keep' : suggested)
  })
  const find = (target: ColumnTarget): number => targets.indexOf(target)
  const all = (...wanted: readonly ColumnTarget[]): number[] =>
    targets.flatMap((target, column) => (wanted.includes(target) ? [column] : []))

  const dateColumns = (['sale_date', 'expiry_date'] as const).map((field) => ({
    field,
    column: find(field),
  }))
  const combined = find('rego_and_state')
  const full = find('client_name')
  const candidates = contactCandidates(targets, table.header, added)
  const nameColumns = {
    title: find('title'),
    first: find('first_name'),
    middle: find('middle_name'),
    last: find('last_name'),
    company: find('company'),
    full,
  }

  const hasPersons = [full, nameColumns.first, nameColumns.middle, nameColumns.last].some((column) => column >= 0)

  const mobileColumns = all('mobile_number')
  const nameOf = (column: number): string => table.header[column] ?? ''
  const kept = all('keep')
  const otherPhones = kept.filter(
    (column) =>
      phoneOwner(nameOf(column)) === 'customer' && !kept.some((other) => isOfPerson(nameOf(column), nameOf(other))),
  )

  const notes: string[] = []
  const dates: Partial<Record<'sale_date' | 'expiry_date', DatePlan>> = {}
  for (const { field, column } of dateColumns) {
    if (column < 0) continue
    const options = { field, region, today }
    const decided = counts.once(`dates ${column} ${JSON.stringify(options)}`, () =>
      decideDates(shortened(counts.cells(column)), options),
    )
    const name = normaliseHeader(table.header[column] ?? '')
    const days = remembered?.days?.[name]
    dates[field] = {
      ...datePlan(decided, overrides.dateOrders.get(column), remembered?.dates[name]),
      ...(days && { days }),
    }
  }
  let treatAmbiguousAsState = false
  if (combined >= 0 && region === 'au') {
    const split = counts.once(`plates ${combined}`, () => splitColumn(shortened(counts.cells(combined))))
    treatAmbiguousAsState = split.treatAmbiguousAsState
    notes.push(`“${headers[combined]}”: ${split.evidence}`)
  }
  const names = full < 0 ? null : counts.once(`names ${full}`, () => decideNameOrder(shortened(counts.cells(full))))
  if (names?.surnameFirst) notes.push(`“${headers[full]}”: ${names.evidence}`)

  const placeholdersIn = (column: number, wordsOf?: typeof edgeWords): readonly string[] =>
    column < 0
      ? []
      : counts.once(`placeholders ${column} ${wordsOf !== undefined}`, () =>
          repeatedPlaceholders(() => counts.cells(column), wordsOf),
        )

  const contact = planContact(
    { headers, header: table.header, targets, candidates, counts },
    { choices: contactChoices, notes: overrides.notes },
    remembered,
  )
  const choiceOf = (column: number): ContactChoice | null =>
    contact.questions.find(({ index }) => index === column)?.choice ?? null
  const columns = targets.map((target, index): DraftColumn => {
    const suggestion = suggestions[index] ?? emptySuggestion
    const isOpen = suggestion.confidence === 'low'
    const isOtherPhone = otherPhones.includes(index)
    const different = hasValueList(target) ? listValues(index, table.header[index] ?? '', counts) : null
    const plan = target === 'sale_date' || target === 'expiry_date' ? dates[target] : undefined
    return {
      index,
      header: headers[index] ?? '',
      samples: samplesOf(sampled.map((row) => cellText(row.cells[index]))),
      target,
      suggested: {
        target: suggestion.target,
        reason:
          isOtherPhone && !isOpen
            ? columnReasons.otherPhone(mobileColumns.map((column) => headers[column] ?? ''))
            : suggestion.reason,
      },
      alsoMobile: isOtherPhone,
      sensitive: suggestion.sensitive,
      isOpen: isOpen && !overrides.targets.has(index),
      ...(different && { values: different.length }),
      dates:
        plan && find(target) === index
          ? { order: plan.order, decidedBy: plan.decidedBy, evidence: plan.evidence }
          : null,
    }
  })
  return {
    columns,
    headers,
    column: {
      rego: combined >= 0 ? combined : find('rego'),
      state: find('state'),
      vin: find('vin'),
      sale_date: find('sale_date'),
      expiry_date: find('expiry_date'),
    },
    mobileColumns,
    otherPhones,
    nameColumns,
    contact,
    // A column of consents whose rows are sent stays with its customers, and what the name of a person leaves out.
    keptColumns: targets.flatMap((target, column) =>
      target === 'keep' ||
      (target === 'opt_out' && choiceOf(column) === 'send') ||
      (hasPersons && besideName.has(target))
        ? [column]
        : [],
    ),
    dates,
    splitsPlates: combined >= 0,
    treatAmbiguousAsState,
    surnameFirst: names?.surnameFirst ?? false,
    namePlaceholders: {
      full: placeholdersIn(full, edgeWords),
      first: placeholdersIn(nameColumns.first),
      middle: placeholdersIn(nameColumns.middle),
      last: placeholdersIn(nameColumns.last),
    },
    notes,
  }
}

/** The first rows, and for each column that is empty in them the first ones in which it is filled. */
function sampleOf(records: RowSelection, width: number): readonly SourceRow[] {
  const first = records.slice(0, sampledRows)
  const further = new Set<number>()
  for (let column = 0; column < width && records.length > sampledRows; column += 1) {
    if (first.some(({ cells }) => isFilled(cells[column]))) continue
    const { cells } = records.cellsOf(column)
    const numbers = records.cellNumbers(column)
    for (let position = sampledRows, found = 0; position < numbers.length && found < furtherRows; position += 1) {
      if (!isFilled(cells[numbers[position] as number])) continue
      further.add(position)
      found += 1
    }
  }
  const positions = [...further].toSorted((a, b) => a - b)
  return [...first, ...positions.flatMap((position) => records.at(position) ?? [])]
}

const isFilled = (cell: SourceCell | undefined): boolean => cellText(cell).trim() !== ''

function* shortened(cells: Iterable<CountedCell>): Generator<CountedCell> {
  for (const { cell, count } of cells) yield { cell: shortenCell(cell, maxFieldLength), count }
}

/**
 * The user's order comes first. A remembered order is used only where the values do not decide, because the next export
 * may differ.
 */
function datePlan(
  decided: ReturnType<typeof decideDates>,
  chosen: DateOrder | undefined,
  remembered: DateOrder | undefined,
): DatePlan {
  if (chosen) return { ...decided, order: chosen, decidedBy: 'user', doubtsShortYears: false }
  if (remembered && decided.decidedBy !== 'evidence') {
    return {
      ...decided,
      order: remembered,
      decidedBy: 'user',
      doubtsShortYears: false,
      evidence: columnReasons.rememberedOrder(decided.evidence),
    }
  }
  return decided
}

function samplesOf(texts: readonly string[]): string[] {
  const samples = new Set<string>()
  for (const text of texts) {
    const tidy = text.replace(/\s+/g, ' ').trim().slice(0, 80)
    if (tidy !== '') samples.add(tidy)
    if (samples.size === samplesShown) break
  }
  return [...samples]
}

/**
 * Names for columns: trimmed, blank ones by their letter, a second of the same name numbered, none that Forecourt sends
 * itself.
 */
function uniqueHeaders(header: readonly string[], reserved: readonly string[]): string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()))
  return header.map((text, column) => {
    const name = text === '' ? `Column ${columnLetters(column)}` : text.slice(0, 100)
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name} (${number})`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** 0 is A, 26 is AA, as Excel names its columns. */
function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

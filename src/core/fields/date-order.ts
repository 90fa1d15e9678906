import type { DateOrder } from '../../contract/column-choices.ts'
import type { Region } from '../../contract/region.ts'
import { cellText, type CountedCell, type SourceCell } from './source-cell.ts'
import { addDays, isRealDay, dateFromParts, type CalendarDate, type DateParts } from '../../contract/calendar-date.ts'
import { dateColumnMessages } from './column-messages.ts'
import { readDate, type DateReading } from './date-forms.ts'

export type DateField = 'sale_date' | 'expiry_date'

type Numbers = Extract<DateReading, { kind: 'numbers' }>

/** How a column of dates is read, and why, as a sentence with counts. */
export interface DateColumnDecision {
  readonly order: DateOrder
  readonly decidedBy: 'evidence' | 'assumed' | 'undecided'
  readonly evidence: string
  /** The real Excel dates of the column have day and month swapped. */
  readonly swapSerials: boolean
  /** Nothing shows whether 24-04-03 has its year first: such a cell is not read. */
  readonly doubtsShortYears: boolean
}

/** A year of two digits: a sale is never in the future, an expiry never in the last century. */
export function fullYear(shortYear: number, field: DateField, today: CalendarDate): number {
  if (field === 'expiry_date') return 2000 + shortYear
  return shortYear <= Number(today.slice(2, 4)) ? 2000 + shortYear : 1900 + shortYear
}

/** Three numbers read in an order, or null when the calendar has no such day. */
export function inOrder(numbers: Numbers, order: DateOrder, field: DateField, today: CalendarDate): DateParts | null {
  const { first, second, third, shortYear } = numbers
  // With a year of four digits at the end, year first cannot be meant.
  if (order === 'ymd' && shortYear) {
    const parts = { year: fullYear(first, field, today), month: second, day: third }
    return isRealDay(parts) ? parts : null
  }
  const year = shortYear ? fullYear(third, field, today) : third
  const parts = order === 'mdy' ? { year, month: first, day: second } : { year, month: second, day: first }
  return isRealDay(parts) ? parts : null
}

interface DateColumn {
  readonly field: DateField
  readonly today: CalendarDate
}

/** Whether a sale of this day can be: from 1980 to the end of the next year. Any day of an expiry date can be. */
const isPlausible = (parts: DateParts | null, { field, today }: DateColumn): boolean =>
  parts !== null && (field === 'expiry_date' || (parts.year >= 1980 && parts.year <= Number(today.slice(0, 4)) + 1))

/** Which end of 24-04-03 can be the year: both, one, or null for a date of another form. */
function yearEnd(numbers: Numbers, column: DateColumn): 'both' | 'first' | 'last' | null {
  if (!numbers.mayBeYearFirst) return null
  const { field, today } = column
  const asFirst = inOrder(numbers, 'ymd', field, today)
  const asLast = [inOrder(numbers, 'dmy', field, today), inOrder(numbers, 'mdy', field, today)]
  const plausibleLast = asLast.filter((parts) => isPlausible(parts, column))
  if (!isPlausible(asFirst, column)) return plausibleLast.length > 0 ? 'last' : null
  if (plausibleLast.length === 0) return 'first'
  return numbers.first === numbers.third ? null : 'both'
}

/** Whether a cell can be 3 April and 4 March (3/4/2024), or have its year at either end (24-04-03). */
export function readsTwoWays(cell: SourceCell, column: DateColumn): boolean {
  const reading = readDate(cell)
  if (reading.kind !== 'numbers') return false
  return yearEnd(reading, column) === 'both' || hasTwoOrders(reading)
}

/** Whether day and month can change places: 3/4/2024, but not 3/3/2024. */
const hasTwoOrders = ({ first, second }: Numbers): boolean => first <= 12 && second <= 12 && first !== second

/** The two days that 24-04-03 can be; null when only one end can be the year. */
export function doubtfulYear(numbers: Numbers, column: DateColumn): readonly [CalendarDate, CalendarDate] | null {
  if (yearEnd(numbers, column) !== 'both') return null
  const { field, today } = column
  const first = inOrder(numbers, 'ymd', field, today)
  const last = inOrder(numbers, 'dmy', field, today) ?? inOrder(numbers, 'mdy', field, today)
  return first && last ? [dateFromParts(last), dateFromParts(first)] : null
}

/** Cells that can be read in one order only. */
interface OneWay {
  count: number
  /** The first different ones. */
  readonly examples: string[]
}

interface Tally {
  readonly filled: number
  /** Different dates of three numbers, and how many cells have one. */
  readonly numbers: readonly { readonly date: Numbers; readonly count: number }[]
  readonly numberCells: number
  readonly dayFirst: OneWay
  readonly monthFirst: OneWay
  readonly excel: number
  /** Real Excel dates of which the day could be a month. */
  readonly excelSwappable: number
  readonly yearFirst: number
  /** 98/03/14: the first of three can be neither day nor month. */
  readonly shortYearFirst: number
  readonly short: number
  /** Dates like 24-04-03 of which both ends, only the first or only the last can be the year. */
  readonly yearEnds: Readonly<Record<'both' | 'first' | 'last', number>>
}

/** Examples of dates in a message. */
const shownDates = 3

function noteOneWay(dates: OneWay, cell: SourceCell, count: number): void {
  dates.count += count
  if (dates.examples.length < shownDates) dates.examples.push(cellText(cell))
}

function tally(cells: Iterable<CountedCell>, column: DateColumn): Tally {
  const numbers: Tally['numbers'][number][] = []
  const dayFirst: OneWay = { count: 0, examples: [] }
  const monthFirst: OneWay = { count: 0, examples: [] }
  const yearEnds = { both: 0, first: 0, last: 0 }
  const counts = { filled: 0, numberCells: 0, excel: 0, excelSwappable: 0, yearFirst: 0, shortYearFirst: 0, short: 0 }
  for (const { cell, count } of cells) {
    const reading = readDate(cell)
    if (reading.kind === 'empty' || reading.kind === 'placeholder') continue
    counts.filled += count
    if (reading.kind === 'certain-short' || ('shortYear' in reading && reading.shortYear === true))
      counts.short += count
    if (reading.kind === 'certain' && reading.from === 'excel') {
      counts.excel += count
      if (reading.parts.day <= 12) counts.excelSwappable += count
    }
    if (reading.kind === 'certain' && reading.from === 'text') counts.yearFirst += count
    if (reading.kind !== 'numbers') continue
    numbers.push({ date: reading, count })
    counts.numberCells += count
    const end = yearEnd(reading, column)
    if (end) yearEnds[end] += count
    if (end === 'both' || end === 'first') continue
    if (reading.shortYear && reading.first > 31) counts.shortYearFirst += count
    else if (reading.first > 12 && reading.second <= 12) noteOneWay(dayFirst, cell, count)
    if (reading.second > 12 && reading.first <= 12) noteOneWay(monthFirst, cell, count)
  }
  return { ...counts, numbers, dayFirst, monthFirst, yearEnds }
}

/**
 * Decides for a whole column whether 3/4/2024 is in April or in March, by the cells that can be read only one way.
 * Undecided: both kinds occur, or day first would put sales in the future and month first would not. `order` is then
 * only the likelier one, and the user chooses.
 */
export function decideDates(
  cells: Iterable<CountedCell>,
  options: { readonly field: DateField; readonly region: Region; readonly today: CalendarDate },
): DateColumnDecision {
  const found = tally(cells, options)
  const { filled, numberCells, dayFirst, monthFirst } = found
  const decision = decideOrder(found, options)
  const oneWay = numberCells > 0 && (dayFirst.count === numberCells || monthFirst.count === numberCells)
  // An Excel set to the other order made dates of the texts that it could read, with day and month swapped, and left
  // the rest as text.
  const swapSerials =
    decision.decidedBy === 'evidence' && oneWay && found.excel > 0 && found.excelSwappable === found.excel
  const notes = [decision.evidence]
  if (swapSerials) {
    notes.push(dateColumnMessages.swapped(found.excel))
  }
  if (found.short > 0) notes.push(shortYearNote(found.short, filled, options))
  const { both, first, last } = found.yearEnds
  const doubtsShortYears = both > 0 && first + last === 0
  return { ...decision, evidence: notes.join(' '), swapSerials, doubtsShortYears }
}

function shortYearNote(
  short: number,
  filled: number,
  { field, today }: { readonly field: DateField; readonly today: CalendarDate },
): string {
  return field === 'expiry_date'
    ? dateColumnMessages.shortYearsForward(short, filled)
    : dateColumnMessages.shortYearsPast(short, filled, today.slice(2, 4))
}

type OrderDecision = Omit<DateColumnDecision, 'swapSerials' | 'doubtsShortYears'>

function decideOrder(
  found: Tally,
  options: { readonly field: DateField; readonly today: CalendarDate },
): OrderDecision {
  const { filled, numbers, dayFirst, monthFirst } = found
  if (filled === 0) return { order: 'dmy', decidedBy: 'evidence', evidence: dateColumnMessages.empty }
  if (numbers.length === 0) return withoutDoubt(found)
  const yearFirst = dashedYears(found) ?? shortYearsFirst(found, options)
  if (yearFirst) return yearFirst
  if (dayFirst.count > 0 && monthFirst.count > 0) {
    const evidence = dateColumnMessages.mixed(dayFirst, monthFirst)
    return { order: monthFirst.count > dayFirst.count ? 'mdy' : 'dmy', decidedBy: 'undecided', evidence }
  }
  if (dayFirst.count > 0) {
    return {
      order: 'dmy',
      decidedBy: 'evidence',
      evidence: dateColumnMessages.evidence('dmy', dayFirst.count, filled),
    }
  }
  if (monthFirst.count > 0) {
    return {
      order: 'mdy',
      decidedBy: 'evidence',
      evidence: dateColumnMessages.evidence('mdy', monthFirst.count, filled),
    }
  }
  return assumed(found, options)
}

/** A column of 24-04-03: decided by its dates of which only one end can be the year, and never by two digits alone. */
function dashedYears({ filled, numberCells, yearEnds }: Tally): OrderDecision | null {
  const { both, first, last } = yearEnds
  if (first > 0 && last === 0 && both + first === numberCells) {
    return { order: 'ymd', decidedBy: 'evidence', evidence: dateColumnMessages.evidence('ymd', first, filled) }
  }
  if (both === 0 || last > 0 || both < numberCells) return null
  return { order: 'dmy', decidedBy: 'undecided', evidence: dateColumnMessages.yearAtEitherEnd }
}

/**
 * A column of 24/03/14 that only makes sense with the year first: certain with a first number over 31, otherwise the
 * user chooses.
 */
function shortYearsFirst(
  { filled, numbers, shortYearFirst }: Tally,
  { field, today }: { readonly field: DateField; readonly today: CalendarDate },
): OrderDecision | null {
  const makesSense =
    (order: DateOrder) =>
    ({ date }: Tally['numbers'][number]): boolean => {
      const parts = inOrder(date, order, field, today)
      return parts !== null && parts.year >= 1980
    }
  if (!numbers.every(({ date }) => date.shortYear) || !numbers.every(makesSense('ymd'))) return null
  if (shortYearFirst > 0) {
    const evidence = dateColumnMessages.evidence('ymd', shortYearFirst, filled)
    return { order: 'ymd', decidedBy: 'evidence', evidence }
  }
  if (numbers.every(makesSense('dmy')) || numbers.every(makesSense('mdy'))) return null
  return { order: 'ymd', decidedBy: 'undecided', evidence: dateColumnMessages.yearFirstLikely }
}

function withoutDoubt({ filled, excel, yearFirst }: Tally): OrderDecision {
  const evidence =
    excel === filled
      ? dateColumnMessages.excelDates(filled)
      : yearFirst === filled
        ? dateColumnMessages.yearOrWords(filled)
        : dateColumnMessages.unambiguous
  return { order: 'dmy', decidedBy: 'evidence', evidence }
}

function assumed(
  { filled, numbers }: Tally,
  { field, today }: { readonly field: DateField; readonly today: CalendarDate },
): OrderDecision {
  if (!numbers.some(({ date }) => hasTwoOrders(date))) {
    return { order: 'dmy', decidedBy: 'evidence', evidence: dateColumnMessages.unambiguous }
  }
  if (field === 'sale_date') {
    const latest = addDays(today, 1)
    const makesSense = (parts: DateParts | null): boolean =>
      parts !== null && parts.year >= 1990 && dateFromParts(parts) <= latest
    let odd = 0
    for (const { date, count } of numbers) {
      const inMonthsFirst = makesSense(inOrder(date, 'mdy', field, today))
      if (inMonthsFirst && !makesSense(inOrder(date, 'dmy', field, today))) odd += count
    }
    if (odd > 0) {
      const evidence = dateColumnMessages.futureSales(filled, odd)
      return { order: 'mdy', decidedBy: 'undecided', evidence }
    }
  }
  return { order: 'dmy', decidedBy: 'assumed', evidence: dateColumnMessages.assumed(filled) }
}

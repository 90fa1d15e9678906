import { formatNumber } from '../../contract/regional-format.ts'
import type { DateOrder } from '../../contract/column-choices.ts'
import type { StateCode } from '../../contract/region.ts'

/** Sentences about a whole column of dates, names or plates: what was decided for it, and why. */

export const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year/month/day',
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const datesText = (count: number): string => (count === 1 ? 'the only date' : `${formatNumber(count)} dates`)

/** Dates that can be read in one order only: how many, and the first different ones. */
interface OneWayDates {
  readonly count: number
  readonly examples: readonly string[]
}

export const dateColumnMessages = {
  empty: 'The column has no dates.',
  evidence: (order: DateOrder, count: number, filled: number) =>
    `${capitalised(orderNames[order])}: ${formatNumber(count)} of ${formatNumber(filled)} dates can’t be read any other way.`,
  mixed: (dayFirst: OneWayDates, monthFirst: OneWayDates) =>
    `Mixed orders: ${formatNumber(dayFirst.count)} can only be day/month (${dayFirst.examples.join(', ')}) and ${formatNumber(monthFirst.count)} only month/day (${monthFirst.examples.join(', ')}). Choose one.`,
  yearFirstLikely:
    'In day/month/year order, some dates are far too long ago. In year/month/day order, all make sense. Choose one.',
  yearAtEitherEnd: 'Nothing shows whether the year is first or last: 24-04-03 can be in 2024 or in 2003. Choose one.',
  excelDates: (filled: number) =>
    filled === 1 ? 'The only date is a real Excel date.' : `All ${formatNumber(filled)} dates are real Excel dates.`,
  yearOrWords: (filled: number) =>
    `${filled === 1 ? 'The only date has' : `All ${formatNumber(filled)} dates have`} the year first or the month in words.`,
  unambiguous: 'No date can be read two ways.',
  futureSales: (filled: number, future: number) =>
    `Nothing in ${datesText(filled)} shows the order. In day/month/year order, ${future === 1 ? 'one sale is' : `${formatNumber(future)} sales are`} in the future. Choose one.`,
  assumed: (filled: number) =>
    `Nothing in ${datesText(filled)} shows the order. Day/month/year is assumed, as usual here.`,
  swapped: (count: number) =>
    `Excel had swapped day and month in ${count === 1 ? '1 real date' : `${formatNumber(count)} real dates`}. Corrected.`,
  shortYearsForward: (short: number, filled: number) => `${shortYears(short, filled)}: 31 is read as 2031.`,
  shortYearsPast: (short: number, filled: number, thisYear: string) => {
    const next = String((Number(thisYear) + 1) % 100).padStart(2, '0')
    return `${shortYears(short, filled)}: 00 to ${thisYear} are read as 2000 to 20${thisYear}, ${next} as 19${next}.`
  },
} as const

const shortYears = (short: number, filled: number): string =>
  short === filled ? 'Years have two digits' : `${formatNumber(short)} of ${formatNumber(filled)} years have two digits`

export const surnameFirstMessage = (count: number, filled: number): string =>
  `${formatNumber(count)} of ${formatNumber(filled)} names are written “surname, first name”.`

/** How a column of plates with their state is split. */
export function plateColumnMessage(found: {
  readonly filled: number
  readonly split: number
  readonly ambiguous: number
  /** The most frequent state, in so many cells. */
  readonly state: StateCode | null
  readonly count: number
  readonly treatAmbiguousAsState: boolean
}): string {
  const { filled, split, ambiguous, state, count } = found
  const cells =
    split === filled ? `All ${formatNumber(filled)} cells` : `${formatNumber(split)} of ${formatNumber(filled)} cells`
  const summary = `${cells} have a plate and a state.`
  if (ambiguous === 0) return summary
  const could = ambiguous === 1 ? '1 could be a whole plate' : `${formatNumber(ambiguous)} could be whole plates`
  return found.treatAmbiguousAsState
    ? `${summary} ${could}, but ${formatNumber(count)} are ${state}, so the state is split off there too.`
    : `${summary} ${could} and ${ambiguous === 1 ? 'is' : 'are'} kept whole.`
}

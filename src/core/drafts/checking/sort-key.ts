import { dayNumber, type CalendarDate } from '../../../contract/calendar-date.ts'
import type { DateOrder } from '../../../contract/column-choices.ts'
import { readDate } from '../../fields/date-forms.ts'
import { fullYear, inOrder } from '../../fields/date-order.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'

/** Numbers come before dates, dates before texts, and empty cells are last in both directions. */
const sortRanks = { number: 0, date: 1, text: 2, empty: 3 } as const

/** What cells are sorted by. */
export interface SortKey {
  readonly rank: number
  /** A number, or the number of a day. */
  readonly number: number
  readonly text: string
}

/** How the dates of a column are read. */
export interface SortDates {
  readonly order: DateOrder
  readonly today: CalendarDate
}

const emptyKey: SortKey = { rank: sortRanks.empty, number: 0, text: '' }
const plainNumber = /^[-+]?\$? ?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?%?$/
/** Longer texts are no dates. */
const maxDateLength = 40

export const numberKey = (number: number): SortKey => ({ rank: sortRanks.number, number, text: '' })
export const dateKey = (day: number): SortKey => ({ rank: sortRanks.date, number: day, text: '' })

/** The key of a text that is no number and no date. */
export function textKey(text: string): SortKey {
  const trimmed = text.trim()
  return trimmed === '' ? emptyKey : { rank: sortRanks.text, number: 0, text: sortText(trimmed) }
}

/** A text without case and accents, and with one kind of quotes. */
function sortText(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  // Letters of other shapes become plain ones, which can be capitals.
  return lower.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’]/g, "'").toLowerCase()
}

/** The key of a cell of the file. */
export function cellKey(cell: SourceCell, dates: SortDates): SortKey {
  if (typeof cell === 'number') return numberKey(cell)
  if (cell !== null && typeof cell === 'object' && 'serial' in cell) return dateKey(cell.serial - serialOfDay0)
  const text = cellText(cell).trim()
  if (plainNumber.test(text)) return numberKey(numberOf(text))
  const day = text.length <= maxDateLength && /\d/.test(text) ? dayOf(text, dates) : null
  return day === null ? textKey(text) : dateKey(day)
}

/** Excel's serial of 1 January 1970. */
const serialOfDay0 = 25_569

const numberOf = (text: string): number => Number(text.replace(/[$, %+]/g, '')) / (text.endsWith('%') ? 100 : 1)

/** The day that a text names, as `dayNumber`; null: none. */
function dayOf(text: string, { order, today }: SortDates): number | null {
  const reading = readDate(text)
  switch (reading.kind) {
    case 'certain':
      return dayNumber(reading.parts)
    case 'certain-short':
      return dayNumber({ ...reading, year: fullYear(reading.shortYear, 'sale_date', today) })
    case 'numbers': {
      const parts = inOrder(reading, order, 'sale_date', today)
      return parts && dayNumber(parts)
    }
    case 'month': {
      const year = reading.shortYear ? fullYear(reading.year, 'sale_date', today) : reading.year
      return dayNumber({ year, month: reading.month, day: 1 })
    }
    case 'empty':
    case 'placeholder':
    case 'unreadable':
      return null
  }
}

/** Less than 0: `a` is before `b`. Equal cells keep the order that they have. */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a.rank === sortRanks.empty || b.rank === sortRanks.empty) return a.rank - b.rank
  const ascending = a.rank - b.rank || a.number - b.number || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)
  return descending ? -ascending : ascending
}

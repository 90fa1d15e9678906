/**
 * Calendar dates for the whole program, so that core and the window count and show days alike. A calendar date has no
 * time zone. A moment has the calendar date of this PC's time zone. This file has no dependencies.
 */

/** A day as YYYY-MM-DD. Two dates compare as texts. */
export type CalendarDate = string

export interface DateParts {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

export const dayMs = 86_400_000

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Index 0 is Sunday, as `weekdayOf` counts. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const datePrefix = /^(\d{4})-(\d{2})-(\d{2})/
const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** Milliseconds of midnight UTC. `Date.UTC` itself would read the years 0 to 99 as 1900 to 1999. */
function utcMs({ year, month, day }: DateParts): number {
  return year >= 100 ? Date.UTC(year, month - 1, day) : new Date(0).setUTCFullYear(year, month - 1, day)
}

function partsOfMs(ms: number): DateParts {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Whole days since 1 January 1970; negative before. */
export const dayNumber = (parts: DateParts): number => utcMs(parts) / dayMs

/** The day that is so many days after 1 January 1970. */
export const partsOfDayNumber = (days: number): DateParts => partsOfMs(days * dayMs)

/** 0 for a month that is not 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (!(month >= 1 && month <= 12)) return 0
  return partsOfMs(utcMs({ year, month: month + 1, day: 0 })).day
}

/** Whether the calendar has this day, in the years 1 to 9999. */
export function isRealDay({ year, month, day }: DateParts): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function dateFromParts({ year, month, day }: DateParts): CalendarDate {
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
}

export function dateParts(date: CalendarDate): DateParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/** A text that is exactly YYYY-MM-DD and a day of the calendar; null for any other text. */
export function parseDate(text: string): CalendarDate | null {
  return dateOnly.test(text) && isRealDay(dateParts(text)) ? text : null
}

/** The calendar date of an instant on this PC. */
export function localDate(instant: Date): CalendarDate {
  return dateFromParts({ year: instant.getFullYear(), month: instant.getMonth() + 1, day: instant.getDate() })
}

/**
 * The day of a text: a calendar date as written, a timestamp (ISO 8601) as the day on this PC. A text that begins with
 * a date but has no readable time gives that date; any other text gives null.
 */
export function dayOf(text: string): CalendarDate | null {
  const written = datePrefix.exec(text)?.[0] ?? null
  if (written === null || written.length === text.length) return written
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? written : localDate(instant)
}

/** `days` may be negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateFromParts(partsOfMs(utcMs(dateParts(date)) + days * dayMs))
}

export const dayAfter = (date: CalendarDate): CalendarDate => addDays(date, 1)

/** A day that the new month does not have becomes its last: one month after 31 January is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = dateParts(date)
  const target = partsOfMs(utcMs({ year, month: month + months, day: 1 }))
  return dateFromParts({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) })
}

export const addYears = (date: CalendarDate, years: number): CalendarDate => addMonths(date, years * 12)

/** Days from the first date to the second: negative when the second is earlier, NaN when one is no date. */
export function daysBetween(first: CalendarDate, second: CalendarDate): number {
  return dayNumber(dateParts(second)) - dayNumber(dateParts(first))
}

/** "Tuesday"; empty when the text is no date. */
export const weekdayName = (date: CalendarDate): string => weekdayNames[weekdayOf(date)] ?? ''

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(utcMs(dateParts(date))).getUTCDay()
}

/** How dates are written: as the region does (d/m/yyyy in all three), or as the user chose in Settings. */
export type DateFormat = 'region' | 'dd/mm/yyyy' | 'd mmm yyyy' | 'yyyy-mm-dd'

/**
 * A day as people read it: "2026-03-07" is "7/3/2026", "07/03/2026", "7 Mar 2026" or "2026-03-07". A calendar date never
 * passes through a time zone; a timestamp is shown as its day on this PC. A text without a day is returned unchanged;
 * null and empty give "".
 */
export function formatDate(dateOrTimestamp: string | null, format: DateFormat = 'region'): string {
  if (!dateOrTimestamp) return ''
  const date = dayOf(dateOrTimestamp)
  if (date === null) return dateOrTimestamp
  const { month, day } = dateParts(date)
  const year = date.slice(0, 4)
  switch (format) {
    case 'region':
      return `${day}/${month}/${year}`
    case 'dd/mm/yyyy':
      return `${date.slice(8, 10)}/${date.slice(5, 7)}/${year}`
    case 'd mmm yyyy':
      return `${day} ${(monthNames[month - 1] ?? '').slice(0, 3)} ${year}`
    case 'yyyy-mm-dd':
      return date
  }
}

/** A time of day: (14, 5) is "2:05 pm". */
export function formatClock(hours: number, minutes: number): string {
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

/** A moment in local time: "1/12/2026, 9:05 am". */
export const formatDateTime = (moment: Date): string =>
  `${formatDate(localDate(moment))}, ${formatClock(moment.getHours(), moment.getMinutes())}`

export interface TypedDate {
  readonly day: number
  readonly month: number
  /** As typed, so 26 for "7/3/26"; null without one. */
  readonly year: number | null
  readonly yearDigits: number
}

const typedNumbers = /^(\d{1,2})[/.\-\s]+(\d{1,2})(?:[/.\-\s]+(\d{4}|\d{2}))?$/
const typedMonthName = /^(\d{1,2})[/.\-\s]*([a-z]{3,9})\.?(?:[/.\-\s,]*(\d{4}|\d{2}))?$/i
const typedYearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/

/**
 * Reads a typed date in each form in which dates are shown, whatever the format: "7/3/2026", "07.03.26", "7 3", "7 Mar 2026",
 * "7 March", "2026-03-07". The day comes before the month. Null for any other text; the day may not exist.
 */
export function readTypedDate(typed: string): TypedDate | null {
  const text = typed.trim()
  const parts = (day: number, month: number, year = ''): TypedDate => ({
    day,
    month,
    year: year === '' ? null : Number(year),
    yearDigits: year.length,
  })
  const yearFirst = typedYearFirst.exec(text)
  if (yearFirst) return parts(Number(yearFirst[3]), Number(yearFirst[2]), yearFirst[1])
  const numbers = typedNumbers.exec(text)
  if (numbers) return parts(Number(numbers[1]), Number(numbers[2]), numbers[3])
  const named = typedMonthName.exec(text)
  const name = named?.[2]?.toLowerCase() ?? ''
  const month = name === '' ? -1 : monthNames.findIndex((each) => each.toLowerCase().startsWith(name))
  return named && (month >= 0 || name === 'sept')
    ? parts(Number(named[1]), name === 'sept' ? 9 : month + 1, named[3])
    : null
}

/** A typed date with a year of four digits, in any form that is shown, as YYYY-MM-DD. Any other text is returned unchanged. */
export function readShownDate(typed: string): string {
  const date = readTypedDate(typed)
  if (!date || date.year === null || date.yearDigits !== 4) return typed
  return dateFromParts({ ...date, year: date.year })
}

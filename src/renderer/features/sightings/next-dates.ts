import {
  addDays,
  dateFromParts,
  dayAfter,
  daysBetween,
  isRealDay,
  localDate,
  readTypedDate,
  weekdayOf,
} from '../../../contract/calendar-date.ts'

/** The local date `days` after `now`. */
export function dateIn(days: number, now: Date): string {
  return addDays(localDate(now), days)
}

/** Tomorrow, or Monday when tomorrow is a Sunday, on which customers are not called. */
export function nextCallDay(now: Date): string {
  const tomorrow = dateIn(1, now)
  return weekdayOf(tomorrow) === 0 ? dayAfter(tomorrow) : tomorrow
}

/** The Monday after this day. */
export function nextMonday(now: Date): string {
  return dateIn((8 - now.getDay()) % 7 || 7, now)
}

/**
 * Parses a typed date, day first: "3/12/2026", "3.12.26", "3 Dec", "3 12" (the next such day). Null when it is not a date. A year of two
 * digits is in this century.
 */
export function parseDate(text: string, now: Date): string | null {
  const typed = readTypedDate(text)
  if (typed === null) return null
  const { day, month } = typed
  const year = typed.year === null ? now.getFullYear() : typed.yearDigits === 2 ? 2000 + typed.year : typed.year
  const date = exactDate(year, month, day)
  if (date === null || typed.year !== null || date >= dateIn(0, now)) return date
  return exactDate(year + 1, month, day)
}

function exactDate(year: number, month: number, day: number): string | null {
  return isRealDay({ year, month, day }) ? dateFromParts({ year, month, day }) : null
}

/** The age of a date in whole years, months or days: "4 years ago", "today". Empty for a future date. */
export function agoText(date: string, now: Date): string {
  const then = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  if (!then) return ''
  const [year, month, day] = [Number(then[1]), Number(then[2]), Number(then[3])]
  let months = (now.getFullYear() - year) * 12 + (now.getMonth() + 1 - month)
  if (now.getDate() < day) months -= 1
  const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`
  if (months >= 24) return ago(Math.floor(months / 12), 'year')
  if (months >= 1) return ago(months, 'month')
  const days = daysBetween(then[0], localDate(now))
  if (days === 0) return 'today'
  return days < 0 ? '' : ago(days, 'day')
}

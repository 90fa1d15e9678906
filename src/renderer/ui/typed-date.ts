import { dateFromParts, isRealDay, localDate, readTypedDate } from '../../contract/calendar-date.ts'

/**
 * The day that a typed date means, as YYYY-MM-DD; null when it is not a date. A year of two digits is in this century; without one it is
 * the `nearest` such day: the next or the last one.
 */
export function readDay(text: string, now: Date, nearest: 'next' | 'last' = 'next'): string | null {
  const typed = readTypedDate(text)
  if (typed === null) return null
  const { day, month, year, yearDigits } = typed
  if (year !== null) return exactDate(year + (yearDigits === 2 ? 2000 : 0), month, day)
  const date = exactDate(now.getFullYear(), month, day)
  const today = localDate(now)
  if (date === null || date === today || date > today === (nearest === 'next')) return date
  return exactDate(now.getFullYear() + (nearest === 'next' ? 1 : -1), month, day)
}

function exactDate(year: number, month: number, day: number): string | null {
  return isRealDay({ year, month, day }) ? dateFromParts({ year, month, day }) : null
}

import { addDays, dateFromParts, daysInMonth, weekdayOf, type CalendarDate } from '../../contract/calendar-date.ts'

const sunday = 0
export const monday = 1
export const friday = 5
const saturday = 6

/**
 * What replaces a holiday on a weekend. `next-weekday`: the Monday after it. `sunday`: the Monday after a Sunday only. `pair`: one
 * of two holidays in a row, which move by two days (Saturday to Monday, Sunday to Tuesday), so that both are replaced.
 */
type OnWeekend = 'next-weekday' | 'sunday' | 'pair'

export interface Holiday {
  readonly name: string
  /** The dates of a year; none where it is not known. */
  readonly on: (year: number) => readonly CalendarDate[]
  /** Absent: nothing replaces it. */
  readonly onWeekend?: OnWeekend
}

/** Easter Sunday of a year (Gregorian; Meeus, Jones and Butcher). */
export function easterSunday(year: number): CalendarDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return dateFromParts({ year, month, day })
}

export const fixed = (name: string, month: number, day: number, onWeekend?: OnWeekend): Holiday => ({
  name,
  on: (year) => [dateFromParts({ year, month, day })],
  ...(onWeekend && { onWeekend }),
})

/** The first such weekday on or after a date. */
function weekdayFrom(date: CalendarDate, weekday: number): CalendarDate {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7)
}

/** The first, second … such weekday of a month. */
export const nth = (name: string, count: number, weekday: number, month: number): Holiday => ({
  name,
  on: (year) => [addDays(weekdayFrom(dateFromParts({ year, month, day: 1 }), weekday), 7 * (count - 1))],
})

export const last = (name: string, weekday: number, month: number): Holiday => ({
  name,
  on: (year) => [weekdayFrom(dateFromParts({ year, month, day: daysInMonth(year, month) - 6 }), weekday)],
})

/** The Monday that is nearest to a date. */
export const nearestMonday = (name: string, month: number, day: number): Holiday => ({
  name,
  on: (year) => [weekdayFrom(addDays(dateFromParts({ year, month, day }), -3), monday)],
})

export const easter = (name: string, days: number): Holiday => ({
  name,
  on: (year) => [addDays(easterSunday(year), days)],
})

/** Dates that are set year by year, as MM-DD. */
export const listed = (name: string, dates: Readonly<Record<number, string>>): Holiday => ({
  name,
  on: (year) => (dates[year] === undefined ? [] : [`${year}-${dates[year]}`]),
})

/** The day that replaces a date on a weekend; null: it needs none. */
export function replacementOf(date: CalendarDate, onWeekend: OnWeekend | undefined): CalendarDate | null {
  const weekday = weekdayOf(date)
  if (onWeekend === undefined || (weekday !== saturday && weekday !== sunday)) return null
  if (weekday === saturday) return onWeekend === 'sunday' ? null : addDays(date, 2)
  return addDays(date, onWeekend === 'pair' ? 2 : 1)
}

import {
  addDays,
  dateFromParts,
  dateParts,
  daysBetween,
  weekdayOf,
  type CalendarDate,
} from '../../contract/calendar-date.ts'
import type { Region } from '../../contract/region.ts'

const sunday = 0
const monday = 1
const saturday = 6

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

/**
 * What replaces a holiday on a weekend. `next-weekday`: the Monday after it. `pair`: one of two holidays in a row,
 * which move by two days (Saturday to Monday, Sunday to Tuesday), so that both are replaced. `none`: nothing.
 */
type OnWeekend = 'none' | 'next-weekday' | 'pair'

type Holiday =
  | {
      readonly name: string
      readonly month: number
      readonly day: number
      readonly onWeekend: OnWeekend
    }
  | { readonly name: string; readonly month: number; readonly firstMondayFrom: number }

const christmas: readonly Holiday[] = [
  { name: 'Christmas Day', month: 12, day: 25, onWeekend: 'pair' },
  { name: 'Boxing Day', month: 12, day: 26, onWeekend: 'pair' },
]

/** The national public holidays of the calling hours standard of 2017, which leaves out the King's Birthday. */
const australia: readonly Holiday[] = [
  { name: 'New Year’s Day', month: 1, day: 1, onWeekend: 'next-weekday' },
  { name: 'Australia Day', month: 1, day: 26, onWeekend: 'next-weekday' },
  { name: 'Anzac Day', month: 4, day: 25, onWeekend: 'none' },
  ...christmas,
]

const newZealand: readonly Holiday[] = [
  { name: 'New Year’s Day', month: 1, day: 1, onWeekend: 'pair' },
  { name: 'the day after New Year’s Day', month: 1, day: 2, onWeekend: 'pair' },
  { name: 'Waitangi Day', month: 2, day: 6, onWeekend: 'next-weekday' },
  { name: 'Anzac Day', month: 4, day: 25, onWeekend: 'next-weekday' },
  { name: 'the King’s Birthday', month: 6, firstMondayFrom: 1 },
  { name: 'Labour Day', month: 10, firstMondayFrom: 22 },
  ...christmas,
]

/**
 * The name of the public holiday that the whole country has on a date, also on the weekday that replaces a holiday on a
 * weekend; null for any other day. Malaysia sets its holidays by state, so it has none here.
 */
export function nationalHoliday(date: CalendarDate, region: Region): string | null {
  switch (region) {
    case 'au':
      return holidayIn(australia, date)
    case 'nz':
      return holidayIn(newZealand, date)
    case 'my':
      return null
  }
}

function holidayIn(holidays: readonly Holiday[], date: CalendarDate): string | null {
  const { year } = dateParts(date)
  const named = holidays.find((holiday) => dateOf(holiday, year) === date)
  if (named) return named.name
  const replaced = holidays.find((holiday) => replacementOf(holiday, year) === date)
  if (replaced) return `the holiday for ${replaced.name}`
  const daysAfterEaster = daysBetween(easterSunday(year), date)
  if (daysAfterEaster === -2) return 'Good Friday'
  return daysAfterEaster === 1 ? 'Easter Monday' : null
}

function dateOf(holiday: Holiday, year: number): CalendarDate {
  if ('day' in holiday) return dateFromParts({ year, month: holiday.month, day: holiday.day })
  const from = dateFromParts({ year, month: holiday.month, day: holiday.firstMondayFrom })
  return addDays(from, (monday - weekdayOf(from) + 7) % 7)
}

function replacementOf(holiday: Holiday, year: number): CalendarDate | null {
  if (!('day' in holiday) || holiday.onWeekend === 'none') return null
  const date = dateOf(holiday, year)
  const weekday = weekdayOf(date)
  if (weekday === saturday) return addDays(date, 2)
  return weekday === sunday ? addDays(date, holiday.onWeekend === 'pair' ? 2 : 1) : null
}

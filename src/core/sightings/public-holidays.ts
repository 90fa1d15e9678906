import { dateFromParts, dateParts, daysBetween, weekdayOf, type CalendarDate } from '../../contract/calendar-date.ts'
import type { Region } from '../../contract/region.ts'

/** Month from 1, day of the month. */
const isOn = (month: number, day: number, date: CalendarDate): boolean => {
  const parts = dateParts(date)
  return parts.month === month && parts.day === day
}

const sunday = 0
const monday = 1
const tuesday = 2
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
 * The holiday that a calendar date (YYYY-MM-DD) is in the whole country, with the weekday that stands in for one at the weekend; null for any
 * other day. Australia: the national public holidays of the calling hours standard of 2017, of which the King's birthday is none. New Zealand: the days
 * that are kept on a fixed date, Easter, and the two Mondays. Malaysia keeps its holidays by state: none.
 */
export function nationalHoliday(date: CalendarDate, region: Region): string | null {
  switch (region) {
    case 'au':
      return australian(date) ?? easter(date)
    case 'nz':
      return newZealand(date) ?? easter(date)
    case 'my':
      return null
  }
}

function easter(date: CalendarDate): string | null {
  const days = daysBetween(easterSunday(dateParts(date).year), date)
  if (days === -2) return 'Good Friday'
  return days === 1 ? 'Easter Monday' : null
}

function australian(date: CalendarDate): string | null {
  if (isOn(1, 1, date)) return 'New Year’s Day'
  if (isOn(1, 26, date)) return 'Australia Day'
  if (isOn(4, 25, date)) return 'Anzac Day'
  if (isOn(12, 25, date)) return 'Christmas Day'
  if (isOn(12, 26, date)) return 'Boxing Day'
  const weekday = weekdayOf(date)
  const { month, day } = dateParts(date)
  if (month === 1 && weekday === monday) {
    if (day === 2 || day === 3) return 'the holiday for New Year’s Day'
    if (day === 27 || day === 28) return 'the holiday for Australia Day'
  }
  return christmasInstead(date)
}

/** The Monday and Tuesday after a Christmas Day or Boxing Day that falls on a weekend. */
function christmasInstead(date: CalendarDate): string | null {
  const { year, month, day } = dateParts(date)
  if (month !== 12) return null
  const christmas = weekdayOf(dateFromParts({ year, month, day: 25 }))
  if (day === 27 && (christmas === saturday || christmas === sunday)) return 'the holiday for Christmas Day'
  if (day === 28 && (christmas === saturday || christmas === saturday - 1)) return 'the holiday for Boxing Day'
  return null
}

function newZealand(date: CalendarDate): string | null {
  if (isOn(1, 1, date)) return 'New Year’s Day'
  if (isOn(1, 2, date)) return 'the day after New Year’s Day'
  if (isOn(2, 6, date)) return 'Waitangi Day'
  if (isOn(4, 25, date)) return 'Anzac Day'
  if (isOn(12, 25, date)) return 'Christmas Day'
  if (isOn(12, 26, date)) return 'Boxing Day'
  const weekday = weekdayOf(date)
  const { month, day } = dateParts(date)
  if (weekday === monday) {
    if (month === 6 && day <= 7) return 'the King’s Birthday'
    if (month === 10 && day >= 22 && day <= 28) return 'Labour Day'
    if (month === 1 && day === 3) return 'the holiday for New Year’s Day'
    if (month === 1 && day === 4) return 'the holiday for the day after New Year’s Day'
    if (month === 2 && (day === 7 || day === 8)) return 'the holiday for Waitangi Day'
    if (month === 4 && (day === 26 || day === 27)) return 'the holiday for Anzac Day'
  }
  if (weekday === tuesday && month === 1) {
    if (day === 3) return 'the holiday for New Year’s Day'
    if (day === 4) return 'the holiday for the day after New Year’s Day'
  }
  return christmasInstead(date)
}

/** A day of the calendar, as YYYY-MM-DD: no time, no zone. Two of them compare as text. */
export type CivilDate = string

export interface CivilParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

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

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0)
}

/** Whether the calendar has this day. */
export function isReal({ year, month, day }: CivilParts): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function toCivil({ year, month, day }: CivilParts): CivilDate {
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
}

export function partsOf(date: CivilDate): CivilParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

// Day 0 of the proleptic Gregorian count is 1 March of year 0, so that a leap day ends its year.
function dayNumber({ year, month, day }: CivilParts): number {
  const y = month <= 2 ? year - 1 : year
  const yearDay = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + yearDay
}

function fromDayNumber(number: number): CivilParts {
  let year = Math.floor((10_000 * number + 14_780) / 3_652_425)
  const daysBefore = (y: number): number => 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  let yearDay = number - daysBefore(year)
  if (yearDay < 0) {
    year -= 1
    yearDay = number - daysBefore(year)
  }
  const shifted = Math.floor((100 * yearDay + 52) / 3060)
  return {
    year: year + Math.floor((shifted + 2) / 12),
    month: ((shifted + 2) % 12) + 1,
    day: yearDay - Math.floor((shifted * 306 + 5) / 10) + 1,
  }
}

const serialEpoch = dayNumber({ year: 1899, month: 12, day: 30 })

/** The day of an Excel serial of the 1900 system (right from serial 61 on; Excel's 60 is 29 February 1900, a day that never was). */
export function fromSerial(serial: number): CivilParts {
  return fromDayNumber(serialEpoch + Math.floor(serial))
}

export function toSerial(parts: CivilParts): number {
  return dayNumber(parts) - serialEpoch
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return toCivil(fromDayNumber(dayNumber(partsOf(date)) + days))
}

/** Days from the first to the second: negative when the second is earlier. */
export function daysBetween(first: CivilDate, second: CivilDate): number {
  return dayNumber(partsOf(second)) - dayNumber(partsOf(first))
}

/** A day as it is shown: d/mm/yyyy. */
export function dateOnScreen(date: CivilDate): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return date
  const { year, month, day } = partsOf(date)
  return `${day}/${String(month).padStart(2, '0')}/${year}`
}

import {
  addDays,
  dateFromParts,
  dateParts,
  daysInMonth,
  monthNames,
  weekdayName,
  weekdayOf,
} from '../../../contract/calendar-date.ts'

/** Monday first, as calendars in Australia and New Zealand begin. */
export const weekdayInitials = ['M', 'T', 'W', 'T', 'F', 'S', 'S'] as const

/** The weeks of the month of a date (YYYY-MM-DD), Monday first; null for days of other months. */
export function weeksOfMonth(date: string): readonly (readonly (string | null)[])[] {
  const { year, month } = dateParts(date)
  const first = dateFromParts({ year, month, day: 1 })
  const before = (weekdayOf(first) + 6) % 7
  const count = daysInMonth(year, month)
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = week * 7 + at - before
      return day < 0 || day >= count ? null : addDays(first, day)
    }),
  )
}

/** "November 2026". */
export function monthTitle(date: string): string {
  const { year, month } = dateParts(date)
  return `${monthNames[month - 1] ?? ''} ${year}`
}

/** "Thursday 26 November 2026". */
export const fullDate = (date: string): string => `${weekdayName(date)} ${dateParts(date).day} ${monthTitle(date)}`

/** The same day so many months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = dateParts(date)
  const index = year * 12 + month - 1 + months
  const moved = { year: Math.floor(index / 12), month: (index % 12) + 1 }
  return dateFromParts({ ...moved, day: Math.min(day, daysInMonth(moved.year, moved.month)) })
}

/** The date that a key leads to in a calendar (WAI-ARIA grid); null for any other key. */
export function dateForKey(key: string, withShift: boolean, date: string): string | null {
  const fromMonday = (weekdayOf(date) + 6) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -fromMonday)
    case 'End':
      return addDays(date, 6 - fromMonday)
    case 'PageUp':
      return addMonths(date, withShift ? -12 : -1)
    case 'PageDown':
      return addMonths(date, withShift ? 12 : 1)
    default:
      return null
  }
}

import { weekdayNames } from '../../../contract/calendar-date.ts'
import type { DayHours } from '../../../contract/call-hours.ts'
import { preferencesText } from './preferences-text.ts'

/** The days of a week from Monday on, as JavaScript counts them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** The hours of calls in words, a line for neighbouring days with the same hours. `hours`: by weekday, Sunday first; null: no calls. */
export function hoursOfWeek(hours: readonly (DayHours | null | undefined)[]): readonly (readonly [string, string])[] {
  const { calling: text } = preferencesText
  const lines: { first: string; last: string; hours: string }[] = []
  for (const weekday of weekdays) {
    const name = weekdayNames[weekday] ?? ''
    const day = hours[weekday]
    const shown = day ? text.hours(day) : text.noCalls
    const before = lines.at(-1)
    if (before?.hours === shown) before.last = name
    else lines.push({ first: name, last: name, hours: shown })
  }
  return lines.map((line) => [text.days(line.first, line.last), line.hours])
}

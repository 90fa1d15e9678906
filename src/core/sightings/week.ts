import { addDays, localDate } from '../../contract/calendar-date.ts'

/** Days of the weekly summary, including today. */
const weekDays = 7

/** The local calendar dates of the last seven days, oldest first. */
export function daysOfWeek(now: Date): string[] {
  return Array.from({ length: weekDays }, (_, index) => addDays(localDate(now), index - (weekDays - 1)))
}

import {
  addDays,
  dayAfter,
  daysBetween,
  formatDate,
  localDate,
  parseDate,
  type DateFormat,
  weekdayName,
  weekdayOf,
} from '../../contract/calendar-date.ts'
import type { MethodOutput } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { createCallRules, type CallRules } from './call-rules.ts'
import {
  callingHours,
  cityOf,
  isWithin,
  localTimeIn,
  nextCallDay,
  plannedHours,
  timeText,
  type City,
} from './calling-hours.ts'
import { callTimesText as text } from './sightings-text.ts'

type CallTimes = Omit<MethodOutput<'sightings.callTimes'>, 'phone'>
type Suggestion = CallTimes['suggestions'][number]

const minuteMs = 60_000
/** "In 1 hour" is rounded up to such a time. */
const stepMs = 5 * minuteMs
const morningMinutes = 10 * 60
const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Whether a text is a time of day, HH:MM. */
export const isTimeOfDay = (time: string): boolean => timeOfDay.test(time)

/** The instant of a date (YYYY-MM-DD) and time (HH:MM) on this PC; null when one of them is not valid. */
export function instantOnThisPc(date: string | null, time: string | null): Date | null {
  if (date === null || time === null || parseDate(date) === null || !isTimeOfDay(time)) return null
  return new Date(`${date}T${time}:00`)
}

/** Suggested times for the next call, and whether now and the planned one are within the customer's calling hours. */
export function callTimes(
  now: Date,
  { state, region }: { readonly state: string | null; readonly region: Region },
  planned: Date | null,
  rules: CallRules = createCallRules(),
  dateFormat: DateFormat = 'region',
): CallTimes {
  // Without the customer's clock, this PC's is the best guess.
  const city = cityOf(state, region)
  const local = city === null ? localTimeHere(now) : localTimeIn(now, city)
  const windowOn = (date: string) => rules.windowOn(date, { region, state })
  // Without a day with calls, the user may still plan one.
  const callDay = (from: string): string => nextCallDay(from, windowOn) ?? from
  const tomorrow = callDay(dayAfter(local.date))
  const monday = callDay(addDays(local.date, (8 - weekdayOf(local.date)) % 7 || 7))
  const inAnHour = new Date(Math.ceil((now.getTime() + 60 * minuteMs) / stepMs) * stepMs)
  const hourThere = city === null ? localTimeHere(inAnHour) : localTimeIn(inAnHour, city)
  const suggestions: Suggestion[] = []
  if (isWithin(windowOn(hourThere.date), hourThere.minutes)) {
    suggestions.push({ ...onThisPc(inAnHour), label: text.inAnHour })
  }
  const days = [...new Set([tomorrow, monday === tomorrow ? callDay(dayAfter(tomorrow)) : monday])]
  for (const day of days) {
    const at = onThisPc(city === null ? new Date(`${day}T10:00:00`) : instantIn(city, day, morningMinutes))
    suggestions.push({ ...at, label: labelOf(at, now, dateFormat) })
  }
  return {
    suggestions,
    now: callingHours(now, state, region, rules),
    planned: planned && plannedHours(planned, state, region, rules),
  }
}

/** The instant at which a city's clock shows this date and time. */
function instantIn(city: City, date: string, minutes: number): Date {
  const wantedMs = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs
  let at = wantedMs
  // The second round corrects a guess on the other side of a change of daylight saving.
  for (let round = 0; round < 2; round += 1) {
    const shown = localTimeIn(new Date(at), city)
    at += wantedMs - (Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * minuteMs)
  }
  return new Date(at)
}

const localTimeHere = (at: Date): { readonly date: string; readonly minutes: number } => ({
  date: localDate(at),
  minutes: at.getHours() * 60 + at.getMinutes(),
})

/** Date (YYYY-MM-DD) and time (HH:MM) of an instant on this PC. */
export function onThisPc(at: Date): { readonly date: string; readonly time: string } {
  const two = (value: number): string => String(value).padStart(2, '0')
  return { date: localDate(at), time: `${two(at.getHours())}:${two(at.getMinutes())}` }
}

/** "Tomorrow 10 am", "Monday 1 pm", "1/12/2026 10 am". */
function labelOf(
  { date, time }: { readonly date: string; readonly time: string },
  now: Date,
  dateFormat: DateFormat,
): string {
  const days = daysBetween(localDate(now), date)
  const day =
    days === 0 ? text.today : days === 1 ? text.tomorrow : days < 8 ? weekdayName(date) : formatDate(date, dateFormat)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${day} ${timeText(hours * 60 + minutes)}`
}

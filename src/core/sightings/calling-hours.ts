import { dayAfter, weekdayName, weekdayNames, weekdayOf } from '../../contract/calendar-date.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import type { CallingHours } from '../../contract/call-note.ts'
import { stateOf } from '../fields/state.ts'
import { lazy } from '../../contract/lazy.ts'
import { createCallRules, type CallRules, type CallWindow } from './call-rules.ts'
import { callingHoursText as text } from './sightings-text.ts'

export type City = ReturnType<typeof cityIn>

const cityIn = (name: string, timeZone: string) => ({
  name,
  clock: lazy(
    () =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ),
})

const capitals: Readonly<Record<StateCode, City>> = {
  NSW: cityIn('Sydney', 'Australia/Sydney'),
  ACT: cityIn('Canberra', 'Australia/Sydney'),
  VIC: cityIn('Melbourne', 'Australia/Melbourne'),
  QLD: cityIn('Brisbane', 'Australia/Brisbane'),
  SA: cityIn('Adelaide', 'Australia/Adelaide'),
  WA: cityIn('Perth', 'Australia/Perth'),
  TAS: cityIn('Hobart', 'Australia/Hobart'),
  NT: cityIn('Darwin', 'Australia/Darwin'),
}
const auckland = cityIn('Auckland', 'Pacific/Auckland')
const kualaLumpur = cityIn('Kuala Lumpur', 'Asia/Kuala_Lumpur')

export interface LocalTime {
  /** YYYY-MM-DD. */
  readonly date: string
  /** 0 is Sunday. */
  readonly weekday: number
  readonly minutes: number
}

/** The local date and time of a city. */
export function localTimeIn(now: Date, { clock }: City): LocalTime {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.year}-${parts.month}-${parts.day}`
  return { date, weekday: weekdayOf(date), minutes: Number(parts.hour) * 60 + Number(parts.minute) }
}

/** Whether to call a customer now, by the local time of the customer's state. A reminder, not legal advice. */
export function callingHours(
  now: Date,
  state: string | null,
  region: Region,
  rules: CallRules = createCallRules(),
): CallingHours {
  const city = cityOf(state, region)
  if (city === null) return { now: 'unknown', words: text.unknownState(hoursText(rules.hours)) }
  const place = { region, state }
  const local = localTimeIn(now, city)
  const localTime = text.localTime(weekdayNames[local.weekday] ?? '', timeText(local.minutes), city.name)
  const window = rules.windowOn(local.date, place)
  if (window !== null && isWithin(window, local.minutes)) {
    const until = text.allowedUntil(timeText(window.toMinutes))
    return { now: 'allowed', words: `${localTime} ${until}${text.noLaw[region]}` }
  }
  const why = reasonNotToCall(local, window, rules.holidayOn(local.date, place))
  const next = nextCallText(local, window, (date) => rules.windowOn(date, place))
  return { now: 'outside', words: `${localTime} ${why} ${next}${text.noLaw[region]}` }
}

/** The same for a planned call: whether its time (an instant) is within the calling hours, and why not. */
export function plannedHours(
  at: Date,
  state: string | null,
  region: Region,
  rules: CallRules = createCallRules(),
): CallingHours {
  const city = cityOf(state, region)
  if (city === null) return { now: 'unknown', words: text.unknownPlanned }
  const local = localTimeIn(at, city)
  const localTime = text.localTime(weekdayNames[local.weekday] ?? '', timeText(local.minutes), city.name)
  const window = rules.windowOn(local.date, { region, state })
  if (isWithin(window, local.minutes)) return { now: 'allowed', words: localTime }
  const holiday = rules.holidayOn(local.date, { region, state })
  const why = holiday === null ? reasonNotToCall(local, window, null) : text.plannedHoliday(holiday)
  return { now: 'outside', words: `${localTime} ${why}` }
}

/** Whether a time of day, in minutes, is within the hours of calls. */
export const isWithin = (window: CallWindow | null, minutes: number): boolean =>
  window !== null && minutes >= window.fromMinutes && minutes < window.toMinutes

/** The city whose clock counts for a customer; null for an Australian customer without a valid state. */
export function cityOf(state: string | null, region: Region): City | null {
  switch (region) {
    case 'au': {
      const code = state === null ? null : stateOf(state)
      return code && capitals[code]
    }
    case 'nz':
      return auckland
    case 'my':
      return kualaLumpur
  }
}

function reasonNotToCall(local: LocalTime, window: CallWindow | null, holiday: string | null): string {
  if (holiday !== null) return text.holiday(holiday)
  if (window === null) return text.noCallsOn(weekdayNames[local.weekday] ?? '')
  return local.minutes < window.fromMinutes ? text.tooEarly : text.tooLate
}

/** "You can call from 9 am today.", "… from 9 am on Monday." */
function nextCallText(
  local: LocalTime,
  today: CallWindow | null,
  windowOn: (date: string) => CallWindow | null,
): string {
  if (today !== null && local.minutes < today.fromMinutes) {
    return text.allowedFrom(timeText(today.fromMinutes), text.today)
  }
  const date = nextCallDay(dayAfter(local.date), windowOn)
  const window = date === null ? null : windowOn(date)
  if (date === null || window === null) return text.neverAllowed
  const day = date === dayAfter(local.date) ? text.tomorrow : text.onWeekday(weekdayName(date))
  return text.allowedFrom(timeText(window.fromMinutes), day)
}

/** Without calls for so long, the settings have no day with calls. */
const longestPauseDays = 60

/** The first day with calls from this day on; null: there is none. */
export function nextCallDay(from: string, windowOn: (date: string) => CallWindow | null): string | null {
  let date = from
  for (let days = 0; days < longestPauseDays; days += 1) {
    if (windowOn(date) !== null) return date
    date = dayAfter(date)
  }
  return null
}

/** "Monday to Friday 9 am to 8 pm, Saturday 9 am to 5 pm"; days with the same hours are named once. */
export function hoursText(hours: CallSettings['hours']): string {
  // The week begins on Monday.
  const days = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day: weekdayNames[day] ?? '', hours: hours[day] ?? null }))
  const groups: { first: string; last: string; from: string; to: string }[] = []
  let previous: (typeof days)[number] | null = null
  for (const one of days) {
    const group = groups.at(-1)
    const isSame =
      previous !== null &&
      previous.hours !== null &&
      one.hours?.from === previous.hours.from &&
      one.hours.to === previous.hours.to
    if (isSame && group) group.last = one.day
    else if (one.hours) groups.push({ first: one.day, last: one.day, ...one.hours })
    previous = one
  }
  const clock = (time: string): string => timeText(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  const texts = groups.map(({ first, last, from, to }) =>
    text.dayHours(first === last ? first : text.dayRange(first, last), clock(from), clock(to)),
  )
  return texts.length > 0 ? texts.join(', ') : text.noHours
}

/** 642 to "10:42 am", 1200 to "8 pm". */
export function timeText(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`
}

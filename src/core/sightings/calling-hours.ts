import { dayAfter, weekdayName, weekdayNames, weekdayOf } from '../../contract/calendar-date.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import type { CallingHours } from '../../contract/sightings.ts'
import { stateOf } from '../fields/state.ts'
import { nationalHoliday } from './public-holidays.ts'
import { callingHoursText as text } from './sightings-text.ts'

interface City {
  readonly name: string
  readonly clock: Intl.DateTimeFormat
}

const cityIn = (name: string, timeZone: string): City => ({
  name,
  clock: new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }),
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

/** Whole hours in the customer's local time. */
interface CallWindow {
  readonly fromHour: number
  readonly toHour: number
}
const weekdayWindow: CallWindow = { fromHour: 9, toHour: 20 }
const saturdayWindow: CallWindow = { fromHour: 9, toHour: 17 }

interface LocalTime {
  /** YYYY-MM-DD. */
  readonly date: string
  /** 0 is Sunday. */
  readonly weekday: number
  readonly minutes: number
}

function localTimeIn(now: Date, { clock }: City): LocalTime {
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  const date = `${parts.year}-${parts.month}-${parts.day}`
  return { date, weekday: weekdayOf(date), minutes: Number(parts.hour) * 60 + Number(parts.minute) }
}

/** Null on days without calls. */
function callWindowOn(date: string, region: Region): CallWindow | null {
  const day = weekdayOf(date)
  if (day === 0 || nationalHoliday(date, region) !== null) return null
  return day === 6 ? saturdayWindow : weekdayWindow
}

/**
 * Whether to call a customer now, by the local time of the customer's state. The rule is Australia's standard of 2017:
 * weekdays 9 to 20, Saturdays 9 to 17, never on Sundays and national public holidays. A reminder, not legal advice.
 */
export function callingHours(now: Date, state: string | null, region: Region): CallingHours {
  const city = cityOf(state, region)
  if (city === null) return { now: 'unknown', words: text.unknownState }
  const local = localTimeIn(now, city)
  const localTime = text.localTime(weekdayNames[local.weekday] ?? '', timeText(local.minutes), city.name)
  const window = callWindowOn(local.date, region)
  if (window !== null && local.minutes >= window.fromHour * 60 && local.minutes < window.toHour * 60) {
    const until = text.allowedUntil(timeText(window.toHour * 60))
    return { now: 'allowed', words: `${localTime} ${until}${text.noLaw[region]}` }
  }
  const why = reasonNotToCall(local, window, region)
  return { now: 'outside', words: `${localTime} ${why} ${nextCallText(local, window, region)}${text.noLaw[region]}` }
}

function cityOf(state: string | null, region: Region): City | null {
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

function reasonNotToCall(local: LocalTime, window: CallWindow | null, region: Region): string {
  const holiday = nationalHoliday(local.date, region)
  if (holiday !== null) return text.holiday(holiday)
  if (local.weekday === 0) return text.sunday
  return window !== null && local.minutes < window.fromHour * 60 ? text.tooEarly : text.tooLate
}

/** "You can call from 9 am today.", "… from 9 am on Monday." */
function nextCallText(local: LocalTime, today: CallWindow | null, region: Region): string {
  if (today !== null && local.minutes < today.fromHour * 60) {
    return text.allowedFrom(timeText(today.fromHour * 60), text.today)
  }
  let date = dayAfter(local.date)
  let window = callWindowOn(date, region)
  for (; window === null; window = callWindowOn(date, region)) date = dayAfter(date)
  const day = date === dayAfter(local.date) ? text.tomorrow : text.onWeekday(weekdayName(date))
  return text.allowedFrom(timeText(window.fromHour * 60), day)
}

/** 642 to "10:42 am", 1200 to "8 pm". */
function timeText(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`
}

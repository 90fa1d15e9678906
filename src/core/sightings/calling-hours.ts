import { dayAfter, weekdayName, weekdayNames, weekdayOf } from '../../contract/calendar-date.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import type { CallingHours } from '../../contract/sightings.ts'
import { stateOf } from '../fields/state.ts'
import { nationalHoliday } from './public-holidays.ts'

interface Place {
  readonly name: string
  readonly clock: Intl.DateTimeFormat
}

const placeAt = (name: string, timeZone: string): Place => ({
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

const states: Readonly<Record<StateCode, Place>> = {
  NSW: placeAt('Sydney', 'Australia/Sydney'),
  ACT: placeAt('Canberra', 'Australia/Sydney'),
  VIC: placeAt('Melbourne', 'Australia/Melbourne'),
  QLD: placeAt('Brisbane', 'Australia/Brisbane'),
  SA: placeAt('Adelaide', 'Australia/Adelaide'),
  WA: placeAt('Perth', 'Australia/Perth'),
  TAS: placeAt('Hobart', 'Australia/Hobart'),
  NT: placeAt('Darwin', 'Australia/Darwin'),
}
const auckland = placeAt('Auckland', 'Pacific/Auckland')
const kualaLumpur = placeAt('Kuala Lumpur', 'Asia/Kuala_Lumpur')

/** Whole hours of the customer's own clock; null: not on this day. */
interface DayRule {
  readonly fromHour: number
  readonly toHour: number
}
const weekday: DayRule = { fromHour: 9, toHour: 20 }
const saturday: DayRule = { fromHour: 9, toHour: 17 }

/** What a clock on the wall shows at a place. */
interface WallTime {
  /** YYYY-MM-DD. */
  readonly date: string
  /** 0 is Sunday. */
  readonly weekday: number
  readonly minutes: number
}

function wallTime(now: Date, { clock }: Place): WallTime {
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  const date = `${parts.year}-${parts.month}-${parts.day}`
  return { date, weekday: weekdayOf(date), minutes: Number(parts.hour) * 60 + Number(parts.minute) }
}

function ruleOf(date: string, region: Region): DayRule | null {
  const day = weekdayOf(date)
  if (day === 0 || nationalHoliday(date, region) !== null) return null
  return day === 6 ? saturday : weekday
}

/** Said where the hours are manners only: New Zealand and Malaysia set none for calls by a person (New Zealand's act leaves voice calls out). */
const mannersOnly: Readonly<Record<Region, string>> = {
  au: '',
  nz: ' New Zealand sets no calling hours by law; these are good manners.',
  my: ' Malaysia sets no calling hours by law; these are good manners.',
}

/**
 * Whether this is a time to call a customer, by the clock of the state; the rule is Australia's standard of 2017: weekdays 9 to 20, Saturday
 * 9 to 17, none on Sundays and national public holidays, by the local time of the person called. A reminder, not advice on law.
 */
export function callingHours(now: Date, state: string | null, region: Region): CallingHours {
  const place = placeOf(state, region)
  if (place === null) {
    return {
      now: 'unknown',
      words:
        'The state is not known, so neither is the customer’s clock. Calls are fine on weekdays from 9 am to 8 pm and on Saturdays to 5 pm.',
    }
  }
  const wall = wallTime(now, place)
  const there = `${weekdayNames[wall.weekday]} ${clockWords(wall.minutes)} in ${place.name}.`
  const rule = ruleOf(wall.date, region)
  const isAllowed = rule !== null && wall.minutes >= rule.fromHour * 60 && wall.minutes < rule.toHour * 60
  if (isAllowed) {
    return {
      now: 'allowed',
      words: `${there} Calls are fine until ${clockWords(rule.toHour * 60)}.${mannersOnly[region]}`,
    }
  }
  const holiday = nationalHoliday(wall.date, region)
  const why =
    holiday !== null
      ? `Today is ${holiday}: no calls.`
      : wall.weekday === 0
        ? 'No calls on Sundays.'
        : rule !== null && wall.minutes < rule.fromHour * 60
          ? 'Too early to call.'
          : 'Too late to call.'
  return { now: 'outside', words: `${there} ${why} ${nextWords(wall, region)}${mannersOnly[region]}` }
}

function placeOf(state: string | null, region: Region): Place | null {
  switch (region) {
    case 'au': {
      const code = state === null ? null : stateOf(state)
      return code && states[code]
    }
    case 'nz':
      return auckland
    case 'my':
      return kualaLumpur
  }
}

/** "Calls are fine from 9 am today", "… from 9 am on Monday". */
function nextWords(wall: WallTime, region: Region): string {
  const today = ruleOf(wall.date, region)
  if (today !== null && wall.minutes < today.fromHour * 60) {
    return `Calls are fine from ${clockWords(today.fromHour * 60)} today.`
  }
  let date = dayAfter(wall.date)
  let rule = ruleOf(date, region)
  for (; rule === null; rule = ruleOf(date, region)) date = dayAfter(date)
  const day = date === dayAfter(wall.date) ? 'tomorrow' : `on ${weekdayName(date)}`
  return `Calls are fine from ${clockWords(rule.fromHour * 60)} ${day}.`
}

/** 642 to "10:42 am", 1200 to "8 pm". */
function clockWords(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`
}

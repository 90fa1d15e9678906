import { dateParts, weekdayOf, type CalendarDate } from '../../contract/calendar-date.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import type { Region } from '../../contract/region.ts'
import { stateOf } from '../fields/state.ts'
import { defaultCallSettings } from './call-settings.ts'
import { holidaysOf } from './public-holidays.ts'

/** Minutes of a day in the customer's local time. */
export interface CallWindow {
  readonly fromMinutes: number
  readonly toMinutes: number
}

/** Where a customer is: what decides about the holidays. Outside Australia, records have no state. */
export interface CallPlace {
  readonly region: Region
  readonly state: string | null
}

/** On which days and at which hours customers are called. */
export type CallRules = ReturnType<typeof createCallRules>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function createCallRules(settings: CallSettings = defaultCallSettings) {
  const years = new Map<string, ReadonlyMap<CalendarDate, string>>()

  const holidayOn = (date: CalendarDate, place: CallPlace): string | null => {
    const { year } = dateParts(date)
    const state = place.region === 'au' && place.state !== null ? stateOf(place.state) : null
    const key = `${place.region} ${state ?? ''} ${year}`
    let names = years.get(key)
    if (!names) {
      const counted = holidaysOf(settings, place.region, state, year).filter(({ removed, source }) => {
        if (removed) return false
        return (
          source === 'added' ||
          settings.holidays === 'state' ||
          (settings.holidays === 'national' && source === 'national')
        )
      })
      names = new Map(counted.map(({ date: on, name }) => [on, name]))
      years.set(key, names)
    }
    return names.get(date) ?? null
  }

  return {
    /** The name of the holiday on which nobody is called; null: none. */
    holidayOn,
    hours: settings.hours,
    /** Null on days without calls. */
    windowOn(date: CalendarDate, place: CallPlace): CallWindow | null {
      const day = settings.hours[weekdayOf(date)] ?? null
      if (day === null || holidayOn(date, place) !== null) return null
      return { fromMinutes: minutesOf(day.from), toMinutes: minutesOf(day.to) }
    },
  }
}

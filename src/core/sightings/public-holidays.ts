import {
  dateParts,
  type CalendarDate,
  addDays,
  dateFromParts,
  daysInMonth,
  weekdayOf,
} from '../../contract/calendar-date.ts'
import type { ListedHoliday } from '../../contract/call-settings.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import type { Region, StateCode } from '../../contract/region.ts'

const sunday = 0
const monday = 1
const friday = 5
const saturday = 6

/**
 * What replaces a holiday on a weekend. `next-weekday`: the Monday after it. `sunday`: the Monday after a Sunday only. `pair`: one
 * of two holidays in a row, which move by two days (Saturday to Monday, Sunday to Tuesday), so that both are replaced.
 */
type OnWeekend = 'next-weekday' | 'sunday' | 'pair'

interface Holiday {
  readonly name: string
  /** The dates of a year; none where it is not known. */
  readonly on: (year: number) => readonly CalendarDate[]
  /** Absent: nothing replaces it. */
  readonly onWeekend?: OnWeekend
}

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

const fixed = (name: string, month: number, day: number, onWeekend?: OnWeekend): Holiday => ({
  name,
  on: (year) => [dateFromParts({ year, month, day })],
  ...(onWeekend && { onWeekend }),
})

/** The first such weekday on or after a date. */
function weekdayFrom(date: CalendarDate, weekday: number): CalendarDate {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7)
}

/** The first, second … such weekday of a month. */
const nth = (name: string, count: number, weekday: number, month: number): Holiday => ({
  name,
  on: (year) => [addDays(weekdayFrom(dateFromParts({ year, month, day: 1 }), weekday), 7 * (count - 1))],
})

const last = (name: string, weekday: number, month: number): Holiday => ({
  name,
  on: (year) => [weekdayFrom(dateFromParts({ year, month, day: daysInMonth(year, month) - 6 }), weekday)],
})

/** The Monday that is nearest to a date. */
const nearestMonday = (name: string, month: number, day: number): Holiday => ({
  name,
  on: (year) => [weekdayFrom(addDays(dateFromParts({ year, month, day }), -3), monday)],
})

const easter = (name: string, days: number): Holiday => ({
  name,
  on: (year) => [addDays(easterSunday(year), days)],
})

/** Dates that are set year by year, as MM-DD. */
const listed = (name: string, dates: Readonly<Record<number, string>>): Holiday => ({
  name,
  on: (year) => (dates[year] === undefined ? [] : [`${year}-${dates[year]}`]),
})

/** The day that replaces a date on a weekend; null: it needs none. */
function replacementOf(date: CalendarDate, onWeekend: OnWeekend | undefined): CalendarDate | null {
  const weekday = weekdayOf(date)
  if (onWeekend === undefined || (weekday !== saturday && weekday !== sunday)) return null
  if (weekday === saturday) return onWeekend === 'sunday' ? null : addDays(date, 2)
  return addDays(date, onWeekend === 'pair' ? 2 : 1)
}

interface DatedHoliday {
  readonly date: CalendarDate
  readonly name: string
}

/** The dates of a year, with the days that replace those on a weekend. */
function datesOf(holidays: readonly Holiday[], year: number): DatedHoliday[] {
  // A replacement can be in the next year.
  const dated = [year - 1, year].flatMap((each) =>
    holidays.flatMap(({ name, on, onWeekend }) => on(each).map((date) => ({ date, name, onWeekend }))),
  )
  const named = dated.map(({ date, name }) => ({ date, name }))
  const replaced = dated.flatMap(({ date, name, onWeekend }) => {
    const replacement = replacementOf(date, onWeekend)
    return replacement === null ? [] : [{ date: replacement, name: `the holiday for ${name}` }]
  })
  return [...named, ...replaced].filter(({ date }) => dateParts(date).year === year)
}

/** All holidays of a year in date order, one for each date, with those that the user added and removed. */
export function holidaysOf(
  settings: Pick<CallSettings, 'changes'>,
  region: Region,
  state: StateCode | null,
  year: number,
): ListedHoliday[] {
  const byDate = new Map<CalendarDate, ListedHoliday>()
  const add = (found: readonly DatedHoliday[], source: ListedHoliday['source']): void => {
    for (const { date, name } of found) if (!byDate.has(date)) byDate.set(date, { date, name, source, removed: false })
  }
  add(datesOf(nationalHolidays[region], year), 'national')
  if (region === 'au' && state !== null) add(datesOf(australianStates[state], year), 'state')
  for (const change of settings.changes) {
    const { date, name } = change
    if (change.region !== region || dateParts(date).year !== year) continue
    if (change.area !== null && change.area !== state) continue
    const known = byDate.get(date)
    if (name !== null)
      byDate.set(date, known ? { ...known, removed: false } : { date, name, source: 'added', removed: false })
    else if (known) byDate.set(date, { ...known, removed: true })
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

const christmas: readonly Holiday[] = [fixed('Christmas Day', 12, 25, 'pair'), fixed('Boxing Day', 12, 26, 'pair')]
const goodFriday = easter('Good Friday', -2)
const easterMonday = easter('Easter Monday', 1)

/** The national public holidays of the calling hours standard of 2017, which leaves out the King's Birthday. */
const australia: readonly Holiday[] = [
  fixed('New Year’s Day', 1, 1, 'next-weekday'),
  fixed('Australia Day', 1, 26, 'next-weekday'),
  fixed('Anzac Day', 4, 25),
  ...christmas,
  goodFriday,
  easterMonday,
]

/** Matariki follows the Māori lunar calendar; its dates are in a law (Te Kāhui o Matariki Public Holiday Act 2022). */
const matariki = listed('Matariki', {
  2024: '06-28',
  2025: '06-20',
  2026: '07-10',
  2027: '06-25',
  2028: '07-14',
  2029: '07-06',
  2030: '06-21',
  2031: '07-11',
  2032: '07-02',
  2033: '06-24',
  2034: '07-07',
  2035: '06-29',
})

const newZealand: readonly Holiday[] = [
  fixed('New Year’s Day', 1, 1, 'pair'),
  fixed('the day after New Year’s Day', 1, 2, 'pair'),
  fixed('Waitangi Day', 2, 6, 'next-weekday'),
  fixed('Anzac Day', 4, 25, 'next-weekday'),
  nth('the King’s Birthday', 1, monday, 6),
  matariki,
  nth('Labour Day', 4, monday, 10),
  ...christmas,
  goodFriday,
  easterMonday,
]

const nationalHolidays: Readonly<Record<Region, readonly Holiday[]>> = {
  au: australia,
  nz: newZealand,
  // Calls on a holiday are no matter of law there, most days follow the moon, and everybody knows them.
  my: [],
}

const easterWeekend = [easter('Easter Saturday', -1), easter('Easter Sunday', 0)]
const kingsBirthday = nth('the King’s Birthday', 2, monday, 6)
const anzacOnSunday = fixed('Anzac Day', 4, 25, 'sunday')

/** Holidays of a whole state beside the national ones. Those of a town, and parts of a day, are left out. */
const australianStates: Readonly<Record<StateCode, readonly Holiday[]>> = {
  NSW: [...easterWeekend, kingsBirthday, nth('Labour Day', 1, monday, 10)],
  VIC: [
    nth('Labour Day', 2, monday, 3),
    ...easterWeekend,
    kingsBirthday,
    last('the Friday before the AFL Grand Final (expected)', friday, 9),
    nth('Melbourne Cup Day', 1, 2, 11),
  ],
  QLD: [anzacOnSunday, ...easterWeekend, nth('Labour Day', 1, monday, 5), nth('the King’s Birthday', 1, monday, 10)],
  SA: [
    anzacOnSunday,
    nth('Adelaide Cup Day', 2, monday, 3),
    ...easterWeekend,
    kingsBirthday,
    nth('Labour Day', 1, monday, 10),
  ],
  WA: [
    fixed('Anzac Day', 4, 25, 'next-weekday'),
    nth('Labour Day', 1, monday, 3),
    easter('Easter Sunday', 0),
    nth('Western Australia Day', 1, monday, 6),
    // Set by the governor each year; the last Monday of September since 2025.
    last('the King’s Birthday', monday, 9),
  ],
  TAS: [nth('Eight Hours Day', 2, monday, 3), kingsBirthday],
  NT: [anzacOnSunday, ...easterWeekend, nth('May Day', 1, monday, 5), kingsBirthday, nth('Picnic Day', 1, monday, 8)],
  ACT: [
    anzacOnSunday,
    nth('Canberra Day', 2, monday, 3),
    ...easterWeekend,
    // The Monday on or after 27 May.
    nearestMonday('Reconciliation Day', 5, 30),
    kingsBirthday,
    nth('Labour Day', 1, monday, 10),
  ],
}

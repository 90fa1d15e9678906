import { dateParts, type CalendarDate } from '../../contract/calendar-date.ts'
import type { ListedHoliday } from '../../contract/call-settings.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import {
  replacementOf,
  type Holiday,
  easter,
  fixed,
  friday,
  inCalendar,
  last,
  listed,
  monday,
  nearestMonday,
  nth,
  relativeTo,
  saturday,
} from './holiday-rules.ts'
import type { callAreas } from '../../contract/call-areas.ts'

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

/**
 * The name of the public holiday that the whole country has on a date, also on the weekday that replaces a holiday on a
 * weekend; null for any other day.
 */
export function nationalHoliday(date: CalendarDate, region: Region): string | null {
  return datesOf(nationalHolidays[region], dateParts(date).year).find((one) => one.date === date)?.name ?? null
}

/** All holidays of a year in date order, one for each date, with those that the user added and removed. */
export function holidaysOf(
  settings: Pick<CallSettings, 'changes'>,
  region: Region,
  area: string | null,
  year: number,
): ListedHoliday[] {
  const byDate = new Map<CalendarDate, ListedHoliday>()
  const add = (found: readonly DatedHoliday[], source: ListedHoliday['source']): void => {
    for (const { date, name } of found) if (!byDate.has(date)) byDate.set(date, { date, name, source, removed: false })
  }
  add(datesOf(nationalHolidays[region], year), 'national')
  add(datesOf(areaHolidays(region, area), year), 'state')
  for (const change of settings.changes) {
    const { date, name } = change
    if (change.region !== region || dateParts(date).year !== year) continue
    if (change.area !== null && change.area !== area) continue
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

const labourDay = nth('Labour Day', 4, monday, 10)

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
  labourDay,
  ...christmas,
  goodFriday,
  easterMonday,
]

const expected = (name: string): string => `${name} (expected)`

/** Days of the moon are expected: Malaysia confirms them when the moon is seen, at most a day later than calculated. */
const malaysia: readonly Holiday[] = [
  inCalendar('Chinese New Year', 'chinese', { month: 1, day: 1, days: 2 }),
  inCalendar(expected('Hari Raya Aidilfitri'), 'islamic-umalqura', { month: 10, day: 1, days: 3 }),
  fixed('Labour Day', 5, 1, 'sunday'),
  inCalendar('Wesak Day', 'chinese', { month: 4, day: 15 }),
  inCalendar(expected('Hari Raya Haji'), 'islamic-umalqura', { month: 12, day: 10, days: 2 }),
  nth('the King’s Birthday', 1, monday, 6),
  inCalendar(expected('Awal Muharram'), 'islamic-umalqura', { month: 1, day: 1, days: 2 }),
  inCalendar(expected('Maulidur Rasul'), 'islamic-umalqura', { month: 3, day: 12, days: 2 }),
  fixed('National Day', 8, 31, 'sunday'),
  fixed('Malaysia Day', 9, 16, 'sunday'),
  // The Hindu calendar is not part of ICU.
  listed('Deepavali', {
    2024: '10-31',
    2025: '10-20',
    2026: '11-08',
    2027: '10-28',
    2028: '10-17',
    2029: '11-05',
    2030: '10-26',
    2031: '11-14',
    2032: '11-02',
    2033: '10-22',
    2034: '11-10',
    2035: '10-30',
  }),
  fixed('Christmas Day', 12, 25, 'sunday'),
]

const nationalHolidays: Readonly<Record<Region, readonly Holiday[]>> = {
  au: australia,
  nz: newZealand,
  my: malaysia,
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
    last(expected('the Friday before the AFL Grand Final'), friday, 9),
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
    relativeTo('Reconciliation Day', nearestMonday('', 5, 30), 0),
    kingsBirthday,
    nth('Labour Day', 1, monday, 10),
  ],
}

const anniversary = (name: string, month: number, day: number): readonly Holiday[] => [
  nearestMonday(`${name} Anniversary Day`, month, day),
]

const newZealandAreas: Readonly<Record<keyof typeof callAreas.nz, readonly Holiday[]>> = {
  auckland: anniversary('Auckland', 1, 29),
  taranaki: [nth('Taranaki Anniversary Day', 2, monday, 3)],
  'hawkes-bay': [relativeTo('Hawke’s Bay Anniversary Day', labourDay, -3)],
  wellington: anniversary('Wellington', 1, 22),
  marlborough: [relativeTo('Marlborough Anniversary Day', labourDay, 7)],
  nelson: anniversary('Nelson', 2, 1),
  // The second Friday after the first Tuesday of November.
  canterbury: [relativeTo('Canterbury Anniversary Day', nth('', 1, 2, 11), 10)],
  'south-canterbury': [nth('South Canterbury Anniversary Day', 4, monday, 9)],
  westland: anniversary('West Coast', 12, 1),
  otago: anniversary('Otago', 3, 23),
  southland: [easter('Southland Anniversary Day', 2)],
  chatham: anniversary('Chatham Islands', 11, 30),
}

const newYear = fixed('New Year’s Day', 1, 1, 'sunday')
const federalTerritory = fixed('Federal Territory Day', 2, 1, 'sunday')
const sultan = (month: number, day: number): Holiday => fixed('the birthday of the state’s ruler', month, day)

const malaysianStates: Readonly<Record<keyof typeof callAreas.my, readonly Holiday[]>> = {
  johor: [sultan(3, 23)],
  kedah: [nth('the birthday of the state’s ruler', 3, 0, 6)],
  kelantan: [sultan(9, 29), sultan(9, 30)],
  'kuala-lumpur': [newYear, federalTerritory],
  melaka: [newYear, sultan(8, 24)],
  'negeri-sembilan': [newYear, sultan(1, 14)],
  pahang: [newYear, fixed('Hari Hol Pahang', 5, 22), sultan(7, 30)],
  penang: [newYear, fixed('George Town Heritage Day', 7, 7), nth('the birthday of the state’s ruler', 2, saturday, 7)],
  perak: [newYear, nth('the birthday of the state’s ruler', 1, friday, 11)],
  perlis: [sultan(7, 17)],
  sabah: [
    newYear,
    goodFriday,
    fixed('Kaamatan', 5, 30),
    fixed('Kaamatan', 5, 31),
    nth('the birthday of the state’s ruler', 1, saturday, 10),
  ],
  sarawak: [
    newYear,
    goodFriday,
    fixed('Gawai Dayak', 6, 1),
    fixed('Gawai Dayak', 6, 2),
    fixed('Sarawak Day', 7, 22),
    nth('the birthday of the state’s ruler', 2, saturday, 10),
  ],
  selangor: [newYear, sultan(12, 11)],
  terengganu: [fixed('the anniversary of the state’s ruler', 3, 4), sultan(4, 26)],
}

/** The holidays of a state or area beside the national ones; none for an unknown code. */
function areaHolidays(region: Region, area: string | null): readonly Holiday[] {
  if (area === null) return []
  const tables: Readonly<Record<Region, Readonly<Record<string, readonly Holiday[]>>>> = {
    au: australianStates,
    nz: newZealandAreas,
    my: malaysianStates,
  }
  return Object.hasOwn(tables[region], area) ? (tables[region][area] ?? []) : []
}

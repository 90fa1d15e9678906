import { dateParts, type CalendarDate } from '../../contract/calendar-date.ts'
import type { ListedHoliday } from '../../contract/call-settings.ts'
import type { CallSettings } from '../../contract/call-hours.ts'
import type { Region } from '../../contract/region.ts'
import { replacementOf, type Holiday } from './holiday-rules.ts'
import { areaHolidays, nationalHolidays } from './holiday-tables.ts'

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

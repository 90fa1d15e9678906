import {
  addDays,
  addMonths,
  dayAfter,
  daysInMonth,
  dateParts,
  localDate,
  weekdayOf,
  type CalendarDate,
} from '../../contract/calendar-date.ts'
import { outcomeKind, type OutcomeCode } from '../../contract/call-note.ts'
import type { CallFigures, CallGoal } from '../../contract/call-figures.ts'
import type { Person } from '../../contract/people.ts'
import type { CallReport, ReportPeriod } from '../../contract/sightings.ts'
import { nameKey } from '../people/name-key.ts'
import { reachedOutcomes } from './call-list.ts'
import type { LoggedOutcome } from './note-rows.ts'

const daysPerWeek = 7

/** The days of a calendar week (Monday to Sunday) or month, `back` before the one of `today`. */
export function daysOfPeriod(period: ReportPeriod['period'], back: number, today: CalendarDate): CalendarDate[] {
  if (period === 'week') {
    const monday = addDays(today, -((weekdayOf(today) + 6) % daysPerWeek) - back * daysPerWeek)
    return daysFrom(monday, daysPerWeek)
  }
  const first = addMonths(`${today.slice(0, 8)}01`, -back)
  const { year, month } = dateParts(first)
  return daysFrom(first, daysInMonth(year, month))
}

const daysFrom = (first: CalendarDate, count: number): CalendarDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Seven days, `today` last. */
export const lastSevenDays = (today: CalendarDate): CalendarDate[] =>
  daysFrom(addDays(today, 1 - daysPerWeek), daysPerWeek)

/** The time of consecutive days on this PC, as ISO 8601 in UTC: from the first, to before the second. */
export function timeOf(days: readonly CalendarDate[]): [from: string, to: string] {
  return [beginOf(days[0] ?? ''), beginOf(dayAfter(days.at(-1) ?? ''))]
}

const beginOf = (day: CalendarDate): string => new Date(`${day}T00:00:00`).toISOString()

/** The figures that count cars, each with the outcomes that count. */
const carFigures: readonly (readonly [keyof CallFigures, ReadonlySet<OutcomeCode>])[] = [
  ['reached', reachedOutcomes],
  ['booked', new Set(['appraisal_booked'])],
  ['offered', new Set(['offer_made'])],
  ['bought', new Set(['bought', 'traded_in'])],
]

/** Adds notes to figures. A car counts once for each figure that counts cars. */
function createCounter() {
  const figures: CallFigures = noFigures()
  const countedCars = new Set<string>()
  return {
    figures,
    /** Returns what the note added. */
    add({ outcome, customerId }: LoggedOutcome): CallFigures {
      const added = noFigures()
      if (outcomeKind(outcome).isCall) added.called = 1
      for (const [key, counting] of carFigures) {
        const car = `${key} ${customerId}`
        if (!counting.has(outcome) || countedCars.has(car)) continue
        countedCars.add(car)
        added[key] = 1
      }
      addFigures(figures, added)
      return added
    },
  }
}

const noFigures = (): CallFigures => ({ spotted: 0, called: 0, reached: 0, booked: 0, offered: 0, bought: 0 })

function addFigures(sum: CallFigures, added: CallFigures): void {
  for (const key of Object.keys(added) as (keyof CallFigures)[]) sum[key] += added[key]
}

/** How many cars were first seen on each day of this PC. */
export type FirstSeenCounts = Pick<ReadonlyMap<CalendarDate, number>, 'get'>

export type DayFigures = CallFigures & { readonly date: CalendarDate }

/** Counts calls day by day. A car counts on the first of the days only. */
function createDayCounter(days: readonly CalendarDate[], firstSeen: FirstSeenCounts) {
  const counted = days.map((date): DayFigures => ({ date, ...noFigures(), spotted: firstSeen.get(date) ?? 0 }))
  const byDay = new Map(counted.map((day) => [day.date, day]))
  const total = createCounter()
  return {
    counted,
    /** For each car, oldest first. Returns whether the note is of one of the days. */
    add(note: LoggedOutcome): boolean {
      const day = byDay.get(localDate(new Date(note.at)))
      if (!day) return false
      const added = total.add(note)
      addFigures(day, added)
      return true
    },
  }
}

/** Counts per day of this PC. `notes`: those of each car oldest first; a car counts on the first of the days only. */
export function countDays(
  days: readonly CalendarDate[],
  firstSeen: FirstSeenCounts,
  notes: readonly LoggedOutcome[],
): DayFigures[] {
  const counter = createDayCounter(days, firstSeen)
  for (const note of notes) counter.add(note)
  return counter.counted
}

type PersonFigures = CallReport['people'][number]

const bestFirst = ['bought', 'offered', 'booked', 'reached', 'called'] as const

/** The results of the calls decide, then their number. Notes without a person are last. */
function compareResults(one: PersonFigures, other: PersonFigures): number {
  if (one.person === null || other.person === null) return Number(one.person === null) - Number(other.person === null)
  const differing = bestFirst.find((key) => one[key] !== other[key])
  return differing ? other[differing] - one[differing] : one.person.name.localeCompare(other.person.name, 'en')
}

export interface ReportPeople {
  /** Everyone who may have recorded a note, by id. */
  readonly known: ReadonlyMap<string, Pick<Person, 'name'>>
  /** Ids of those who are part of the report without a note. */
  readonly expected: readonly string[]
}

/** The report of these days. See `countDays` for the parameters. */
export function callReport(
  days: readonly CalendarDate[],
  firstSeen: FirstSeenCounts,
  notes: readonly LoggedOutcome[],
  { known, expected }: ReportPeople,
  goal: CallGoal,
): CallReport {
  const counter = createDayCounter(days, firstSeen)
  const idsByName = new Map<string, string>()
  const personOf = (id: string | null): string | null => {
    const name = id === null ? undefined : known.get(id)?.name
    if (id === null || name === undefined) return id
    const first = idsByName.get(nameKey(name)) ?? id
    idsByName.set(nameKey(name), first)
    return first
  }
  const counters = new Map<string | null, ReturnType<typeof createCounter>>()
  for (const id of expected) counters.set(personOf(id), createCounter())
  const isExpected = new Set(counters.keys())
  for (const note of notes) {
    if (!counter.add(note)) continue
    const personId = personOf(note.personId)
    const ofPerson = counters.get(personId) ?? createCounter()
    counters.set(personId, ofPerson)
    ofPerson.add(note)
  }
  const total = noFigures()
  for (const { date: _date, ...figures } of counter.counted) addFigures(total, figures)
  const people = [...counters].flatMap(
    ([
      id,
      {
        figures: { spotted: _spotted, ...figures },
      },
    ]): PersonFigures[] => {
      if (!isExpected.has(id) && figures.called === 0) return []
      return [{ person: id === null ? null : { id, name: known.get(id)?.name ?? id }, ...figures }]
    },
  )
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    total,
    days: counter.counted,
    people: people.toSorted(compareResults),
    goal,
  }
}

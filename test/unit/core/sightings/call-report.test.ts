import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '../../../../src/contract/calendar-date.ts'
import { type CallGoal, conversionPercent, goalOfDays, noGoal } from '../../../../src/contract/call-figures.ts'
import type { Person } from '../../../../src/contract/people.ts'
import { outcomes, type OutcomeCode } from '../../../../src/contract/call-note.ts'
import type { LoggedOutcome } from '../../../../src/core/sightings/note-rows.ts'
import {
  callReport,
  countDays,
  daysOfPeriod,
  lastSevenDays,
  timeOf,
  type FirstSeenCounts,
} from '../../../../src/core/sightings/call-report.ts'
import { reportSheet } from '../../../../src/core/sightings/report-sheet.ts'

const at = (day: string, hour = 12): string => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).toISOString()
const note = (day: string, outcome: OutcomeCode, customerId = 'a', personId: string | null = null): LoggedOutcome => ({
  id: `${day} ${outcome} ${customerId}`,
  at: at(day),
  outcome,
  customerId,
  personId,
})
const reportOf = (
  days: readonly string[],
  firstSeen: FirstSeenCounts,
  notes: readonly LoggedOutcome[],
  { expected = [], goal = noGoal }: { expected?: readonly string[]; goal?: CallGoal } = {},
) => callReport(days, firstSeen, notes, { known: people, expected }, goal)
const noneSeen: FirstSeenCounts = new Map()
const people: ReadonlyMap<string, Person> = new Map(
  [
    ['p1', 'Jo Taylor'],
    ['p2', 'Sam Carter'],
  ].map(([id = '', name = '']) => [id, { id, name, retired: false }]),
)

describe('the days of a period', () => {
  it.each([
    ['week', 0, '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', 0, '2026-11-16', '2026-11-16', '2026-11-22'],
    ['week', 1, '2026-11-22', '2026-11-09', '2026-11-15'],
    ['week', 47, '2026-11-22', '2025-12-22', '2025-12-28'],
    ['month', 0, '2026-11-22', '2026-11-01', '2026-11-30'],
    ['month', 9, '2026-11-30', '2026-02-01', '2026-02-28'],
    ['month', 12, '2026-03-31', '2025-03-01', '2025-03-31'],
    ['month', 33, '2026-11-30', '2024-02-01', '2024-02-29'],
  ] as const)('are those of the %s %i before %s', (period, back, today, from, to) => {
    const days = daysOfPeriod(period, back, today)
    expect([days[0], days.at(-1)]).toEqual([from, to])
    expect(days).toHaveLength(period === 'week' ? 7 : Number(to.slice(8)))
  })

  it('begin and end at midnight of this PC', () => {
    const [from, to] = timeOf(['2026-11-16', '2026-11-17'])
    expect([new Date(from), new Date(to)]).toEqual([new Date(2026, 10, 16), new Date(2026, 10, 18)])
  })
})

describe('the numbers of a day', () => {
  it('are first sightings, calls, and cars on the first day of each outcome', () => {
    const counted = countDays(
      ['2026-11-20', '2026-11-21'],
      new Map([
        ['2026-11-20', 2],
        ['2026-11-01', 1],
      ]),
      [
        note('2026-11-20', 'no_answer', 'a'),
        note('2026-11-20', 'appraisal_booked', 'a'),
        note('2026-11-21', 'appraisal_booked', 'a'),
        note('2026-11-21', 'bought', 'a'),
        note('2026-11-21', 'traded_in', 'b'),
        note('2026-11-21', 'bad_number', 'c'),
        note('2026-11-21', 'duplicate', 'c'),
        note('2026-11-22', 'bought', 'd'),
      ],
    )
    expect(counted).toEqual([
      { date: '2026-11-20', spotted: 2, called: 2, reached: 1, booked: 1, offered: 0, bought: 0 },
      { date: '2026-11-21', spotted: 0, called: 4, reached: 1, booked: 0, offered: 0, bought: 2 },
    ])
  })
})

describe('the report', () => {
  it('counts a car for each person who reached it, and once in the total', () => {
    const report = reportOf(['2026-11-20'], noneSeen, [
      note('2026-11-20', 'call_back', 'a', 'p2'),
      note('2026-11-20', 'bought', 'a', 'p1'),
      note('2026-11-20', 'no_answer', 'b'),
    ])
    expect(report.total).toEqual({ spotted: 0, called: 3, reached: 1, booked: 0, offered: 0, bought: 1 })
    expect(report.people).toEqual([
      { person: { id: 'p1', name: 'Jo Taylor' }, called: 1, reached: 1, booked: 0, offered: 0, bought: 1 },
      { person: { id: 'p2', name: 'Sam Carter' }, called: 1, reached: 1, booked: 0, offered: 0, bought: 0 },
      { person: null, called: 1, reached: 0, booked: 0, offered: 0, bought: 0 },
    ])
    expect(report.people.map(conversionPercent)).toEqual([100, 0, null])
  })

  it('is exported with its total, people and days', () => {
    const report = reportOf(['2026-11-20'], new Map([['2026-11-20', 1]]), [note('2026-11-20', 'bought', 'a', 'p1')])
    expect(reportSheet(report, 'region')).toEqual({
      name: 'Calls 20-11-2026 to 20-11-2026',
      columns: ['Row', 'Person or day', 'Sightings', 'Calls', 'Reached', 'Booked', 'Offers', 'Bought', 'Conversion %'],
      rows: [
        ['Total', '', 1, 1, 1, 0, 0, 1, 100],
        ['Person', 'Jo Taylor', null, 1, 1, 0, 0, 1, 100],
        ['Day', '20/11/2026', 1, 1, 1, 0, 0, 1, 100],
      ],
    })
  })

  it('names first who bought most, then who made most offers, booked, reached and called, and last calls without a person', () => {
    const report = reportOf(['2026-11-20'], noneSeen, [
      note('2026-11-20', 'call_back', 'a', null),
      note('2026-11-20', 'call_back', 'b', 'p1'),
      note('2026-11-20', 'call_back', 'c', 'p1'),
      note('2026-11-20', 'offer_made', 'd', 'p2'),
    ])
    expect(report.people.map(({ person }) => person?.name ?? null)).toEqual(['Sam Carter', 'Jo Taylor', null])
  })

  it('has people without a call who are expected, once where two ids have the same name', () => {
    const report = reportOf(['2026-11-20'], noneSeen, [note('2026-11-20', 'no_answer', 'a', 'p1')], {
      expected: ['p1', 'p2'],
    })
    expect(report.people.map(({ person, called }) => [person?.name, called])).toEqual([
      ['Jo Taylor', 1],
      ['Sam Carter', 0],
    ])
  })

  it('is exported with its goal, for the days that it has', () => {
    const days = daysOfPeriod('month', 0, '2026-11-18')
    const { rows } = reportSheet(
      reportOf(days, noneSeen, [], { goal: { calls: 60, appraisals: null, per: 'person' } }),
      'region',
    )
    expect([...rows][1]).toEqual(['Goal', 'Each person', null, 257, null, null, null, null, null])
  })

  it.each([
    [60, 7, 60],
    [60, 30, 257],
    [1, 31, 4],
    [null, 7, null],
  ])('has of a goal of %s a week in %i days: %s', (perWeek, days, part) => {
    expect(goalOfDays(perWeek, days)).toBe(part)
  })

  it('is the same as a plain count for any notes', () => {
    const days = daysOfPeriod('week', 0, '2026-11-18')
    const anyNote = fc.record({
      id: fc.uuid(),
      at: fc
        .integer({ min: -24 * 60, max: 9 * 24 * 60 })
        .map((minutes) => new Date(new Date(`${days[0]}T00:00:00`).getTime() + minutes * 60_000).toISOString()),
      outcome: fc.constantFrom(...outcomes.map(({ code }) => code)),
      customerId: fc.constantFrom('a', 'b', 'c'),
      personId: fc.constantFrom('p1', 'p2', null),
    })
    fc.assert(
      fc.property(fc.array(anyNote, { maxLength: 40 }), (given) => {
        const [from, to] = timeOf(days)
        const notes = given.filter((one) => one.at >= from && one.at < to).toSorted((a, b) => (a.at < b.at ? -1 : 1))
        const report = reportOf(days, noneSeen, notes)
        expect(report.total).toEqual(plainFigures(notes))
        for (const { date, ...figures } of report.days) {
          const before = notes.filter((one) => localDate(new Date(one.at)) < date)
          const until = notes.filter((one) => localDate(new Date(one.at)) <= date)
          const [earlier, later] = [plainFigures(before), plainFigures(until)]
          expect(figures).toEqual({
            spotted: 0,
            called: later.called - earlier.called,
            reached: later.reached - earlier.reached,
            booked: later.booked - earlier.booked,
            offered: later.offered - earlier.offered,
            bought: later.bought - earlier.bought,
          })
        }
        for (const { person, ...figures } of report.people) {
          expect({ spotted: 0, ...figures }).toEqual(
            plainFigures(notes.filter(({ personId }) => personId === (person?.id ?? null))),
          )
        }
        expect(addDays(report.from, 6)).toBe(report.to)
      }),
    )
  })
})

const spoken =
  'call_back appraisal_booked offer_made bought traded_in sold_replacement price_gap sold_elsewhere not_interested no_longer_owner'
/** The definitions of the report, word by word. */
function plainFigures(notes: readonly LoggedOutcome[]) {
  const carsWith = (codes: string): number =>
    new Set(notes.filter(({ outcome }) => codes.split(' ').includes(outcome)).map(({ customerId }) => customerId)).size
  return {
    spotted: 0,
    called: notes.filter(({ outcome }) => outcomes.find(({ code }) => code === outcome)?.isCall).length,
    reached: carsWith(spoken),
    booked: carsWith('appraisal_booked'),
    offered: carsWith('offer_made'),
    bought: carsWith('bought traded_in'),
  }
}

it('the last seven days end with today, also across months', () => {
  expect(lastSevenDays('2026-11-03')).toEqual([
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
  ])
})

import { describe, expect, it } from 'vitest'
import { outcomes, SightingFilter, type SightingView } from '../../../../src/contract/sightings.ts'
import {
  dueOn,
  sortForView,
  isInView,
  matchesFilter,
  type CallListCar,
} from '../../../../src/core/sightings/call-list.ts'
import { countWeek, daysOfWeek } from '../../../../src/core/sightings/week.ts'
import { entry, line, sightedCustomer, sighting } from './sample-sightings.ts'

const today = '2026-11-21'
const views: readonly SightingView[] = ['to-call', 'new', 'price-drops', 'open', 'closed', 'all']
const shownIn = (car: CallListCar): SightingView[] => views.filter((view) => isInView(car, view))

describe('a next step', () => {
  it('is overdue, due today, or later; and nothing once it is closed', () => {
    expect(dueOn(today, entry('call_back', { nextDate: '2026-11-20' }), true)).toBe('overdue')
    expect(dueOn(today, entry('call_back', { nextDate: today }), true)).toBe('today')
    expect(dueOn(today, entry('call_back', { nextDate: '2026-11-22' }), true)).toBe('later')
    expect(dueOn(today, entry('voicemail'), true)).toBe('none')
    expect(dueOn(today, null, true)).toBe('none')
    expect(dueOn(today, entry('bought', { nextDate: '2026-11-20' }), false)).toBe('none')
  })
})

describe('the views', () => {
  it.each(outcomes)('show a car of “$label” as open or closed', ({ code, open }) => {
    const car = line(sightedCustomer('a'), { callNote: entry(code) })
    expect(shownIn(car)).toEqual(open ? ['to-call', 'open', 'all'] : ['closed', 'all'])
  })

  it('keep what is for a later day out of the calls', () => {
    expect(shownIn(line(sightedCustomer('a'), { callNote: entry('call_back'), due: 'later' }))).toEqual(['open', 'all'])
  })

  it('show a fallen price again where the two were too far apart', () => {
    const apart = line(sightedCustomer('a'), { callNote: entry('price_gap'), hasDropped: true })
    expect(shownIn(apart)).toEqual(['price-drops', 'closed', 'all'])
    expect(shownIn(line(sightedCustomer('a'), { callNote: entry('bought'), hasDropped: true }))).toEqual([
      'closed',
      'all',
    ])
  })

  it('never offer a person who is not to be contacted', () => {
    const asked = line(sightedCustomer('a', { doNotContact: true }), { isNew: true, hasDropped: true, due: 'overdue' })
    expect(shownIn(asked)).toEqual(['closed', 'all'])
  })

  it('put the longest overdue first, then today, new, cheaper, never called, called before', () => {
    const seen = (day: string) => ({ sightings: [sighting(`2026-11-${day}T02:00:00Z`, 30_000)] })
    const inOrder = [
      line(sightedCustomer('overdue-long', seen('01')), {
        due: 'overdue',
        callNote: entry('call_back', { nextDate: '2026-11-02' }),
      }),
      line(sightedCustomer('overdue', seen('19')), {
        due: 'overdue',
        callNote: entry('call_back', { nextDate: '2026-11-20' }),
      }),
      line(sightedCustomer('today', seen('02')), { due: 'today', callNote: entry('call_back', { nextDate: today }) }),
      line(sightedCustomer('new', seen('12')), { isNew: true }),
      line(sightedCustomer('new-older', seen('11')), { isNew: true }),
      line(sightedCustomer('cheaper', seen('03')), { hasDropped: true }),
      line(sightedCustomer('never', seen('18')), {}),
      line(sightedCustomer('called', seen('20')), { callNote: entry('voicemail') }),
      line(sightedCustomer('called-since-drop', seen('17')), { callNote: entry('voicemail'), hasDropped: true }),
    ]
    const names = (cars: readonly CallListCar[]): string[] => cars.map(({ customer }) => customer.id)
    const shuffled = inOrder.toSorted((one, other) => (one.customer.id < other.customer.id ? -1 : 1))
    expect(names(sortForView('to-call', shuffled))).toEqual(names(inOrder))
    expect(names(sortForView('all', shuffled)).slice(0, 2)).toEqual(['called', 'overdue'])
  })
})

describe('the filters', () => {
  const car = line(sightedCustomer('a', { sightings: [sighting('2026-11-18T02:00:00Z', 31_990)] }))
  const lets = (given: Partial<SightingFilter>, ofUpload: ReadonlySet<string> | null = null): boolean =>
    matchesFilter(car, SightingFilter.parse(given), (at) => at.slice(0, 10), ofUpload)

  it.each([
    [{}, true],
    [{ states: ['NSW', 'VIC'] }, true],
    [{ states: ['VIC'] }, false],
    [{ outcomes: ['new'] as const }, true],
    [{ outcomes: ['bought'] as const }, false],
    [{ priceFrom: 31_990, priceTo: 31_990 }, true],
    [{ priceFrom: 31_991 }, false],
    [{ priceTo: 31_989 }, false],
    [{ seenFrom: '2026-11-18', seenTo: '2026-11-18' }, true],
    [{ seenFrom: '2026-11-19' }, false],
    [{ seenTo: '2026-11-17' }, false],
  ])('%j: %s', (given, passed) => {
    expect(lets(given as Partial<SightingFilter>)).toBe(passed)
  })

  it('by upload, and by price where there is none', () => {
    expect(lets({}, new Set(['a']))).toBe(true)
    expect(lets({}, new Set(['b']))).toBe(false)
    const unpriced = line(sightedCustomer('b', { sightings: [sighting('2026-11-18T02:00:00Z', null)] }))
    expect(matchesFilter(unpriced, SightingFilter.parse({ priceTo: 99_999 }), (at) => at, null)).toBe(false)
  })
})

describe('the week', () => {
  it('has seven days of this PC, today last', () => {
    const days = daysOfWeek(new Date(2026, 10, 3, 8))
    expect(days.map((day) => day.slice(5))).toEqual(['10-28', '10-29', '10-30', '10-31', '11-01', '11-02', '11-03'])
  })

  it('counts cars by the day they were first seen, and the rest by what was noted', () => {
    const day = (at: string): string => at.slice(0, 10)
    const week = countWeek(
      ['2026-11-20', '2026-11-21'],
      ['2026-11-20T01:00:00Z', '2026-11-20T05:00:00Z', '2026-11-01T05:00:00Z'],
      [
        { at: '2026-11-21T01:00:00Z', outcome: 'no_answer' },
        { at: '2026-11-21T02:00:00Z', outcome: 'appraisal_booked' },
        { at: '2026-11-21T03:00:00Z', outcome: 'bought' },
        { at: '2026-11-21T03:30:00Z', outcome: 'traded_in' },
        { at: '2026-11-21T04:00:00Z', outcome: 'assigned' },
        { at: '2026-11-02T04:00:00Z', outcome: 'bought' },
      ],
      day,
    )
    expect(week).toEqual([
      { date: '2026-11-20', spotted: 2, called: 0, booked: 0, bought: 0 },
      { date: '2026-11-21', spotted: 0, called: 4, booked: 1, bought: 2 },
    ])
  })
})

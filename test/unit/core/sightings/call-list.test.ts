import { describe, expect, it } from 'vitest'
import { SightingFilter } from '../../../../src/contract/sightings.ts'
import { outcomes } from '../../../../src/contract/call-note.ts'
import {
  dueAt,
  groupOf,
  sortByCallPriority,
  matchesFilter,
  type CallListCar,
} from '../../../../src/core/sightings/call-list.ts'
import { entry, line, sightedCustomer, sighting } from './sample-sightings.ts'

const today = '2026-11-21'
const now = new Date(2026, 10, 21, 14, 30)
describe('the due state of a next action', () => {
  it('is overdue, today or later, and none for a closed car', () => {
    expect(dueAt(now, entry('call_back', { nextDate: '2026-11-20' }), true)).toBe('overdue')
    expect(dueAt(now, entry('call_back', { nextDate: today }), true)).toBe('today')
    expect(dueAt(now, entry('call_back', { nextDate: '2026-11-22' }), true)).toBe('later')
    expect(dueAt(now, entry('call_back', { nextDate: today, nextTime: '14:31' }), true)).toBe('today')
    expect(dueAt(now, entry('call_back', { nextDate: today, nextTime: '14:30' }), true)).toBe('now')
    expect(dueAt(now, entry('call_back', { nextDate: '2026-11-20', nextTime: '18:00' }), true)).toBe('overdue')
    expect(dueAt(now, entry('voicemail'), true)).toBe('none')
    expect(dueAt(now, null, true)).toBe('none')
    expect(dueAt(now, entry('bought', { nextDate: '2026-11-20' }), false)).toBe('none')
  })
})

describe('the groups of the call list', () => {
  it.each(outcomes)('have a car with the outcome “$label” among the open or the done ones', ({ code, open }) => {
    expect(groupOf(line(sightedCustomer('a'), { callNote: entry(code) }))).toBe(open ? 'open' : 'done')
  })

  it.each([
    [{ due: 'overdue' }, 'overdue'],
    [{ due: 'today' }, 'today'],
    [{ due: 'now' }, 'today'],
    [{ due: 'later', isNew: true, hasDropped: true }, 'later'],
    [{ isNew: true, hasDropped: true }, 'new'],
    [{ hasDropped: true }, 'price-drops'],
    [{}, 'open'],
  ] as const)('have each car once: %j', (facts, group) => {
    expect(groupOf(line(sightedCustomer('a'), facts))).toBe(group)
  })

  it('have a new car that was called about among the open ones', () => {
    expect(groupOf(line(sightedCustomer('a'), { isNew: true, callNote: entry('voicemail') }))).toBe('open')
  })

  it('show a price drop again after “Price gap too big”, and after no other final outcome', () => {
    const dropped = (code: 'price_gap' | 'bought') =>
      groupOf(line(sightedCustomer('a'), { callNote: entry(code), hasDropped: true }))
    expect([dropped('price_gap'), dropped('bought')]).toEqual(['price-drops', 'done'])
  })

  it('never offer a Do Not Contact person for a call', () => {
    const person = sightedCustomer('a', { doNotContact: true })
    expect(groupOf(line(person, { isNew: true, hasDropped: true, due: 'overdue' }))).toBe('done')
    expect(groupOf(line(person, { callNote: entry('price_gap'), hasDropped: true }))).toBe('done')
  })

  it('sorts by overdue, due today, new, price dropped, never called, called before', () => {
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
    expect(names(sortByCallPriority(shuffled))).toEqual(names(inOrder))
  })
})

describe('the filters of the call list', () => {
  const car = line(sightedCustomer('a', { sightings: [sighting('2026-11-18T02:00:00Z', 31_990)] }))
  const matches = (given: Partial<SightingFilter>, uploadCustomerIds: ReadonlySet<string> | null = null): boolean =>
    matchesFilter(car, SightingFilter.parse(given), uploadCustomerIds)

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
  ])('%j matches: %s', (given, passed) => {
    expect(matches(given as Partial<SightingFilter>)).toBe(passed)
  })

  it('filters by upload, and leaves cars without a price out of a price filter', () => {
    expect(matches({}, new Set(['a']))).toBe(true)
    expect(matches({}, new Set(['b']))).toBe(false)
    const unpriced = line(sightedCustomer('b', { sightings: [sighting('2026-11-18T02:00:00Z', null)] }))
    expect(matchesFilter(unpriced, SightingFilter.parse({ priceTo: 99_999 }), null)).toBe(false)
  })
})

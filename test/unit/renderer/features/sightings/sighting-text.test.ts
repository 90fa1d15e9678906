import { weekdayName } from '../../../../../src/contract/calendar-date.ts'
import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../../src/contract/sightings.ts'
import {
  dateIn,
  howLongAgo,
  nextCallDay,
  nextMonday,
  typedDate,
} from '../../../../../src/renderer/features/sightings/next-dates.ts'
import {
  cleared,
  isNarrowed,
  noSightingFilter,
  sightingChips,
  typedAmount,
} from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import {
  digestWords,
  greeting,
  isSafeLink,
  otherOutcomes,
  outcomeByKey,
  outcomeKeys,
  priceChange,
  priceSteps,
  sinceWords,
  siteOf,
  standingOf,
  usualOutcomes,
} from '../../../../../src/renderer/features/sightings/sighting-text.ts'
import { customer } from '../customers/sample-customer.ts'
import { sightedCar, summary } from './sample-car.ts'

// Saturday, a quarter past ten on this PC.
const now = new Date(2026, 10, 21, 10, 15)

describe('dates that she types', () => {
  it.each([
    ['3/12/2026', '2026-12-03'],
    ['03.12.26', '2026-12-03'],
    ['3-12-2026', '2026-12-03'],
    ['21/11', '2026-11-21'],
    ['3/2', '2027-02-03'],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2027', null],
    ['12/31/2026', null],
    ['tomorrow', null],
    ['', null],
  ])('%s is %s', (text, date) => {
    expect(typedDate(text, now)).toBe(date)
  })

  it('have quick ones, none of them on a Sunday by itself', () => {
    expect(dateIn(3, now)).toBe('2026-11-24')
    expect(nextCallDay(now)).toBe('2026-11-23')
    expect(nextCallDay(new Date(2026, 10, 23, 9))).toBe('2026-11-24')
    expect(nextMonday(now)).toBe('2026-11-23')
    expect(nextMonday(new Date(2026, 10, 23, 9))).toBe('2026-11-30')
    expect(weekdayName('2026-11-24')).toBe('Tuesday')
  })

  it.each([
    ['2022-03-14', '4 years ago'],
    ['2024-11-22', '23 months ago'],
    ['2024-11-21', '2 years ago'],
    ['2026-10-21', '1 month ago'],
    ['2026-11-01', '20 days ago'],
    ['2026-11-20', '1 day ago'],
    ['2026-11-21', 'today'],
    ['2027-01-01', ''],
  ])('%s was %s', (date, words) => {
    expect(howLongAgo(date, now)).toBe(words)
  })
})

describe('the digest', () => {
  it.each([
    [7, 'Good morning'],
    [12, 'Good afternoon'],
    [19, 'Good evening'],
  ])('at %i says %s', (hour, words) => {
    expect(greeting(new Date(2026, 10, 21, hour))).toBe(words)
  })

  it('says all that waits in one sentence', () => {
    const lastVisitAt = new Date(2026, 10, 20, 16, 10).toISOString()
    const views = { 'to-call': 8, new: 4, 'price-drops': 2, open: 9, closed: 0, all: 9 }
    expect(digestWords(summary({ views, lastVisitAt, dueToday: 3, overdue: 1 }), now)).toBe(
      '4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue.',
    )
    expect(digestWords(summary({ lastVisitAt }), now)).toBe('Nothing new since yesterday at 4:10 pm.')
    expect(digestWords(summary(), now)).toBe('5 cars of your customers seen for sale so far.')
    const none = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
    expect(digestWords(summary({ views: none }), now)).toBe('No car of your customers has been seen for sale yet.')
  })

  it.each([
    [new Date(2026, 10, 21, 9, 5), 'today at 9:05 am'],
    [new Date(2026, 10, 18, 12, 0), 'Wednesday at 12:00 pm'],
    [new Date(2026, 10, 3, 12, 0), '3/11/2026'],
  ])('knows when %s was', (then, words) => {
    expect(sinceWords(then.toISOString(), now)).toBe(words)
  })
})

describe('outcomes', () => {
  it('have a button and a key each, and no key twice', () => {
    const offered = [...usualOutcomes, ...otherOutcomes]
    expect(offered.toSorted()).toEqual(
      outcomes
        .map(({ code }) => code)
        .filter((code) => code !== 'new')
        .toSorted(),
    )
    expect(outcomeByKey.size).toBe(offered.length)
    expect(Object.keys(outcomeKeys).toSorted()).toEqual(offered.toSorted())
  })

  it('stand on the line with what is due', () => {
    expect(standingOf(sightedCar('a', { isNew: true })).words).toBe('New')
    expect(standingOf(sightedCar('a')).words).toBe('Not called')
    expect(standingOf(sightedCar('a', { outcome: 'call_back', due: 'overdue' }))).toMatchObject({ words: 'Overdue' })
    expect(standingOf(sightedCar('a', { outcome: 'bought' }))).toEqual({ words: 'Bought', tone: 'good' })
    const asked = { customer: customer('a', { doNotContact: true }), due: 'overdue' } as const
    expect(standingOf(sightedCar('a', asked)).words).toBe('Do not contact')
  })
})

describe('prices and addresses', () => {
  it('are said against the one before', () => {
    expect(priceChange(sightedCar('a', { price: 28_990, earlierPrice: 31_990 }), 'au')).toEqual({
      down: true,
      words: '$3,000 less',
    })
    expect(priceChange(sightedCar('a', { price: 31_990, earlierPrice: 28_990 }), 'my')?.words).toBe('RM 3,000 more')
    expect(priceChange(sightedCar('a'), 'au')).toBeNull()
  })

  it('are steps without repeats', () => {
    const at = (day: number, listingPrice: number | null) => ({
      at: `2026-11-${day}T00:00:00Z`,
      listingId: 'l',
      listingUrl: '',
      listingTitle: '',
      listingPrice,
    })
    expect(priceSteps([at(19, 28_990), at(18, null), at(17, 31_990), at(16, 31_990)])).toEqual([
      { at: '2026-11-19T00:00:00Z', price: 28_990 },
      { at: '2026-11-16T00:00:00Z', price: 31_990 },
    ])
  })

  it('are opened over https alone', () => {
    expect(isSafeLink('https://www.cars.example/1')).toBe(true)
    for (const url of ['http://cars.example/', 'javascript:alert(1)', 'file:///etc/passwd', 'cars.example', '']) {
      expect({ url, isSafe: isSafeLink(url) }).toEqual({ url, isSafe: false })
    }
    expect(siteOf('https://www.cars.example/1')).toBe('cars.example')
    expect(siteOf('not an address')).toBe('')
  })

  it.each([
    ['25,000', 25_000],
    ['$ 25000', 25_000],
    ['RM 88,000', 88_000],
    ['25k', null],
    ['-5', null],
    ['', null],
  ])('%s is %s', (text, amount) => {
    expect(typedAmount(text)).toBe(amount)
  })
})

describe('filters', () => {
  it('are chips, each taken away by itself', () => {
    const filter = {
      ...noSightingFilter,
      view: 'all' as const,
      states: ['NSW', 'VIC'],
      seenFrom: '2026-11-01',
      priceTo: 30_000,
      outcomes: ['voicemail' as const],
      uploadId: 'u1',
    }
    const chips = sightingChips(filter, [{ id: 'u1', name: 'March', count: 4 }], 'au')
    expect(chips.map(({ label }) => label)).toEqual([
      'NSW',
      'VIC',
      'Seen from 1/11/2026',
      '$30,000 or less',
      'Left a voicemail',
      'Upload: March',
    ])
    expect(chips[0]?.without).toEqual({ ...filter, states: ['VIC'] })
    expect(isNarrowed(filter)).toBe(true)
    expect(isNarrowed(cleared(filter))).toBe(false)
    expect(cleared(filter).view).toBe('all')
    expect(isNarrowed({ ...noSightingFilter, search: 'an' })).toBe(true)
  })
})

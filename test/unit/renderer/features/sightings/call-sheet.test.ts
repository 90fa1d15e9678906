import { expect, it } from 'vitest'
import {
  sheetFilters,
  sheetPages,
  sheetTicks,
  sheetWords,
} from '../../../../../src/renderer/features/sightings/call-sheet.ts'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import { sightingsText } from '../../../../../src/renderer/features/sightings/sightings-text.ts'
import { customer } from '../customers/sample-customer.ts'
import { sightedCar } from './sample-car.ts'

const now = new Date('2026-11-21T00:00:00Z')
const wordsOf = (...changes: readonly Parameters<typeof sightedCar>[1][]) =>
  changes.map((change) =>
    sheetWords(sightedCar('a', { customer: customer('a', { saleDate: '2023-03-14' }), ...change }), 'au', now),
  )
const comparison = {
  state: 'ready',
  vehicleId: 'v',
  title: null,
  median: 33_397,
  rank: 2,
  of: 5,
  sampleSize: 4,
  daysChecked: 60,
  adjustedPrice: null,
  words: '',
  at: '2026-11-20T00:00:00Z',
} as const

it('says how far the price is below similar cars, else how far it dropped', () => {
  const [compared, dropped, neither] = wordsOf({ comparison, earlierPrice: 33_990 }, { earlierPrice: 33_990 }, {})
  expect(compared?.gap).toBe('$1,407 below similar cars')
  expect(compared?.reasons[0]).toBe('$2,000 less.')
  expect([dropped?.gap, neither?.gap]).toEqual(['$2,000 less', ''])
  expect(neither?.reasons).toEqual(['Not called.', 'Listed 2 days ago on cars.example.', 'Sold to them 3 years ago.'])
})

it('says what is due, what was noted, and whose call it is', () => {
  const [words] = wordsOf({
    due: 'overdue',
    callNote: {
      id: 'note',
      at: '2026-11-19T02:00:00Z',
      outcome: 'call_back',
      note: 'His wife answers',
      nextAction: '',
      nextDate: '2026-11-20',
      nextTime: '14:30',
      amount: null,
      person: null,
    },
    assignedTo: { id: 'jo', name: 'Jo Taylor' },
  })
  expect(words?.reasons.join(' ')).toBe(
    'Overdue 20/11/2026 2:30 pm. His wife answers. Listed 2 days ago on cars.example. Assigned to Jo Taylor. Sold to them 3 years ago.',
  )
})

it('has the answers of the first question to tick', () => {
  expect(sheetTicks).toEqual(['No answer', 'Left a voicemail', 'Spoke', 'Wrong number'])
})

it('says which calls are on paper and which are not', () => {
  const { summary, heading } = sightingsText.sheet
  expect(summary(2, 2, 0, [])).toBe('2 calls.')
  expect(summary(2, 9, 1, ['NSW'])).toBe(
    'The first 2 of 9 calls. 1 person marked Do Not Contact is left out. Only: NSW.',
  )
  expect(heading('2026-11-30')).toBe('Calls for Monday 30 November 2026')
})

it('says on paper whose calls and which groups it has, where calls to make are missing', () => {
  expect(sheetFilters(noSightingFilter, ['NSW'], 'Jo')).toEqual(['NSW'])
  const mine = { ...noSightingFilter, assigned: 'mine', search: ' mazda ' } as const
  expect(sheetFilters(mine, [], 'Jo')).toEqual([sightingsText.filter.searchChip('mazda'), 'Assigned to Jo'])
  expect(sheetFilters({ ...noSightingFilter, groups: ['overdue', 'later'] }, [], null)).toEqual(['Overdue', 'Later'])
  expect(sheetFilters({ ...noSightingFilter, groups: null }, [], null)).toEqual([])
})

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

it('has the calls of a day on one page, with less room for each the more there are', () => {
  const heights = [1, 12, 21].map((count) => {
    const { rowMm, pages } = sheetPages(numbers(count))
    expect(pages).toEqual([{ number: 1, first: 1, calls: numbers(count), later: 0 }])
    return rowMm
  })
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  expect(21 * (heights.at(-1) ?? 0)).toBeLessThanOrEqual(221)
})

it('goes on with the next page where a page is full, and counts what is left', () => {
  const { pages } = sheetPages(numbers(50))
  expect(pages.map(({ first, calls, later }) => [first, calls.length, later])).toEqual([
    [1, 21, 29],
    [22, 21, 8],
    [43, 8, 0],
  ])
  expect(pages.flatMap(({ calls }) => calls)).toEqual(numbers(50))
})

it('is one page without calls', () => {
  expect(sheetPages([]).pages).toEqual([{ number: 1, first: 1, calls: [], later: 0 }])
})

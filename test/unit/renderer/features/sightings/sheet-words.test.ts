import { expect, it } from 'vitest'
import { sheetTicks, sheetWords } from '../../../../../src/renderer/features/sightings/sheet-words.ts'
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
  const cars = [sightedCar('a'), sightedCar('b')]
  const { summary, heading } = sightingsText.sheet
  expect(summary({ cars, total: 2, doNotContact: 0 }, [])).toBe('2 calls.')
  expect(summary({ cars, total: 9, doNotContact: 1 }, ['NSW'])).toBe(
    'The first 2 of 9 calls. 1 person marked Do Not Contact is left out. Only: NSW.',
  )
  expect(heading('2026-11-30')).toBe('Calls for Monday 30 November 2026')
})

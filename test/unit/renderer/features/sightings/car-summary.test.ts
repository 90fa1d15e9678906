import { describe, expect, it } from 'vitest'
import {
  carStatus,
  priceChange,
  priceSteps,
  priceToMarket,
} from '../../../../../src/renderer/features/sightings/car-summary.ts'
import { inTimeZone } from '../../../time-zone.ts'
import { customer } from '../customers/sample-customer.ts'
import { sightedCar } from './sample-car.ts'

describe('the status of a car', () => {
  it('shows what is due, or the outcome', () => {
    expect(carStatus(sightedCar('a', { isNew: true })).text).toBe('New')
    expect(carStatus(sightedCar('a')).text).toBe('Not called')
    expect(carStatus(sightedCar('a', { outcome: 'call_back', due: 'overdue' }))).toMatchObject({ text: 'Overdue' })
    expect(carStatus(sightedCar('a', { outcome: 'bought' }))).toEqual({ text: 'Bought', tone: 'good' })
    const forbidden = { customer: customer('a', { doNotContact: true }), due: 'overdue' } as const
    expect(carStatus(sightedCar('a', forbidden)).text).toBe('Do not contact')
  })
})

describe('prices of a car', () => {
  it('are compared with the earlier price', () => {
    expect(priceChange(sightedCar('a', { price: 28_990, earlierPrice: 31_990 }), 'au')).toEqual({
      isDrop: true,
      amount: '$3,000',
      text: '$3,000 less',
    })
    expect(priceChange(sightedCar('a', { price: 31_990, earlierPrice: 28_990 }), 'my')?.text).toBe('RM 3,000 more')
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
    expect(priceSteps([at(19, 28_990), at(18, null), at(17, 31_990), at(16, 31_990)])).toMatchObject([
      { at: '2026-11-19T00:00:00Z', price: 28_990 },
      { at: '2026-11-16T00:00:00Z', price: 31_990 },
    ])
  })

  it.each([
    ['Australia/Sydney', ['22/11/2026, 10:00 am', '22/11/2026, 7:30 am', '21/11/2026']],
    ['America/Los_Angeles', ['21/11/2026, 3:00 pm', '21/11/2026, 12:30 pm', '20/11/2026']],
  ])('have the day of this PC in %s, with the time when one day has several', async (timeZone, when) => {
    const seen = (at: string, listingPrice: number) => ({
      at,
      listingId: 'l',
      listingUrl: '',
      listingTitle: '',
      listingPrice,
    })
    const sightings = [
      seen('2026-11-21T23:00:00Z', 28_990),
      seen('2026-11-21T20:30:00Z', 29_990),
      seen('2026-11-21T02:00:00Z', 31_990),
    ]
    expect((await inTimeZone(timeZone, () => priceSteps(sightings))).map((step) => step.when)).toEqual(when)
  })
})

const comparison = (median: number | null) =>
  sightedCar('a', {
    comparison: {
      state: 'ready',
      vehicleId: 'v',
      title: null,
      median,
      rank: 2,
      of: 5,
      sampleSize: 4,
      daysChecked: 60,
      adjustedPrice: null,
      words: '',
      at: '2026-11-20T00:00:00Z',
    },
  }).comparison

it.each([
  [9_200, 10_000, '92% of the market price (8% below the median).'],
  [11_000, 10_000, '110% of the market price (10% above the median).'],
  [10_004, 10_000, '100% of the market price (at the median).'],
  [null, 10_000, undefined],
  [9_000, null, undefined],
  [9_000, 0, undefined],
])('%s of %s is %s', (price, median, sentence) => {
  expect(priceToMarket({ price, comparison: comparison(median) })?.sentence).toBe(sentence)
})

it('is not known before the price was compared', () => {
  expect(priceToMarket({ price: 9_000, comparison: null })).toBeNull()
})

import { expect, it } from 'vitest'
import { priceToMarket } from '../../../../../src/renderer/features/sightings/price-position.ts'
import { sightedCar } from './sample-car.ts'

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

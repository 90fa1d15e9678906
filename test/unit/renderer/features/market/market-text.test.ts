import { expect, it, onTestFinished } from 'vitest'
import { differenceText, marketText } from '../../../../../src/renderer/features/market/market-text.ts'
import { formatSettings } from '../../../../../src/renderer/ui/format-settings.ts'

it('words a difference in price', () => {
  expect(differenceText(-1_200)).toBe('$1,200 below')
  expect(differenceText(300)).toBe('$300 above')
  expect(differenceText(0.3)).toBe('the same')
})

it('words the price change per extra 1,000 km with its sign', () => {
  expect(marketText.figures.pricePerThousandKms(-50.2)).toBe('−$50')
  expect(marketText.figures.pricePerThousandKms(50)).toBe('+$50')
  expect(marketText.figures.pricePerThousandKms(0.2)).toBe('$0')
})

it('writes amounts as in the region of the connection', () => {
  formatSettings.region = 'my'
  onTestFinished(() => void (formatSettings.region = null))
  expect(differenceText(300)).toBe('RM 300 above')
  expect(marketText.car.price()).toBe('Your price, RM')
})

it('names each period', () => {
  expect([60, 90, 365, 730].map(marketText.period.name)).toEqual(['60 days (default)', '90 days', '1 year', '2 years'])
})

it('gives the size of a sample, with its period when it is known', () => {
  expect(marketText.position.sample(1, null)).toBe('1 listing')
  expect(marketText.position.sample(1_234, 60)).toBe('1,234 listings, last 60 days')
  expect(marketText.position.sample(7, 60, 9)).toBe('7 listings (the service counts 9), last 60 days')
})

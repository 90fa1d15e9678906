import { describe, expect, it } from 'vitest'
import { differenceWords, formatKms, readAmount } from '../../../../../src/renderer/features/market/amounts.ts'

describe('an amount as it is typed', () => {
  it.each([
    ['24990', 24_990],
    ['24,990', 24_990],
    ['$24 990', 24_990],
    [' $24,990.00 ', 24_990],
    ['24.5k', 24_500],
    ['RM 88,000', 88_000],
    ['85 000 km', 85_000],
    ['85000kms', 85_000],
    ['0', 0],
  ])('%s is %d', (typed, amount) => {
    expect(readAmount(typed, 1_000_000)).toBe(amount)
  })

  it('is none when nothing is typed', () => {
    expect(readAmount('', 10)).toBeNull()
    expect(readAmount('   ', 10)).toBeNull()
  })

  it.each(['about 20', '-5', '$', '12/3', '1.2.3', '99999999999'])('%s is refused', (typed) => {
    expect(readAmount(typed, 1_000_000)).toBeUndefined()
  })
})

it('says distances and differences in words', () => {
  expect(formatKms(85_000.4)).toBe('85,000 km')
  expect(formatKms(null)).toBe('')
  expect(differenceWords(-1_200, 'au')).toBe('$1,200 below')
  expect(differenceWords(300, 'my')).toBe('RM 300 above')
  expect(differenceWords(0.3, 'au')).toBe('level')
})

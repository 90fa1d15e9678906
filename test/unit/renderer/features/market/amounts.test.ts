import { describe, expect, it } from 'vitest'
import { formatKms, readAmount } from '../../../../../src/renderer/features/market/amounts.ts'

describe('readAmount', () => {
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

  it('gives null when nothing is typed', () => {
    expect(readAmount('', 10)).toBeNull()
    expect(readAmount('   ', 10)).toBeNull()
  })

  it.each(['about 20', '-5', '$', '12/3', '1.2.3', '99999999999'])('%s is refused', (typed) => {
    expect(readAmount(typed, 1_000_000)).toBeUndefined()
  })
})

it('formats kilometres', () => {
  expect(formatKms(85_000.4)).toBe('85,000 km')
  expect(formatKms(null)).toBe('')
})

import { describe, expect, it } from 'vitest'
import { formatKms, formatMoney } from '../../../../src/renderer/ui/format.ts'
import { formatSettings } from '../../../../src/renderer/ui/format-settings.ts'
import { amountOrNull, readAmount } from '../../../../src/renderer/ui/typed-values.ts'

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
    ['A$24,990', 24_990],
    ['NZ$24,990', 24_990],
    ['MYR 88,000', 88_000],
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

it.each(['au', 'nz', 'my'] as const)('reads money and distances as they are shown in %s', (region) => {
  formatSettings.region = region
  for (const amount of [0, 950, 24_990, 1_250_000])
    for (const shown of [formatMoney(amount), formatMoney(amount, 'au'), formatMoney(amount, 'my'), formatKms(amount)])
      expect(readAmount(shown)).toBe(amount)
  formatSettings.region = null
})

it('gives null for a text that is not an amount, where the caller shows the error', () => {
  expect(amountOrNull('about 20')).toBeNull()
  expect(amountOrNull('25,000')).toBe(25_000)
})

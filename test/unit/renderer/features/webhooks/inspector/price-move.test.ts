import { expect, it } from 'vitest'
import { describePriceMove } from '../../../../../../src/renderer/features/webhooks/inspector/price-move.ts'

it.each([
  [16_000, 15_200, '−$800 (−5.0%)', 'down'],
  [14_000, 14_400, '+$400 (+2.9%)', 'up'],
  [100, 100, 'No change', 'same'],
  [0, 100, '+$100', 'up'],
  [null, 100, '', null],
] as const)('describes a price change from %s to %s', (before, after, change, direction) => {
  expect(describePriceMove({ before, after }, 'au')).toMatchObject({ change, direction })
  expect(JSON.stringify(describePriceMove({ before, after }, 'au'))).not.toMatch(/NaN|undefined|Infinity/)
})

it('shows the money of the region', () => {
  expect(describePriceMove({ before: 88_000, after: 87_000 }, 'my')).toMatchObject({
    before: 'RM 88,000',
    after: 'RM 87,000',
    change: '−RM 1,000 (−1.1%)',
  })
})

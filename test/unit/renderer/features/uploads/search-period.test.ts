import { expect, it } from 'vitest'
import { daysOfPeriod } from '../../../../../src/renderer/features/uploads/search-period.ts'

const none = { from: '', until: '' }

it.each([
  ['any', null],
  ['week', '2026-03-01'],
  ['month', '2026-02-06'],
  ['year', '2025-03-08'],
] as const)('the period %s ends today and begins on %s', (period, from) => {
  expect(daysOfPeriod(period, none, '2026-03-07')).toEqual({ from, until: null })
})

it('takes the days that the user entered, and none for an empty field', () => {
  expect(daysOfPeriod('dates', { from: '2026-01-02', until: '' }, '2026-03-07')).toEqual({
    from: '2026-01-02',
    until: null,
  })
})

import { expect, it } from 'vitest'
import { nextPeriod } from '../../../../../src/renderer/features/market/period.ts'

it('gives the next longer period than the days searched, until the longest', () => {
  expect(nextPeriod(null)).toBe(60)
  expect(nextPeriod(60)).toBe(90)
  expect(nextPeriod(70)).toBe(90)
  expect(nextPeriod(730)).toBeNull()
})

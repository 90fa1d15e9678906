import { expect, it } from 'vitest'
import { formatClock } from '../../../../../../src/renderer/features/webhooks/inspector/clock-time.ts'

it('gives the time of day, with the date when that is not today', () => {
  const noon = new Date(2026, 10, 21, 12, 5, 9)
  expect(formatClock(noon.toISOString(), noon)).toBe('12:05:09 pm')
  expect(formatClock(noon.toISOString(), new Date(2026, 10, 22))).toBe('21/11/2026, 12:05:09 pm')
  expect(formatClock('never')).toBe('')
})

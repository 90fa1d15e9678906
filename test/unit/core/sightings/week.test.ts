import { expect, it } from 'vitest'
import { daysOfWeek } from '../../../../src/core/sightings/week.ts'

it('covers seven days of this PC, today last', () => {
  const days = daysOfWeek(new Date(2026, 10, 3, 8))
  expect(days.map((day) => day.slice(5))).toEqual(['10-28', '10-29', '10-30', '10-31', '11-01', '11-02', '11-03'])
})

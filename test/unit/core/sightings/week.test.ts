import { describe, expect, it } from 'vitest'
import { countWeek, daysOfWeek } from '../../../../src/core/sightings/week.ts'

describe('the weekly summary', () => {
  it('covers seven days of this PC, today last', () => {
    const days = daysOfWeek(new Date(2026, 10, 3, 8))
    expect(days.map((day) => day.slice(5))).toEqual(['10-28', '10-29', '10-30', '10-31', '11-01', '11-02', '11-03'])
  })

  it('counts cars by the day of their first sighting, and calls by their notes', () => {
    const week = countWeek(
      ['2026-11-20', '2026-11-21'],
      ['2026-11-20T01:00:00Z', '2026-11-20T05:00:00Z', '2026-11-01T05:00:00Z'],
      [
        { at: '2026-11-21T01:00:00Z', outcome: 'no_answer' },
        { at: '2026-11-21T02:00:00Z', outcome: 'appraisal_booked' },
        { at: '2026-11-21T03:00:00Z', outcome: 'bought' },
        { at: '2026-11-21T03:30:00Z', outcome: 'traded_in' },
        { at: '2026-11-21T04:00:00Z', outcome: 'assigned' },
        { at: '2026-11-02T04:00:00Z', outcome: 'bought' },
      ],
    )
    expect(week).toEqual([
      { date: '2026-11-20', spotted: 2, called: 0, booked: 0, bought: 0 },
      { date: '2026-11-21', spotted: 0, called: 4, booked: 1, bought: 2 },
    ])
  })
})

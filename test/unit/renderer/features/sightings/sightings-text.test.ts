import { describe, expect, it } from 'vitest'
import { noGroupCounts } from '../../../../../src/contract/call-group.ts'
import {
  digestText,
  momentText,
  sightingsText,
  weekText,
} from '../../../../../src/renderer/features/sightings/sightings-text.ts'
import { summary } from './sample-car.ts'

// Saturday, 10:15 local time.
const now = new Date(2026, 10, 21, 10, 15)

describe('the digest', () => {
  it('states what is new and due in one sentence', () => {
    const lastVisitAt = new Date(2026, 10, 20, 16, 10).toISOString()
    const groups = { ...noGroupCounts(), overdue: 1, today: 3, new: 4, 'price-drops': 2 }
    expect(digestText(summary({ groups, lastVisitAt }), now)).toBe(
      '4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue.',
    )
    expect(digestText(summary({ lastVisitAt }), now)).toBe('Nothing new since yesterday at 4:10 pm.')
    expect(digestText(summary(), now)).toBe('5 of your past customers’ cars have been listed for sale.')
  })

  it('says what the last seven days came to', () => {
    const day = { date: '2026-11-20', spotted: 9, called: 3, booked: 1, bought: 0 }
    expect(weekText([day, { ...day, called: 9, bought: 1 }])).toBe('Last 7 days: 12 calls, 2 booked, 1 bought.')
    expect(weekText([{ ...day, called: 0, booked: 0 }])).toBe('No calls in the last 7 days.')
  })

  it.each([
    [new Date(2026, 10, 21, 9, 5), 'today at 9:05 am'],
    [new Date(2026, 10, 18, 12, 0), 'Wednesday at 12:00 pm'],
    [new Date(2026, 10, 3, 12, 0), '3/11/2026'],
    // The PC's clock was ahead.
    [new Date(2041, 10, 3, 12, 0), '3/11/2041'],
    [new Date(2026, 10, 22, 0, 5), '22/11/2026'],
  ])('formats %s as %s', (then, text) => {
    expect(momentText(then.toISOString(), now)).toBe(text)
  })
})

it('promises no check and no notice that does not happen while there are no sightings', () => {
  const { noSightingsText } = sightingsText.empty
  expect(noSightingsText(8, null, { checkEveryMinutes: 60, notify: true })).toMatch(
    / Forecourt checks every hour and notifies you\.$/,
  )
  expect(noSightingsText(8, null, { checkEveryMinutes: 5, notify: false })).toMatch(/ checks every 5 minutes\.$/)
  expect(noSightingsText(8, 'You’re offline.', { checkEveryMinutes: 5, notify: true })).toMatch(
    / days\. You’re offline\.$/,
  )
})

it('says before one outcome is recorded for several cars how many planned calls it replaces', () => {
  const { explanation } = sightingsText.bulk
  expect(explanation(0, 0, false, '')).toBe('You can undo this once for all.')
  expect(explanation(0, 1, false, '')).toBe('1 planned call is replaced. You can undo this once for all.')
})

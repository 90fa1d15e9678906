import { describe, expect, it } from 'vitest'
import { digestText, greeting, momentText } from '../../../../../src/renderer/features/sightings/digest.ts'
import { summary } from './sample-car.ts'

// Saturday, 10:15 local time.
const now = new Date(2026, 10, 21, 10, 15)

describe('the digest', () => {
  it.each([
    [7, 'Good morning'],
    [12, 'Good afternoon'],
    [19, 'Good evening'],
  ])('greets at %i with %s', (hour, text) => {
    expect(greeting(new Date(2026, 10, 21, hour))).toBe(text)
  })

  it('states what is new and due in one sentence', () => {
    const lastVisitAt = new Date(2026, 10, 20, 16, 10).toISOString()
    const views = { 'to-call': 8, new: 4, 'price-drops': 2, open: 9, closed: 0, all: 9 }
    expect(digestText(summary({ views, lastVisitAt, dueToday: 3, overdue: 1 }), now)).toBe(
      '4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue.',
    )
    expect(digestText(summary({ lastVisitAt }), now)).toBe('Nothing new since yesterday at 4:10 pm.')
    expect(digestText(summary(), now)).toBe('5 of your past customers’ cars have been listed for sale.')
    const none = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
    expect(digestText(summary({ views: none }), now)).toBe('None of your past customers’ cars has been listed yet.')
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

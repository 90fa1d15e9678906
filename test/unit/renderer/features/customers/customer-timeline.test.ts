import { describe, expect, it } from 'vitest'
import { rowIdOf } from '../../../../../src/contract/row-id.ts'
import type { ContactAttempt } from '../../../../../src/contract/contact-attempt.ts'
import type { CallNote } from '../../../../../src/contract/call-note.ts'
import { timelineEntries } from '../../../../../src/renderer/features/customers/customer-timeline.ts'

const call = (changes: Partial<CallNote>): CallNote => ({
  id: 'call',
  at: '2026-11-20T02:00:00.000Z',
  outcome: 'no_answer',
  note: '',
  nextAction: '',
  nextDate: null,
  nextTime: null,
  amount: null,
  person: null,
  ...changes,
})

describe('the timeline of a customer', () => {
  it('has the purchase, uploads, sightings with price changes, and calls with their notes, newest first', () => {
    const upload = {
      uploadId: 'u1',
      name: 'Sold 2024',
      row: rowIdOf({ row: 7, sheet: 3, car: 0 }),
      at: '2026-11-18T02:00:00.000Z',
    }
    const calls = [
      call({
        id: 'c2',
        at: '2026-11-21T02:00:00.000Z',
        outcome: 'offer_made',
        amount: 28_500,
        person: { id: 'p1', name: 'Jo Taylor' },
      }),
      call({
        id: 'c1',
        note: 'His wife answers',
        nextAction: 'Call after five',
        nextDate: '2026-12-01',
        nextTime: '14:30',
      }),
    ]
    const attempts: ContactAttempt[] = [
      {
        id: 'a1',
        at: '2026-11-19T02:00:00.000Z',
        channel: 'sms',
        template: 'Missed you',
        reason: '',
        person: { id: 'p1', name: 'Jo Taylor' },
      },
      {
        id: 'a2',
        at: '2026-11-17T02:00:00.000Z',
        channel: 'call',
        template: null,
        reason: 'Asked for it',
        person: null,
      },
    ]
    const listing = { listingId: 'l', listingUrl: 'https://cars.example/1', listingTitle: '2019 Toyota RAV4' }
    const sightings = [
      { ...listing, at: '2026-11-16T02:00:00.000Z', listingPrice: 30_000 },
      { ...listing, at: '2026-11-19T12:00:00.000Z', listingPrice: 28_900 },
    ]
    const customer = { saleDate: '2023-05-01', sightings }
    const entries = timelineEntries(customer, { uploads: [upload], changes: [] }, { entries: calls, attempts }, 'au')
    expect(entries.map(({ text, details }) => [text, ...details])).toEqual([
      ['Offer made $28,500', 'By: Jo Taylor'],
      ['No answer', 'His wife answers', 'Next: Call after five, 1/12/2026, 2:30 pm', 'By: not recorded'],
      ['Seen for sale for $28,900', '2019 Toyota RAV4', '$1,100 less than before'],
      ['SMS opened: Missed you', 'By: Jo Taylor'],
      ['Row 7 of sheet 3 of “Sold 2024”'],
      ['Called outside calling hours', 'Asked for it', 'By: not recorded'],
      ['Seen for sale for $30,000', '2019 Toyota RAV4'],
      ['Bought the car from you'],
    ])
  })
})

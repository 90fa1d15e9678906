import { expect, it } from 'vitest'
import { callHistory } from '../../../../../src/renderer/features/sightings/call-history.ts'

it('has call notes and attempts in one list, newest first', () => {
  const note = (id: string, at: string) =>
    ({
      id,
      at,
      outcome: 'no_answer',
      note: '',
      nextAction: '',
      nextDate: null,
      nextTime: null,
      amount: null,
      person: null,
    }) as const
  const attempt = {
    id: 'a',
    at: '2026-11-20T02:00:00Z',
    channel: 'sms',
    template: 'Missed you',
    reason: '',
    person: null,
  } as const
  const call = {
    id: 'b',
    at: '2026-11-18T02:00:00Z',
    channel: 'call',
    template: null,
    reason: 'Asked for it',
    person: null,
  } as const
  const items = callHistory([note('2', '2026-11-21T02:00:00Z'), note('1', '2026-11-19T02:00:00Z')], [attempt, call])
  expect(items.map(({ id }) => id)).toEqual(['2', 'a', '1', 'b'])
  expect(items.map((item) => (item.kind === 'attempt' ? item.text : ''))).toEqual([
    '',
    'SMS opened: Missed you',
    '',
    'Call outside calling hours',
  ])
})

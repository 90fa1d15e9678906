import { describe, expect, it } from 'vitest'
import { callingHours } from '../../../../src/core/sightings/calling-hours.ts'

const at = (iso: string, state: string | null, region: 'au' | 'nz' | 'my' = 'au') =>
  callingHours(new Date(iso), state, region)

describe('callingHours', () => {
  // One moment, Tuesday 24 November 2026, 23:42 UTC: daylight saving in the south-east and in South Australia only.
  it.each([
    ['NSW', 'Wednesday 10:42 am in Sydney.'],
    ['ACT', 'Wednesday 10:42 am in Canberra.'],
    ['VIC', 'Wednesday 10:42 am in Melbourne.'],
    ['TAS', 'Wednesday 10:42 am in Hobart.'],
    ['QLD', 'Wednesday 9:42 am in Brisbane.'],
    ['SA', 'Wednesday 10:12 am in Adelaide.'],
    ['NT', 'Wednesday 9:12 am in Darwin.'],
  ])('uses the local time of %s', (state, there) => {
    expect(at('2026-11-24T23:42:00Z', state)).toEqual({ now: 'allowed', words: `${there} You can call until 8 pm.` })
  })

  it('is too early in Perth when Sydney can be called', () => {
    expect(at('2026-11-24T23:42:00Z', 'WA')).toEqual({
      now: 'outside',
      words: 'Wednesday 7:42 am in Perth. Too early to call. You can call from 9 am today.',
    })
  })

  it('follows the end of daylight saving', () => {
    // 5 April 2026 is the first Sunday of April: the week after, Sydney is ten hours ahead.
    expect(at('2026-03-31T22:30:00Z', 'NSW').words).toContain('Wednesday 9:30 am in Sydney')
    expect(at('2026-04-07T22:30:00Z', 'NSW').words).toContain('Wednesday 8:30 am in Sydney')
    expect(at('2026-04-07T22:30:00Z', 'NSW').now).toBe('outside')
  })

  it.each([
    ['from 9 sharp on weekdays', '2026-11-24T23:00:00Z', 'allowed'],
    ['not a minute before 9', '2026-11-24T22:59:00Z', 'outside'],
    ['to the last minute before 8 pm', '2026-11-24T09:59:00Z', 'allowed'],
    ['not at 8 pm', '2026-11-24T10:00:00Z', 'outside'],
    ['on Saturday to 5 pm', '2026-11-21T06:59:00Z', 'allowed'],
    ['on Saturday not at 5 pm', '2026-11-21T07:00:00Z', 'outside'],
    ['not on Sunday', '2026-11-22T03:00:00Z', 'outside'],
  ] as const)('allows calls in Brisbane %s', (_, iso, now) => {
    const inBrisbane = new Date(new Date(iso).getTime()).toISOString()
    expect(at(inBrisbane, 'QLD').now).toBe(now)
  })

  it('says when the customer can be called next', () => {
    expect(at('2026-11-21T08:00:00Z', 'QLD').words).toBe(
      'Saturday 6 pm in Brisbane. Too late to call. You can call from 9 am on Monday.',
    )
    expect(at('2026-11-22T03:00:00Z', 'QLD').words).toBe(
      'Sunday 1 pm in Brisbane. No calls on Sundays. You can call from 9 am tomorrow.',
    )
    expect(at('2026-12-24T11:00:00Z', 'QLD').words).toBe(
      'Thursday 9 pm in Brisbane. Too late to call. You can call from 9 am on Tuesday.',
    )
  })

  it('names the holiday', () => {
    expect(at('2027-01-26T02:00:00Z', 'QLD').words).toContain('Today is Australia Day: no calls.')
  })

  it('is unknown without the state', () => {
    expect(at('2026-11-24T23:42:00Z', null).now).toBe('unknown')
    expect(at('2026-11-24T23:42:00Z', 'Narnia').now).toBe('unknown')
    expect(at('2026-11-24T23:42:00Z', 'New South Wales').words).toContain('in Sydney')
  })

  it('says that New Zealand sets no hours by law', () => {
    expect(at('2026-11-24T23:42:00Z', null, 'nz')).toEqual({
      now: 'allowed',
      words:
        'Wednesday 12:42 pm in Auckland. You can call until 8 pm. New Zealand sets no calling hours by law; this is good practice.',
    })
    expect(at('2026-11-25T02:00:00Z', null, 'my').words).toContain('Wednesday 10 am in Kuala Lumpur')
  })
})

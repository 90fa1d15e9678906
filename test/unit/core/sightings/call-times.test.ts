import { describe, expect, it } from 'vitest'
import { callTimes, instantOnThisPc } from '../../../../src/core/sightings/call-times.ts'
import { inTimeZone } from '../../time-zone.ts'

/** The suggestions as "label: date time" for a PC in Sydney, or elsewhere. */
const suggested = (now: string, state: string | null, timeZone = 'Australia/Sydney'): Promise<string[]> =>
  inTimeZone(timeZone, () =>
    callTimes(new Date(now), { state, region: 'au' }, null).suggestions.map(
      ({ label, date, time }) => `${label}: ${date} ${time}`,
    ),
  )

describe('suggested times for the next call', () => {
  // Wednesday 25 November 2026, 10:42 am in Sydney.
  const wednesday = '2026-11-24T23:42:00Z'

  it('are in an hour, tomorrow and next Monday at 10 am', async () => {
    expect(await suggested(wednesday, 'NSW')).toEqual([
      'In 1 hour: 2026-11-25 11:45',
      'Tomorrow 10 am: 2026-11-26 10:00',
      'Monday 10 am: 2026-11-30 10:00',
    ])
  })

  it('are 10 am on the customer’s clock, as this PC shows it', async () => {
    // 7:42 am in Perth: an hour later is still too early there.
    expect(await suggested(wednesday, 'WA')).toEqual([
      'Tomorrow 1 pm: 2026-11-26 13:00',
      'Monday 1 pm: 2026-11-30 13:00',
    ])
    expect(await suggested(wednesday, 'NSW', 'Australia/Perth')).toEqual([
      'In 1 hour: 2026-11-25 08:45',
      'Tomorrow 7 am: 2026-11-26 07:00',
      'Monday 7 am: 2026-11-30 07:00',
    ])
  })

  it('skip Sundays, holidays and the evening', async () => {
    // Saturday 4:30 pm: no call after 5 pm, none on Sunday.
    expect(await suggested('2026-11-28T05:30:00Z', 'NSW')).toEqual([
      'Monday 10 am: 2026-11-30 10:00',
      'Tuesday 10 am: 2026-12-01 10:00',
    ])
    // Christmas Day and Boxing Day of 2026 are a Friday and a Saturday; the Monday replaces Boxing Day.
    expect((await suggested('2026-12-23T23:42:00Z', 'NSW')).slice(1)).toEqual([
      'Tuesday 10 am: 2026-12-29 10:00',
      'Wednesday 10 am: 2026-12-30 10:00',
    ])
  })

  it('use this PC’s clock when the state of the customer is unknown', async () => {
    expect(await suggested(wednesday, null, 'Australia/Perth')).toEqual([
      'Tomorrow 10 am: 2026-11-26 10:00',
      'Monday 10 am: 2026-11-30 10:00',
    ])
  })
})

describe('a planned call', () => {
  const planned = (date: string, time: string, state: string | null) =>
    inTimeZone('Australia/Sydney', () =>
      callTimes(new Date('2026-11-24T23:42:00Z'), { state, region: 'au' }, instantOnThisPc(date, time)),
    )

  it('is compared with the hours at the customer’s place on that day', async () => {
    expect((await planned('2026-11-26', '10:00', 'NSW')).planned).toEqual({
      now: 'allowed',
      words: 'Thursday 10 am in Sydney.',
    })
    expect((await planned('2026-11-26', '10:00', 'WA')).planned).toEqual({
      now: 'outside',
      words: 'Thursday 7 am in Perth. Too early to call.',
    })
    expect((await planned('2026-12-25', '10:00', 'NSW')).planned).toEqual({
      now: 'outside',
      words: 'Friday 10 am in Sydney. It’s Christmas Day: no calls.',
    })
    expect((await planned('2026-11-26', '10:00', null)).planned?.now).toBe('unknown')
  })

  it.each([
    ['2026-02-30', '10:00'],
    ['2026-11-26', '25:00'],
    ['2026-11-26', ''],
  ])('on %s at %j is none', async (date, time) => {
    expect((await planned(date, time, 'NSW')).planned).toBeNull()
  })
})

it('shows the date of a time more than a week ahead as the user chose', async () => {
  // Christmas 2026: after the Thursday evening, the next call days of a PC in Sydney are the Tuesday and Wednesday after it.
  const labels = await inTimeZone('Australia/Sydney', () =>
    callTimes(
      new Date('2026-12-21T01:00:00Z'),
      { state: 'NSW', region: 'au' },
      null,
      undefined,
      'd mmm yyyy',
    ).suggestions.map(({ label }) => label),
  )
  expect(labels.at(-1)).toBe('29 Dec 2026 10 am')
})

import { describe, expect, it } from 'vitest'
import { callingHours } from '../../../../src/core/sightings/calling-hours.ts'
import { easterSunday, nationalHoliday } from '../../../../src/core/sightings/public-holidays.ts'

const at = (iso: string, state: string | null, region: 'au' | 'nz' | 'my' = 'au') =>
  callingHours(new Date(iso), state, region)

describe('the hours in which a customer is called', () => {
  // One moment, Tuesday 24 November 2026, 23:42 UTC: summer time in the south-east and in South Australia alone.
  it.each([
    ['NSW', 'Wednesday 10:42 am in Sydney.'],
    ['ACT', 'Wednesday 10:42 am in Canberra.'],
    ['VIC', 'Wednesday 10:42 am in Melbourne.'],
    ['TAS', 'Wednesday 10:42 am in Hobart.'],
    ['QLD', 'Wednesday 9:42 am in Brisbane.'],
    ['SA', 'Wednesday 10:12 am in Adelaide.'],
    ['NT', 'Wednesday 9:12 am in Darwin.'],
  ])('go by the clock of %s', (state, there) => {
    expect(at('2026-11-24T23:42:00Z', state)).toEqual({ now: 'allowed', words: `${there} Calls are fine until 8 pm.` })
  })

  it('are too early in Perth while Sydney is at work', () => {
    expect(at('2026-11-24T23:42:00Z', 'WA')).toEqual({
      now: 'outside',
      words: 'Wednesday 7:42 am in Perth. Too early to call. Calls are fine from 9 am today.',
    })
  })

  it('follow the end of summer time', () => {
    // 5 April 2026 is the first Sunday of April: the week after, Sydney is ten hours ahead.
    expect(at('2026-03-31T22:30:00Z', 'NSW').words).toContain('Wednesday 9:30 am in Sydney')
    expect(at('2026-04-07T22:30:00Z', 'NSW').words).toContain('Wednesday 8:30 am in Sydney')
    expect(at('2026-04-07T22:30:00Z', 'NSW').now).toBe('outside')
  })

  it.each([
    ['from 9 sharp on weekdays', '2026-11-24T23:00:00Z', 'allowed'],
    ['not a minute before 9', '2026-11-24T22:59:00Z', 'outside'],
    ['to the last minute before 8 pm', '2026-11-24T09:59:00Z', 'allowed'],
    ['not any more at 8 pm', '2026-11-24T10:00:00Z', 'outside'],
    ['on Saturday to 5 pm', '2026-11-21T06:59:00Z', 'allowed'],
    ['on Saturday not at 5 pm', '2026-11-21T07:00:00Z', 'outside'],
    ['not on Sunday', '2026-11-22T03:00:00Z', 'outside'],
  ] as const)('in Brisbane: %s', (_, iso, now) => {
    const inBrisbane = new Date(new Date(iso).getTime()).toISOString()
    expect(at(inBrisbane, 'QLD').now).toBe(now)
  })

  it('say when the next time is', () => {
    expect(at('2026-11-21T08:00:00Z', 'QLD').words).toBe(
      'Saturday 6 pm in Brisbane. Too late to call. Calls are fine from 9 am on Monday.',
    )
    expect(at('2026-11-22T03:00:00Z', 'QLD').words).toBe(
      'Sunday 1 pm in Brisbane. No calls on Sundays. Calls are fine from 9 am tomorrow.',
    )
    expect(at('2026-12-24T11:00:00Z', 'QLD').words).toBe(
      'Thursday 9 pm in Brisbane. Too late to call. Calls are fine from 9 am on Tuesday.',
    )
  })

  it('name the holiday', () => {
    expect(at('2027-01-26T02:00:00Z', 'QLD').words).toContain('Today is Australia Day: no calls.')
  })

  it('are not known without the state', () => {
    expect(at('2026-11-24T23:42:00Z', null).now).toBe('unknown')
    expect(at('2026-11-24T23:42:00Z', 'Narnia').now).toBe('unknown')
    expect(at('2026-11-24T23:42:00Z', 'New South Wales').words).toContain('in Sydney')
  })

  it('are manners where no law sets them', () => {
    expect(at('2026-11-24T23:42:00Z', null, 'nz')).toEqual({
      now: 'allowed',
      words:
        'Wednesday 12:42 pm in Auckland. Calls are fine until 8 pm. New Zealand sets no calling hours by law; these are good manners.',
    })
    expect(at('2026-11-25T02:00:00Z', null, 'my').words).toContain('Wednesday 10 am in Kuala Lumpur')
  })
})

describe('national public holidays', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('Easter of %i', (year, sunday) => {
    expect(easterSunday(year)).toBe(sunday)
  })

  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-04-25', 'Anzac Day'],
    ['2026-01-26', 'Australia Day'],
    ['2027-01-26', 'Australia Day'],
    // A Sunday in 2025 and a Saturday in 2030: the Monday stands in.
    ['2025-01-27', 'the holiday for Australia Day'],
    ['2030-01-28', 'the holiday for Australia Day'],
    ['2028-01-03', 'the holiday for New Year’s Day'],
    // Christmas on a Friday, a Saturday, a Sunday.
    ['2026-12-28', 'the holiday for Boxing Day'],
    ['2027-12-27', 'the holiday for Christmas Day'],
    ['2027-12-28', 'the holiday for Boxing Day'],
    ['2022-12-27', 'the holiday for Christmas Day'],
  ])('Australia, %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'au')).toBe(name)
  })

  it.each(['2026-01-27', '2026-04-05', '2026-06-08', '2026-12-27', '2022-12-28', '2026-11-03'])(
    'Australia, %s is none',
    (date) => {
      expect(nationalHoliday(date, 'au')).toBeNull()
    },
  )

  it.each([
    ['2026-02-06', 'Waitangi Day'],
    ['2027-02-08', 'the holiday for Waitangi Day'],
    ['2026-06-01', 'the King’s Birthday'],
    ['2026-10-26', 'Labour Day'],
    ['2026-04-27', 'the holiday for Anzac Day'],
    ['2023-01-03', 'the holiday for New Year’s Day'],
    ['2022-01-04', 'the holiday for the day after New Year’s Day'],
  ])('New Zealand, %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'nz')).toBe(name)
  })
})

import { describe, expect, it } from 'vitest'
import { easterSunday, nationalHoliday } from '../../../../src/core/sightings/public-holidays.ts'

describe('nationalHoliday', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('finds Easter Sunday of %i', (year, sunday) => {
    expect(easterSunday(year)).toBe(sunday)
  })

  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-04-25', 'Anzac Day'],
    ['2026-01-26', 'Australia Day'],
    ['2027-01-26', 'Australia Day'],
    // A Sunday in 2025 and a Saturday in 2030: replaced by Monday.
    ['2025-01-27', 'the holiday for Australia Day'],
    ['2030-01-28', 'the holiday for Australia Day'],
    ['2028-01-03', 'the holiday for New Year’s Day'],
    // Christmas on a Friday, a Saturday, a Sunday.
    ['2026-12-28', 'the holiday for Boxing Day'],
    ['2027-12-27', 'the holiday for Christmas Day'],
    ['2027-12-28', 'the holiday for Boxing Day'],
    ['2022-12-27', 'the holiday for Christmas Day'],
  ])('Australia: %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'au')).toBe(name)
  })

  it.each(['2026-01-27', '2026-04-05', '2026-06-08', '2026-12-27', '2022-12-28', '2026-11-03'])(
    'Australia has no holiday on %s',
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
  ])('New Zealand: %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'nz')).toBe(name)
  })
})

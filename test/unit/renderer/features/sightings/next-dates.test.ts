import { describe, expect, it } from 'vitest'
import { weekdayName } from '../../../../../src/contract/calendar-date.ts'
import {
  agoText,
  dateIn,
  nextCallDay,
  nextMonday,
  parseDate,
} from '../../../../../src/renderer/features/sightings/next-dates.ts'

// Saturday, 10:15 local time.
const now = new Date(2026, 10, 21, 10, 15)

describe('typed dates', () => {
  it.each([
    ['3/12/2026', '2026-12-03'],
    ['03.12.26', '2026-12-03'],
    ['3-12-2026', '2026-12-03'],
    ['21/11', '2026-11-21'],
    ['3/2', '2027-02-03'],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2027', null],
    ['12/31/2026', null],
    ['tomorrow', null],
    ['', null],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text, now)).toBe(date)
  })

  it('have suggestions, and the next call day is never a Sunday', () => {
    expect(dateIn(3, now)).toBe('2026-11-24')
    expect(nextCallDay(now)).toBe('2026-11-23')
    expect(nextCallDay(new Date(2026, 10, 23, 9))).toBe('2026-11-24')
    expect(nextMonday(now)).toBe('2026-11-23')
    expect(nextMonday(new Date(2026, 10, 23, 9))).toBe('2026-11-30')
    expect(weekdayName('2026-11-24')).toBe('Tuesday')
  })

  it.each([
    ['2022-03-14', '4 years ago'],
    ['2024-11-22', '23 months ago'],
    ['2024-11-21', '2 years ago'],
    ['2026-10-21', '1 month ago'],
    ['2026-11-01', '20 days ago'],
    ['2026-11-20', '1 day ago'],
    ['2026-11-21', 'today'],
    ['2027-01-01', ''],
  ])('%s was %s', (date, text) => {
    expect(agoText(date, now)).toBe(text)
  })
})

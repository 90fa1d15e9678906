import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  dateFromParts,
  dateParts,
  dayAfter,
  dayOf,
  daysBetween,
  daysInMonth,
  formatClock,
  formatDate,
  isRealDay,
  localDate,
  parseDate,
  readShownDate,
  readTypedDate,
  weekdayName,
  weekdayOf,
} from '../../../src/contract/calendar-date.ts'
import { inTimeZone, timeZones } from '../time-zone.ts'

describe('isRealDay', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2024-04-31', false],
    ['2024-13-01', false],
    ['2024-00-10', false],
    ['2024-01-00', false],
    ['0099-02-28', true],
    ['0000-01-01', false],
  ])('%s is a day of the calendar: %s', (date, real) => {
    expect(isRealDay(dateParts(date))).toBe(real)
  })
})

describe('parseDate', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2023-02-29', null],
    ['2024-02-29T00:00:00Z', null],
    ['29/2/2024', null],
    ['', null],
  ])('%j gives %j', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })
})

describe('dayOf and formatDate', () => {
  it.each([
    ['Australia/Sydney', '2026-11-20T20:30:00Z', '2026-11-21', '21/11/2026'],
    ['Australia/Sydney', '2026-11-20T00:00:00.000Z', '2026-11-20', '20/11/2026'],
    ['America/Los_Angeles', '2026-11-21T03:00:00Z', '2026-11-20', '20/11/2026'],
    ['America/Los_Angeles', '2026-11-21T00:00:00+11:00', '2026-11-20', '20/11/2026'],
  ])('give the day of a timestamp in %s: %s is %s', async (timeZone, at, day, shown) => {
    expect(await inTimeZone(timeZone, () => [dayOf(at), formatDate(at)])).toEqual([day, shown])
  })

  it.each(timeZones)('leave a calendar date as written in %s', async (timeZone) => {
    expect(await inTimeZone(timeZone, () => [dayOf('2026-11-21'), formatDate('2026-11-21')])).toEqual([
      '2026-11-21',
      '21/11/2026',
    ])
  })

  it('take the date of a text whose time is unreadable', () => {
    expect([dayOf('2026-11-21T99:00'), formatDate('2026-11-21T99:00')]).toEqual(['2026-11-21', '21/11/2026'])
    expect(dayOf('soon')).toBeNull()
  })
})

describe('addDays and daysBetween', () => {
  it('count over the ends of months and years', () => {
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(dayAfter('2023-02-28')).toBe('2023-03-01')
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2024-03-01', '2024-02-28')).toBe(-2)
  })

  it('count in years of fewer than three digits', () => {
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01')
    expect(daysBetween('0001-01-01', '0002-01-01')).toBe(365)
  })

  it('give no number where there is no date', () => {
    expect(daysBetween('soon', '2024-03-01')).toBeNaN()
  })

  it('are each other’s inverse', () => {
    const day = fc.integer({ min: -700_000, max: 2_900_000 }).map((days) => addDays('1970-01-01', days))
    fc.assert(
      fc.property(day, day, (first, second) => {
        expect(addDays(first, daysBetween(first, second))).toBe(second)
        expect(dateFromParts(dateParts(first))).toBe(first)
      }),
    )
  })
})

describe('addMonths', () => {
  it.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-01-31', -11, '2023-02-28'],
    ['2024-11-15', 2, '2025-01-15'],
    ['2024-03-31', -1, '2024-02-29'],
  ])('%s moved by %d months is %s', (date, months, moved) => {
    expect(addMonths(date, months)).toBe(moved)
  })

  it('moves by whole years', () => {
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
  })
})

describe('daysInMonth', () => {
  it('is 0 for a month that does not exist', () => {
    expect([0, 2, 4, 12, 13].map((month) => daysInMonth(2023, month))).toEqual([0, 28, 30, 31, 0])
  })
})

describe('weekdayOf', () => {
  it('counts from Sunday', () => {
    expect(weekdayOf('2026-11-22')).toBe(0)
    expect(weekdayOf('2026-11-28')).toBe(6)
    expect(weekdayName('2026-11-24')).toBe('Tuesday')
    expect(weekdayName('soon')).toBe('')
  })
})

describe('localDate', () => {
  it('is the day on the clock of this PC', () => {
    expect(localDate(new Date(2026, 10, 3, 0, 0, 1))).toBe('2026-11-03')
    expect(localDate(new Date(2026, 10, 3, 23, 59, 59))).toBe('2026-11-03')
  })
})

describe('formatDate', () => {
  it.each([
    ['2024-03-05', '5/3/2024'],
    ['2024-12-31', '31/12/2024'],
    ['', ''],
    [null, ''],
    ['soon', 'soon'],
  ])('%j is shown as %j', (date, shown) => {
    expect(formatDate(date)).toBe(shown)
  })
})

describe('typed dates', () => {
  it.each([
    ['7/3/2026', '2026-03-07'],
    ['07/03/2026', '2026-03-07'],
    ['7.3.2026', '2026-03-07'],
    ['7-3-2026', '2026-03-07'],
    ['7 3 2026', '2026-03-07'],
    ['7 Mar 2026', '2026-03-07'],
    ['7-mar-2026', '2026-03-07'],
    [' 7 March 2026 ', '2026-03-07'],
    ['12 Sept 2026', '2026-09-12'],
    ['2026-03-07', '2026-03-07'],
    ['2026/3/7', '2026-03-07'],
    ['7/3/26', '7/3/26'],
    ['7 Mar', '7 Mar'],
    ['7 Mai 2026', '7 Mai 2026'],
    ['soon', 'soon'],
    ['', ''],
  ])('%s is read as %s', (typed, date) => {
    expect(readShownDate(typed)).toBe(date)
  })

  it.each([
    ['7/3/26', { day: 7, month: 3, year: 26, yearDigits: 2 }],
    ['7 Mar', { day: 7, month: 3, year: null, yearDigits: 0 }],
    ['3 12', { day: 3, month: 12, year: null, yearDigits: 0 }],
    ['2026-03-07', { day: 7, month: 3, year: 2026, yearDigits: 4 }],
    ['March 2026', null],
    ['7 ', null],
  ])('%s has the parts %j', (typed, parts) => {
    expect(readTypedDate(typed)).toEqual(parts)
  })
})

describe('a time of day', () => {
  it.each([
    [0, 5, '12:05 am'],
    [12, 0, '12:00 pm'],
    [14, 30, '2:30 pm'],
  ])('%i:%i is %s', (hours, minutes, shown) => {
    expect(formatClock(hours, minutes)).toBe(shown)
  })
})

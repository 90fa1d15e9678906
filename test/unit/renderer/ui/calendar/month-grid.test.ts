import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../../../src/contract/calendar-date.ts'
import {
  addMonths,
  dateForKey,
  fullDate,
  monthTitle,
  weeksOfMonth,
} from '../../../../../src/renderer/ui/calendar/month-grid.ts'

describe('the weeks of a month', () => {
  it('begin on Monday, and have no days of other months', () => {
    expect(weeksOfMonth('2026-11-22')).toHaveLength(6)
    expect(weeksOfMonth('2026-11-22')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeksOfMonth('2027-02-10')).toHaveLength(4)
  })

  it('have each day of the month once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const date = addDays('2000-01-01', days)
        const month = weeksOfMonth(date)
          .flat()
          .filter((each) => each !== null)
        expect(month).toContain(date)
        expect(month.every((each, at) => at === 0 || each === addDays(month[at - 1] ?? '', 1))).toBe(true)
        expect(new Set(month.map((each) => each.slice(0, 7))).size).toBe(1)
      }),
    )
  })
})

describe('the keys of a calendar', () => {
  it.each([
    ['ArrowLeft', false, '2026-11-25'],
    ['ArrowRight', false, '2026-11-27'],
    ['ArrowUp', false, '2026-11-19'],
    ['ArrowDown', false, '2026-12-03'],
    ['Home', false, '2026-11-23'],
    ['End', false, '2026-11-29'],
    ['PageUp', false, '2026-10-26'],
    ['PageDown', true, '2027-11-26'],
    ['a', false, null],
  ])('%s leads from Thursday 26 November 2026 to its day', (key, withShift, date) => {
    expect(dateForKey(key, withShift, '2026-11-26')).toBe(date)
  })

  it('stay in a shorter month', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2026-11-30', -12)).toBe('2025-11-30')
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
  })
})

it('a day is read out in full', () => {
  expect(fullDate('2026-11-26')).toBe('Thursday 26 November 2026')
  expect(monthTitle('2027-02-01')).toBe('February 2027')
})

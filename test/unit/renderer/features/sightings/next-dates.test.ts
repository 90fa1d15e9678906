import { describe, expect, it } from 'vitest'
import { weekdayName } from '../../../../../src/contract/calendar-date.ts'
import {
  agoText,
  dateIn,
  nextCallDay,
  nextMonday,
  parseTimeOfDay,
  timeOwned,
} from '../../../../../src/renderer/features/sightings/next-dates.ts'
import { formatTimeOfDay } from '../../../../../src/renderer/ui/format.ts'

// Saturday, 10:15 local time.
const now = new Date(2026, 10, 21, 10, 15)

describe('suggested dates', () => {
  it('are the next days of calls, and the next call day is never a Sunday', () => {
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

it.each([
  ['2022-03-14', '4 years 8 months'],
  ['2025-11-22', '1 year'],
  ['2025-11-23', '11 months'],
  ['2026-10-22', '1 month'],
  ['2026-11-22', 'less than a month'],
  ['2026-11-23', null],
  ['not a date', null],
  [null, null],
])('a car sold on %s was owned for %s', (saleDate, text) => {
  expect(timeOwned(saleDate, new Date(2026, 10, 22, 10))).toBe(text)
})

it.each([
  ['2:30 pm', '14:30'],
  ['2.30pm', '14:30'],
  ['2 30 PM', '14:30'],
  ['14:30', '14:30'],
  ['1430', '14:30'],
  ['5pm', '17:00'],
  ['5 p.m.', '17:00'],
  ['12 am', '00:00'],
  ['12 pm', '12:00'],
  ['noon', '12:00'],
  ['5', '17:00'],
  ['7:15', '19:15'],
  ['07:15', '07:15'],
  ['8', '08:00'],
  ['0', '00:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['13 pm', null],
  ['0 am', null],
  ['2:60', null],
  ['soon', null],
  ['', null],
])('reads %j as %j', (typed, time) => {
  expect(parseTimeOfDay(typed)).toBe(time)
})

it('writes a time that it reads again as the same', () => {
  for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
    const two = (value: number): string => String(value).padStart(2, '0')
    const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    expect(parseTimeOfDay(formatTimeOfDay(time))).toBe(time)
  }
  expect(formatTimeOfDay(null)).toBe('')
})

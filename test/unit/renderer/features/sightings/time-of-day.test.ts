import { expect, it } from 'vitest'
import { parseTimeOfDay } from '../../../../../src/renderer/features/sightings/time-of-day.ts'
import { formatTimeOfDay } from '../../../../../src/renderer/ui/format.ts'

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

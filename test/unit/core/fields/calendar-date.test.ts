import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOnScreen,
  daysBetween,
  fromSerial,
  isReal,
  partsOf,
  toCivil,
  toSerial,
} from '../../../../src/core/fields/calendar-date.ts'

describe('Excel serials', () => {
  it.each([
    [61, '1900-03-01'],
    [36526, '2000-01-01'],
    [42785, '2017-02-19'],
    [44721, '2022-06-09'],
    [45292, '2024-01-01'],
    [45658, '2025-01-01'],
    [46023, '2026-01-01'],
    [46388, '2027-01-01'],
    [45351, '2024-02-29'],
  ])('%d is %s', (serial, date) => {
    expect(toCivil(fromSerial(serial))).toBe(date)
    expect(toSerial(partsOf(date))).toBe(serial)
  })

  it('cuts the time of day off', () => {
    expect(toCivil(fromSerial(45292.999))).toBe('2024-01-01')
  })

  it('agrees with the proleptic calendar of UTC on each day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 200_000 }), (serial) => {
        const utc = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
        expect(toCivil(fromSerial(serial))).toBe(utc)
        expect(toSerial(partsOf(utc))).toBe(serial)
      }),
    )
  })
})

describe('days', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2024-04-31', false],
    ['2024-13-01', false],
    ['2024-00-10', false],
    ['2024-01-00', false],
  ])('%s is real: %s', (date, real) => {
    expect(isReal(partsOf(date))).toBe(real)
  })

  it('adds and counts over the ends of months and years', () => {
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2024-03-01', '2024-02-28')).toBe(-2)
  })

  it('are shown as d/mm/yyyy', () => {
    expect(dateOnScreen('2024-03-05')).toBe('5/03/2024')
    expect(dateOnScreen('2024-12-31')).toBe('31/12/2024')
    expect(dateOnScreen('')).toBe('')
  })
})

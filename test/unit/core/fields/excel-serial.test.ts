import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateFromParts, dateParts } from '../../../../src/contract/calendar-date.ts'
import { fromSerial, toSerial } from '../../../../src/core/fields/excel-serial.ts'

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
])('serial %d is %s', (serial, date) => {
  expect(dateFromParts(fromSerial(serial))).toBe(date)
  expect(toSerial(dateParts(date))).toBe(serial)
})

it('cuts the time of day off, unless it rounds to midnight', () => {
  expect(dateFromParts(fromSerial(45292.999))).toBe('2024-01-01')
  expect(dateFromParts(fromSerial(45291.99999999))).toBe('2024-01-01')
})

it('counts the days of the proleptic Gregorian calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 200_000 }), (serial) => {
      const utc = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
      expect(dateFromParts(fromSerial(serial))).toBe(utc)
      expect(toSerial(dateParts(utc))).toBe(serial)
    }),
  )
})

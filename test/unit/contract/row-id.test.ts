import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxCarsInRow, maxSheetsTogether, readRowText, rowIdOf, rowText } from '../../../src/contract/row-id.ts'

it('writes every row as a person would say it, and reads the same row again', () => {
  const place = fc.record({
    row: fc.integer({ min: 1, max: 2_097_151 }),
    sheet: fc.integer({ min: 0, max: maxSheetsTogether }),
    car: fc.integer({ min: 0, max: maxCarsInRow - 1 }),
  })
  fc.assert(
    fc.property(place, (one) => {
      expect(readRowText(rowText(rowIdOf(one)))).toBe(rowIdOf(one))
      expect(readRowText(` ${rowText(rowIdOf(one)).toUpperCase()} `)).toBe(rowIdOf(one))
    }),
  )
  expect(rowText(rowIdOf({ row: 12, sheet: 3, car: 1 }))).toBe('12 of sheet 3 (second car)')
})

it('reads the plain numbers of files that an older version exported', () => {
  expect(readRowText('12')).toBe(12)
  expect(readRowText(String(rowIdOf({ row: 12, sheet: 3, car: 1 })))).toBe(rowIdOf({ row: 12, sheet: 3, car: 1 }))
})

it.each(['', 'row 12', '12 of sheet', '0', '-3', '1.5', '12 of sheet 999', '12 (ninth car)', '12 of sheet x'])(
  'reads no row in “%s”',
  (text) => {
    expect(readRowText(text)).toBeNull()
  },
)

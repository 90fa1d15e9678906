import { expect, it } from 'vitest'
import { columnWidth, rowNumberWidth } from '../../../../../src/renderer/ui/grid/column-width.ts'

it('gives a column the width of nearly all of its texts', () => {
  const measure = (texts: readonly string[]): number[] => texts.map((text) => 24 + text.length * 8)
  const names = Array.from({ length: 80 }, () => 'Alexandra Papadopoulos')
  expect(columnWidth('Name', names, measure)).toBe(24 + 22 * 8 + 1)
  expect(columnWidth('Name', [...names, 'x'.repeat(300)], measure)).toBe(24 + 22 * 8 + 40 + 1)
  expect(columnWidth('State', ['VIC', 'NSW'], measure)).toBe(24 + 5 * 8 + 16)
  expect(columnWidth('Notes', ['x'.repeat(900)], measure)).toBe(320)
  expect(columnWidth('Notes', ['x'.repeat(900)], measure, 240)).toBe(240)
})

it('has room for every digit and the padding of a cell', () => {
  for (const largest of [1, 999, 1_000, 99_999, 1_048_576]) {
    expect(rowNumberWidth(largest)).toBeGreaterThanOrEqual(24 + 9 * String(largest).length)
  }
})

it('has room for its heading when the numbers are small', () => {
  expect(rowNumberWidth(0)).toBe(54)
  expect(rowNumberWidth(12)).toBe(54)
})

import { expect, it } from 'vitest'
import { columnWidth } from '../../../../../src/renderer/ui/grid/column-width.ts'

it('gives a column the width of nearly all of its texts', () => {
  const measure = (texts: readonly string[]): number[] => texts.map((text) => 24 + text.length * 8)
  const names = Array.from({ length: 80 }, () => 'Alexandra Papadopoulos')
  expect(columnWidth('Name', names, measure)).toBe(24 + 22 * 8 + 1)
  expect(columnWidth('Name', [...names, 'x'.repeat(300)], measure)).toBe(24 + 22 * 8 + 40 + 1)
  expect(columnWidth('State', ['VIC', 'NSW'], measure)).toBe(24 + 5 * 8 + 16)
  expect(columnWidth('Notes', ['x'.repeat(900)], measure)).toBe(320)
  expect(columnWidth('Notes', ['x'.repeat(900)], measure, 240)).toBe(240)
})

import { expect, it } from 'vitest'
import { rowNumberWidth } from '../../../../../src/renderer/ui/grid/row-number-width.ts'

it('has room for every digit and the padding of a cell', () => {
  for (const largest of [1, 999, 1_000, 99_999, 1_048_576]) {
    expect(rowNumberWidth(largest)).toBeGreaterThanOrEqual(24 + 9 * String(largest).length)
  }
})

it('has room for its heading when the numbers are small', () => {
  expect(rowNumberWidth(0)).toBe(54)
  expect(rowNumberWidth(12)).toBe(54)
})

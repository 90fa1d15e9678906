import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  isSameRange,
  presetRanges,
  rangeAsTyped,
  typedRange,
} from '../../../../../src/renderer/features/customers/date-ranges.ts'

const typed = (first: string, last: string, direction: 'ago' | 'ahead') =>
  typedRange({ first, last, unit: 'years', direction })

it.each([
  ['3', '5', 'ago', -5, -3],
  ['5', '3', 'ago', -5, -3],
  ['0', '30', 'ahead', 0, 30],
  ['', '5', 'ahead', null, 5],
  ['5', '', 'ago', null, -5],
  ['0', '2', 'ago', -2, 0],
] as const)('%s to %s %s is from %s to %s', (first, last, direction, from, to) => {
  expect(typed(first, last, direction)).toEqual({ kind: 'relative', unit: 'years', from, to })
})

it('is no range without a number', () => expect(typed('', 'x', 'ago')).toBeNull())

it('shows a typed range as it was typed', () => {
  fc.assert(
    fc.property(
      fc.nat(40),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('ago', 'ahead'),
      (first, more, direction) => {
        const range = typed(String(first), String(first + more), direction)
        expect(rangeAsTyped(range, 'ago')).toEqual({
          first: String(first),
          last: String(first + more),
          unit: 'years',
          direction,
        })
      },
    ),
  )
})

it('knows its presets apart', () => {
  const all = Object.values(presetRanges).flat()
  for (const [at, range] of all.entries()) expect(all.findIndex((each) => isSameRange(each, range))).toBe(at)
})

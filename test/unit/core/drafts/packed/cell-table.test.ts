import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CellTable } from '../../../../../src/core/drafts/packed/cell-table.ts'
import { NumberPairs } from '../../../../../src/core/drafts/packed/number-pairs.ts'
import { runs } from '../../../../runs.ts'

it('numbers different bytes in the order in which they come', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...'ab12'), maxLength: 6 }), {
    maxLength: 2_000,
    size: 'max',
  })
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 900 }), (all, most) => {
      const table = new CellTable(most)
      const expected = new Map<string, number>()
      for (const text of all) {
        if (!expected.has(text) && expected.size < most) expected.set(text, expected.size)
        const bytes = Buffer.from(`<${text}>`)
        expect(table.numberOf(bytes, 1, 1 + text.length)).toBe(expected.get(text) ?? -1)
      }
      expect(table.size).toBe(expected.size)
    }),
    { numRuns: runs(30) },
  )
})

it('numbers different pairs in the order in which they come', () => {
  const pair = fc.tuple(fc.nat({ max: 40 }), fc.constantFrom(0, 1, 7, 2 ** 30, 2 ** 30 + 1))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 1_000, size: 'max' }), (pairs) => {
      const numbers = new NumberPairs()
      const expected = new Map<string, number>()
      for (const [first, second] of pairs) {
        const key = `${first},${second}`
        if (!expected.has(key)) expected.set(key, expected.size)
        expect(numbers.numberOf(first, second)).toBe(expected.get(key))
      }
    }),
    { numRuns: runs(30) },
  )
})

import { describe, expect, it } from 'vitest'
import { firstPosition } from '../../../../../src/core/drafts/columns/row-list.ts'
import { RowRanges } from '../../../../../src/core/drafts/model/row-ranges.ts'
import { RowValues } from '../../../../../src/core/drafts/model/row-values.ts'

describe('values of rows', () => {
  it('are those of a single row, then of the latest range, and null leaves the row to the rules', () => {
    const values = new RowValues<string>()
    values.addRange({ id: 2, rows: RowRanges.of([3, 4]), values: ['c', 'd'] })
    values.addRange({ id: 1, rows: RowRanges.of([1, 2, 3]), values: ['a'] })
    values.set(1, 'own')
    values.set(2, null)
    expect([1, 2, 3, 4, 5].map((row) => values.get(row))).toEqual(['own', undefined, 'c', 'd', undefined])
    expect([1, 2, 5].map((row) => values.inRange(row))).toEqual(['a', 'a', undefined])
    values.addRange({ id: 2, rows: RowRanges.of([9]), values: ['e'] })
    values.set(1, undefined)
    expect([1, 3, 4].map((row) => values.get(row))).toEqual(['a', 'a', undefined])
  })
})

describe('the first position', () => {
  it.each([
    [0, 0, 0],
    [4, 0, 0],
    [4, 3, 3],
    [4, 9, 4],
  ])('of %i at which %i is reached is %i', (length, wanted, expected) => {
    expect(firstPosition(length, (position) => position >= wanted)).toBe(expected)
  })
})

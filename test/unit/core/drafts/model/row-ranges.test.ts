import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowRanges } from '../../../../../src/core/drafts/model/row-ranges.ts'

const rowNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((rows) => rows.toSorted((a, b) => a - b))

describe('ranges of rows', () => {
  it('are written as runs, and read again', () => {
    fc.assert(
      fc.property(rowNumbers, (rows) => {
        const ranges = RowRanges.parse(RowRanges.of(rows).toString())
        expect(Array.from(ranges.runs()).flatMap(([first, last]) => [first, last])).toEqual(
          Array.from(RowRanges.of(rows).runs()).flat(),
        )
        expect(ranges.size).toBe(rows.length)
      }),
    )
    expect(RowRanges.of([2, 3, 4, 9]).toString()).toBe('2-4,9')
  })

  it('know the place of each row, asked for in any order', () => {
    fc.assert(
      fc.property(rowNumbers, fc.array(fc.integer({ min: 0, max: 62 })), (rows, asked) => {
        const ranges = RowRanges.of(rows)
        for (const row of asked) expect(ranges.indexOf(row)).toBe(rows.indexOf(row))
      }),
    )
  })

  it.each(['5-2', '4,3', '2-4,4', 'x', '1.5', '3-'])('refuse the text %s', (text) => {
    expect(() => RowRanges.parse(text)).toThrow('no readable rows')
  })
})

import { describe, expect, it } from 'vitest'
import { chooseReadings } from '../../../../../src/core/drafts/engine/locate-table.ts'
import type { RowRepair } from '../../../../../src/core/drafts/model/draft-source.ts'

const rows = [1, 2, 3, 4, 5].map((row) => ({ row, cells: [`r${row}`] }))
const two: RowRepair = { row: 2, rows: 2, cause: 'quotes', certain: true, other: [['r2 and r3']] }
const split: RowRepair = { row: 4, rows: 1, cause: 'quotes', certain: false, other: [['r4a'], ['r4b']] }

const read = (chosen: readonly number[]): unknown[] =>
  [...chooseReadings(rows, [two, split], new Set(chosen)).rows].map(({ row, cells }) => [row, ...cells])

describe('rows that can be read in two ways', () => {
  it('are as repaired at first, each with a mark', () => {
    const { marks } = chooseReadings(rows, [two, split], new Set())
    expect(read([])).toEqual(rows.map(({ row, cells }) => [row, ...cells]))
    expect([...marks.keys()]).toEqual([2, 3, 4])
  })

  it('become one row, and every other row keeps its number', () => {
    expect(read([2])).toEqual([
      [1, 'r1'],
      [2, 'r2 and r3'],
      [4, 'r4'],
      [5, 'r5'],
    ])
  })

  it('become more rows, whose numbers do not depend on the other choices', () => {
    const last = [6, 'r4b']
    expect(read([4]).at(-1)).toEqual(last)
    expect(read([2, 4])).toEqual([[1, 'r1'], [2, 'r2 and r3'], [4, 'r4a'], [5, 'r5'], last])
    expect(chooseReadings(rows, [two, split], new Set([4])).marks.get(6)?.otherInUse).toBe(true)
  })
})

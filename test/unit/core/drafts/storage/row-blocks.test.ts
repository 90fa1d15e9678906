import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packRows, rowsPerBlock, unpackRows } from '../../../../../src/core/drafts/storage/row-blocks.ts'
import type { SourceCell, SourceRow } from '../../../../../src/core/fields/source-cell.ts'

const rowsOf = (count: number, cell: string): SourceRow[] =>
  Array.from({ length: count }, (_, at) => ({ row: at + 2, cells: [cell, at] }))

describe('blocks of rows', () => {
  it('give back every row and kind of cell', () => {
    const cell = fc.oneof<fc.Arbitrary<SourceCell>[]>(
      fc.string(),
      fc.constant('Renée “O’Brien” 😀'),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
      fc.boolean(),
      fc.constant(null),
      fc.record({ serial: fc.integer({ min: 1, max: 60_000 }), format: fc.constant('d-mmm') }),
      fc.record({ error: fc.constant('#N/A') }),
    )
    const row = fc.record({ row: fc.integer({ min: 1, max: 1_048_576 }), cells: fc.array(cell, { maxLength: 8 }) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const blocks = [...packRows(3, rows)]
        expect(blocks.flatMap((block) => unpackRows(block.rows))).toEqual(rows)
        expect(blocks.every(({ sheet }) => sheet === 3)).toBe(true)
      }),
    )
  })

  it('hold 1,000 rows each, numbered from 0', () => {
    const blocks = [...packRows(0, rowsOf(2_500, 'x'))]
    expect(blocks.map(({ block, rows }) => [block, unpackRows(rows).length])).toEqual([
      [0, rowsPerBlock],
      [1, rowsPerBlock],
      [2, 500],
    ])
  })

  it('of rows with long cells hold fewer rows, and none is lost', () => {
    const rows = rowsOf(1_000, 'y'.repeat(32_768))
    const blocks = [...packRows(0, rows)].map((block) => unpackRows(block.rows))
    expect(Math.max(...blocks.map((one) => one.length))).toBeLessThan(200)
    expect(blocks.flat().map(({ row }) => row)).toEqual(rows.map(({ row }) => row))
  })

  it('of no rows are none', () => {
    expect([...packRows(0, [])]).toEqual([])
  })

  it('that are damaged are refused', () => {
    const [block] = packRows(0, rowsOf(3, 'x'))
    const bytes = block!.rows.slice(0, 4)
    expect(() => unpackRows(bytes)).toThrow('unexpected end of file')
  })
})

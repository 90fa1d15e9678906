import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import { cellEnd, readCell } from '../../../../../src/core/drafts/packed/cell-bytes.ts'
import { CountedCells } from '../../../../../src/core/drafts/packed/counted-cells.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'
import { runs } from '../../../../runs.ts'

const cell = fc.constantFrom<SourceCell[]>('Ann', '0491 570 006', '', 'É', 'x'.repeat(300), 7, true, null, {
  serial: 45_000,
  format: 'd-mmm',
})
const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 })

it('gives the cells of the wanted columns to their scanners once, in the order of the rows', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat({ max: 2 }), { maxLength: 5 }), (table, wanted) => {
      const selection = allRows(table.map((cells, at) => ({ row: at + 1, cells })))
      const scanned: unknown[] = []
      const scannerOf = (column: number) => ({
        add: (bytes: Buffer, start: number, end: number) => {
          expect(cellEnd(bytes, start)).toBe(end)
          scanned.push([column, readCell(bytes, start)])
        },
      })
      selection.scan(wanted.map((count, column) => Array.from({ length: count }, () => scannerOf(column))))
      const cellsOf = (value: SourceCell, column: number): unknown[] =>
        value === null || value === '' ? [] : Array.from({ length: wanted[column] ?? 0 }, () => [column, value])
      expect(scanned).toEqual(table.flatMap((cells) => cells.flatMap(cellsOf)))
    }),
    { numRuns: runs(60) },
  )
})

it('counts the different cells of a column', () => {
  fc.assert(
    fc.property(rows, (table) => {
      const counted = new CountedCells()
      allRows(table.map((cells, at) => ({ row: at + 1, cells }))).scan([[], [counted]])
      const cells = table.flatMap(([, value]) => (value === null || value === '' || value === undefined ? [] : [value]))
      const different = [...new Map(cells.map((value) => [JSON.stringify(value), value]))]
      const countOf = (text: string): number => cells.filter((value) => JSON.stringify(value) === text).length
      expect([...counted]).toEqual(different.map(([text, value]) => ({ cell: value, count: countOf(text) })))
    }),
    { numRuns: runs(100) },
  )
})

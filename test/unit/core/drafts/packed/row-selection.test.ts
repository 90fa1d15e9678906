import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const cell = fc.constantFrom<SourceCell[]>('Ann', '0491 570 006', '', 'É', 'x'.repeat(300), 7, true, null, {
  serial: 45_000,
  format: 'd-mmm',
})
const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 })

it('visits the cells of the wanted columns once, in the order of the rows', () => {
  fc.assert(
    fc.property(rows, fc.uint8Array({ minLength: 5, maxLength: 5, max: 2 }), (table, columns) => {
      const selection = allRows(table.map((cells, at) => ({ row: at + 1, cells })))
      const visited: unknown[] = []
      selection.visitCells(columns, (column, value) => visited.push([column, value]))
      const isWanted = (value: SourceCell, column: number): boolean =>
        columns[column] === 1 || (columns[column] === 2 && !(typeof value === 'string' && !/[a-z]/i.test(value)))
      expect(visited).toEqual(
        table.flatMap((cells) => cells.flatMap((value, column) => (isWanted(value, column) ? [[column, value]] : []))),
      )
    }),
  )
})

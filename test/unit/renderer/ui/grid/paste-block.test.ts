import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tableText } from '../../../../../src/renderer/ui/grid/copied-table.ts'
import { pasteArea, pastedBlock } from '../../../../../src/renderer/ui/grid/paste-block.ts'
import { pastedTable } from '../../../../../src/renderer/ui/grid/pasted-table.ts'

const selection = (rows: number, columns: number) => ({ top: 3, left: 1, bottom: 2 + rows, right: columns })

it.each([
  [
    'one value fills the selection',
    [['a']],
    selection(2, 2),
    [
      ['a', 'a'],
      ['a', 'a'],
    ],
  ],
  [
    'a row is repeated over selected rows',
    [['a', 'b']],
    selection(3, 1),
    [
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ],
  ],
  ['a block goes beyond a smaller selection', [['a'], ['b']], selection(1, 1), [['a'], ['b']]],
  [
    'a block is repeated where the sizes divide',
    [['a'], ['b']],
    selection(4, 2),
    [
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'a'],
      ['b', 'b'],
    ],
  ],
  ['a block is not repeated where they do not', [['a'], ['b']], selection(3, 1), [['a'], ['b']]],
  ['a shorter row stays shorter', [['a', 'b'], ['c']], selection(1, 1), [['a', 'b'], ['c']]],
] as const)('%s', (_, texts, range, expected) => {
  expect(pastedBlock(texts, range)).toEqual(expected)
})

const cell = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('two\nlines', 'tab\there', '"quoted"', '0491 570 006'),
)

it('pastes what was copied, cell by cell and in each repetition, whatever the cells contain', () => {
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(block, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), (cells, down, across) => {
      const [height, width] = [cells.length, cells[0]?.length ?? 0]
      const isOneCell = height * width === 1
      const texts = isOneCell ? cells : pastedTable(tableText(cells))
      const range = selection(height * down, width * across)
      expect(pasteArea(texts, range)).toEqual({ rows: height * down, columns: width * across })
      const pasted = pastedBlock(texts, range)
      for (let row = 0; row < height * down; row += 1)
        for (let column = 0; column < width * across; column += 1) {
          const copied = cells[row % height]?.[column % width] ?? ''
          // The copy protects a formula with an apostrophe, which the paste removes later.
          expect([copied, `'${copied}`]).toContain(pasted[row]?.[column])
        }
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableText } from '../../../../../src/renderer/ui/grid/copied-table.ts'
import { pastedTable } from '../../../../../src/renderer/ui/grid/pasted-table.ts'

describe('a pasted table', () => {
  it.each([
    ['one cell', 'ABC123', [['ABC123']]],
    [
      'rows as Excel copies them, with a line end after the last',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['line ends of other programs', 'a\nb\rc', [['a'], ['b'], ['c']]],
    ['empty cells and rows', 'a\t\t\r\n\r\n\tb\t', [['a', '', ''], [''], ['', 'b', '']]],
    [
      'cells with tabs, line ends and quotes',
      '"a\tb"\t"c\r\nd"\r\n"say ""x"""\tz',
      [
        ['a\tb', 'c\r\nd'],
        ['say "x"', 'z'],
      ],
    ],
    [
      'a quote that belongs to the text',
      '"Bob" Lee\tx\n5" disc\ty',
      [
        ['"Bob" Lee', 'x'],
        ['5" disc', 'y'],
      ],
    ],
    ['a quote that nothing closes', '"open\tx\ny', [['"open', 'x'], ['y']]],
    ['nothing', '', []],
  ])('has %s', (_, text, rows) => {
    expect(pastedTable(text)).toEqual(rows)
  })

  it('has the cells that a copy of them had', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', '"', '\t', '\n', '\r', ' ') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(table, (rows) => {
        expect(pastedTable(tableText(rows))).toEqual(rows)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  pasteArea,
  pastedBlock,
  pastedTable,
  putTable,
  tableHtml,
  tableText,
} from '../../../../../src/renderer/ui/grid/grid-clipboard.ts'

describe('copied cells', () => {
  test('are separated by tabs; tabs, quotes and line ends within a cell are quoted', () => {
    expect(
      tableText([
        ['a', 'b'],
        ['say "x"', 'two\nlines'],
      ]),
    ).toBe('a\tb\r\n"say ""x"""\t"two\nlines"')
  })

  test.each(['+61491570006', '+61 491 570 006', '-5'])(
    '%s is copied without an apostrophe: a number is no formula',
    (text) => {
      expect(tableText([[text, 'x']])).toBe(`${text}\tx`)
      expect(tableHtml([[text]])).toContain(`>${text}</td>`)
    },
  )

  test.each(['=1+1', ' =1+1', '＝1+1', '-2+3', '|calc', '@SUM(A1)'])('%s is text, not a formula', (text) => {
    expect(tableText([[text, 'x']])).toBe(`'${text}\tx`)
    expect(tableHtml([[text]])).toContain(`>'${text}</td>`)
  })

  test.each([
    ['one cell', [['=1+1']], `'=1+1`],
    ['one cell with a phone number', [['+61 491 570 006']], '+61 491 570 006'],
    ['one cell with quotes', [['say "x"']], 'say "x"'],
    ['a block', [['a', '=1+1']], `a\t'=1+1`],
  ])('%s goes to the clipboard by the same rule', (_, rows, expected) => {
    const put = new Map<string, string>()
    putTable({ setData: (type: string, text: string) => put.set(type, text) } as unknown as DataTransfer, rows)
    expect(put.get('text/plain')).toBe(expected)
    expect(put.has('text/html')).toBe(rows[0]?.length !== 1)
  })

  test('are marked as text, so that a rego like 1E5 stays one', () => {
    expect(tableHtml([['1E5', '<b>&']])).toBe(
      `<table><tr><td style='mso-number-format:"\\@"'>1E5</td><td style='mso-number-format:"\\@"'>&lt;b&gt;&amp;</td></tr></table>`,
    )
  })
})

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

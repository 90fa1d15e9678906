import { describe, expect, test } from 'vitest'
import { putTable, tableHtml, tableText } from '../../../../../src/renderer/ui/grid/copied-table.ts'

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

import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { rowIdOf } from '../../../../src/contract/row-id.ts'
import { correctedRow } from '../../../../src/core/drafts/mapping/reimport.ts'
import { safeCell } from '../../../../src/contract/csv-injection.ts'
import { remainderCsv, remainderFileName } from '../../../../src/core/uploads/remainder.ts'

describe('a cell of the remainder', () => {
  it('never starts a formula, and keeps its whole text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (cells) => {
        const text = remainderCsv(
          '0123456789abcdef',
          cells.map((_, n) => `H${n}`),
          [{ row: 7, original: cells, reason: '=why' }],
        )
        const { data } = Papa.parse<string[]>(text.slice(1).replace(/\r\n$/, ''), { newline: '\r\n', delimiter: ',' })
        expect(data[1]).toEqual(['7', ...cells.map(safeCell), `'=why`, 'U-0123456789abcdef'])
        expect(
          cells.map((cell) => safeCell(cell).replace(/^'(?=[\s\p{Cc}\u200b\ufeff]*[=+\-@|%＝＋－＠])/u, '')),
        ).toEqual(cells.map((cell) => cell.replace(/^'(?=[\s\p{Cc}\u200b\ufeff]*[=+\-@|%＝＋－＠])/u, '')))
      }),
    )
  })
})

it('aligns rows of different lengths with their columns', () => {
  const text = remainderCsv('0123456789abcdef', ['A'], [{ row: 2, original: ['1', '2', '3'], reason: 'r' }])
  expect(text).toBe('\ufeffForecourt row,A,,,Reason,Forecourt upload\r\n2,1,2,3,r,U-0123456789abcdef\r\n')
})

it('names rows of several sheets and cars so that a person finds them, and the file still tells which they are', () => {
  const rows = [rowIdOf({ row: 12, sheet: 3, car: 0 }), rowIdOf({ row: 5, sheet: 0, car: 1 }), 7]
  const text = remainderCsv(
    '0123456789abcdef',
    ['A'],
    rows.map((row) => ({ row, original: ['x'], reason: 'r' })),
  )
  const [header = [], ...lines] = Papa.parse<string[]>(text.slice(1).trimEnd()).data
  expect(lines.map(([row]) => row)).toEqual(['12 of sheet 3', '5 (second car)', '7'])
  expect(lines.map((cells) => correctedRow(header, cells, '0123456789abcdef'))).toEqual(rows)
})

it('leaves out the columns of an earlier file of failed rows', () => {
  const header = ['Forecourt row', 'Rego', 'Reason', 'Forecourt upload']
  const original = ['4', 'ABC123', 'r', 'U-00000000000000ff']
  const text = remainderCsv('0123456789abcdef', header, [{ row: 2, original, reason: 'again' }])
  expect(text).toBe('\ufeffForecourt row,Rego,Reason,Forecourt upload\r\n2,ABC123,again,U-0123456789abcdef\r\n')
})

it('has the name of the file', () => {
  expect(remainderFileName('march 2026.xlsx', null)).toBe('march 2026 - remainder.csv')
  expect(remainderFileName('a/b:c.csv', null)).toBe('a b c - remainder.csv')
  expect(remainderFileName('.csv', null)).toBe('upload - remainder.csv')
  expect(remainderFileName('march.csv', 'left-out')).toBe('march - excluded rows.csv')
})

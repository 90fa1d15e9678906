import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
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

it('has the name of the file', () => {
  expect(remainderFileName('march 2026.xlsx', null)).toBe('march 2026 - remainder.csv')
  expect(remainderFileName('a/b:c.csv', null)).toBe('a b c - remainder.csv')
  expect(remainderFileName('.csv', null)).toBe('upload - remainder.csv')
  expect(remainderFileName('march.csv', 'left-out')).toBe('march - excluded rows.csv')
})

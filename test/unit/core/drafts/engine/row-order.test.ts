import { describe, expect, it } from 'vitest'
import { cellKey, compareKeys } from '../../../../../src/core/drafts/engine/row-order.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const dates = { order: 'dmy', today: '2026-11-21' } as const
const sorted = (cells: readonly SourceCell[], descending = false): SourceCell[] =>
  cells.toSorted((a, b) => compareKeys(cellKey(a, dates), cellKey(b, dates), descending))

describe('the sort order of cells', () => {
  it('puts numbers, dates, texts and empty cells in this order', () => {
    expect(sorted(['', 'Red', '3/04/2024', '7', null])).toEqual(['7', '3/04/2024', 'Red', '', null])
  })

  it('keeps empty cells last when the order is reversed', () => {
    expect(sorted(['', '7', 'Red', ' ', '9'], true)).toEqual(['Red', '9', '7', '', ' '])
  })

  it('compares numbers by their size, however they are written', () => {
    expect(sorted(['$1,200.50', '9', 1_000, '-3', '45%'])).toEqual(['-3', '45%', '9', 1_000, '$1,200.50'])
  })

  it('compares dates by their day, in the order of the column', () => {
    expect(sorted(['5/04/2024', '2024-04-03', { serial: 45_386, format: 'd/mm/yyyy' }, '1 May 2023'])).toEqual([
      '1 May 2023',
      '2024-04-03',
      { serial: 45_386, format: 'd/mm/yyyy' },
      '5/04/2024',
    ])
    const american = { order: 'mdy', today: '2026-11-21' } as const
    expect(compareKeys(cellKey('4/05/2024', american), cellKey('5/04/2024', american), false)).toBeLessThan(0)
  })

  it('takes letters of other shapes for plain ones, without case', () => {
    expect(sorted(['Ｂob', 'Cy', '𝐀nn', 'bib'])).toEqual(['𝐀nn', 'bib', 'Ｂob', 'Cy'])
  })

  it('compares texts without case, accents and the shape of quotes', () => {
    expect(sorted(['Zoe', 'chloë', 'O’Brien', 'Chloe B', "O'Brian", 'ANN'])).toEqual([
      'ANN',
      'chloë',
      'Chloe B',
      "O'Brian",
      'O’Brien',
      'Zoe',
    ])
  })
})

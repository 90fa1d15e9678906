import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import { SearchCopy } from '../../../../../src/core/drafts/packed/search-copy.ts'
import { cellText, type SourceCell } from '../../../../../src/core/fields/source-cell.ts'
import { runs } from '../../../../runs.ts'

const copyOf = (rows: readonly (readonly SourceCell[])[]): SearchCopy =>
  new SearchCopy(allRows(rows.map((cells, at) => ({ row: at + 1, cells }))))

function find(copy: SearchCopy, rows: number, wanted: string): number[] {
  const found = new Uint8Array(rows)
  copy.find(wanted, found)
  return [...found.keys()].filter((position) => found[position] === 1)
}

describe('a copy in lower case', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'É', 'İ', 'Σ', 'ß', 'Ω', '😀', ' ', '1'), maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('x', 'Y'), minLength: 230, maxLength: 260 }),
    fc.constantFrom<SourceCell>(null, 12.5, true, { serial: 45_386, format: 'd/mm/yyyy' }, { error: '#N/A' }),
  )

  it('finds the rows with a cell that contains a text, and no others', () => {
    const wanted = fc.oneof(
      fc.constantFrom('12.5', 'true', '4/04/2024', '#n/a', 'xyx', '1', 'i̇', 'ς', 'σ'),
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ω', '😀', ' '), minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 }), wanted, (rows, text) => {
        const contains = (one: SourceCell): boolean => cellText(one).toLowerCase().includes(text)
        const expected = [...rows.keys()].filter((position) => rows[position]?.some(contains))
        expect(find(copyOf(rows), rows.length, text)).toEqual(expected)
      }),
      { numRuns: runs(60) },
    )
  })

  it('finds rows in every part of a long list', () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [`Note ${at} ${'Ä'.repeat(300)}`, `END${at}`])
    const copy = copyOf(rows)
    expect(find(copy, rows.length, 'end4999')).toEqual([4_999])
    expect(find(copy, rows.length, 'end')).toHaveLength(5_000)
    expect(find(copy, rows.length, 'note 12 ä')).toEqual([12])
    // Most rows have it: from the second part on, they are searched one by one.
    const without9 = [...rows.keys()].filter((at) => /[0-8]$/.test(String(at)))
    const ending = rows.map(([note], at) => [note ?? '', at % 10 === 9 ? 'en' : 'END', 'd'])
    expect(find(copyOf(ending), rows.length, 'end')).toEqual(without9)
  })

  it('names the rows with a text that it cannot hold', () => {
    const copy = copyOf([['a'], ['\ud83d b'], ['c']])
    expect(find(copy, 3, 'c')).toEqual([2])
    expect([...copy.unreadable]).toEqual([1])
  })

  it('can be freed, and is made again by the next search', () => {
    const copy = copyOf([['Ann'], ['Bob']])
    expect(find(copy, 2, 'bob')).toEqual([1])
    expect(copy.bytes).toBeGreaterThan(0)
    copy.clear()
    expect(copy.bytes).toBe(0)
    expect(find(copy, 2, 'bob')).toEqual([1])
  })
})

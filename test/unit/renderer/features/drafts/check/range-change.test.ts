import { describe, expect, it } from 'vitest'
import { rangeChange, rowRuns } from '../../../../../../src/renderer/features/drafts/check/cells/range-change.ts'

/** Rows as the grid shows them: errors first, so not in the order of the file. */
const table = { order: [7, 2, 3, 4, 9], fields: [null, 'rego', 'client_name', 'mobile_number'] } as const
const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right })

describe('an edit of a range', () => {
  it('pastes a block in the order of the grid, and passes on what has no place', () => {
    const texts = [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
      ['g', 'h', 'i'],
    ]
    expect(rangeChange({ kind: 'paste', range: range(3, 3, 2, 2), texts }, table)).toEqual({
      kind: 'paste',
      rows: [4, 9],
      fields: ['client_name', 'mobile_number', null],
      texts,
    })
  })

  it('pastes one value into all selected cells', () => {
    expect(rangeChange({ kind: 'paste', range: range(0, 3, 1, 2), texts: [['x']] }, table)).toEqual({
      kind: 'set',
      rows: {
        runs: [
          [2, 4],
          [7, 7],
        ],
      },
      values: { rego: 'x', client_name: 'x' },
    })
  })

  it('removes the apostrophe that a copy puts before a formula, and cuts what is too long for any field', () => {
    const texts = [["'=1+1", 'x'.repeat(900)]]
    const change = rangeChange({ kind: 'paste', range: range(0, 0, 2, 2), texts }, table)
    expect(change).toMatchObject({ texts: [['=1+1', 'x'.repeat(500)]] })
  })

  it('fills down from the first selected row, and a single row from the one above', () => {
    expect(rangeChange({ kind: 'fillDown', range: range(0, 2, 0, 1) }, table)).toEqual({
      kind: 'fill-down',
      from: 7,
      rows: { runs: [[2, 3]] },
      fields: ['rego'],
    })
    expect(rangeChange({ kind: 'fillDown', range: range(3, 3, 3, 3) }, table)).toMatchObject({
      from: 3,
      rows: { runs: [[4, 4]] },
    })
  })

  it.each([
    ['the first row, which has none above', { kind: 'fillDown', range: range(0, 0, 1, 1) }],
    ['columns that cannot be edited', { kind: 'clearCells', range: range(0, 2, 0, 0) }],
    ['no row', { kind: 'paste', range: range(5, 5, 1, 1), texts: [['a', 'b']] }],
  ] as const)('changes nothing for %s', (_, edit) => {
    expect(rangeChange(edit, table)).toBeNull()
  })

  it('clears the selected cells', () => {
    expect(rangeChange({ kind: 'clearCells', range: range(1, 2, 0, 3) }, table)).toEqual({
      kind: 'set',
      rows: { runs: [[2, 3]] },
      values: { rego: '', client_name: '', mobile_number: '' },
    })
  })
})

it('gives 100,000 rows in a row as one run', () => {
  expect(rowRuns(Array.from({ length: 100_000 }, (_, at) => at + 2))).toEqual({ runs: [[2, 100_001]] })
})

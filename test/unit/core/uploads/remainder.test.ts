import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { RowOutcome } from '../../../../src/contract/uploads.ts'
import { rowIdOf } from '../../../../src/contract/row-id.ts'
import { correctedRow } from '../../../../src/core/drafts/mapping/reimport.ts'
import { tableFile } from '../../../../src/core/export/table-file.ts'
import type { RemainderRow } from '../../../../src/core/uploads/journal-rows.ts'
import { remainderTable } from '../../../../src/core/uploads/remainder.ts'
import { safeCell } from '../../../../src/contract/csv-injection.ts'

const id = '0123456789abcdef'

const tableOf = (header: readonly string[], rows: readonly Omit<RemainderRow, 'reasonColumns'>[]) =>
  remainderTable(
    { id, fileName: 'march.csv', outcome: 'failed', header },
    rows.map((row) => ({ reasonColumns: [], ...row })),
  )

async function csvOf(header: readonly string[], rows: readonly Omit<RemainderRow, 'reasonColumns'>[]): Promise<string> {
  return (await tableFile(tableOf(header, rows), 'csv')).content
}

describe('a cell of the remainder', () => {
  it('never starts a formula, and keeps its whole text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), async (cells) => {
        const header = cells.map((_, n) => `H${n}`)
        const text = await csvOf(header, [{ row: 7, original: cells, reason: '=why' }])
        const { data } = Papa.parse<string[]>(text.slice(1).replace(/\r\n$/, ''), { newline: '\r\n', delimiter: ',' })
        expect(data[1]).toEqual(['7', ...cells.map(safeCell), `'=why`, 'U-0123456789abcdef'])
        expect(
          cells.map((cell) => safeCell(cell).replace(/^'(?=[\s\p{Cc}\u200b\ufeff]*[=+\-@|%＝＋－＠])/u, '')),
        ).toEqual(cells.map((cell) => cell.replace(/^'(?=[\s\p{Cc}\u200b\ufeff]*[=+\-@|%＝＋－＠])/u, '')))
      }),
    )
  })
})

it('aligns rows of different lengths with their columns', async () => {
  const text = await csvOf(['A'], [{ row: 2, original: ['1', '2', '3'], reason: 'r' }])
  expect(text).toBe('\ufeffForecourt row,A,,,Reason,Forecourt upload\r\n2,1,2,3,r,U-0123456789abcdef\r\n')
})

it('names rows of several sheets and cars so that a person finds them, and the file still tells which they are', async () => {
  const rows = [rowIdOf({ row: 12, sheet: 3, car: 0 }), rowIdOf({ row: 5, sheet: 0, car: 1 }), 7]
  const text = await csvOf(
    ['A'],
    rows.map((row) => ({ row, original: ['x'], reason: 'r' })),
  )
  const [header = [], ...lines] = Papa.parse<string[]>(text.slice(1).trimEnd()).data
  expect(lines.map(([row]) => row)).toEqual(['12 of sheet 3', '5 (second car)', '7'])
  expect(lines.map((cells) => correctedRow(header, cells, id))).toEqual(rows)
})

it('leaves out the columns of an earlier file of failed rows', async () => {
  const header = ['Forecourt row', 'Rego', 'Reason', 'Forecourt upload']
  const original = ['4', 'ABC123', 'r', 'U-00000000000000ff']
  const text = await csvOf(header, [{ row: 2, original, reason: 'again' }])
  expect(text).toBe('\ufeffForecourt row,Rego,Reason,Forecourt upload\r\n2,ABC123,again,U-0123456789abcdef\r\n')
})

it('has the name of the file', async () => {
  const nameOf = async (fileName: string, outcome: RowOutcome | null): Promise<string> =>
    (await tableFile(remainderTable({ id, fileName, outcome, header: ['A'] }, []), 'csv')).fileName
  expect(await nameOf('march 2026.xlsx', null)).toBe('march 2026 - remainder.csv')
  expect(await nameOf('a/b:c.csv', null)).toBe('a b c - remainder.csv')
  expect(await nameOf('.csv', null)).toBe('upload - remainder.csv')
  expect(await nameOf('march.csv', 'excluded')).toBe('march - excluded rows.csv')
  expect(await nameOf(`${'m'.repeat(200)}.csv`, 'failed')).toMatch(/^m+ - failed rows\.csv$/)
})

it('colours the cells to correct and the reasons in a workbook, also behind the columns of an earlier file', async () => {
  const header = ['Forecourt row', 'Rego', 'Mobile', 'Reason', 'Name', 'Forecourt upload']
  const table = remainderTable({ id, fileName: 'march.csv', outcome: null, header }, [
    { row: 12, original: ['4', 'A!', '=041', 'old', 'Ann', 'U-1'], reason: 'Two errors', reasonColumns: [1, 2] },
    { row: 13, original: ['5', 'ABC123', '0491570006', 'old', 'Bob', 'U-1'], reason: 'A duplicate', reasonColumns: [] },
    { row: 14, original: ['6', 'ABC124', '', 'old', 'C!', 'U-1'], reason: 'The name', reasonColumns: [4] },
    { row: 15, original: ['7', 'ABC125', '', 'old', 'Dee', 'U-1'], reason: '', reasonColumns: [] },
  ])
  const file = await tableFile(table, 'xlsx')
  const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'), { readStyles: true })
  expect(sheets[0]?.rows).toEqual([
    ['Forecourt row', 'Rego', 'Mobile', 'Name', 'Reason', 'Forecourt upload'],
    [12, 'A!', '=041', 'Ann', 'Two errors', `U-${id}`],
    [13, 'ABC123', '0491570006', 'Bob', 'A duplicate', `U-${id}`],
    [14, 'ABC124', null, 'C!', 'The name', `U-${id}`],
    [15, 'ABC125', null, 'Dee', null, `U-${id}`],
  ])
  const fills = [...(sheets[0]?.cells ?? [])].flatMap(([cell, { style }]) => {
    const { fill } = style ?? {}
    return fill?.type === 'pattern' && fill.fgColor ? [[cell, fill.fgColor.rgb?.slice(-6)]] : []
  })
  const [red, amber] = ['F9D5D3', 'FDEBC8']
  expect(Object.fromEntries(fills)).toEqual({
    '1,1': red,
    '1,2': red,
    '1,4': amber,
    '2,4': amber,
    '3,3': red,
    '3,4': amber,
  })
})

it('colours the cells of the field that a refusal of the service names', () => {
  const columns = [{ target: 'rego_and_state' }, { target: 'keep' }, { target: 'mobile_number' }] as const
  const reasons = ['mobile_number: is not a number', 'rego: unknown', 'Not accepted', 'Duplicate: state of row 3']
  const rows = reasons.map((reason, at) => ({ row: at + 2, original: ['1', '2', '3'], reason, reasonColumns: [] }))
  const table = remainderTable({ id, fileName: 'a.csv', outcome: 'failed', header: ['A', 'B', 'C'], columns }, rows)
  const coloured = rows.map((_, at) => [...(table.coloured?.(at) ?? [])].filter(([, tone]) => tone === 'error'))
  expect(coloured.map((cells) => cells.map(([column]) => column))).toEqual([[3], [1], [], []])
})

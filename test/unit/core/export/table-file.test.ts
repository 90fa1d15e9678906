import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { tableFile } from '../../../../src/core/export/table-file.ts'

const table = {
  name: 'Call sheet 21/11/2026: "today"',
  columns: ['Customer', 'Phone', 'Price'],
  rows: [
    ['=HYPERLINK("http://evil.example","click")', '0491 570 006', 21_990],
    ['O’Brien, "Pat"\nand Lee', '+61 491 570 157', null],
  ],
} as const

describe('a table as a file', () => {
  it('is written as a CSV for Excel that runs no formulas', async () => {
    const file = await tableFile(table, 'csv')
    expect(file).toMatchObject({ fileName: 'Call sheet 21 11 2026 today.csv', encoding: 'utf8', rows: 2 })
    expect(file.content.startsWith('\ufeffCustomer,Phone,Price\r\n')).toBe(true)
    const { data } = Papa.parse<string[]>(file.content.slice(1).trimEnd())
    expect(data[1]).toEqual([`'=HYPERLINK("http://evil.example","click")`, '0491 570 006', '21990'])
    expect(data[2]?.[0]).toBe('O’Brien, "Pat"\nand Lee')
    expect(data[2]?.[2]).toBe('')
  })

  it('is written as a workbook with text as text', async () => {
    const file = await tableFile(table, 'xlsx')
    expect(file).toMatchObject({ fileName: 'Call sheet 21 11 2026 today.xlsx', encoding: 'base64', rows: 2 })
    const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'), { readStyles: true })
    const isBold = (cell: string): boolean => sheets[0]?.cells?.get(cell)?.style?.font?.bold === true
    expect([isBold('0,0'), isBold('0,2'), isBold('1,0'), isBold('2,1')]).toEqual([true, true, false, false])
    expect(sheets[0]?.name).toBe('Call sheet 21 11 2026 "today"')
    expect(sheets[0]?.rows).toEqual([
      ['Customer', 'Phone', 'Price'],
      ['=HYPERLINK("http://evil.example","click")', '0491 570 006', 21_990],
      ['O’Brien, "Pat"\nand Lee', '+61 491 570 157', null],
    ])
  })

  it('lets other work run while its rows are made and written', async () => {
    let turns = 0
    const count = (): void => {
      turns += 1
      waiting = setImmediate(count)
    }
    let waiting = setImmediate(count)
    const turnsAtRow: number[] = []
    const rows = function* (): Generator<readonly string[]> {
      for (let row = 0; row < 4; row += 1) {
        const startedAt = performance.now()
        while (performance.now() - startedAt < 20);
        turnsAtRow.push(turns)
        yield [`row ${row}`]
      }
    }
    await tableFile({ name: 'slow', columns: ['Row'], rows: rows() }, 'csv')
    expect(new Set(turnsAtRow).size).toBe(4)
    turns = 0
    const many = Array.from({ length: 50_000 }, (_, row) => [`row ${row}`, 'O’Brien, "Pat"', row])
    await tableFile({ name: 'long', columns: ['Row', 'Name', 'Number'], rows: many }, 'csv')
    clearImmediate(waiting)
    expect(turns).toBeGreaterThan(2)
  })
})

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
    const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'))
    expect(sheets[0]?.name).toBe('Call sheet 21 11 2026 "today"')
    expect(sheets[0]?.rows).toEqual([
      ['Customer', 'Phone', 'Price'],
      ['=HYPERLINK("http://evil.example","click")', '0491 570 006', 21_990],
      ['O’Brien, "Pat"\nand Lee', '+61 491 570 157', null],
    ])
  })
})

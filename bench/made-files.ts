import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { madeSpreadsheet } from '../test/spreadsheets/made-spreadsheet.ts'

/** Makes a file once for all runs of a bench, and gives its path. */
const once = async (folder: string, name: string, make: () => Promise<string | Uint8Array> | string) => {
  const path = join(folder, name)
  if (!existsSync(path)) writeFileSync(path, await make())
  return path
}

/** A dealer's export as CSV: 12 columns, three rows in a hundred with quoted commas, quotes or line ends. */
export const madeCsv = (folder: string, rows: number): Promise<string> =>
  once(folder, `dealer-${rows}.csv`, () => madeSpreadsheet(rows))

/** The same list as a workbook. */
export const madeWorkbook = (folder: string, rows: number): Promise<string> =>
  once(folder, `dealer-${rows}.xlsx`, async () => {
    const { data } = Papa.parse<string[]>(madeSpreadsheet(rows), { skipEmptyLines: true })
    return writeXlsx({ sheets: [{ name: 'Sales', rows: data }] })
  })

/** A list in which no row has a state: as many equal errors as rows. */
export const madeStateless = (folder: string, rows: number): Promise<string> =>
  once(folder, `stateless-${rows}.csv`, () => {
    const lines = ['Rego,State,Client Name,Mobile']
    for (let row = 0; row < rows; row += 1) {
      const number = String(row % 1_000).padStart(3, '0')
      const letters = [676, 26, 1].map((place) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Math.floor(row / 1_000 / place) % 26])
      lines.push(`${letters.join('')}${number},,Client ${row},04915${String(row).padStart(5, '0')}`)
    }
    return `${lines.join('\n')}\n`
  })

const firstNames = ['Liam', 'Isla', 'Zoe', 'Noah', 'Renée', 'Viktor', 'Chloe', 'José', 'Emma', 'Dinh']
const lastNames = [
  'Lee',
  'Smith',
  'Wilson-Hart',
  'Tan',
  'Jones',
  'McDonald',
  'O’Brien',
  'van der Berg',
  'Kaur',
  'Singh',
]

/** Customers as an upload sends them, `atOnce` at a time. */
export function* madeCustomers(count: number, atOnce: number): Generator<Record<string, unknown>[]> {
  for (let from = 0; from < count; from += atOnce) {
    yield Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => {
      const index = from + at
      return {
        rego: `K${String(index).padStart(5, '0')}`,
        state: 'VIC',
        vin: `MR0ABCDEFGH${String(index).padStart(6, '0')}`,
        client_name: `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10) % 10]} ${index}`,
        mobile_number: `04915${String(70_000 + (index % 30_000)).padStart(5, '0')}`,
        sale_date: `${2015 + (index % 10)}-0${1 + (index % 9)}-1${index % 10}`,
        additional_fields: { forecourt_ref: `fc-0123456789abcdef-${index}`, Make: 'Toyota', Model: 'HiLux' },
      }
    })
  }
}

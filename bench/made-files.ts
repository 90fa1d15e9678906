import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { madeSpreadsheet } from '../test/spreadsheets/made-spreadsheet.ts'
import { listOfInputs } from './made-rows.ts'

/** Makes a file once for all runs of a bench, and gives its path. */
const once = async (folder: string, name: string, make: () => Promise<string | Uint8Array> | string) => {
  const path = join(folder, name)
  if (!existsSync(path)) writeFileSync(path, await make())
  return path
}

/** A dealer's export as CSV: 12 columns, three rows in a hundred with quoted commas, quotes or line ends. */
export const madeCsv = (folder: string, rows: number): Promise<string> =>
  // A note that may forbid contact has to be decided before anything is sent.
  once(folder, `dealer-${rows}.csv`, () => madeSpreadsheet(rows).replaceAll('text only please', 'hello'))

/** A list that repeats little: each row has its own name and mobile, 1 % have the car of an earlier row, 15 % an unusual mobile. */
export const madeHardCsv = (folder: string, rows: number): Promise<string> =>
  once(folder, `hard-${rows}.csv`, () => {
    const lines = ['Customer,Mobile,Rego,State,VIN,Delivered,Notes']
    const digits = (value: number, length: number): string => String(value).padStart(length, '0')
    for (let row = 0; row < rows; row += 1) {
      const car = row % 100 === 99 ? row - 50 : row
      const number = digits(row, 6)
      const mobiles = [`0491 ${number.slice(0, 3)} ${number.slice(3)}`, `+61491${number}`, `(04) 91${number}`]
      const mobile = row % 20 < 3 ? mobiles[row % 3] : `0491${number}`
      const letters = [484, 22, 1].map((place) => 'ABCDEFGHJKLMNPRSTUWXYZ'[Math.floor(car / 1_000 / place) % 22])
      lines.push(
        `${firstNames[row % 10]} ${lastNames[Math.floor(row / 10) % 10]} ${nameOf(row)},${mobile},` +
          `${letters.join('')}${digits(car % 1_000, 3)},NSW,MR0ABCDEFGH${digits(car, 6)},` +
          `${1 + (row % 28)}/${1 + (row % 12)}/${2015 + (row % 10)},`,
      )
    }
    return `${lines.join('\r\n')}\r\n`
  })

/** The dealer's export, in which each tenth row has a comma too many in its notes. */
export const madeRaggedCsv = (folder: string, rows: number): Promise<string> =>
  once(folder, `ragged-${rows}.csv`, () =>
    eachTenth(madeSpreadsheet(rows, { clean: true }), (line) => `${line.trimEnd()},call, later`),
  )

/** The dealer's export, in which each tenth row has a quote that nothing closes. */
export const madeQuotedCsv = (folder: string, rows: number): Promise<string> =>
  once(folder, `quoted-${rows}.csv`, () =>
    eachTenth(madeSpreadsheet(rows, { clean: true }), (line) => line.replace(',', ',"')),
  )

/** The dealer's export in the code page of Windows. Its names have accented letters. */
export const madeWindowsCsv = (folder: string, rows: number): Promise<string> =>
  once(folder, `windows-${rows}.csv`, async () => Buffer.from(madeSpreadsheet(rows).replaceAll('’', "'"), 'latin1'))

const eachTenth = (text: string, change: (line: string) => string): string =>
  text
    .split('\r\n')
    .map((line, at) => (at % 10 === 9 && line !== '' && !line.includes('"') ? change(line) : line))
    .join('\r\n')

/** A surname for each number. */
const nameOf = (number: number): string => {
  const letters = Array.from({ length: 5 }, (_, at) => 'abcdefghijklmnopqrst'[Math.floor(number / 20 ** at) % 20])
  return `Mc${letters.join('')}`
}

/** The same list as a workbook. */
export const madeWorkbook = (folder: string, rows: number): Promise<string> =>
  once(folder, `dealer-${rows}.xlsx`, async () => {
    const { data } = Papa.parse<string[]>(madeSpreadsheet(rows), { skipEmptyLines: true })
    return writeXlsx({ sheets: [{ name: 'Sales', rows: data }] })
  })

/** A list whose rows are sent as `madeInputs` has them. */
export const madeSendable = (folder: string, rows: number): Promise<string> =>
  once(folder, `sendable-${rows}.csv`, () => listOfInputs(rows))

/** A list in which no row has a state: as many equal errors as rows. */
export const madeStateless = (folder: string, rows: number): Promise<string> =>
  once(folder, `stateless-${rows}.csv`, () => {
    const lines = ['Rego,State,Client Name,Mobile']
    for (let row = 0; row < rows; row += 1) {
      const number = String(row % 1_000).padStart(3, '0')
      const letters = [676, 26, 1].map((place) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Math.floor(row / 1_000 / place) % 26])
      lines.push(`${letters.join('')}${number},,Client ${row},0491${String(row).padStart(6, '0')}`)
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

/** A customer as an upload sends it, by its number. */
export const madeCustomer = (index: number) => ({
  rego: `K${String(index).padStart(5, '0')}`,
  state: 'VIC',
  vin: `MR0ABCDEFGH${String(index).padStart(6, '0')}`,
  client_name: `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10) % 10]} ${index}`,
  mobile_number: `04915${String(70_000 + (index % 30_000)).padStart(5, '0')}`,
  sale_date: `${2015 + (index % 10)}-0${1 + (index % 9)}-1${index % 10}`,
  additional_fields: { forecourt_ref: `fc-0123456789abcdef-${index}`, Make: 'Toyota', Model: 'HiLux' },
})

/** Customers as an upload sends them, `atOnce` at a time. */
export function* madeCustomers(count: number, atOnce: number): Generator<ReturnType<typeof madeCustomer>[]> {
  for (let from = 0; from < count; from += atOnce) {
    yield Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => madeCustomer(from + at))
  }
}

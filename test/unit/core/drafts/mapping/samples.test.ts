import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../../src/contract/region.ts'
import { headerScore } from '../../../../../src/core/drafts/headers/header-score.ts'
import { suggestColumns } from '../../../../../src/core/drafts/mapping/suggest.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

type Rows = readonly (readonly SourceCell[])[]

const bytesOf = (name: string) => readFileSync(new URL(`../../../../fixtures/samples/${name}`, import.meta.url))

function csv(name: string, encoding: string): Rows {
  return Papa.parse<string[]>(new TextDecoder(encoding).decode(bytesOf(name))).data
}

async function workbook(name: string, sheet: string): Promise<Rows> {
  const { sheets } = await readXlsx(bytesOf(name))
  const rows = sheets.find((candidate) => candidate.name === sheet)?.rows ?? []
  return rows.map((row) =>
    row.map((value): SourceCell => {
      if (value instanceof Date)
        return { serial: 25_569 + Math.floor(value.getTime() / 86_400_000), format: 'd/mm/yyyy' }
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
    }),
  )
}

function mapped(rows: Rows, region: Region) {
  const scores = rows.slice(0, 30).map(headerScore)
  const header = scores.indexOf(Math.max(...scores))
  const columns = (rows[header] ?? []).map((title, at) => {
    return { header: String(title), cells: rows.slice(header + 1).map((row) => row[at] ?? null) }
  })
  const suggestions = suggestColumns(columns, region, { today: '2026-11-21' })
  const lines = columns.map((column, at) => {
    const { target, confidence, sensitive } = suggestions[at] ?? { target: null, confidence: null, sensitive: null }
    return `${column.header}: ${target}, ${confidence}${sensitive ? ', sensitive' : ''}`
  })
  return { headerRow: header + 1, lines }
}

describe('the sample files', () => {
  it('maps a report of sold vehicles below its title rows', () => {
    expect(mapped(csv('sold-vehicles.csv', 'utf-8'), 'au')).toEqual({
      headerRow: 4,
      lines: [
        'Deal No: keep, medium',
        'Cust First Name: first_name, high',
        'Surname: last_name, high',
        'Mob Ph: mobile_number, high',
        'Rego No.: rego, high',
        'Rego State: state, high',
        'VIN/Chassis: vin, high',
        'Make: keep, medium',
        'Model: keep, medium',
        'Delivered: sale_date, high',
        'Rego Expiry: keep, high',
        'Salesperson: keep, high',
        'DOB: leave_out, high, sensitive',
        'Notes: keep, medium',
      ],
    })
  })

  it('maps a workshop’s list with plate and state in one cell', () => {
    expect(mapped(csv('workshop-clients.csv', 'windows-1252'), 'au')).toEqual({
      headerRow: 1,
      lines: [
        'Client: client_name, high',
        'Mobile: mobile_number, high',
        'Vehicle Rego: rego_and_state, high',
        'Last Service: keep, high',
        'Sold: sale_date, high',
      ],
    })
  })

  it('maps a CRM’s workbook of New Zealand', async () => {
    expect(mapped(await workbook('crm-closed-won-nz.xlsx', 'Closed won'), 'nz')).toEqual({
      headerRow: 3,
      lines: [
        'Contact Name: client_name, high',
        'Mobile: mobile_number, high',
        'Plate: rego, high',
        'Chassis No: vin, high',
        'Date Sold: sale_date, high',
        'Finance End Date: keep, high',
        'Opt Out: opt_out, high',
        'Odometer: keep, medium',
      ],
    })
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { rowsToSend, act, context, shown, sourceOf } from './open-draft.ts'

const open = async (name: string, region: Region): Promise<DraftEngine> => {
  const bytes = readFileSync(new URL(`../../../../fixtures/samples/${name}`, import.meta.url))
  return new DraftEngine(await sourceOf(name, bytes), new Map(), context({ region }), new Set())
}
const targets = (engine: DraftEngine): Record<string, string> =>
  Object.fromEntries(engine.view().columns.map((column) => [column.header, column.target]))

// Each count was taken from the files by another program, in another language, that shares no code with this one.
describe('a sold-vehicles report', () => {
  it('gives the same counts as an independent program', async () => {
    const engine = await open('sold-vehicles.csv', 'au')
    const view = engine.view()
    expect(view.source).toMatchObject({ encoding: 'UTF-8 with a byte order mark', delimiter: 'commas', headerRow: 4 })
    expect(view.notRecords.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'Above the header'],
      [2, 'Above the header'],
      [417, 'Total or footer'],
      [418, 'Total or footer'],
    ])
    expect(targets(engine)).toMatchObject({
      'Cust First Name': 'first_name',
      Surname: 'last_name',
      'Mob Ph': 'mobile_number',
      'Rego No.': 'rego',
      'Rego State': 'state',
      'VIN/Chassis': 'vin',
      Delivered: 'sale_date',
      'Rego Expiry': 'keep',
      DOB: 'leave_out',
    })
    expect(view.counts).toMatchObject({ rows: 412, error: 3, excluded: 64, paidLookups: 1 })
    expect(view.counts.ready + view.counts.warning).toBe(345)
    // The numbers kept for fiction are few, so that most rows share theirs: said, but no warning.
    expect(view.groups.find((group) => group.rule === 'mobile.many-names')).toMatchObject({
      severity: 'info',
      rows: 346,
    })
    expect(view.columns.find((column) => column.target === 'sale_date')?.dates).toEqual({
      order: 'dmy',
      decidedBy: 'evidence',
      evidence: 'Day/month/year: 261 of 412 dates can’t be read any other way.',
    })
    expect(view.excludedReasons.map(({ rows }) => rows)).toEqual([63, 1])
  })

  it('names the problems of damaged cells', async () => {
    const engine = await open('sold-vehicles.csv', 'au')
    const rules = (row: number) =>
      shown(engine, row)
        .issues.filter((found) => found.severity !== 'info')
        .map((found) => found.rule)
    expect(rules(78)).toContain('mobile.scientific')
    expect(rules(22)).toContain('vin.incomplete')
    expect(rules(36)).toContain('vin.letter')
    expect(shown(engine, 155)).toMatchObject({
      status: 'excluded',
      excludedBecause: 'Duplicate: a newer sale of this car is in row 154',
    })
    expect(engine.view().groups.find((group) => group.rule === 'state.near')).toMatchObject({
      value: 'Vctoria',
      proposal: 'VIC',
      rows: 1,
      severity: 'error',
    })
  })
})

describe('a workshop list', () => {
  it('splits plate and state, and reverses surname-first names', async () => {
    const engine = await open('workshop-clients.csv', 'au')
    expect(engine.view().counts).toMatchObject({ rows: 160, error: 0, excluded: 0, paidLookups: 160 })
    expect(targets(engine)).toMatchObject({
      Client: 'client_name',
      'Vehicle Rego': 'rego_and_state',
      'Last Service': 'keep',
      Sold: 'sale_date',
    })
    const { cells } = shown(engine, 2)
    expect([cells.client_name.value, cells.rego.value, cells.state.value]).toEqual(['Olivia D’ANGELO', 'DE15ZH', 'NSW'])
    expect(shown(engine, 3).cells).toMatchObject({ rego: { value: '511CL3' }, state: { value: 'QLD' } })
  })
})

describe('a CRM export from New Zealand', () => {
  it('uses the visible sheet with the customers, dates by their serials, formulas by their values', async () => {
    const engine = await open('crm-closed-won-nz.xlsx', 'nz')
    const view = engine.view()
    expect(view.source).toMatchObject({ sheet: 'Closed won', headerRow: 3, encoding: null })
    expect(view.source.sheets).toEqual([
      { name: 'Read me', rows: 1, hidden: false, alike: false },
      { name: 'Lookup', rows: 1, hidden: true, alike: false },
      { name: 'Closed won', rows: 303, hidden: false, alike: true },
    ])
    expect(view.source.notes).toContain('5 hidden rows are included. A filter may have hidden them in Excel.')
    expect(view.counts).toMatchObject({ rows: 300, error: 8, excluded: 6, paidLookups: 32 })
    expect(view.groups[0]).toMatchObject({ rule: 'plate.date-damage', rows: 8 })
    expect(shown(engine, 5).cells).toMatchObject({
      sale_date: { value: '2023-07-13' },
      mobile_number: { value: '0211234501' },
      state: { value: '' },
    })
  })

  it('sends the frame number as an additional field, and never a state', async () => {
    const engine = await open('crm-closed-won-nz.xlsx', 'nz')
    act(engine, { kind: 'exclude', rows: [4], excluded: false })
    const { input } = rowsToSend(engine).rows.find((row) => row.row === 4)!
    expect(input).toEqual({
      rego: 'ABC100',
      client_name: 'Kiri Nguyen',
      mobile_number: '0211234500',
      sale_date: '2021-02-15',
      additional_fields: { 'Finance End Date': '14/2/2025', Odometer: '12000', chassis_no: 'JZX100-0010000' },
    })
  })
})

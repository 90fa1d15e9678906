import { expect, it } from 'vitest'
import type { CellChange } from '../../../../src/contract/draft-changes.ts'
import { csvStart } from '../../../../src/core/export/csv-text.ts'
import { readFile } from './reading/read-file.ts'
import { createBench, signal, type DraftsBench } from './drafts-bench.ts'
import { madeSpreadsheet } from '../../../spreadsheets/made-spreadsheet.ts'

const text = [
  'Rego,State,Name,Mobile,Sold,Colour',
  'ABC123,NSW,Ann Lee,0491570006,3/4/2024,=1+1',
  'XYZ789,Vctoria,Bob Tan,0491570156,25/4/2024,Red',
  '1AB2CD,VIC,Cy Ode,12,1/5/2024,',
].join('\n')

const everyRow = { show: 'all', group: null, search: '' } as const
const allRows = async (bench: DraftsBench, id: string): Promise<unknown> =>
  (await bench.drafts.rows({ id, ...everyRow, offset: 0, limit: 500 }, signal)).rows

async function exported(
  bench: DraftsBench,
  id: string,
  format: 'csv' | 'xlsx',
  rows: 'all' | 'ready' | 'error',
): Promise<Buffer> {
  const { content, encoding } = await bench.drafts.export({ id, format, rows }, signal)
  return Buffer.from(content, encoding)
}

it('pastes cells in one step, which survives a restart and is undone', async () => {
  const bench = createBench()
  const { id } = await bench.open('list.csv', text)
  const before = await allRows(bench, id)
  const cells: CellChange = { kind: 'paste', rows: [2, 3], fields: ['client_name'], texts: [['Zoe'], ['Yan']] }
  expect(
    await bench.drafts.previewCells({ id, change: cells, withRefused: false, offset: 0, limit: 10 }, signal),
  ).toMatchObject({ cells: 2 })
  await bench.drafts.changeCells({ id, change: cells, withRefused: false }, signal)
  const pasted = await allRows(bench, id)
  const again = bench.restart()
  expect(await allRows(again, id)).toEqual(pasted)
  expect(await again.drafts.undo({ id }, signal)).toMatchObject({ undo: null, redo: '2 cells pasted' })
  expect(await allRows(again, id)).toEqual(before)
})

it('copies a draft with its changes and what can be undone, independent of the first', async () => {
  const bench = createBench()
  const { id } = await bench.open('list.csv', text)
  await bench.drafts.rename({ id, name: 'March' }, signal)
  await bench.drafts.editCell({ id, row: 3, field: 'state', value: 'VIC' }, signal)
  const copy = await bench.drafts.duplicate({ id }, signal)
  expect(copy).toMatchObject({ name: 'March (copy)', fileName: 'list.csv', counts: { rows: 3 } })
  expect((await bench.drafts.duplicate({ id: copy.id }, signal)).name).toBe('March (copy 2)')
  expect(await allRows(bench, copy.id)).toEqual(await allRows(bench, id))
  await bench.drafts.undo({ id: copy.id }, signal)
  expect(await bench.drafts.get({ id }, signal)).toMatchObject({ name: 'March', undo: 'State in row 3' })
  const { drafts } = await bench.restart().drafts.list({}, signal)
  expect(drafts.map(({ name }) => name).toSorted()).toEqual(['March', 'March (copy 2)', 'March (copy)'])
})

it('removes a copy that a kill left unfinished', async () => {
  const bench = createBench()
  const { id } = await bench.open('list.csv', text)
  bench.database.run(
    `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, name, source)
     SELECT 'half', connection_id, region, file_name, created_at, changed_at, step, counts, 'Half', '' FROM draft WHERE id = ?`,
    [id],
  )
  const again = bench.restart()
  again.drafts.start()
  expect((await again.drafts.list({}, signal)).drafts).toHaveLength(1)
})

it('exports the values as they would be sent, with issues, as a CSV in which nothing runs as a formula', async () => {
  const bench = createBench()
  const { id } = await bench.open('list.csv', text)
  const csv = (await exported(bench, id, 'csv', 'all')).toString()
  expect(csv.startsWith(csvStart)).toBe(true)
  const lines = csv.slice(csvStart.length).split('\r\n')
  expect(lines[0]).toBe('Forecourt row,Rego,State,VIN,Name,Mobile,Sale date,Expiry date,Colour,Reason')
  expect(lines[1]).toBe("2,ABC123,NSW,,Ann Lee,0491570006,3/4/2024,,'=1+1,")
  expect(lines[2]).toMatch(/^3,XYZ789,Vctoria,,Bob Tan,0491570156,25\/4\/2024,,Red,/)
  expect((await exported(bench, id, 'csv', 'ready')).toString().split('\r\n')).toHaveLength(3)
  expect((await exported(bench, id, 'csv', 'error')).toString()).toContain('Bob Tan')
})

it('exports a workbook, which opens again with its columns known', async () => {
  const bench = createBench()
  const { id } = await bench.open('list.csv', text)
  expect(await bench.drafts.export({ id, format: 'xlsx', rows: 'all' }, signal)).toMatchObject({
    fileName: 'list - checked.xlsx',
    rows: 3,
  })
  const bytes = await exported(bench, id, 'xlsx', 'all')
  const answer = await readFile('list.xlsx', bytes)
  expect(answer).toMatchObject({ ok: true })
  const sheets = answer.ok ? answer.file.sheets : []
  expect(sheets.map(({ name }) => name)).toEqual(['list - checked'])
  expect([...(sheets[0]?.rows ?? [])][2]?.cells.at(-1)).toContain('Vctoria')
  const back = await bench.open('again.xlsx', new Uint8Array(bytes))
  const targets = back.columns.map(({ header, target }) => `${header}: ${target}`)
  expect(targets).toEqual(
    expect.arrayContaining([
      'Forecourt row: leave_out',
      'Rego: rego',
      'State: state',
      'Name: client_name',
      'Mobile: mobile_number',
    ]),
  )
  expect(targets).toEqual(expect.arrayContaining(['Sale date: sale_date', 'Colour: keep', 'Reason: leave_out']))
})

it('hands a long export over as a whole', async () => {
  const bench = createBench()
  const { id } = await bench.open('long.csv', madeSpreadsheet(6_000))
  const file = await bench.drafts.export({ id, format: 'csv', rows: 'all' }, signal)
  const csv = (await exported(bench, id, 'csv', 'all')).toString()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(file.rows + 1)
})

import { read, utils, type WorkSheet } from '@e965/xlsx'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { customerFields } from '../../../../../src/core/drafts/checking/check-row.ts'
import { cleanSheet, type SheetRows } from '../../../../../src/core/drafts/engine/clean-sheet.ts'
import type { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { tableFile } from '../../../../../src/core/export/table-file.ts'
import { act, openText, shown, statuses } from './open-draft.ts'

const list = [
  'Name,Rego,State,Mobile,Sold,Colour',
  'Ann Lee,ABC123,NSW,0491570006,1/2/2024,red',
  'Bob Ray,XYZ789,Vctoria,0491570156,1/2/2024,blue',
  'Cid Tan,1ABC23,NSW,12345,1/2/2024,=1+1',
  'Dee Fox,DEF456,NSW,0491 570 157,31/31/2024,grey',
  'Eve Kaur,,NSW,0491570158,1/2/2024,green',
  'Fay Wu,1AB2CD,QLD,0491570159,1/2/2024,white',
].join('\n')
const light = { error: 'F9D5D3', warning: 'FDEBC8' } as const

/** The colour of each cell of a sheet that has one, by its address, as another library reads it. */
function fillsOf(sheet: WorkSheet): Record<string, string> {
  const fills: Record<string, string> = {}
  for (const [address, cell] of Object.entries(sheet)) {
    const style = (cell as { s?: { patternType?: string; fgColor?: { rgb?: string } } }).s
    if (!address.startsWith('!') && style?.patternType === 'solid') fills[address] = style.fgColor?.rgb ?? ''
  }
  return fills
}

/** The colours that the issues of the rows ask for: those of a field on its cell, any other on the row's number. */
function expectedFills(engine: DraftEngine, rows: readonly number[]): Record<string, string> {
  const fields = customerFields as readonly string[]
  const fills: Record<string, string> = {}
  for (const [at, row] of rows.entries()) {
    const { issues } = shown(engine, row)
    for (const severity of ['warning', 'error'] as const)
      for (const issue of issues.filter((one) => one.severity === severity)) {
        const column = issue.field === null ? 0 : fields.indexOf(issue.field) + 1
        fills[utils.encode_cell({ r: at + 1, c: column })] = light[severity]
      }
  }
  return fills
}

async function exported(engine: DraftEngine, which: SheetRows): Promise<ReturnType<typeof read>> {
  const { content } = await tableFile(cleanSheet(engine, 'list.csv', which), 'xlsx')
  return read(content, { type: 'base64', cellStyles: true })
}
const rowNumbers = (sheet: WorkSheet): number[] =>
  utils
    .sheet_to_json<unknown[]>(sheet, { header: 1 })
    .slice(1)
    .map(([row]) => Number(row))

describe('the clean sheet of a draft as a workbook', () => {
  it.each(['all', 'error', 'ready'] as const)(
    'colours exactly the cells with an error or a warning (rows: %s)',
    async (which) => {
      const engine = await openText(list)
      const { Sheets: sheets, SheetNames: names } = await exported(engine, which)
      const sheet = sheets[names[0] ?? ''] ?? {}
      const rows = rowNumbers(sheet)
      const wanted = Array.from(engine.rows, ({ row }) => row).filter(
        (row) => which === 'all' || (statuses(engine)[row] === 'error') === (which === 'error'),
      )
      expect(rows).toEqual(wanted)
      expect(fillsOf(sheet)).toEqual(expectedFills(engine, rows))
    },
  )

  it('has both colours in this list, so that none of them is only compared with nothing', async () => {
    const engine = await openText(list)
    const colours = Object.values(
      expectedFills(
        engine,
        Array.from(engine.rows, ({ row }) => row),
      ),
    )
    expect(new Set(colours)).toEqual(new Set(Object.values(light)))
  })

  it('loses the colour of a cell that was corrected', async () => {
    const engine = await openText(list)
    const stateOf = async (): Promise<string | undefined> => {
      const { Sheets: sheets, SheetNames: names } = await exported(engine, 'all')
      return fillsOf(sheets[names[0] ?? ''] ?? {})[utils.encode_cell({ r: 2, c: customerFields.indexOf('state') + 1 })]
    }
    expect(await stateOf()).toBe(light.error)
    act(engine, { kind: 'cell', row: 3, field: 'state', value: 'VIC' })
    expect(await stateOf()).toBeUndefined()
  })

  it('says each issue in the last column of its row', async () => {
    const engine = await openText(list)
    const { Sheets: sheets, SheetNames: names } = await exported(engine, 'all')
    const reasons = utils
      .sheet_to_json<unknown[]>(sheets[names[0] ?? ''] ?? {}, { header: 1, defval: '' })
      .slice(1)
      .map((cells) => cells.at(-1))
    const expected = Array.from(engine.rows, ({ row }) =>
      shown(engine, row)
        .issues.filter(({ severity }) => severity !== 'info')
        .map(({ message }) => message)
        .join(' '),
    )
    expect(reasons).toEqual(expected)
    expect(names).toEqual(['list - checked'])
  })

  it('has the same texts as the CSV, and no text in it is a formula', async () => {
    const engine = await openText(list)
    const { Sheets: sheets, SheetNames: names } = await exported(engine, 'all')
    const sheet = sheets[names[0] ?? ''] ?? {}
    const { content } = await tableFile(cleanSheet(engine, 'list.csv', 'all'), 'csv')
    const csv = Papa.parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: true })
    const shownRows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }).map((cells) => cells.map(String))
    // The CSV has an apostrophe in front of a text that a spreadsheet program would take for a formula.
    expect(csv.data.map((cells) => cells.map((cell) => cell.replace(/^'(?==)/, '')))).toEqual(shownRows)
    expect(Object.values(sheet).filter((cell) => (cell as { f?: string }).f !== undefined)).toEqual([])
    expect(shownRows.flat()).toContain('=1+1')
  })
})

import { describe, expect, it } from 'vitest'
import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { readFile } from './read-file.ts'
import { madeWorkbook } from '../../../../spreadsheets/made-workbook.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { uncalculated } from '../../../../../src/core/fields/source-cell.ts'

async function written(
  sheets: WriteSheet[],
  options: { dateSystem?: '1904'; encryption?: { password: string; spinCount: number } } = {},
): Promise<Uint8Array> {
  return writeXlsx({ sheets, ...options })
}
async function read(sheets: WriteSheet[], options: { dateSystem?: '1904' } = {}): Promise<FileRead> {
  const answer = await readFile('list.xlsx', await written(sheets, options))
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
/** 14 March 2024 as Excel counts: days since 30 December 1899. */
const serial = 45_365
const day = new Date(Date.UTC(2024, 2, 14))

it('notes the hidden columns of a sheet that have cells', async () => {
  const columns =
    '<col min="2" max="3" hidden="1"/><col min="4" max="16384" width="9"/><col min="5" max="9" hidden="1"/>'
  const answer = await readFile('list.xlsx', madeWorkbook([['Name', 'Rego', 'Cost', 'State', 'Note']], { columns }))
  expect(answer.ok ? answer.file.sheets[0]?.notes : answer).toEqual([
    '3 hidden columns are included. Check under “Columns” that you want to import them.',
  ])
})

describe('cells of a workbook (domain, part 7.2)', () => {
  it('come as what they are: text, numbers, booleans, dates as serials with their format', async () => {
    const cells = new Map([['0,3', { value: day, style: { numFmt: 'd-mmm' } }]])
    const file = await read([{ name: 'A', rows: [['text', 12.5, true, day]], cells }])
    expect(file.sheets[0]?.rows).toEqual([{ row: 1, cells: ['text', 12.5, true, { serial, format: 'd-mmm' }] }])
  })

  it('give the same day in the system that counts from 1904', async () => {
    const file = await read([{ name: 'A', rows: [[day]] }], { dateSystem: '1904' })
    expect(file.sheets[0]?.rows[0]?.cells[0]).toMatchObject({ serial })
  })

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])('give the same day on a PC in %s', async (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      const file = await read([{ name: 'A', rows: [[day]] }])
      expect(file.sheets[0]?.rows[0]?.cells[0]).toMatchObject({ serial })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('give the zeros that a number format shows', async () => {
    const cells = new Map([['0,0', { value: 491_570_006, style: { numFmt: '0000000000' } }]])
    const file = await read([{ name: 'A', rows: [[491_570_006]], cells }])
    expect(file.sheets[0]?.rows[0]?.cells).toEqual(['0491570006'])
  })

  it('give the value that Excel saved with a formula, and say when there is none', async () => {
    const cells = new Map([
      ['0,0', { value: 4, type: 'formula' as const, formula: '2+2', formulaResult: 4 }],
      ['0,1', { type: 'formula' as const, formula: 'A1&"x"' }],
    ])
    const file = await read([{ name: 'A', rows: [[null, null, 'end']], cells }])
    expect(file.sheets[0]?.rows[0]?.cells).toEqual([4, uncalculated, 'end'])
    expect(file.sheets[0]?.notes[0]).toContain('1 formula has no saved value')
  })

  it('give an error of the spreadsheet as an error', async () => {
    const cells = new Map([['0,0', { value: '#N/A', type: 'error' as const }]])
    const file = await read([{ name: 'A', rows: [['#N/A', 'x']], cells }])
    expect(file.sheets[0]?.rows[0]?.cells).toEqual([{ error: '#N/A' }, 'x'])
  })
})

describe('sheets', () => {
  it('come in their order, hidden ones marked, with row numbers as Excel shows them', async () => {
    const file = await read([
      { name: 'Notes', rows: [['hello']] },
      { name: 'Secret', rows: [['x']], hidden: true },
      {
        name: 'List',
        rows: [
          ['Name', 'Rego'],
          [null, null],
          ['Ann', 'ABC123'],
        ],
      },
    ])
    expect(file.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Notes', false],
      ['Secret', true],
      ['List', false],
    ])
    expect(file.sheets[2]?.rows.map((row) => row.row)).toEqual([1, 3])
  })

  it('without a cell are refused', async () => {
    const answer = await readFile('list.xlsx', await written([{ name: 'A', rows: [] }]))
    expect(answer).toMatchObject({ ok: false, problem: { message: '“list.xlsx” has no data.' } })
  })

  it('with more columns than a customer list has are refused', async () => {
    const answer = await readFile(
      'list.xlsx',
      await written([{ name: 'A', rows: [Array.from({ length: 1_001 }, () => 'x')] }]),
    )
    expect(answer).toMatchObject({ ok: false, problem: { message: 'The file has more than 1,000 columns.' } })
  })
})

describe('workbooks that cannot be read', () => {
  it('with a password', async () => {
    const bytes = await written([{ name: 'A', rows: [['x']] }], { encryption: { password: 'secret', spinCount: 10 } })
    expect(await readFile('list.xlsx', bytes)).toMatchObject({
      ok: false,
      problem: { message: '“list.xlsx” is protected by a password.' },
    })
  })

  it('cut off in the middle', async () => {
    const bytes = await written([{ name: 'A', rows: [['x']] }])
    expect(await readFile('list.xlsx', bytes.subarray(0, bytes.length / 2))).toMatchObject({ ok: false })
  })

  it('with a part overwritten', async () => {
    const bytes = await written([{ name: 'A', rows: Array.from({ length: 50 }, (_, at) => [`Name ${at}`]) }])
    bytes.fill(0xaa, 60, 400)
    const answer = await readFile('list.xlsx', bytes)
    expect(answer.ok ? 'read' : answer.problem.message).toContain('is damaged')
  })

  it('that would unpack to more than a customer list can be', async () => {
    const bytes = await written([{ name: 'A', rows: [['x']] }])
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length - 46; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 900_000_000, true)
    }
    expect(await readFile('list.xlsx', bytes)).toMatchObject({
      ok: false,
      problem: { message: '“list.xlsx” is larger than 1,024 MB when unpacked.' },
    })
  })

  it('with a part that is shorter than it says', async () => {
    const bytes = madeWorkbook([['Name', 'Rego']], { statedBytes: 600_000_000 })
    expect(await readFile('list.xlsx', bytes)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('is damaged') },
    })
  })

  it('with a part that hides its size', async () => {
    const bytes = madeWorkbook([['Name', 'Rego']], { statedBytes: 0 })
    expect(await readFile('list.xlsx', bytes)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('is damaged') },
    })
  })

  it('with a part that is longer than it says', async () => {
    const bytes = madeWorkbook([['Name', 'x'.repeat(5_000_000)]], { statedBytes: 1_000 })
    expect(await readFile('list.xlsx', bytes)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('is damaged') },
    })
  })
})

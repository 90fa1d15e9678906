import { describe, expect, it } from 'vitest'
import { CFB, utils, write, type BookType } from '@e965/xlsx'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, failureKind, rowsToSend, signal } from './drafts-bench.ts'

const header = ['Rego', 'State', 'Name', 'Mobile', 'Sold']
const ann = ['1AB2CD', 'VIC', 'Ann Lee', '0412345678', '16/12/2024']
const bob = ['1AB2CE', 'VIC', 'Bob Ray', '0412345679', '12/11/2024']

type Rows = readonly (readonly (string | number)[])[]
const csv = (rows: Rows, mark = ','): string => rows.map((row) => row.join(mark)).join('\r\n')

/** What would be sent of a file, and what its draft says about it. */
async function opened(content: string | Uint8Array, name = 'list.csv') {
  const bench = createBench()
  const draft = await bench.open(name, content)
  const { rows } = await rowsToSend(bench, draft.id)
  return { counts: draft.counts, notes: draft.source.notes, sent: rows.flatMap(({ input }) => input ?? []) }
}

function workbook(rows: Rows, formats: Readonly<Record<string, string>>, bookType: BookType): Uint8Array {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'List')
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer)
}

describe('a file is sent as it is shown', () => {
  it.each(['xlsx', 'xls', 'xlsb', 'xlml'] as const)('with the times and digits of a workbook (%s)', async (type) => {
    const rows = [
      [...header, 'Appointment', 'Hours', 'Delivered at', 'Price'],
      [...ann.slice(0, 4), 45_385.75, 0.395833333, 1.5, 45_385.6458333333, 1234.56 + 2e-13],
    ]
    const formats = { E2: 'd/mm/yyyy h:mm', F2: 'h:mm AM/PM', G2: '[h]:mm', H2: 'd/mm/yyyy h:mm' }
    const { sent } = await opened(workbook(rows, formats, type), 'list.xls')
    expect(sent).toMatchObject([
      {
        sale_date: '2024-04-03',
        additional_fields: {
          Appointment: '9:30 AM',
          Hours: '36:00',
          'Delivered at': '3/4/2024 15:30',
          Price: '1234.56',
        },
      },
    ])
  })

  it('with the delimiter of its names, where rows have different lengths', async () => {
    const rows = [ann, bob].map((row, at) => ['16/12/2024 10:35', ...row.slice(0, 4), ...Array(at + 1).fill('')])
    expect((await opened(csv([['Sold', ...header.slice(0, 4)], ...rows]))).counts).toMatchObject({ rows: 2, ready: 2 })
    const words = [ann, bob].map((row, at) => [`April 1${at}, 2023`, ...row.slice(0, 4)])
    expect((await opened(csv([['Sold', ...header.slice(0, 4)], ...words], ';'))).counts).toMatchObject({ ready: 2 })
  })

  it('without the lines of its footer', async () => {
    const lines = [
      'Grand Totals (2 records)',
      '',
      'Units: Days',
      '"Copyright (c) 2024, all rights reserved."',
      'Filters: Sold, Retail, 2024',
      'Yards',
    ]
    const { counts } = await opened(`${csv([header, ann, bob])}\r\n\r\n${lines.join('\r\n')}`)
    expect(counts).toMatchObject({ rows: 2, ready: 2, skipped: 5 })
  })

  it('without a second table below it, in a text and in a workbook', async () => {
    const rows = [header, ann, bob, ['Job', 'Customer', 'Amount'], ['1201', 'Mia Chen', '240.50']]
    const otherTables = { rows: 2, hasCars: false }
    const bench = createBench()
    expect(await bench.open('list.csv', csv(rows))).toMatchObject({ counts: { rows: 2 }, source: { otherTables } })
    const draft = await bench.open('list.xlsx', workbook(rows, {}, 'xlsx'))
    expect(draft).toMatchObject({ counts: { rows: 2 }, source: { otherTables } })
  })

  it.each(['below', 'directly below', 'beside'] as const)(
    'without another table %s it, which is said, and asked about when it has cars',
    async (where) => {
      const people = [header, ann, bob, ['1AB2CF', 'VIC', 'Cy Day', '0412345670', '1/11/2024']]
      const tradeIns = [
        [where === 'directly below' ? 'Trade Rego' : 'Rego', 'Allowance'],
        ['2CD3EF', 4000],
      ]
      const rows =
        where !== 'beside'
          ? [...people, ...(where === 'below' ? [[]] : []), ...tradeIns]
          : people.map((row, at) => [...row, ...(tradeIns[at] ? ['', ...tradeIns[at]] : [])])
      const bench = createBench()
      const draft = await bench.open('list.xlsx', workbook(rows, {}, 'xlsx'))
      expect(draft.counts).toMatchObject({ rows: 3, ready: 3 })
      expect(draft.columns).toHaveLength(5)
      expect(draft.source.otherTables).toEqual({ rows: 2, hasCars: true })
      expect(decisionsOf(draft)).toEqual([
        '2 rows of the file are in another table with cars. Choose the table that is imported.',
      ])
      const { choices, sheet } = draft.source
      const chosen = await bench.drafts.setTable(
        { id: draft.id, choices: { ...choices, sheets: ['List, Table 2'] } },
        signal,
      )
      expect(chosen.counts.rows).toBe(1)
      const back = await bench.drafts.setTable({ id: draft.id, choices: { ...choices, sheets: [sheet] } }, signal)
      expect(back.source.otherTables).toBeUndefined()
      expect(decisionsOf(back)).toEqual([])
    },
  )

  it('without the customers of another sheet, which are asked about until a sheet is chosen', async () => {
    const book = utils.book_new()
    const fleet = ['Fleet Rego', 'Jurisdiction', 'Company', 'Contact Mob']
    for (const [name, rows] of [
      ['Retail', [header, ann, bob]],
      ['Fleet', [fleet, ['1AB2CF', 'VIC', 'Ace Pty Ltd', '0412345670']]],
      ['Makes', [['Make'], ['Kia']]],
    ] as const)
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
    const bench = createBench()
    const { id, source } = await bench.open('list.xlsx', new Uint8Array(write(book, { type: 'buffer' }) as Buffer))
    expect(source.otherTables).toEqual({ rows: 2, hasCars: true })
    const choices = { ...source.choices, sheets: ['Retail'] }
    expect(decisionsOf(await bench.drafts.setTable({ id, choices }, signal))).toEqual([])
  })

  it.each([[[]], [[[]]]])('without the sums of salespeople below it, with %j between', async (between) => {
    const sums = [
      ['Salesperson', 'Units', 'Gross'],
      ['J Brown', 5, 4000],
      ['K White', 6, 5000],
    ]
    const rows = [header, ann, bob].map((row) => row.slice(0, 4))
    const draft = await createBench().open('list.xlsx', workbook([...rows, ...between, ...sums], {}, 'xlsx'))
    expect(draft.counts).toMatchObject({ rows: 2, ready: 2 })
    expect(draft.source.otherTables).toEqual({ rows: 3, hasCars: false })
    const text = csv([...rows, ...between, ...sums])
    expect((await opened(text)).counts).toMatchObject({ rows: 2, ready: 2 })
  })

  it('with the first of its tables that names a car, or whose names are known', async () => {
    const years = [['Year', 'Units'], ['2023', '12'], ['2024', '14'], []]
    expect((await opened(csv([...years, header, ann, bob]))).counts).toMatchObject({ rows: 2, ready: 2 })
    const jobs = [['Job', 'Customer', 'Amount'], ['1201', 'Mia Chen', '240.50'], ['1202', 'Ed Poe', '99.00'], []]
    expect((await opened(csv([...jobs, header, ann, bob]))).counts).toMatchObject({ rows: 2, ready: 2 })
  })

  it('with rows of numbers, and with its skipped rows when it has no others', async () => {
    const numbers = Array.from({ length: 4 }, (_, at) => [`${at}`, `100${at}`, '45000', '21000'])
    expect((await opened(csv([['ID', 'Stock', 'Km', 'Price'], ...numbers]))).counts).toMatchObject({ rows: 4 })
    expect((await opened(csv([header, ['Total', '', '', '2', '']]))).counts).toMatchObject({ rows: 0, skipped: 1 })
    expect((await opened('Date Out;Fleet Contact;Asset\n')).counts).toMatchObject({ rows: 0, skipped: 0 })
  })

  it('with a second car beside the first, which is asked about', async () => {
    const rows = [ann, bob].map((row, at) => [...row.slice(0, 3), '', `2CD3E${at}`, 'Smith Motors'])
    const draft = await createBench().open(
      'list.csv',
      csv([[...header.slice(0, 3), '', 'Rego', 'Bought From'], ...rows]),
    )
    expect(draft.source.otherTables).toEqual({ rows: 3, hasCars: true })
  })

  it('with the letters of its codes, and the words that control characters part', async () => {
    const rows = [
      header,
      ['1AB2CD', 'VIC', 'Pat&#10;O&#39;Brien &AMP; Co', ...ann.slice(3)],
      ['1AB2CE', 'VIC', 'Bob\u000bRay', ...bob.slice(3)],
    ]
    const { sent, notes } = await opened(csv(rows))
    expect(sent.map(({ client_name: name }) => name)).toEqual(["Pat O'Brien & Co", 'Bob Ray'])
    expect(notes).toEqual([
      '1 control character between words became a space.',
      `1 cell has codes of a web page or database (“&amp;” for “&”, “\\'” for “'”; in row 2) and was decoded.`,
    ])
  })

  it('without errors and formulas, with numbers of all digits, under a header that R wrote', async () => {
    const rows = [
      ['1', ...ann.slice(0, 3), '4.12345678E8', '#N/A'],
      ['2', ...bob.slice(0, 4), '=E2'],
    ]
    const { sent, notes } = await opened(csv([[...header.slice(0, 4), 'Note'], ...rows]))
    expect(sent).toMatchObject([
      { rego: '1AB2CD', mobile_number: '0412345678' },
      { rego: '1AB2CE', mobile_number: '0412345679' },
    ])
    expect(JSON.stringify(sent)).not.toMatch(/#N\/A|=E2/)
    expect(notes).toEqual([
      expect.stringContaining('2 cells have an error'),
      'The header has no name for the first column. Its names were moved one column to the right.',
    ])
  })

  it('from an .xls whose streams have other letters, and never from a web page without a table', async () => {
    const source = CFB.read(Buffer.from(workbook([header, ann, bob], {}, 'biff8')), { type: 'buffer' })
    const container = CFB.utils.cfb_new()
    CFB.utils.cfb_add(container, '/WORKBOOK', CFB.find(source, '/Workbook')?.content as Buffer)
    const bytes = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
    expect((await opened(bytes, 'list.xls')).counts).toMatchObject({ rows: 2, ready: 2 })
    const page = '<!DOCTYPE html><title>Sign in</title><form></form>'
    expect(await failureKind(createBench().open('list.xls', page))).toBe('invalid-input')
  })
})

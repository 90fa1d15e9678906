import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readFile, readFileParts } from '../../../../../src/core/drafts/reading/read-file.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { libraryRows } from '../../../../spreadsheets/library-rows.ts'
import { madeZip } from '../../../../spreadsheets/made-workbook.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface OddParts {
  /** The folder of all parts. */
  readonly folder?: string
  readonly separator?: string
  readonly sheets?: string
  readonly relations?: string
  readonly workbookProperties?: string
  readonly sheetXml: string
  readonly strings?: string
  readonly styles?: string
}

/** A workbook whose parts are written by hand. `r1` is its list. */
function oddWorkbook({ folder = 'xl', separator = '/', sheetXml, ...more }: OddParts): Uint8Array {
  const path = (...steps: string[]): string => [folder, ...steps].join(separator)
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  return madeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: `_rels${separator}.rels`,
      content: `<Relationships>${relation('r1', 'officeDocument', `${folder}/workbook.xml`)}</Relationships>`,
    },
    {
      name: path('workbook.xml'),
      content: `<workbook xmlns="${main}" xmlns:r="${office}">${more.workbookProperties ?? ''}<sheets>${more.sheets ?? '<sheet name="List" sheetId="9" r:id="r1"/>'}</sheets></workbook>`,
    },
    {
      name: path('_rels', 'workbook.xml.rels'),
      content: `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}${more.relations ?? ''}</Relationships>`,
    },
    { name: path('worksheets', 'sheet1.xml'), content: sheetXml },
    { name: path('sharedStrings.xml'), content: `<sst>${more.strings ?? ''}</sst>` },
    { name: path('styles.xml'), content: more.styles ?? '<styleSheet/>' },
  ])
}

const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const list = `<worksheet xmlns="${main}"><sheetData><row r="1">${inline('Name')}${inline('Rego')}</row><row r="2">${inline('Ann')}${inline('ABC123')}</row></sheetData></worksheet>`
const listRows = [
  { row: 1, cells: ['Name', 'Rego'] },
  { row: 2, cells: ['Ann', 'ABC123'] },
]

async function read(bytes: Uint8Array): Promise<FileRead> {
  const answer = await readFile('list.xlsx', bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
const cellsOf = async (parts: OddParts): Promise<unknown> =>
  (await read(oddWorkbook(parts))).sheets[0]?.rows.map(({ cells }) => cells)
const sheetOf = (rows: string): string => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

describe('a sound workbook with unusual parts', () => {
  it.each(['chartsheet', 'dialogsheet'])('with a %s gives its list', async (kind) => {
    const bytes = oddWorkbook({
      sheetXml: list,
      sheets: '<sheet name="Chart" sheetId="1" r:id="r9"/><sheet name="List" sheetId="9" r:id="r1"/>',
      relations: `<Relationship Id="r9" Type="${office}/${kind}" Target="${kind}s/sheet1.xml"/>`,
    })
    const { sheets } = await read(bytes)
    expect(sheets).toMatchObject([{ name: 'List', rows: listRows }])
  })

  it('with a styled empty cell in its last corner is as large as its filled cells', async () => {
    const far = list.replace('</sheetData>', '<row r="1048576"><c r="AZ1048576" s="1"/></row></sheetData>')
    const meter = createContentMeter()
    const parts = readFileParts('list.xlsx', oddWorkbook({ sheetXml: far }), meter)
    for (let next = await parts.next(); !next.done; next = await parts.next()) expect(next.value).toBeTruthy()
    expect(meter.counts.cells).toBe(4)
    expect(await cellsOf({ sheetXml: far })).toEqual(listRows.map(({ cells }) => cells))
  })

  it('with backslashes in the names of its parts is read', async () => {
    expect((await read(oddWorkbook({ sheetXml: list, separator: '\\' }))).sheets[0]?.rows).toEqual(listRows)
  })

  it.each(['ss', 'Excel', 'my/parts'])('with its parts in the folder %s is read', async (folder) => {
    expect((await read(oddWorkbook({ sheetXml: list, folder }))).sheets[0]?.rows).toEqual(listRows)
  })

  it('with prefixes, comments, CDATA and single quotes is read', async () => {
    const xml = `<x:worksheet xmlns:x='${main}'><x:sheetData><!-- <x:row r="9"/> --><x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t><![CDATA[A & B <Ltd>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await cellsOf({ sheetXml: xml })).toEqual([['A & B <Ltd>']])
  })

  it('gives the text of rich strings without the reading of characters', async () => {
    const strings =
      '<si><r><t>Ann </t></r><r><rPr><b/></rPr><t xml:space="preserve">Lee</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>two_x000D_&#10;lines &amp; &#x41;</t></si><si/>'
    const cells = [0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('')
    expect(await cellsOf({ sheetXml: sheetOf(`<row>${cells}</row>`), strings })).toEqual([
      ['Ann Lee', '東京', 'two\nlines & A'],
    ])
  })

  it('keeps the places of cells and rows that have no reference', async () => {
    const row =
      '<row><c r="C1"><v>1</v></c><c><v>2</v></c></row><row r="7"><c r="B7"><v>3</v></c></row><row><c><v>4</v></c></row>'
    const { sheets } = await read(oddWorkbook({ sheetXml: sheetOf(row) }))
    expect(sheets[0]?.rows).toEqual([
      { row: 1, cells: [null, null, 1, 2] },
      { row: 7, cells: [null, 3] },
      { row: 8, cells: [4] },
    ])
  })

  it('gives dates of each form, also from 1904 and as ISO text', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-C09]d/mm/yyyy;@"/><numFmt numFmtId="171" formatCode="USD 0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="31"/></cellXfs></styleSheet>'
    const cells = [1, 2, 3, 4].map((style) => `<c s="${style}"><v>45365</v></c>`).join('')
    const iso = '<c t="d" s="1"><v>2024-03-14T12:00:00</v></c>'
    expect(await cellsOf({ sheetXml: sheetOf(`<row>${cells}${iso}</row>`), styles })).toEqual([
      [
        { serial: 45_365, format: 'm/d/yyyy' },
        { serial: 45_365, format: '[$-C09]d/mm/yyyy;@' },
        45_365,
        { serial: 45_365, format: '' },
        { serial: 45_365.5, format: 'm/d/yyyy' },
      ],
    ])
    const from1904 = { sheetXml: sheetOf('<row><c s="1"><v>43903</v></c></row>'), styles }
    expect(await cellsOf({ ...from1904, workbookProperties: '<workbookPr date1904="1"/>' })).toEqual([
      [{ serial: 45_365, format: 'm/d/yyyy' }],
    ])
  })

  it('keeps only the merged ranges that hold a value of the list', async () => {
    const merges = Array.from({ length: 5_000 }, (_, at) => `<mergeCell ref="A${at + 100}:A${at + 101}"/>`).join('')
    const xml = list.replace('</worksheet>', `<mergeCells><mergeCell ref="B2:B3"/>${merges}</mergeCells></worksheet>`)
    const { sheets } = await read(oddWorkbook({ sheetXml: xml }))
    expect(sheets[0]?.merges).toEqual([{ firstRow: 2, lastRow: 3, firstColumn: 1, lastColumn: 1 }])
  })
})

describe('a workbook of another writer', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('0491570006', '1E5', ' x ', 'a\nb', '<b>&amp;"', '_x0041_', "O'Neil"),
  )
  const value = fc.oneof(
    { arbitrary: text, weight: 5 },
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    fc.integer({ min: -1_000_000, max: 99_999_999 }),
    fc.boolean(),
    fc.constant(null),
  )
  const table = fc.array(fc.array(value, { maxLength: 6 }), { minLength: 1, maxLength: 12 })

  it('gives the cells that another reader finds, whichever of two libraries wrote it', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (rows, byHucre) => {
        // Control characters are not allowed in XML, and each library has its own way with them.
        const clean = rows.map((row) =>
          row.map((cell) => (typeof cell === 'string' ? cell.replace(/[^\P{C}\n]/gu, '') : cell)),
        )
        const book = utils.book_new()
        utils.book_append_sheet(book, utils.aoa_to_sheet(clean), 'List')
        const bytes = byHucre
          ? await writeXlsx({ sheets: [{ name: 'List', rows: clean }] })
          : new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer)
        const expected = await libraryRows(bytes)
        const answer = await readFile('list.xlsx', bytes)
        expect(answer.ok ? answer.file.sheets.map((sheet) => sheet.rows) : [[]]).toEqual(expected)
      }),
    )
  })
})

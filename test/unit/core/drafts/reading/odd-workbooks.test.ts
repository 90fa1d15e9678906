import { describe, expect, it } from 'vitest'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readFile } from './read-file.ts'
import { readWhole } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readWorkbook } from '../../../../../src/core/drafts/reading/read-workbook.ts'
import { cellText } from '../../../../../src/core/fields/source-cell.ts'
import type { FileAnswer, FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { main, oddWorkbook, office, sheetOf, type OddParts } from '../../../../spreadsheets/odd-workbook.ts'

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
    const parts = readWorkbook('list.xlsx', oddWorkbook({ sheetXml: far }), meter)
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
        'USD 45365.00',
        { serial: 45_365, format: '' },
        { serial: 45_365.5, format: 'm/d/yyyy' },
      ],
    ])
    const from1904 = { sheetXml: sheetOf('<row><c s="1"><v>43903</v></c></row>'), styles }
    expect(await cellsOf({ ...from1904, workbookProperties: '<workbookPr date1904="1"/>' })).toEqual([
      [{ serial: 45_365, format: 'm/d/yyyy' }],
    ])
  })

  it('gives times, durations, digits and zeros as they are shown, also from 1904', async () => {
    const formats = ['h:mm AM/PM', '[h]:mm', 'd/mm/yyyy h:mm', '0%', '0000\\ 000\\ 000', '&quot;U&quot;0000', 'h:mm']
    const numFmts = formats.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join('')
    const xfs = formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')
    const styles = `<styleSheet><numFmts>${numFmts}</numFmts><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`
    const row = (days: number): string =>
      [0.395833333, 1.5, days + 0.6458333333, 0.475, 412_345_678, 1001, days + 0.4]
        .map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`)
        .join('')
    const shown = ['9:30 AM', '36:00', '3/4/2024 15:30', '47.5%', '0412 345 678', 'U1001', '9:36', '1234.56']
    for (const [days, workbookProperties] of [
      [45_385, ''],
      [45_385 - 1_462, '<workbookPr date1904="1"/>'],
    ] as const) {
      const sheetXml = sheetOf(`<row>${row(days)}<c><v>1234.5600000000001</v></c></row>`)
      const { sheets } = await read(oddWorkbook({ sheetXml, styles, workbookProperties }))
      expect(sheets[0]?.rows[0]?.cells.map(cellText)).toEqual(shown)
    }
  })

  it.each([
    ['&quot;$&quot;#,##0.00', 24_990, '$24,990.00'],
    ['#,##0&quot; km&quot;', 85_000.5, '85,000.5 km'],
    ['[$€-407] 0.00', 9.5, '€ 9.50'],
    ['_-&quot;$&quot;* #,##0_-', -1_200, '-$1,200'],
    ['&quot;0&quot;#', 412_345_678, '0412345678'],
    ['0.0%', 0.4756, '47.56%'],
    ['0.0,,&quot;M&quot;', 24_900_000, '24900000'],
    ['#,##0.00', 24_990, '24990'],
  ])('gives a number in the format %s with its unit', async (code, value, shown) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`
    const sheetXml = sheetOf(`<row><c s="1"><v>${value}</v></c></row>`)
    const { sheets } = await read(oddWorkbook({ sheetXml, styles }))
    expect(sheets[0]?.rows[0]?.cells.map(cellText)).toEqual([shown])
  })

  it.each(['-1', '0', '1.5', 'x', ''])('puts a row with the number %j behind the one before', async (number) => {
    const sheetXml = sheetOf(`<row r="1">${inline('a')}</row><row r="${number}">${inline('b')}</row>`)
    expect((await read(oddWorkbook({ sheetXml }))).sheets[0]?.rows).toEqual([
      { row: 1, cells: ['a'] },
      { row: 2, cells: ['b'] },
    ])
  })

  it('says how many texts are missing, and is refused without any of its texts', async () => {
    const sheetXml = sheetOf(`<row><c t="s"><v>0</v></c><c t="s"><v>7</v></c></row>`)
    const some = await read(oddWorkbook({ sheetXml, strings: '<si><t>Ann</t></si>' }))
    expect(some.notes).toEqual([expect.stringContaining('1 text is missing in the file')])
    const none = await readFile('list.xlsx', oddWorkbook({ sheetXml }))
    expect(none.ok ? '' : none.problem.message).toBe('“list.xlsx” is damaged: the texts of its cells are missing.')
  })

  it('with its texts under another relation has them', async () => {
    const sheetXml = sheetOf('<row><c t="s"><v>0</v></c></row>')
    const bytes = oddWorkbook({ sheetXml, strings: '<si><t>Ann</t></si>', stringsRelation: 'texts' })
    expect((await read(bytes)).sheets[0]?.rows[0]?.cells).toEqual(['Ann'])
  })

  it('tidies control characters and entities, and counts errors and formulas', async () => {
    const cells = [inline('Ann_x000B_Lee'), inline('Smith &amp;amp; Sons'), inline('=A1'), '<c t="e"><v>#N/A</v></c>']
    const { sheets } = await read(oddWorkbook({ sheetXml: sheetOf(`<row>${cells.join('')}</row>`) }))
    expect(sheets[0]?.rows[0]?.cells).toEqual(['Ann Lee', 'Smith & Sons', '=A1', { error: '#N/A' }])
    expect(sheets[0]?.notes).toEqual([
      '1 control character between words became a space.',
      expect.stringMatching(/^2 cells have an error .*first in row 1/),
      expect.stringMatching(/^1 cell has codes of a web page .*in row 1/),
    ])
  })

  it.each([
    ['rows', '<row r="3"><c r="A3"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>', [[1], [3]]],
    ['rows, in pieces', '<row r="1"><c r="B1"><v>2</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>', [[1, 2]]],
    [
      'rows of one number',
      '<row r="1"><c><v>1</v></c></row>'.repeat(2) + '<row r="2"><c><v>3</v></c></row>',
      [[1], [1], [3]],
    ],
    ['rows from zero', '<row r="0"><c><v>0</v></c></row><row r="1"><c><v>1</v></c></row>', [[0], [1]]],
    ['cells', '<row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>', [[1, 2]]],
  ])('puts %s that are not in their order in their places', async (_, rows, expected) => {
    expect(await cellsOf({ sheetXml: sheetOf(rows) })).toEqual(expected)
  })

  it('takes a formula that gives an empty text for calculated', async () => {
    const empty = '<f>IF(TRUE,"","x")</f><v></v>'
    const row = `<row><c t="str">${empty}</c><c t="str"><f>A1</f><v/></c><c><v>1</v></c></row>`
    expect((await read(oddWorkbook({ sheetXml: sheetOf(row) }))).sheets[0]).toMatchObject({
      rows: [{ cells: [null, null, 1] }],
      notes: [],
    })
    const uncalculated = `<row><c>${empty}</c><c t="str"><f>A1</f></c><c><v>1</v></c></row>`
    const { sheets } = await read(oddWorkbook({ sheetXml: sheetOf(uncalculated) }))
    expect(sheets[0]?.notes[0]).toContain('2 formulas have no saved value')
    expect(sheets[0]?.rows[0]?.cells).toEqual([{ error: '=?' }, { error: '=?' }, 1])
    const copiedDown = `${sheetOf(`<row><c><v>1</v></c></row>${'<row><c><f>A1</f></c></row>'.repeat(9)}`)}`
    expect(await cellsOf({ sheetXml: copiedDown })).toEqual([[1]])
  })

  it('keeps only the merged ranges that hold a value of the list', async () => {
    const merges = Array.from({ length: 5_000 }, (_, at) => `<mergeCell ref="A${at + 100}:A${at + 101}"/>`).join('')
    const xml = list.replace('</worksheet>', `<mergeCells><mergeCell ref="B2:B3"/>${merges}</mergeCells></worksheet>`)
    const { sheets } = await read(oddWorkbook({ sheetXml: xml }))
    expect(sheets[0]?.merges).toEqual([{ firstRow: 2, lastRow: 3, firstColumn: 1, lastColumn: 1 }])
  })
})

describe('an unusual workbook that is inflated in pieces', () => {
  const readInPieces = (bytes: Uint8Array, pieceBytes: number): Promise<FileAnswer | null> =>
    readWhole(readWorkbook('list.xlsx', bytes, createContentMeter(), { pieceBytes }))
  const cells = '<c r="A1" t="s"><v>0</v></c>'
  const strings = '<si><t>Ann</t></si>'
  const rowsOf = async (parts: OddParts): Promise<unknown> => {
    const answer = await readInPieces(oddWorkbook({ strings, stored: true, ...parts }), 16)
    return answer?.ok ? answer.file.sheets[0]?.rows : answer
  }

  it.each([
    ['a row end behind the rows', `${sheetOf(`<row>${cells}</row>`)}</row>`, ['Ann']],
    ['a comment', sheetOf(`<!-- x --><row>${cells}</row>`), ['Ann']],
    ['CDATA', sheetOf('<row><c t="str"><v><![CDATA[a<b]]></v></c></row>'), ['a<b']],
    ['cells in another order', sheetOf(`<row><c r="B1"><v>1</v></c>${cells}</row>`), ['Ann', 1]],
    ['a missing shared text', sheetOf('<row><c t="s"><v>7</v></c><c><v>1</v></c></row>'), [null, 1]],
    ['a cell of an unknown type', sheetOf('<row><c t="z"><v>1</v></c></row>'), [1]],
    ['attributes of other programs', sheetOf('<row><c x:r="F1" r = \'B1\' cm="1"><v>1</v></c></row>'), [null, 1]],
    ['rows outside of its data', sheetOf('').replace('</worksheet>', '<row><c><v>1</v></c></row></worksheet>'), [1]],
  ])('with %s has its cells', async (_, sheetXml, expected) => {
    expect(await rowsOf({ sheetXml })).toEqual([{ row: 1, cells: expected }])
  })

  it('with CDATA in a shared text has that text', async () => {
    const parts = { sheetXml: sheetOf(`<row>${cells}</row>`), strings: '<si><t><![CDATA[a&b]]></t></si>' }
    expect(await rowsOf(parts)).toEqual([{ row: 1, cells: ['a&b'] }])
  })

  it.each([
    ['rows in another order', `<row r="2">${cells}</row><row r="1"/>`],
    ['two rows of one number', `<row r="1">${cells}</row><row r="1"/>`],
  ])('with %s is read in another way', async (_, rows) => {
    expect(await readInPieces(oddWorkbook({ strings, sheetXml: sheetOf(rows) }), 64)).toBeNull()
  })

  it('with a text that is longer than Excel allows has it cut, and says so once, however its shared texts come', async () => {
    const long = 'x'.repeat(40_000)
    const sheetXml = sheetOf(`<row><c t="str"><v>${long}</v></c>${cells.replace('A1', 'B1')}</row>`)
    const answer = await readInPieces(oddWorkbook({ sheetXml, strings: `<si><t>${long}</t></si>` }), 1_000)
    expect(answer?.ok && answer.file.sheets[0]?.notes).toEqual([
      expect.stringContaining('2 cells have more than 32,767'),
    ])
  })

  it('with bytes that are no UTF-8 has its other letters', async () => {
    const sheetXml = sheetOf('<row><c t="str"><v>Zoë Lee</v></c></row>')
    expect(await rowsOf({ sheetXml, encoding: 'latin1' })).toEqual([{ row: 1, cells: ['Zo\uFFFD Lee'] }])
  })
})

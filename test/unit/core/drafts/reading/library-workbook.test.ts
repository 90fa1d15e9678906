import { describe, expect, it } from 'vitest'
import { CFB, utils, write, type BookType, type WorkBook } from '@e965/xlsx'
import { readFile } from './read-file.ts'
import { cellText } from '../../../../../src/core/fields/source-cell.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'

/** 14 March 2024 as Excel counts: days since 30 December 1899. */
const serial = 45_365

/** A workbook with each kind of cell, a hidden sheet, a hidden row and merged cells. */
function workbook(from1904 = false): WorkBook {
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Mobile', 'Rego', 'Sold', 'Finance'],
    ['Zoë Ray', '0491570006', '1E5', from1904 ? serial - 1_462 : serial, true],
    [null, null, null, null, null],
    ['Ann', 491_570_156, 'ABC123', 12.5, false],
    ['Bob', { t: 'n', v: 4, f: '2+2' }, { t: 'e', v: 0x2a }, null, null],
  ])
  sheet['D2'].z = 'd/mm/yyyy'
  sheet['B4'].z = '0000000000'
  sheet['!merges'] = [{ s: { r: 3, c: 4 }, e: { r: 4, c: 4 } }]
  sheet['!rows'] = [{}, {}, {}, { hidden: true }]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'List')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Lookup')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }], WBProps: { date1904: from1904 } }
  return book
}

const written = (type: BookType, book = workbook()): Uint8Array =>
  new Uint8Array(write(book, { type: 'buffer', bookType: type }) as Buffer)

async function read(name: string, bytes: Uint8Array): Promise<FileRead> {
  const answer = await readFile(name, bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
async function refusal(name: string, bytes: Uint8Array): Promise<string> {
  const answer = await readFile(name, bytes)
  return answer.ok ? 'read' : answer.problem.message
}

const rows = [
  { row: 1, cells: ['Name', 'Mobile', 'Rego', 'Sold', 'Finance'] },
  { row: 2, cells: ['Zoë Ray', '0491570006', '1E5', { serial, format: 'd/mm/yyyy' }, true] },
  { row: 4, cells: ['Ann', '0491570156', 'ABC123', 12.5, false] },
  { row: 5, cells: ['Bob', 4, { error: '#N/A' }] },
]

describe('a workbook of another form of Excel', () => {
  it.each([
    ['an .xls of Excel 97 to 2003', 'xls', 'xls'],
    ['an .xlsb', 'xlsb', 'xlsb'],
    ['an XML workbook of 2003', 'xlml', 'xml-2003'],
    ['an .xlsx, for comparison', 'xlsx', 'xlsx'],
  ] as const)('%s gives the same cells, sheets and merged ranges, whatever its name', async (_, type, kind) => {
    for (const from1904 of [false, true]) {
      const file = await read('list.csv', written(type, workbook(from1904)))
      expect(file.kind).toBe(kind)
      expect(file.sheets[0]?.rows).toEqual(rows)
      expect(file.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
        ['List', false],
        ['Lookup', true],
      ])
      expect(file.sheets[0]?.merges).toEqual([{ firstRow: 4, lastRow: 5, firstColumn: 4, lastColumn: 4 }])
    }
  })

  it('says that hidden rows are included', async () => {
    const file = await read('list.xls', written('xlml'))
    expect(file.sheets[0]?.notes[0]).toContain('1 hidden row is included')
  })

  it.each(['biff5', 'biff2'] as const)('of the 1990s (%s) gives its cells', async (type) => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Rego'],
        ['Ann', 'ABC123'],
      ]),
      'List',
    )
    const file = await read('list.xls', written(type, book))
    expect(file.kind).toBe('xls')
    expect(file.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Rego'],
      ['Ann', 'ABC123'],
    ])
  })

  it('with a password is refused as such', async () => {
    const container = CFB.read(Buffer.from(written('xls')), { type: 'buffer' })
    const stream = container.FileIndex.find((one: { name: string }) => one.name === 'Workbook')
    if (!stream) throw new Error('The workbook has no stream')
    // FilePass directly behind the first record.
    const content = Buffer.from(stream.content as Uint8Array)
    const first = 4 + content.readUInt16LE(2)
    const filePass = Buffer.concat([Buffer.from([0x2f, 0, 6, 0]), Buffer.alloc(6)])
    stream.content = Buffer.concat([content.subarray(0, first), filePass, content.subarray(first)])
    stream.size = (stream.content as Buffer).length
    const bytes = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
    expect(await refusal('list.xls', bytes)).toBe('“list.xls” is protected by a password.')
  })

  const streamOf = (type: BookType): Uint8Array => {
    const container = CFB.read(Buffer.from(written(type)), { type: 'buffer' })
    return container.FileIndex.find(({ name }: { name: string }) => /book$/i.test(name))?.content as Uint8Array
  }
  const withStreams = (streams: Readonly<Record<string, Uint8Array>>): Uint8Array => {
    const container = CFB.utils.cfb_new()
    for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(container, path, Buffer.from(content))
    return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
  }
  const other = new Uint8Array(600)

  it.each([
    ['capitals', { '/WORKBOOK': streamOf('biff8') }],
    ['capitals, of Excel 95', { '/BOOK': streamOf('biff5') }],
    ['an embedded Word document', { '/Workbook': streamOf('biff8'), '/MBD01/WordDocument': other }],
    ['an embedded protected workbook', { '/Workbook': streamOf('biff8'), '/MBD01/EncryptedPackage': other }],
  ])('with streams of %s is read', async (_, streams) => {
    const cells = (await read('list.xls', withStreams(streams))).sheets[0]?.rows.map((row) => row.cells[0])
    // Excel 95 has no Unicode.
    expect(cells).toEqual(['Name', expect.stringMatching(/^Zo. Ray$/), 'Ann', 'Bob'])
  })

  it.each([
    ['is a Word document', { '/WordDocument': other, '/ObjectPool/_1/Workbook': streamOf('biff8') }],
    ['is a PowerPoint presentation', { '/PowerPoint Document': other }],
    ['is an Outlook message', { '/__properties_version1.0': other, '/__attach_1/Workbook': streamOf('biff8') }],
    ['as a spreadsheet', { '/CONTENTS': other }],
  ])('whose container %s is refused', async (words, streams) => {
    expect(await refusal('list.xls', withStreams(streams))).toContain(words)
  })

  it.each(['xls', 'biff5', 'xlsb', 'xlml'] as const)(
    '(%s) gives times, durations and digits as shown',
    async (type) => {
      const values: readonly (readonly [number, string, string])[] = [
        [0.395833333, 'h:mm AM/PM', '9:30 AM'],
        [1.5, '[h]:mm', '36:00'],
        [45_385.6458333333, 'd/mm/yyyy h:mm', '3/4/2024 15:30'],
        [0.475, '0.0%', '47.5%'],
        [1234.56 + 2e-13, 'General', '1234.56'],
      ]
      const sheet = utils.aoa_to_sheet([values.map(([value]) => value)])
      for (const [column, [, format]] of values.entries()) sheet[utils.encode_cell({ r: 0, c: column })].z = format
      const book = utils.book_new()
      utils.book_append_sheet(book, sheet, 'List')
      const { sheets } = await read('list.xls', written(type, book))
      expect(sheets[0]?.rows[0]?.cells.map(cellText)).toEqual(values.map(([, , shown]) => shown))
    },
  )

  it.each(['xls', 'xlsb', 'ods', 'xlml'] as const)(
    'cut off anywhere (%s) is read or refused in a sentence',
    async (type) => {
      const bytes = written(type)
      for (const part of [0.2, 0.5, 0.9, 0.99]) {
        const message = await refusal('list.xls', bytes.subarray(0, Math.floor(bytes.length * part)))
        expect(message).toMatch(/^read$|“list\.xls”/)
      }
    },
  )
})

describe('an OpenDocument spreadsheet', () => {
  it.each([
    ['an .ods', 'ods'],
    ['a flat .fods', 'fods'],
  ] as const)('%s gives the same values as an .xlsx', async (_, type) => {
    const file = await read('list.ods', written(type))
    expect(file.kind).toBe('ods')
    expect(file.sheets[0]?.rows.slice(0, 3)).toMatchObject([
      rows[0]!,
      { row: 2, cells: ['Zoë Ray', '0491570006', '1E5', { serial }, true] },
      { row: 4 },
    ])
    expect(file.sheets.map(({ name }) => name)).toEqual(['List', 'Lookup'])
  })

  const ods = async (parts: Readonly<Record<string, string>>): Promise<Uint8Array> => {
    const { madeZip } = await import('../../../../spreadsheets/made-workbook.ts')
    const type = 'application/vnd.oasis.opendocument.spreadsheet'
    const named = Object.entries(parts).map(([name, content]) => ({ name, content }))
    return madeZip([{ name: 'mimetype', content: type, stored: true }, ...named])
  }

  it('gives times, durations and digits as LibreOffice shows them', async () => {
    const time = (name: string, more: string, parts: string): string =>
      `<number:time-style style:name="N${name}"${more}>${parts}</number:time-style><style:style style:name="${name}" style:family="table-cell" style:data-style-name="N${name}"/>`
    const colon = '<number:text>:</number:text>'
    const clock = `<number:hours number:style="long"/>${colon}<number:minutes number:style="long"/>`
    const styles = [
      time('t', '', `${clock}<number:text> </number:text><number:am-pm/>`),
      time('d', ' number:truncate-on-overflow="false"', clock),
    ]
    const cell = (type: string, value: string, style = ''): string =>
      `<table:table-cell office:value-type="${type}" office:${value}${style === '' ? '' : ` table:style-name="${style}"`}><text:p>x</text:p></table:table-cell>`
    const cells = [
      cell('time', 'time-value="PT09H30M00S"', 't'),
      cell('time', 'time-value="PT36H00M00S"', 'd'),
      cell('float', 'value="1234.5600000000001"'),
    ]
    const namespaces = ['office', 'style', 'text', 'table']
      .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
      .join(' ')
    const content = `<office:document-content ${namespaces} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="List"><table:table-row>${cells.join('')}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
    const manifest = { 'META-INF/manifest.xml': '<manifest:manifest/>' }
    const bytes = await ods({ 'content.xml': content, 'styles.xml': '<office:document-styles/>', ...manifest })
    const { sheets } = await read('list.ods', bytes)
    expect(sheets[0]?.rows[0]?.cells.map(cellText)).toEqual(['09:30 AM', '36:00', '1234.56'])
  })

  it.each([
    ['content.xml', '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'],
    ['encrypted-package', '<manifest:manifest/>'],
  ])('with a password (%s) is refused as such', async (part, manifest) => {
    const bytes = await ods({ [part]: 'no xml', 'META-INF/manifest.xml': manifest })
    expect(await refusal('list.ods', bytes)).toBe('“list.ods” is protected by a password.')
  })

  it('that is a letter is refused', async () => {
    const head = 'mimetypeapplication/vnd.oasis.opendocument.text'
    const { madeZip } = await import('../../../../spreadsheets/made-workbook.ts')
    const bytes = madeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true },
      { name: 'content.xml', content: '<office:document-content/>' },
    ])
    expect(Buffer.from(bytes).toString('latin1')).toContain(head)
    expect(await refusal('letter.odt', bytes)).toContain('is a text document')
  })
})

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a text that is no CSV', () => {
  it('a web page saved as .xls gives its table, with zeros, breaks and letters as they are shown', async () => {
    const page = `<html><head><meta charset="utf-8"></head><body><table>
      <tr><th>Name</th><th>Mobile</th><th>Rego</th></tr>
      <tr><td>Zo&euml; O&#39;Ray</td><td>0491570006</td><td>1E5</td></tr>
      <tr><td>Ann<br>Lee</td><td>0491 570 156</td><td>3-4</td></tr></table></body></html>`
    const file = await read('report.xls', utf8(page))
    expect(file.kind).toBe('web-page')
    expect(file.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Mobile', 'Rego'],
      ["Zoë O'Ray", '0491570006', '1E5'],
      ['Ann\nLee', '0491 570 156', '3-4'],
    ])
  })

  it('a list with a field for a password above it is read', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => `<tr><td>Ann Lee</td><td>1AB${at}CD</td></tr>`).join('')
    const page = `<html><form><input type="password"></form><table><tr><th>Name</th><th>Rego</th></tr>${rows}</table></html>`
    expect((await read('list.xls', utf8(page))).sheets[0]?.rows).toHaveLength(11)
  })

  it.each([
    ['a sign-in page', '<!DOCTYPE html><title>Sign in</title><form><input name=user></form>', 'Sign in'],
    ['a sign-in page with a table', '<html><table><tr><td><input type="password"></td></tr></table></html>', ''],
    [
      'a sign-in page whose fields are a table',
      `<title>DealerNet - Log on</title><table>${'<tr><td>User<td><input id=u></tr>'.repeat(4)}</table>`,
      'DealerNet - Log on',
    ],
    ['an error page', '<html><head><title>502 Bad Gateway</title></head><h1>502</h1></html>', '502 Bad Gateway'],
    ['an error page with a table', '<title>Error</title><table><tr><td>Try again</td></tr></table>', 'Error'],
    ['an empty table', '<html><table></table></html>', ''],
    ['a script', '<script>location = "/login"</script>', ''],
  ])('%s is refused with the likely cause', async (_, page, title) => {
    const answer = await readFile('list.xls', utf8(page))
    expect(answer.ok ? '' : answer.problem.message).toBe(
      '“list.xls” is a web page without a table, perhaps because you were signed out.',
    )
    const next = answer.ok ? '' : answer.problem.next
    expect(/^Its title is “(.*?)”/.exec(next)?.[1] ?? '').toBe(title)
  })

  it('SYLK gives its cells, and a CSV whose first column is called ID stays a CSV', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Mobile'],
        ['Zoë', '0491570006'],
      ]),
      'List',
    )
    const file = await read('list.slk', written('sylk', book))
    expect(file.kind).toBe('sylk')
    expect(file.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Mobile'],
      ['Zoë', '0491570006'],
    ])
    expect((await read('list.csv', utf8('ID;Plate;State\n1;ABC123;NSW\n2;XYZ789;VIC\n'))).kind).toBe('csv')
  })

  it('DIF gives its cells', async () => {
    const cells = ['Name', 'Mobile', 'Zoë Ngāti', '0491570006'].map((text) => `1,0\r\n"${text}"\r\n`)
    const start = (): string => '-1,0\r\nBOT\r\n'
    const text = `TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\nTUPLES\r\n0,2\r\n""\r\nDATA\r\n0,0\r\n""\r\n${start()}${cells.slice(0, 2).join('')}${start()}${cells.slice(2).join('')}-1,0\r\nEOD\r\n`
    const file = await read('list.dif', utf8(text))
    expect(file.kind).toBe('dif')
    expect(file.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Mobile'],
      ['Zoë Ngāti', '0491570006'],
    ])
  })

  it.each([
    ['an Apple Numbers file', 'In Numbers, choose File > Export To'],
    ['a saved web page', '(.mht)'],
  ])('%s is refused with what to do', async (what, words) => {
    const { madeZip } = await import('../../../../spreadsheets/made-workbook.ts')
    const bytes = what.includes('Numbers')
      ? madeZip([{ name: 'Index/Document.iwa', content: 'x'.repeat(50) }])
      : utf8('MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html></html>')
    const answer = await readFile('list.numbers', bytes)
    expect(answer.ok ? '' : `${answer.problem.message} ${answer.problem.next}`).toContain(words)
  })
})

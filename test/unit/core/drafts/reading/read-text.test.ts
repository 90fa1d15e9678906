import fc from 'fast-check'
import Papa from 'papaparse'
import { CFB } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean, mark: boolean): Uint8Array => {
  const whole = (mark ? '\uFEFF' : '') + text
  const bytes = new Uint8Array(whole.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < whole.length; at += 1) view.setUint16(at * 2, whole.charCodeAt(at), littleEndian)
  return bytes
}
const utf32 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 4)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint32(at * 4, text.charCodeAt(at), littleEndian)
  return bytes
}
/** Encodes by searching each character in what the platform decodes, so that no table is needed. */
const eightBit = (label: string) => {
  const decoder = new TextDecoder(label)
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return (text: string): Uint8Array => Uint8Array.from(text, (char) => byteOf.get(char) ?? 0x3f)
}
const windows1252 = eightBit('windows-1252')
const macRoman = eightBit('macintosh')

async function read(bytes: Uint8Array, name = 'list.csv'): Promise<FileRead> {
  const answer = await readFile(name, bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
async function refused(bytes: Uint8Array, name = 'list.csv'): Promise<string> {
  const answer = await readFile(name, bytes)
  if (answer.ok) throw new Error('The file was read')
  return `${answer.problem.message} ${answer.problem.next}`
}
const cells = (file: FileRead): unknown[] => file.sheets[0]!.rows.map((row) => row.cells)
const numbers = (file: FileRead): number[] => file.sheets[0]!.rows.map((row) => row.row)

describe('encodings (domain, part 7.1)', () => {
  const table = 'Name,Rego\nJosé D’Angelo,ABC123\nZoë Müller,1AB2CD\n'
  const expected = [
    ['Name', 'Rego'],
    ['José D’Angelo', 'ABC123'],
    ['Zoë Müller', '1AB2CD'],
  ]
  it.each([
    ['UTF-8', utf8(table), 'UTF-8'],
    ['UTF-8 with a mark', utf8('\uFEFF' + table), 'UTF-8 with a byte order mark'],
    ['UTF-16LE with a mark', utf16(table, true, true), 'UTF-16 (“Unicode Text”)'],
    ['UTF-16BE with a mark', utf16(table, false, true), 'UTF-16, big-endian'],
    ['UTF-16LE', utf16(table, true, false), 'UTF-16 without a byte order mark'],
    ['UTF-16BE', utf16(table, false, false), 'UTF-16, big-endian, without a byte order mark'],
    ['Windows-1252', windows1252(table), 'Windows-1252 (guessed)'],
    ['Mac Roman with lone CRs', macRoman(table.replaceAll('\n', '\r')), 'Mac Roman (guessed)'],
    ['Mac Roman with LFs', macRoman(table), 'Mac Roman (guessed)'],
  ])('%s', async (_name, bytes, words) => {
    const file = await read(bytes)
    expect(file.encoding).toBe(words)
    expect(cells(file)).toEqual(expected)
  })

  it('notes a guessed code page and removed control characters', async () => {
    expect((await read(windows1252(table))).notes[0]).toContain('Windows-1252')
    const file = await read(utf8('Name,Rego\nJo\u0000hn,AB\u0003C123\n'))
    expect(cells(file)[1]).toEqual(['John', 'ABC123'])
    expect(file.notes).toEqual(['2 invisible control characters were removed.'])
  })

  it('puts a space where a control character parts words, and says so', async () => {
    const file = await read(utf8('Name,Rego\nAnn\u000bLee,A\u001dB\nBob\fRay,C\u2028D\n'))
    expect(cells(file).slice(1)).toEqual([
      ['Ann Lee', 'A B'],
      ['Bob Ray', 'C D'],
    ])
    expect(file.notes).toEqual(['4 control characters between words became spaces.'])
  })

  it.each(['\uFEFF\uFEFF', '\uFEFFï»¿', 'ï»¿'])('removes the marks %j in front of the first name', async (marks) => {
    expect(cells(await read(utf8(`${marks}"Name",Rego\nAnn,ABC123\n`)))[0]).toEqual(['Name', 'Rego'])
  })

  it.each([
    ['é', 'Ren\u008e,Ann'],
    ['ü', 'M\u009fller,Ann'],
    ['ö and ä', 'J\u009ag\u008ar,Ann'],
  ])('reads %s of a Mac file with few accents by the word that results', async (_name, text) => {
    const bytes = Uint8Array.from(`Name,Rego\n${text}\nBob,ABC123\n`, (char) => char.charCodeAt(0))
    expect((await read(bytes)).encoding).toBe('Mac Roman (guessed)')
  })

  it.each(['René,A', 'Müller,A', 'Jäger,A', 'Zoë,A', 'D’Angelo,A', 'Ngāti – Café,A', 'São,A', 'Muñoz,A'])(
    'reads %s of a Windows file by the word that results',
    async (text) => {
      const file = await read(windows1252(`Name,Rego\n${text}\nBob,ABC123\n`))
      expect(file.encoding).toBe('Windows-1252 (guessed)')
    },
  )

  it.each([
    ['Jos\u0082', 'José'],
    ['Bj\u0094rn M\u0081ller', 'Björn Müller'],
    ['Zo\u0089', 'Zoë'],
    ['M\u00a1che\u00a0l Mu\u00a4oz', 'Mícheál Muñoz'],
    ['JOS\u0090 N\u00e9\u00a5EZ', 'JOSÉ NÚÑEZ'],
    ['Fran\u0087oise', 'Françoise'],
  ])('reads %j of a DOS file by the word that results', async (text, name) => {
    const file = await read(Uint8Array.from(`Name,Rego\r\n${text},ABC123\r\n`, (char) => char.charCodeAt(0)))
    expect(file.encoding).toBe('DOS (code page 850) (guessed)')
    expect(cells(file)[1]).toEqual([name, 'ABC123'])
    expect(file.notes).toEqual([expect.stringMatching(/^Accented letters were read as DOS \(code page 850\)[.,]/)])
  })

  it.each([
    'later…,A',
    '“bob”,A',
    '“Bob”,A',
    'a – b,A',
    'Smith\u00a0,A',
    'Ann\u00a0Lee,A',
    'don’t,A',
    'BJÖRN,A',
    'ZOË,A',
  ])('reads %j of a Windows file with the signs of Windows', async (text) => {
    const file = await read(windows1252(`Name,Rego\n${text}\nBob,ABC123\n`))
    expect(file.encoding).toBe('Windows-1252 (guessed)')
  })

  it('reads a text whose fields and end are filled up with NULs', async () => {
    const rows = ['Name\0\0\0\0,Rego', '"Ann Lee"\0\0,ABC123\0', 'Bob Ray\0\0\0,1AB2CD']
    const file = await read(utf8(`${rows.join('\n')}\n${'\0'.repeat(300)}`))
    expect(cells(file)).toEqual([
      ['Name', 'Rego'],
      ['Ann Lee', 'ABC123'],
      ['Bob Ray', '1AB2CD'],
    ])
    expect(file.notes).toEqual([])
  })

  it('reads a UTF-8 file with one line of another encoding line by line, and says which line', async () => {
    const lines = ['Name,Rego', 'Renée,1AB2CD', 'Zoë,1AB2CE', 'Müller,1AB2CF']
    const bytes = [...lines.map((line) => utf8(`${line}\n`)), windows1252('José,1AB2CG\n'), utf8('Anaïs,1AB2CH\n')]
    const file = await read(Uint8Array.from(bytes.flatMap((part) => [...part])))
    expect(cells(file).map((row) => (row as string[])[0])).toEqual(['Name', 'Renée', 'Zoë', 'Müller', 'José', 'Anaïs'])
    expect(file.notes).toEqual(['1 line isn’t UTF-8 (line 5) and was read as Windows-1252. Check the names there.'])
  })

  it('notes letters that were already damaged', async () => {
    expect((await read(utf8('Name,Rego\nJosÃ©,ABC123\n'))).sheets[0]!.notes[0]).toContain('damaged')
  })
})

describe('codes of a web page', () => {
  it.each([',', ';', '\t'])('are decoded between %j, and said once', async (mark) => {
    const lines = [
      ['Name', 'Rego'],
      ['Pat O&#39;Brien', '1AB2CD'],
      ['Smith &amp; Sons', '1AB2CE'],
      ['A &amp;amp; B', '1AB2CF'],
      ['R&D; x &notaname', '1AB2CG'],
      ['Zo&euml; &#x4E2D;', '1AB2CH'],
      ["Pat O\\'Brien", '1AB2CI'],
      ["D''Arcy", '1AB2CJ'],
      ['5\\\\6 < 7 <x>', '1AB2CL'],
    ]
    const text = lines.map((line) => line.map((cell) => (cell.includes('R&D') ? `"${cell}"` : cell)).join(mark))
    const file = await read(utf8(text.join('\n')))
    expect(cells(file).map((row) => (row as string[])[0])).toEqual([
      'Name',
      "Pat O'Brien",
      'Smith & Sons',
      'A & B',
      'R&D; x &notaname',
      'Zoë 中',
      "Pat O'Brien",
      "D'Arcy",
      '5\\\\6 < 7 <x>',
    ])
    expect(file.sheets[0]?.notes).toEqual([
      `6 cells have codes of a web page or database (“&amp;” for “&”, “\\'” for “'”; first in row 2) and were decoded.`,
    ])
  })
})

describe('rows', () => {
  it('with errors and formulas instead of values are said', async () => {
    const file = await read(utf8('Rego,Note,Price\n1AB2CD,#N/A,=A1*2\n1AB2CE,######,#1\n'))
    expect(file.sheets[0]?.notes).toEqual([expect.stringMatching(/^3 cells have an error .*first in row 2/)])
  })

  it('gives the row numbers that Excel shows: a line break in a cell is not a row, an empty line is', async () => {
    const file = await read(utf8('Name,Address\r\nA,"Level 2\r\n14 George St"\r\n\r\nB,x\r\n'))
    expect(numbers(file)).toEqual([1, 2, 4])
    expect(cells(file)[1]).toEqual(['A', 'Level 2\n14 George St'])
  })

  it.each([
    ['LF then CRLF', 'a,b\n1,2\r\n3,4\r\n'],
    ['CRLF then LF', 'a,b\r\n1,2\n3,4\n'],
    ['lone CR', 'a,b\r1,2\r3,4'],
  ])('mixed line ends: %s', async (_name, text) => {
    expect(cells(await read(utf8(text)))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('does not change ragged rows, leading zeros, E-notation or a __proto__ header', async () => {
    const file = await read(utf8('__proto__,Mobile,__parsed_extra\nx,0412345678\ny,1E10,z,more\n'))
    expect(cells(file)).toEqual([
      ['__proto__', 'Mobile', '__parsed_extra'],
      ['x', '0412345678'],
      ['y', '1E10', 'z', 'more'],
    ])
  })
})

describe('files that are refused, each with its reason', () => {
  it.each([
    ['nothing', new Uint8Array(0), 'is empty'],
    ['blank lines', utf8('\n \n\n'), 'is empty'],
    ['a PDF', utf8('%PDF-1.7 ...'), 'PDF'],
    ['UTF-32LE', utf32('Name,Rego\nAnn,ABC123\n', true), 'is a text in UTF-32'],
    ['UTF-32LE with a mark', utf32('\uFEFFName,Rego\n', true), 'is a text in UTF-32'],
    ['UTF-32BE', utf32('Name,Rego\nAnn,ABC123\n', false), 'is a text in UTF-32'],
    ['UTF-32BE with a mark', utf32('\uFEFFName,Rego\n', false), 'is a text in UTF-32'],
    ['JSON', utf8('[\n {"Rego": "1AB2CD"}]'), 'is a JSON file'],
    ['JSON lines', utf8('{"Rego":"1AB2CD"}\n{"Rego":"1AB2CE"}\n'), 'is a JSON file'],
    ['lists as JSON', utf8('["Rego","Name"]\n["1AB2CD","Ann"]\n'), 'is a JSON file'],
    ['XML without a declaration', utf8('<Error><Code>AccessDenied</Code></Error>'), 'is an XML file'],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'picture'],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), '.xls'],
    ['a workbook whose end is missing', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4), 'is incomplete'],
    ['a program', Uint8Array.from({ length: 4_000 }, (_, at) => (at * 97 + 128) % 256), 'as a spreadsheet'],
  ])('%s', async (_name, bytes, words) => {
    expect(await refused(bytes, 'list.xls')).toContain(words)
  })

  it('recognises a workbook with a password by its content', async () => {
    const container = CFB.utils.cfb_new()
    CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.from('x'.repeat(600)))
    const bytes = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
    expect(await refused(bytes, 'list.xlsx')).toContain('protected by a password')
  })

  it('refuses a line with more separators than an array of the engine can hold, before it is parsed', async () => {
    expect(await refused(utf8(`Name,Rego,State\nAnn,ABC123,VIC\nBob${','.repeat(200_000)}\n`))).toContain(
      'Line 3 of “list.csv” is too long',
    )
  })

  it('refuses more rows than a draft can have', async () => {
    const bytes = utf8('Name,Rego\n'.repeat(1_200_000))
    expect(await refused(bytes)).toContain('more than 1,100,000 rows')
  })

  it('refuses more lines than a list can have, also when they are inside one cell', async () => {
    expect(await refused(utf8(`Name,Rego,State\n"${'\n'.repeat(4_500_000)}",ABC123,VIC\n`))).toContain('1,100,000 rows')
  })

  it('refuses more columns than a customer list can have', async () => {
    expect(await refused(utf8(`${Array.from({ length: 1_200 }, (_, at) => `c${at}`).join(',')}\n`))).toContain(
      '1,000 columns',
    )
  })
})

describe('reading back written files', () => {
  const word = fc.constantFrom(
    'a',
    'Zoë',
    'D’Angelo',
    'AB 12',
    '0412 345 678',
    'x "y" z',
    'p, q; r | s\tt',
    'two\nlines',
    '=1+1',
    "'0491",
    '',
  )
  const table = fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 8 }))
    .chain(([columns, rows]) =>
      fc.array(fc.array(word, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    )

  it('gives the same cells for all encodings, line ends and delimiters', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom<(text: string) => Uint8Array>(
          utf8,
          (text) => utf8('\uFEFF' + text),
          (text) => utf16(text, true, true),
          (text) => utf16(text, false, true),
          windows1252,
        ),
        async (body, delimiter, newline, encode) => {
          const header = body[0]!.map((_, column) => `Column ${column}`)
          const whole = [header, ...body]
          const text = Papa.unparse(whole, { delimiter, newline, quotes: true })
          const answer = await readFile('list.csv', encode(text))
          const lines = whole
            .map((cells, at) => ({ row: at + 1, cells }))
            .filter((row) => row.cells.some((cell) => cell.trim() !== ''))
          // Random cells below an empty line can look like another table.
          expect(answer.ok && answer.file.sheets.flatMap(({ rows }) => rows)).toEqual(lines)
        },
      ),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { decoderOf, guessCodePage } from '../../../../../src/core/drafts/reading/code-page.ts'
import { readFile } from './read-file.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { madeZip } from '../../../../spreadsheets/made-workbook.ts'

const table = [
  ['Name', 'Rego', 'State'],
  ['Renée Müller', 'BXR41K', 'NSW'],
  ['Zoë Núñez', '1QZ8TD', 'VIC'],
  ['JÜRGEN GROSS', '482FJW', 'QLD'],
]
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const lines = (mark: string, lineEnd = '\r\n'): string => table.map((row) => row.join(mark)).join(lineEnd) + lineEnd
/** Bytes of code page 850, by searching each character in what the decoder gives. */
const dos = (text: string): Uint8Array => {
  const all = [...decoderOf('cp850').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
  return Uint8Array.from(text, (char) => all.indexOf(char))
}
const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  madeZip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string) })))
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))

async function read(bytes: Uint8Array, name = 'list.csv'): Promise<FileRead> {
  const answer = await readFile(name, bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
const cellsOf = async (bytes: Uint8Array): Promise<unknown[]> =>
  (await read(bytes)).sheets[0]?.rows.map(({ cells }) => cells) ?? []

describe('a file of DOS', () => {
  it('is recognised by the names that result', async () => {
    const file = await read(dos(lines(',')))
    expect(file.sheets[0]?.rows.map(({ cells }) => cells)).toEqual(table)
    expect(file.encoding).toBe('DOS (code page 850) (guessed)')
    expect(file.notes).toEqual(['Accented letters were read as DOS (code page 850). Check a few names.'])
  })

  it('has the letters of code page 437 too', async () => {
    expect(
      await cellsOf(
        Uint8Array.from([...utf8('Name,Rego\r\nJos'), 0x82, ...utf8(' Ca'), 0xa4, ...utf8('as,AB12CD\r\n')]),
      ),
    ).toEqual([
      ['Name', 'Rego'],
      ['José Cañas', 'AB12CD'],
    ])
  })

  it('is not taken for Mac Roman by accents at the end of names', () => {
    const bytes = Uint8Array.from([...utf8('Name\r\nNicol'), 0x95, ...utf8(' Rossi\r\nAndr'), 0x8a, ...utf8('\r\n')])
    expect(guessCodePage(bytes).page).toBe('cp850')
  })

  it('says which other encoding gives names that are as likely', async () => {
    const bytes = Uint8Array.from([
      ...utf8('Name,Rego\r\nSi'),
      0x83,
      ...utf8('n,AB12CD\r\nZo'),
      0x89,
      ...utf8(',AB12CE\r\n'),
    ])
    expect(guessCodePage(bytes.subarray(0, 14))).toEqual({ page: 'cp850', orElse: null })
    expect(
      guessCodePage(Uint8Array.from(utf8('Name\r\nFran?ois\r\n'), (byte) => (byte === 0x3f ? 0x87 : byte))),
    ).toEqual({
      page: 'cp850',
      orElse: 'macintosh',
    })
  })

  it.each(['Škoda', 'Óscar', 'Émile', 'François'])('is not seen in %s of a Windows file', (name) => {
    const all = [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    expect(guessCodePage(Uint8Array.from(`Name\r\n${name}\r\n`, (char) => all.indexOf(char))).page).toBe('windows-1252')
  })
})

describe('a text that no spreadsheet program writes', () => {
  it.each<[string, Uint8Array]>([
    ['the separators of ASCII', utf8(table.map((row) => row.join('\u001f')).join('\u001e') + '\u001e')],
    ['unit separators in each line', utf8(lines('\u001f', '\n'))],
    ['NULs behind its end', Uint8Array.from([...utf8(lines(',')), ...new Uint8Array(4_096)])],
    [
      'NULs that fill up its cells',
      utf8(table.map((row) => row.map((cell) => cell.padEnd(20, '\0')).join(',')).join('\n')),
    ],
    ['UTF-16 without a mark, and a line feed of one byte', Uint8Array.from([...utf16(lines(',')), 0x0a])],
    ['next lines of a mainframe', utf8(lines(',', '\u0085'))],
    ['line separators of Unicode', utf8(lines(',', '\u2028'))],
    ['quotes around each line', utf8(table.map((row) => `"${row.join(',')}"`).join('\r\n'))],
    [
      'quotes around each line and each cell',
      utf8(table.map((row) => `"${row.map((cell) => `""${cell}""`).join(',')}"`).join('\r\n')),
    ],
    [
      'quotes around each line below the header',
      utf8(table.map((row, at) => (at === 0 ? row.join(';') : `"${row.join(';')}"`)).join('\n')),
    ],
    ['typographic quotes', utf8(table.map((row) => row.map((cell) => `“${cell}”`).join(',')).join('\n'))],
    ['blanks before its quotes', utf8(table.map((row) => row.map((cell) => `"${cell}"`).join(', ')).join('\n'))],
    ['blanks between quoted cells', utf8(table.map((row) => row.map((cell) => `"${cell}"`).join(' ')).join('\n'))],
    ['broken bars', utf8(lines('¦'))],
    ['section signs', utf8(lines('§'))],
  ])('is read with %s', async (_, bytes) => {
    const rows = (await cellsOf(bytes)) as string[][]
    expect(rows.map((cells) => cells.map((cell) => cell.trim()))).toEqual(table)
  })

  it('keeps quotes around a column of names with commas', async () => {
    expect(await cellsOf(utf8('"Name"\n"Lee, Ann"\n"Ray, Bob"\n'))).toEqual([['Name'], ['Lee, Ann'], ['Ray, Bob']])
  })

  it('keeps a unit separator between words of a cell apart', async () => {
    expect(await cellsOf(utf8('Name,Rego\nAnn\u001fLee,AB12CD\nBob Ray,AB12CE\n'))).toEqual([
      ['Name', 'Rego'],
      ['Ann Lee', 'AB12CD'],
      ['Bob Ray', 'AB12CE'],
    ])
  })
})

describe('a zip archive', () => {
  it('with one file is read as that file', async () => {
    const archive = zipOf({ 'sales/': '', 'sales/list.csv': lines(','), '__MACOSX/sales/._list.csv': 'x' })
    expect(await cellsOf(archive)).toEqual(table)
  })

  it.each<[string, Uint8Array]>([
    ['several files', zipOf({ 'a.csv': lines(','), 'b.csv': lines(',') })],
    ['another archive', zipOf({ 'a.zip': zipOf({ 'b.csv': lines(',') }) })],
  ])('with %s is refused as an archive', async (_, archive) => {
    const answer = await readFile('lists.zip', archive)
    expect(answer).toMatchObject({ ok: false, problem: { message: '“lists.zip” is a zip archive.' } })
  })
})

describe('a file that is no list', () => {
  it.each<[string, Uint8Array]>([
    ['a PDF', utf8('\r\n%PDF-1.4\n1 0 obj\n')],
    ['a presentation', zipOf({ 'ppt/presentation.xml': '<p/>', '[Content_Types].xml': '<x/>' })],
    ['a database', utf8('SQLite format 3\0')],
    ['a database', utf8('\0\u0001\0\0Standard Jet DB\0')],
    ['a shortcut to another file', utf8('[InternetShortcut]\r\nURL=https://example.com/list\r\n')],
    ['a link to a document on the web', utf8('{"url":"https://docs.google.com/open?id=abc","doc_id":"abc"}')],
    ['a picture', utf8('\0\0\0\u0018ftypheic')],
    ['an encrypted message', utf8('-----BEGIN PGP MESSAGE-----\n\nhQEMA8nI\n')],
    ['an address book (vCard)', utf8('BEGIN:VCARD\r\nFN:Ann Lee\r\nEND:VCARD\r\n')],
  ])('is refused as %s', async (what, bytes) => {
    const answer = await readFile('list.csv', bytes)
    expect(answer).toMatchObject({ ok: false, problem: { message: `“list.csv” is ${what}, not a spreadsheet.` } })
  })

  it('is refused as empty when it holds NULs only', async () => {
    expect(await readFile('list.csv', new Uint8Array(5_000))).toMatchObject({
      ok: false,
      problem: { message: '“list.csv” is empty.' },
    })
  })
})

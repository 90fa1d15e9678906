import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { utf8 } from './text-files.ts'

async function read(bytes: Uint8Array): Promise<FileRead> {
  const answer = await readFile('list.csv', bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
const cells = (file: FileRead): unknown[] => file.sheets[0]!.rows.map((row) => row.cells)
const numbers = (file: FileRead): number[] => file.sheets[0]!.rows.map((row) => row.row)

describe('delimiters', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['vertical bar', '|'],
    ['double vertical bar', '||'],
    ['caret', '^'],
    ['tilde', '~'],
    ['hash sign', '#'],
    ['colon', ':'],
  ])('%s under title rows that have commas', async (_name, mark) => {
    const text = [
      'Sold, 2019 to 2025, all yards',
      '',
      ['Name', 'Rego', 'VIN'].join(mark),
      ...Array.from({ length: 9 }, (_, at) =>
        [`A${at}, B`, 'ABC123', 'x'].map((cell) => (cell.includes(mark) ? `"${cell}"` : cell)).join(mark),
      ),
    ].join('\n')
    const rows = cells(await read(utf8(text))) as string[][]
    expect(rows[1]).toEqual(['Name', 'Rego', 'VIN'])
    expect(rows[2]).toEqual(['A0, B', 'ABC123', 'x'])
  })

  it('are read between cells in apostrophes, also when no cell has one of them', async () => {
    const file = await read(utf8("'Rego','Name'\n'ABC123','Pat O''Ray'\n'ABC124','Ann Lee'\n"))
    expect(cells(file)).toEqual([
      ['Rego', 'Name'],
      ['ABC123', "Pat O'Ray"],
      ['ABC124', 'Ann Lee'],
    ])
  })

  it('follows the sep= line and does not count it as a row, as Excel does', async () => {
    const file = await read(utf8('sep=;\r\nName;Rego\r\nA;ABC123\r\n'))
    expect(file.delimiter).toBe('semicolons')
    expect(numbers(file)).toEqual([1, 2])
  })

  it.each([
    ['sep=^', '^'],
    ['sep=||', '||'],
    ['"sep=:"', ':'],
  ])('follows %s, whatever its character', async (line, mark) => {
    const file = await read(utf8([line, ['Name', 'Rego'].join(mark), ['Ann, Lee', 'ABC123'].join(mark)].join('\n')))
    expect(cells(file)).toEqual([
      ['Name', 'Rego'],
      ['Ann, Lee', 'ABC123'],
    ])
  })

  it('does not take a character inside texts for a delimiter', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `2023-05-0${(at % 9) + 1} 10:30:0${at % 10},ABC12${at % 10},Unit #${at}`,
    )
    const file = await read(utf8(['Sold at,Rego,Unit', ...rows].join('\n')))
    expect(file.delimiter).toBe('commas')
  })

  const sold = (at: number): string => `16/12/2024 10:3${at}`
  const customer = (at: number): readonly string[] => [`1AB${at}CD`, 'VIC', `Ann Lee, ${at}`, `041234567${at}`]
  it.each<[string, string, (at: number) => readonly string[]]>([
    ['a time in each row', ';', (at) => [sold(at), ...customer(at)]],
    ['links', '\t', (at) => [`https://a.example/${at}`, ...customer(at)]],
    ['stock numbers', '|', (at) => [`#U100${at}`, ...customer(at)]],
    ['month words', ';', (at) => [`April ${at + 1}, 2023`, ...customer(at)]],
    ['a label', ';', (at) => [`M: 041234567${at}`, ...customer(at)]],
  ])('is found where rows have different lengths and %s', async (_name, mark, cellsOf) => {
    const lines = Array.from({ length: 8 }, (_, at) => cellsOf(at).join(mark) + mark.repeat(at % 4))
    const text = [['Sold', 'Rego', 'State', 'Name', 'Mobile'].join(mark), ...lines].join('\n')
    expect((cells(await read(utf8(text)))[1] as string[]).slice(0, 5)).toEqual(cellsOf(0))
  })

  it.each([
    ['title lines', Array.from({ length: 9 }, (_, at) => `Parameter ${at}: value ${at}`)],
    ['comments', ['# exported; by Ann', '# source; a', '# version; 2', '# from; 2019', '# to; 2024']],
  ])('is found below %s with other ones', async (_name, above) => {
    const text = [...above, 'Rego,Name', '1AB2CD,Ann', '1AB2CE,Bob'].join('\n')
    expect((await read(utf8(text))).delimiter).toBe('commas')
  })

  it('may be a rare character, when its header has known names', async () => {
    const text = ['Rego:State:Name', '1AB2CD:VIC:Lee, Ann', '1AB2CE:VIC:Ray, Bob'].join('\n')
    expect((await read(utf8(text))).delimiter).toBe('colons')
    expect((await read(utf8('Rego:State\n1AB2CD:VIC\n1AB2CE:VIC\n'))).delimiter).toBe('colons')
    expect((await read(utf8('Mobile\nM: 0412 345 678\nM: 0412 345 679\n'))).delimiter).toBe('one column only')
  })

  it('has no space behind it in the cells', async () => {
    const file = await read(utf8('Rego, State, Name\n1AB2CD, VIC,  Ann\n1AB2CE, VIC, \n1AB2CF,VIC, Bob\n'))
    expect(cells(file)).toEqual([
      ['Rego', 'State', 'Name'],
      ['1AB2CD', 'VIC', ' Ann'],
      ['1AB2CE', 'VIC', ''],
      ['1AB2CF', 'VIC', ' Bob'],
    ])
  })

  it('reads one column only', async () => {
    const file = await read(utf8('VIN\n6G1FA8E5AZ4033922\nJTNK4MBE207450782\n'))
    expect(file.delimiter).toBe('one column only')
    expect(cells(file)).toEqual([['VIN'], ['6G1FA8E5AZ4033922'], ['JTNK4MBE207450782']])
  })
})

import { describe, expect, it } from 'vitest'
import type { TextEncoding } from '../../../../../src/contract/table-choices.ts'
import type { FileRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readFile } from './read-file.ts'

async function read(bytes: Uint8Array, form: { encoding?: TextEncoding; delimiter?: string }): Promise<FileRead> {
  const answer = await readFile('list.csv', bytes, { encoding: null, delimiter: null, ...form })
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}
const cellsOf = ({ sheets }: FileRead): unknown[] => sheets[0]?.rows.map(({ cells }) => cells) ?? []
const bytesOf = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding)

describe('a chosen encoding', () => {
  const list = (name: string): string => `Name,Rego\n${name},ABC123\n`
  it.each<[TextEncoding, Uint8Array, string]>([
    ['utf-8', bytesOf(list('Renée'), 'utf8'), 'Renée'],
    ['utf-16le', bytesOf(list('Renée'), 'utf16le'), 'Renée'],
    ['utf-16be', Buffer.from(bytesOf(list('Renée'), 'utf16le')).swap16(), 'Renée'],
    ['windows-1252', bytesOf(list('Ren\xe9e \x80'), 'latin1'), 'Renée €'],
    ['iso-8859-15', bytesOf(list('Ren\xe9e \xa4'), 'latin1'), 'Renée €'],
    ['macintosh', bytesOf(list('Ren\x8ee'), 'latin1'), 'Renée'],
    ['cp850', bytesOf(list('Ren\x82e \x9b'), 'latin1'), 'Renée ø'],
    ['windows-1250', bytesOf(list('Ji\xf8\xed'), 'latin1'), 'Jiří'],
    ['windows-1251', bytesOf(list('\xc8\xe2\xe0\xed'), 'latin1'), 'Иван'],
    ['gb18030', bytesOf(list('\xcd\xf5\xce\xb0'), 'latin1'), '王伟'],
    ['big5', bytesOf(list('\xa4\xfd\xb0\xb6'), 'latin1'), '王偉'],
  ])('%s is used', async (encoding, bytes, name) => {
    const file = await read(bytes, { encoding })
    expect(cellsOf(file)).toEqual([
      ['Name', 'Rego'],
      [name, 'ABC123'],
    ])
    expect(file).toMatchObject({ textForm: { encoding, delimiter: ',' }, notes: [] })
    expect(file.encoding).toMatch(/ \(chosen\)$/)
  })

  it('is used although the content suggests another', async () => {
    const file = await read(bytesOf(list('Renée'), 'utf8'), { encoding: 'windows-1252' })
    expect(cellsOf(file)[1]).toEqual(['RenÃ©e', 'ABC123'])
  })

  it('does not keep a byte order mark as text', async () => {
    const file = await read(bytesOf(`\uFEFF${list('Ann')}`, 'utf8'), { encoding: 'utf-8' })
    expect(cellsOf(file)[0]).toEqual(['Name', 'Rego'])
  })
})

describe('a chosen delimiter', () => {
  it('is used although another fits more rows', async () => {
    const file = await read(bytesOf('Name;Rego, State\nAnn;ABC123, NSW\n', 'utf8'), { delimiter: ';' })
    expect(cellsOf(file)[1]).toEqual(['Ann', 'ABC123, NSW'])
    expect(file).toMatchObject({ delimiter: 'semicolons', textForm: { encoding: 'utf-8', delimiter: ';' } })
  })

  it('replaces that of a line “sep=”, which is no row', async () => {
    const file = await read(bytesOf('sep=,\nName;Rego\nAnn;ABC123\n', 'utf8'), { delimiter: ';' })
    expect(cellsOf(file)[0]).toEqual(['Name', 'Rego'])
  })

  it('replaces the columns of a printed list', async () => {
    const lines = ['Name    Rego    State', 'Ann     ABC123  NSW', 'Bob     XYZ789  VIC', 'Cy      AAA111  QLD']
    const bytes = bytesOf(lines.join('\n'), 'utf8')
    expect((await read(bytes, {})).textForm).toEqual({ encoding: 'utf-8', delimiter: null })
    expect(cellsOf(await read(bytes, { delimiter: ',' }))[1]).toEqual(['Ann     ABC123  NSW'])
  })
})

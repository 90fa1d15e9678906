import { expect, it } from 'vitest'
import { cellText } from '../../../../../src/core/fields/source-cell.ts'
import { readFile } from './read-file.ts'
import { randomFrom } from '../../../../spreadsheets/made-spreadsheet.ts'
import { runs } from '../../../../runs.ts'

const firstSeed = Number(process.env['FORECOURT_SEED'] ?? 1)

const delimiters = [',', ';', '\t', '|']
const lineEnds = ['\n', '\r\n', '\r']
const encodings = ['utf8', 'utf8 with mark', 'utf16le', 'latin1'] as const
const names = [
  'Ann Lee',
  'O’Brien',
  "O'Brien",
  'Smith, John',
  'McDonald; Ann',
  'Renée',
  'José',
  'van der Berg',
  'A|B',
  '',
]
const notes = [
  '',
  '3 doors',
  'said "yes"',
  'two\nlines',
  'one, two; three',
  '17" rims, new',
  ' padded ',
  "it's",
  'Tab\there',
  'x',
]

/** A sound table, written as a program of a dealership would, and its cells. */
function madeTable(seed: number): { readonly rows: readonly (readonly string[])[]; readonly bytes: Uint8Array } {
  const random = randomFrom(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const encoding = pick(encodings)
  const [delimiter, end] = [pick(delimiters), pick(lineEnds)]
  const asLatin = (text: string): string => (encoding === 'latin1' ? text.replaceAll('’', "'") : text)
  const digit = (): number => Math.floor(random() * 10)
  const rows = [
    ['Rego', 'Customer', 'Mobile', 'Sold', 'Notes'],
    ...Array.from({ length: 1 + Math.floor(random() * 8) }, () => [
      `ABC${digit()}${digit()}${digit()}`,
      asLatin(pick(names)),
      `0491570${digit()}${digit()}${digit()}`,
      `${1 + digit()}/03/2024`,
      pick(notes),
    ]),
  ]
  const quotesAll = random() < 0.3
  const written = (cell: string): string =>
    quotesAll || /["\n\t]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines = rows.map((cells) => cells.map((cell) => written(cell).replaceAll('\n', end)).join(delimiter))
  const text = lines.join(end) + (random() < 0.8 ? end : '')
  const mark = encoding === 'utf8 with mark' || encoding === 'utf16le' ? '\uFEFF' : ''
  const bytes = Buffer.from(mark + text, encoding === 'utf8 with mark' ? 'utf8' : encoding)
  return { rows, bytes: new Uint8Array(bytes) }
}

it('reads sound tables of any encoding, separator and line end cell by cell', async () => {
  for (let seed = firstSeed; seed < firstSeed + runs(); seed += 1) {
    const { rows, bytes } = madeTable(seed)
    const answer = await readFile('list.csv', bytes)
    const read = answer.ok ? answer.file.sheets.flatMap((sheet) => sheet.rows) : answer
    const cells = Array.isArray(read) ? read.map((row) => row.cells.map(cellText)) : read
    expect(cells, `seed ${seed}`).toEqual(rows)
    expect(Array.isArray(read) && read.map(({ row }) => row), `seed ${seed}`).toEqual(rows.map((_, at) => at + 1))
  }
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import type { SheetRead } from '../../../../../src/core/drafts/reading/file-read.ts'
import { customers, header, writtenRow } from './damaged-text.ts'
import { runs } from '../../../../runs.ts'

const read = async (text: string): Promise<SheetRead> => {
  const answer = await readFile('list.csv', new TextEncoder().encode(text))
  if (!answer.ok) throw new Error(answer.problem.message)
  const [sheet] = answer.file.sheets
  if (!sheet || answer.file.sheets.length > 1) throw new Error('The file has one table')
  return sheet
}
const cells = (sheet: SheetRead): unknown[] => sheet.rows.map((row) => row.cells)

const sound = [
  'Rego,State,Name,Note',
  '1AB2CD,VIC,Jane Roe,3 doors',
  '2CD3EF,NSW,"Smith, Bob",5 doors',
  '3EF4GH,QLD,Ann Poe,',
  '4EF4GH,QLD,Ann Poe,2 doors',
  '5EF4GH,SA,Tim Poe,2 doors',
]
const last = '9ZZ9ZZ,TAS,Zed Last,9 doors'
/** The rows that damaged lines give between sound ones. */
const between = async (lines: readonly string[]): Promise<unknown[]> => {
  const all = cells(await read([...sound, ...lines, last].join('\n')))
  expect(all.at(-1)).toEqual(last.split(','))
  return all.slice(sound.length, -1)
}

describe('stray quotes', () => {
  it.each<[string, string[], string[][]]>([
    [
      'two that close one another stay two rows',
      ['1TZ8QF,VIC,"Ann Lee,ok', '482XKD,QLD,Bob Ray",5 doors'],
      [
        ['1TZ8QF', 'VIC', '"Ann Lee', 'ok'],
        ['482XKD', 'QLD', 'Bob Ray"', '5 doors'],
      ],
    ],
    ['one that never closes', ['1TZ8QF,VIC,"Ann Lee,ok'], [['1TZ8QF', 'VIC', '"Ann Lee', 'ok']]],
    ['one at the last cell', ['1TZ8QF,VIC,Ann Lee,"5 doors'], [['1TZ8QF', 'VIC', 'Ann Lee', '"5 doors']]],
    ['quotes inside a quoted name', ['1TZ8QF,VIC,"Ann "Bob" Lee",ok'], [['1TZ8QF', 'VIC', 'Ann "Bob" Lee', 'ok']]],
    ['an inch mark', ['1TZ8QF,VIC,Ann Lee,"5\' 6""'], [['1TZ8QF', 'VIC', 'Ann Lee', '5\' 6"']]],
    [
      'an inch mark before a comma',
      ['1TZ8QF,VIC,Ann Lee,"wheel 17" black, new"'],
      [['1TZ8QF', 'VIC', 'Ann Lee', 'wheel 17" black, new']],
    ],
    [
      'one before a cell over two lines',
      ['1TZ8QF,VIC,"Ann Lee,4 doors', '482XKD,QLD,Bob Ray,"4 doors', 'and a towbar"'],
      [
        ['1TZ8QF', 'VIC', '"Ann Lee', '4 doors'],
        ['482XKD', 'QLD', 'Bob Ray', '4 doors\nand a towbar'],
      ],
    ],
  ])('%s', async (_name, lines, rows) => {
    expect(await between(lines)).toEqual(rows)
  })

  it('keeps a cell over several lines in one row, without a mark', async () => {
    const sheet = await read([...sound, '1TZ8QF,VIC,Ann Lee,"line one', 'line two, and three"', last].join('\n'))
    expect(cells(sheet)[sound.length]).toEqual(['1TZ8QF', 'VIC', 'Ann Lee', 'line one\nline two, and three'])
    expect(sheet.repairs).toEqual([])
  })

  it('keeps the other reading of repaired rows, and says how many there are', async () => {
    const sheet = await read([...sound, '1TZ8QF,VIC,"Ann Lee,ok', '482XKD,QLD,Bob Ray",5 doors', last].join('\n'))
    expect(sheet.repairs).toEqual([
      {
        row: 7,
        rows: 2,
        cause: 'quotes',
        certain: true,
        other: [['1TZ8QF', 'VIC', 'Ann Lee,ok\n482XKD,QLD,Bob Ray', '5 doors']],
      },
    ])
    expect(sheet.notes).toEqual([
      '2 rows have misplaced quotes (") and were repaired. Check the rows with this warning.',
    ])
  })

  it('does not swallow hundreds of rows behind a quote that is closed far below', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `${1000 + at}AB,VIC,Ann Lee,${at} doors`)
    lines[5] = '1005AB,VIC,"Ann Lee,5 doors'
    lines[390] = '1390AB,VIC,Ann Lee",390 doors'
    const rows = (await between(lines)) as string[][]
    expect(rows.map(([rego]) => rego)).toEqual(lines.map((line) => line.slice(0, 6)))
  })
})

describe('other ways of quoting', () => {
  it.each([
    ['a backslash before a quote', 'A1,"Ann \\"Bo\\" Lee",x', ['A1', 'Ann "Bo" Lee', 'x']],
    ['a space before a quote', 'A1, "Lee, Ann", x', ['A1', 'Lee, Ann', ' x']],
    ['single quotes', "'A1','Lee, Ann','x'", ['A1', 'Lee, Ann', 'x']],
  ])('%s', async (_name, line, row) => {
    const others = Array.from({ length: 9 }, (_, at) => line.replace('A1', `B${at}`))
    const first = line.startsWith("'") ? "'Rego','Name','Note'" : 'Rego,Name,Note'
    expect(cells(await read([first, line, ...others].join('\n')))[1]).toEqual(row)
  })

  it('does not take an apostrophe for a quote', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `A${at},O'Brien,'t Hooft,x`)
    expect(cells(await read(['Rego,Name,Other,Note', ...rows].join('\n')))[1]).toEqual([
      'A0',
      "O'Brien",
      "'t Hooft",
      'x',
    ])
  })
})

describe('damage at any place of any list', () => {
  const damages = {
    'a quote before a cell': (cell: string) => `"${cell}`,
    'a quote behind a cell': (cell: string) => `${cell}"`,
    'quotes inside quotes': (cell: string) => `"${cell} "Bob" y"`,
    'an inch mark inside quotes': (cell: string) => `"${cell} 17""`,
  }

  it.each(Object.entries(damages))('%s costs no row and no other cell', async (_name, damage) => {
    await fc.assert(
      fc.asyncProperty(customers(12, 30), fc.nat(), fc.nat(5), async (rows, place, column) => {
        const at = place % rows.length
        const cell = rows[at]?.[column] ?? ''
        fc.pre(cell !== '' && !/[\n",]/.test(cell))
        const lines = rows.map((row, index) =>
          index === at
            ? row.map((text, other) => (other === column ? damage(text) : writtenRow([text]))).join(',')
            : writtenRow(row),
        )
        const result = cells(await read([header.join(','), ...lines].join('\n'))).slice(1) as string[][]
        const withoutDamaged = (table: readonly string[][]): unknown[] =>
          table.map((row, index) => row.map((text, other) => (index === at && other === column ? null : text)))
        expect(withoutDamaged(result)).toEqual(withoutDamaged(rows))
      }),
      { numRuns: runs(120) },
    )
  })

  it('never loses a line: every rego is in exactly one cell, however many quotes are strewn in', async () => {
    await fc.assert(
      fc.asyncProperty(customers(3, 25), fc.array(fc.nat(), { maxLength: 12 }), async (rows, places) => {
        const text = [header.join(','), ...rows.map((row) => writtenRow(row))].join('\n')
        const strewn = places.reduce((all, place) => {
          const at = place % all.length
          return `${all.slice(0, at)}"${all.slice(at)}`
        }, text)
        const answer = await readFile('list.csv', new TextEncoder().encode(strewn))
        if (!answer.ok) throw new Error(answer.problem.message)
        const all = answer.file.sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.cells)).join('\n')
        for (const [rego = ''] of rows) {
          const plain = all.replaceAll('"', '')
          expect(plain.split(rego)).toHaveLength(2)
        }
      }),
    )
  })
})

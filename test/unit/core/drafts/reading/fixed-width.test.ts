import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutFixedWidth, fixedWidthColumns } from '../../../../../src/core/drafts/reading/fixed-width.ts'
import { readFile } from './read-file.ts'

const printed = [
  'Sunrise Motors            Sold vehicles',
  '',
  'NAME               MOBILE        REGO    STATE SOLD',
  '------------------ ------------- ------- ----- ----------',
  'Lee, Ann           0491 570 006  ABC123  NSW   13/02/2024',
  "O'Neil, Bob        0491 570 156  1AB2CD  VIC   14/02/2024",
  'Wu, Cy                           XYZ789  NSW',
  'Van der Berg, Jo   0491 570 157  QQQ111  QLD   15/02/2024',
]

const read = async (text: string) => {
  const answer = await readFile('list.prn', new TextEncoder().encode(text))
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}

describe('a printed list', () => {
  it('is cut where its columns are blank, and says so', async () => {
    const file = await read(`${printed.join('\r\n')}\r\n`)
    expect(file.kind).toBe('fixed-width')
    expect(file.sheets[0]?.rows.filter(({ row }) => row !== 4)).toEqual([
      { row: 1, cells: ['Sunrise Motors', 'Sold vehicles', '', '', ''] },
      { row: 3, cells: ['NAME', 'MOBILE', 'REGO', 'STATE', 'SOLD'] },
      { row: 5, cells: ['Lee, Ann', '0491 570 006', 'ABC123', 'NSW', '13/02/2024'] },
      { row: 6, cells: ["O'Neil, Bob", '0491 570 156', '1AB2CD', 'VIC', '14/02/2024'] },
      { row: 7, cells: ['Wu, Cy', '', 'XYZ789', 'NSW', ''] },
      { row: 8, cells: ['Van der Berg, Jo', '0491 570 157', 'QQQ111', 'QLD', '15/02/2024'] },
    ])
    expect(file.sheets[0]?.notes).toEqual([
      'The columns of this file are aligned with spaces. Check that each cell is in the right column.',
    ])
  })

  it('is cut at the same places without a line below the names of its columns', async () => {
    const [drawn, plain] = await Promise.all([read(printed.join('\n')), read(printed.toSpliced(3, 1).join('\n'))])
    const names = (file: typeof plain): unknown => file.sheets[0]?.rows.map(({ cells }) => cells[0])
    expect(plain.kind).toBe('fixed-width')
    expect(names(plain)).toEqual((names(drawn) as string[]).toSpliced(2, 1))
    expect(plain.sheets[0]?.rows.at(-1)?.cells.slice(0, 3)).toEqual(['Van der Berg, Jo', '0491 570 157', 'QQQ111'])
  })

  it('is cut at a single blank between the known names of two columns', async () => {
    const lines = [
      'Sold list March',
      'Rego    State Name          Mobile Phone',
      'ABC123  NSW   Ann Lee       0491 570 006',
    ]
    const rows = ['1AB2CD  VIC   Bob Ray       0491 570 156', 'XYZ789  NSW   Cy Wu         0491 570 157']
    const file = await read([...lines, ...rows].join('\n'))
    expect(file.sheets[0]?.rows.slice(1).map(({ cells }) => cells)).toEqual([
      ['Rego', 'State', 'Name', 'Mobile Phone'],
      ['ABC123', 'NSW', 'Ann Lee', '0491 570 006'],
      ['1AB2CD', 'VIC', 'Bob Ray', '0491 570 156'],
      ['XYZ789', 'NSW', 'Cy Wu', '0491 570 157'],
    ])
  })

  it('keeps a word whole that crosses into the next column', () => {
    expect(cutFixedWidth('Bartholomew-Smythe 0491', [0, 10, 19])).toEqual(['Bartholomew-Smythe', '', '0491'])
  })

  it('loses no word of any line', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 40 })
    const starts = fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { maxLength: 5 })
    fc.assert(
      fc.property(line, starts, (text, given) => {
        const cells = cutFixedWidth(text, [0, ...given.toSorted((a, b) => a - b)])
        expect(cells.join(' ').split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean))
      }),
    )
  })

  it.each([
    [
      'a CSV whose cells are padded',
      'Name      ,Mobile    ,Rego\nAnn       ,0491570006,ABC123\nBob       ,0491570156,XYZ789\nCy        ,0491570157,QQQ111\nDi        ,0491570158,QQQ112\n',
    ],
    ['a list with tabs', 'Name  x\tMobile\tRego\nAnn  x\t1\tA\nBob  x\t2\tB\nCyr  x\t3\tC\nDie  x\t4\tD\n'],
    ['one column', 'Rego\nABC123\nXYZ789\nQQQ111\nQQQ112\n'],
  ])('is not what %s is', async (_, text) => {
    expect((await read(text)).kind).toBe('csv')
  })

  it('is not seen in ordinary sentences', () => {
    expect(
      fixedWidthColumns('Dear customer,  thank you.\nWe  enclose the list.\nKind  regards\nAnn   Lee\nSales'),
    ).toBeNull()
  })
})

import { utils, write, type BookType } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'

const tables = async (
  lines: readonly string[],
): Promise<{ name: string; rows: readonly (readonly unknown[])[]; numbers: number[] }[]> => {
  const answer = await readFile('list.csv', new TextEncoder().encode(lines.join('\n')))
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file.sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.cells),
    numbers: rows.map(({ row }) => row),
  }))
}

const sold = ['Rego,State,Name,Mobile', '1AB2CD,VIC,Ann Lee,0412345678', '2AB2CD,VIC,Bob Ray,0412345679']
const mobiles = ['Ann Lee,0412345678', 'Bob Ray,0412345679']
const service = ['Job,Customer,Amount', '1201,Mia Chen,240.50', '1202,Ann Lee,99.00']

describe('a file with several tables', () => {
  it('gives each as a sheet, with the row numbers of the file', async () => {
    const found = await tables([...sold, '', ...service])
    expect(found.map(({ name }) => name)).toEqual(['Table 1', 'Table 2'])
    expect(found.map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3],
      [5, 6, 7],
    ])
  })

  it('keeps a title with the table below it', async () => {
    expect((await tables([...sold, '', 'Service jobs', ...service]))[1]?.rows[0]).toEqual(['Service jobs'])
  })

  it.each([
    [
      'other names of columns with values of the same kinds',
      [...sold, '', 'Plate,Region,Client,Phone', ...sold.slice(1)],
    ],
    ['columns whose names are not known', [...sold, '', 'Aisle,Bay,Box', '7,12,A', '8,11,B']],
    ['other names directly below it', [...sold, ...service]],
    ['other names below its title directly below it', [...sold, 'Service jobs', ...service]],
    [
      'cars of another kind directly below it',
      [...sold, 'Trade Rego,Allowance,Trade Year', '1ZZ9ZZ,4000,2012', '1ZZ8ZZ,3000,2011'],
    ],
    ['the same names in other places', [...sold, 'Name,Mobile,Rego,State', 'Cy Wu,0412345670,3AB2CD,VIC']],
    ['the same names moved to the right', [...sold, ',Rego,State,Name,Mobile', ',3AB2CD,VIC,Cy Wu,0412345670']],
    [
      'the same names in other places after an empty line',
      [...sold, '', 'Name,Mobile,Rego,State', 'Cy Wu,0412345670,3AB2CD,VIC'],
    ],
    ['fewer columns', [...sold, ...sold.slice(1), '', 'Bay,Stored', 'A,12', 'B,14']],
    [
      'fewer columns of a file that fills up each line',
      [...sold, ...sold.slice(1), '', 'Bay,Stored,,', 'A,12,,', 'B,14,,'],
    ],
  ])('is several with %s', async (_name, lines) => {
    expect(await tables(lines)).toHaveLength(2)
  })

  it.each([
    ['an empty line between customers', [...sold, '', '3AB2CD,VIC,Mia Chen,0412345670']],
    ['a repeated header', [...sold, '', ...sold]],
    ['words only', ['Name,State', 'Ann,VIC', '', 'Bob,NSW', 'Mia,QLD']],
    ['a total', [...sold, '', 'Total,2']],
    ['a customer without a mobile', ['Name,Mobile', ...mobiles, '', 'Cy Wu,unknown', ...mobiles]],
    ['a customer with words only', [...sold, '', 'ONE,VIC,Cy Wu,no mobile', ...sold.slice(1)]],
    ['a customer without a date', ['Rego,Sold', 'ABC123,1/2/2024', '', 'HELLO,no date', 'ABC124,2/2/2024', 'ABC125,']],
    [
      'customers of words only below known names',
      ['Name,State,Note', 'Ann,VIC,Mobile', 'Bob,NSW,Phone', 'Mia,QLD,Rego'],
    ],
    ['a customer without a rego or a mobile', [...sold, 'no rego,VIC,Cy Wu,no mobile', ...sold.slice(1)]],
    ['a header in two lines', ['Customer,,Car,', 'Name,Mobile,Rego,State', 'Ann Lee,0412345678,1AB2CD,VIC']],
    [
      'a header in two lines that each page repeats',
      [
        'Customer,,Car,',
        'Name,Mobile,Rego,State',
        'Ann Lee,0412345678,1AB2CD,VIC',
        'Customer,,Car,',
        'Name,Mobile,Rego,State',
        'Bob Ray,0412345679,2AB2CD,VIC',
      ],
    ],
  ])('is one table with %s', async (_name, lines) => {
    const found = await tables(lines)
    expect(found).toHaveLength(1)
    expect(found[0]?.name).toBe('File')
  })
})

type Cells = (string | number | null)[]
const customers: Cells[] = [
  ['Rego', 'State', 'Name', 'Mobile'],
  ['1AB2CD', 'VIC', 'Ann Lee', '0412345678'],
  ['2AB2CD', 'VIC', 'Bob Ray', null],
  ['3AB2CD', 'VIC', 'Mia Chen', '0412345670'],
  ['4AB2CD', 'VIC', 'Cy Wu', '0412345671'],
  ['5AB2CD', 'VIC', 'Di Fox', '0412345672'],
]
const jobs: Cells[] = [
  ['Job', 'Customer', 'Amount'],
  [1201, 'Mia Chen', 240.5],
  [1202, 'Ann Lee', null],
]

async function sheetsOf(rows: Cells[], type: BookType = 'xlsx') {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sold')
  const answer = await readFile('list.xlsx', new Uint8Array(write(book, { type: 'buffer', bookType: type }) as Buffer))
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file.sheets.map(({ name, tableOf, rows: read }) => ({
    name,
    tableOf,
    numbers: read.map(({ row }) => row),
    first: read[0]?.cells,
  }))
}
/** Two blocks side by side, with an empty column between them. */
const beside = (left: Cells[], right: Cells[]): Cells[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...(left[at] ?? left[0]!.map(() => null)),
    null,
    ...(right[at] ?? []),
  ])

describe('a sheet of a workbook', () => {
  it.each(['xlsx', 'xls', 'ods'] as const)(
    'with two tables, one below the other, becomes two sheets (%s)',
    async (type) => {
      expect(await sheetsOf([...customers, [], ['Service jobs'], ...jobs], type)).toEqual([
        { name: 'Sold, Table 1', tableOf: 'Sold', numbers: [1, 2, 3, 4, 5, 6], first: customers[0] },
        { name: 'Sold, Table 2', tableOf: 'Sold', numbers: [8, 9, 10, 11], first: ['Service jobs'] },
      ])
    },
  )

  it.each(['xlsx', 'xls', 'ods'] as const)(
    'with a table directly below another becomes two sheets (%s)',
    async (type) => {
      expect(await sheetsOf([...customers, ...jobs], type)).toEqual([
        { name: 'Sold, Table 1', tableOf: 'Sold', numbers: [1, 2, 3, 4, 5, 6], first: customers[0] },
        { name: 'Sold, Table 2', tableOf: 'Sold', numbers: [7, 8, 9], first: expect.arrayContaining(jobs[0] ?? []) },
      ])
    },
  )

  it('with two tables side by side becomes two sheets, with the title above the first', async () => {
    expect(await sheetsOf([['Sold in May'], ...beside(customers, jobs)])).toEqual([
      {
        name: 'Sold, Table 1',
        tableOf: 'Sold',
        numbers: [1, 2, 3, 4, 5, 6, 7],
        first: ['Sold in May'],
      },
      { name: 'Sold, Table 2', tableOf: 'Sold', numbers: [2, 3, 4], first: ['Job', 'Customer', 'Amount'] },
    ])
  })

  it('with the same columns twice, side by side, becomes two sheets', async () => {
    const found = await sheetsOf(beside(customers, customers))
    expect(found.map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ])
  })

  it.each([
    [
      'an empty column between the columns of one list',
      beside(customers, [
        ['Sold', 'Price'],
        ...customers.slice(1).map((_, at): Cells => [`${at + 1}/2/2024`, 20_000 + at]),
      ]),
    ],
    ['empty rows between customers', [...customers, [], ...customers.slice(1)]],
    ['a repeated header', [...customers, [], ...customers]],
    [
      'a last customer without a name, whose plate and state are words',
      [
        ['Rego', 'State', 'Name', 'Plate', 'Region'],
        ['ABC', 'VIC', 'Ann Lee', 'ABC', 'VIC'],
        ['LUCKY', 'NSW', null, 'LUCKY', 'NSW'],
        ['1AB2CD', 'VIC', null, '1AB2CD', 'VIC'],
      ],
    ],
    ['a note beside the list', beside(customers, [['Checked by Jo']])],
  ])('stays one with %s', async (_name, rows) => {
    expect(await sheetsOf(rows)).toMatchObject([{ name: 'Sold', tableOf: undefined }])
  })
})

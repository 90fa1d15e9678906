import { describe, expect, it } from 'vitest'
import { readFile } from '../../../../../src/core/drafts/reading/read-file.ts'

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
    ['a table at once below another', [...sold, ...service]],
  ])('is one table with %s', async (_name, lines) => {
    const found = await tables(lines)
    expect(found).toHaveLength(1)
    expect(found[0]?.name).toBe('File')
  })
})

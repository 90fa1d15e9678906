import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../src/contract/region.ts'
import { createBench, rowOf, signal } from './drafts-bench.ts'
import { open, people, plateOf, table, values } from './opened-file.ts'

describe('a column of 17 digits', () => {
  it.each([
    'Invoice No',
    'Receipt',
    'Account',
    'Price',
    'Order No',
    'Barcode',
    'Policy',
    'Amount',
    'Foo',
    'Reference',
    'Card',
  ])('is no VIN under “%s”', async (header) => {
    const opened = await open(
      table(`Rego,State,Name,${header}`, (at) => `${plateOf(at)},VIC,${people[at]},1000000000000001${at}`),
    )
    expect(opened.targets[header]).not.toBe('vin')
    expect(values(opened, 'vin')).toEqual(['', '', '', ''])
    expect(opened.draft.counts.ready).toBe(4)
  })
  it.each(['Engine', 'Motor No', 'Loan', 'Finance Agreement'])('is no VIN under “%s” with letters', async (header) => {
    const opened = await open(
      table(`Rego,State,Name,${header}`, (at) => `${plateOf(at)},VIC,${people[at]},1GDFTV0001234567${at}`),
    )
    expect(opened.targets[header]).toBe('keep')
  })
  it('is a VIN by its letters', async () => {
    const opened = await open(table('Rego,State,Foo', (at) => `${plateOf(at)},VIC,6T1-53KK400X33444${at}`))
    expect(values(opened, 'vin')[0]).toBe('6T153KK400X334440')
  })
})

describe('a column that is not named a phone', () => {
  it.each<[Region, string, (at: number) => string]>([
    ['nz', 'Created', (at) => `2020-01-1${at}`],
    ['nz', 'When', (at) => `2020-01-1${at}`],
    ['nz', 'Foo', (at) => `2/11/2024 9:0${at}`],
    ['nz', 'Stock', (at) => `2100012${at}`],
    ['nz', 'Start', (at) => `02100012${at}`],
    ['nz', 'Member No', (at) => `02100012${at}`],
    ['nz', 'ID', (at) => `02100012${at}`],
    ['nz', 'Date', (at) => `020 2001 1${at}`],
    ['au', 'Unit', (at) => `40001234${at}`],
    ['au', 'Stock', (at) => `040001234${at}`],
    ['au', 'Contract No', (at) => `40001234${at}`],
    ['nz', 'Contract #', (at) => `2100012${at}`],
    ['my', 'Mula', (at) => `2012-03-1${at}`],
  ])('is no mobile in %s under “%s”', async (region, header, cell) => {
    const opened = await open(
      table(`Rego,Name,${header}`, (at) => `ABC12${at},${people[at]},${cell(at)}`),
      region,
    )
    expect(opened.targets[header]).not.toBe('mobile_number')
    expect(values(opened, 'mobile_number')).toEqual(['', '', '', ''])
  })
  it.each<[Region, string]>([
    ['nz', '021 555 12'],
    ['nz', '+64 21 555 12'],
    ['au', '041234567'],
    ['au', '6141234567'],
  ])('is the mobile in %s when its numbers are written %s…', async (region, start) => {
    const opened = await open(
      table('Rego,Name,Reach on', (at) => `ABC12${at},${people[at]},${start}${at}`),
      region,
    )
    expect(opened.targets['Reach on']).toBe('mobile_number')
  })
})

describe('a mobile in a column of another phone', () => {
  const content = (header: string) =>
    `Rego,State,Name,Mobile,${header}\n1AA1AA,VIC,Ann Lee,,0412345678\n1AA1AB,VIC,Bob Ray,0412345679,0412345671\n1AA1AC,VIC,Cy Day,,0395551235`
  it.each(
    'Home Phone|Mobile 2|Work Phone|Phone 2|Other Phone|A/H|Alternate Mobile|Phone (H)|Tel (W)|Business Phone|After Hours Phone|Ph Home'.split(
      '|',
    ),
  )('is used where the mobile column has none, said once, and the column is kept: %s', async (header) => {
    const opened = await open(content(header))
    expect(values(opened, 'mobile_number')).toEqual(['0412345678', '0412345679', ''])
    expect(opened.draft.columns[4]).toMatchObject({ target: 'keep', alsoMobile: true })
    expect(opened.draft.columns[4]?.suggested.reason).toContain('used where “Mobile” has none')
    const said = opened.draft.groups.filter(({ rule }) => rule === 'mobile.other-column')
    expect(said).toMatchObject([{ rows: 1, message: expect.stringContaining(`From “${header}”`) }])
    expect(opened.draft.counts.ready).toBe(3)
  })
  it.each([
    'Fax',
    'Spouse Mobile',
    'Emergency Phone',
    'Salesperson Phone',
    'Dealer Phone',
    'Employer Phone',
    'Agent Mobile',
  ])('is not used when it is another’s: %s', async (header) => {
    expect(values(await open(content(header)), 'mobile_number')).toEqual(['', '0412345679', ''])
  })
  it('is replaced in all its rows by a fix', async () => {
    const bench = createBench()
    const { id, groups } = await bench.open('customers.csv', content('Home Phone'))
    const group = groups.find(({ rule }) => rule === 'mobile.other-column')?.key ?? ''
    await bench.drafts.fixGroup({ id, group, value: '0412345600' }, signal)
    expect((await rowOf(bench, id, 2)).cells.mobile_number).toMatchObject({
      original: '0412345678',
      value: '0412345600',
    })
  })
  it('leaves a wrong number in the mobile column to the user', async () => {
    const opened = await open('Rego,State,Mobile,Home Phone\n1AA1AA,VIC,04123,0412345678\n1AA1AB,VIC,0412345679,')
    expect(opened.rows[0]?.issues.map(({ rule }) => rule)).toContain('mobile.invalid')
    expect(values(opened, 'mobile_number')[0]).toBe('')
  })
})

describe('people whose names are words for nothing', () => {
  const names = async (rows: readonly string[], header = 'First Name,Last Name') =>
    values(
      await open([`Rego,State,${header}`, ...rows.map((row, at) => `${plateOf(at)},VIC,${row}`)].join('\n')),
      'client_name',
    )
  it.each([
    [
      ['Jennifer,Null', 'Na,Li', 'Nil,Desai', 'X,Zhang', 'Ann,Lee'],
      ['Jennifer Null', 'Na Li', 'Nil Desai', 'X Zhang', 'Ann Lee'],
    ],
    [
      ['Na,Li', 'Na,Wang', 'Ann,Lee'],
      ['Na Li', 'Na Wang', 'Ann Lee'],
    ],
    [
      ['Nan,Smith', 'Ann,nan', 'Bob,nan'],
      ['Nan Smith', 'Ann', 'Bob'],
    ],
    [
      ['JENNIFER,NULL', 'BOB,RAY'],
      ['JENNIFER NULL', 'BOB RAY'],
    ],
    [
      ['Jennifer,NULL', 'Bob,NULL', 'Ann,Lee'],
      ['Jennifer', 'Bob', 'Ann Lee'],
    ],
    [
      ['NULL,NULL', 'nan,nan', 'Ann,Lee'],
      ['', '', 'Ann Lee'],
    ],
    [
      ['Null,', ',Null', 'Ann,Lee'],
      ['', '', 'Ann Lee'],
    ],
    [
      ['Unknown,Smith', 'N/A,Ray', 'Ann,-'],
      ['Smith', 'Ray', 'Ann'],
    ],
  ])('%j', async (rows, expected) => {
    expect(await names(rows)).toEqual(expected)
  })
  it('are said: a name that a database may have written is a warning', async () => {
    const opened = await open(
      'Rego,State,First Name,Last Name\n1AA1AA,VIC,Jennifer,NULL\n1AA1AB,VIC,Bob,Ray\n1AA1AC,VIC,Unknown,Ng',
    )
    expect(opened.rows.map(({ issues }) => issues.map(({ severity, rule }) => `${severity} ${rule}`))).toEqual([
      ['warning name.like-placeholder'],
      [],
      ['warning name.part-left-out'],
    ])
  })
  it('are said when a mark is no name: as a warning, and as a note where the column repeats it', async () => {
    const rules = async (...lasts: readonly string[]) =>
      (await open(table('Rego,State,First Name,Last Name', (at) => `${plateOf(at)},VIC,Ann,${lasts[at]}`))).rows.map(
        ({ cells, issues }) => [cells.client_name.value, ...issues.map(({ severity, rule }) => `${severity} ${rule}`)],
      )
    const said = ['Ann', 'warning name.part-left-out']
    expect(await rules('0', '-', '?', 'Lee')).toEqual([said, said, said, ['Ann Lee']])
    expect((await rules('-', '-', '-', 'Lee'))[0]).toEqual(['Ann', 'info name.part-left-out'])
  })
})

describe('a word alone below “Rego”', () => {
  it.each(['SOLD', 'Delivered', 'LOANS', 'Fleet'])('heads the rows below it: %s', async (word) => {
    const rows = [0, 1, 2, 3].map((at) => `ABC12${at},${people[at]},021123456${at}`)
    const { draft } = await open(['Rego,Name,Mobile', `${word},,`, ...rows].join('\n'), 'nz')
    expect(draft.counts).toMatchObject({ rows: 4, skipped: 1 })
  })
  it.each(['HOTROD,,', 'SOLD,Ann Lee,'])('is a plate when it may be one: %s', async (row) => {
    const rows = [0, 1, 2, 3].map((at) => `ABC12${at},${people[at]},021123456${at}`)
    const { draft } = await open(['Rego,Name,Mobile', row, ...rows].join('\n'), 'nz')
    expect(draft.counts).toMatchObject({ rows: 5, skipped: 0 })
  })
})

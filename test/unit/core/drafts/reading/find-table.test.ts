import { describe, expect, it } from 'vitest'
import { findTable, type Table } from '../../../../../src/core/drafts/reading/find-table.ts'
import type { MergedRange } from '../../../../../src/core/drafts/model/draft-source.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const header = ['Customer Name', 'Mobile', 'Rego', 'State']
const ann = ['Ann Lee', '0491570006', 'ABC123', 'NSW']
const bob = ['Bob Tan', '0491570156', '1AB2CD', 'VIC']

function find(
  rows: readonly (readonly SourceCell[])[],
  merges: readonly MergedRange[] = [],
  choice?: number | null,
  records?: ReadonlyMap<number, boolean>,
): Table {
  const numbered = rows
    .map((cells, at) => ({ row: at + 1, cells }))
    .filter((row) => row.cells.some((cell) => cell !== '' && cell !== null))
  return findTable({ rows: numbered, merges }, { headerRow: choice, records })
}
const summary = (table: Table) => ({
  header: table.headerRow,
  records: [...table.records].map((row) => row.row),
  others: table.skippedRows.map(({ row, reason }) => `${row} ${reason}`),
})

describe('finding the header (domain, part 7.3)', () => {
  it('finds it in the first row', () => {
    expect(summary(find([header, ann, bob]))).toEqual({ header: 1, records: [2, 3], others: [] })
  })

  it('finds it below titles and blank rows, which are listed', () => {
    expect(
      summary(find([['Sold Vehicles Report'], ['Printed 14/11/2025', '', 'Period: all'], [], header, ann, bob])),
    ).toEqual({
      header: 4,
      records: [5, 6],
      others: ['1 Above the header', '2 Above the header'],
    })
  })

  it('takes the first of two equal headers, so that no customer above the second is skipped', () => {
    expect(summary(find([header, ann, bob, header, ann, bob, ann, bob]))).toEqual({
      header: 1,
      records: [2, 3, 5, 6, 7, 8],
      others: ['4 Repeated header'],
    })
  })

  it('finds unknown words above values of another kind', () => {
    expect(
      find([
        ['Alpha', 'Beta', 'Gamma'],
        ['x 1', '12', '77'],
        ['y 2', '13', '78'],
      ]).headerRow,
    ).toBe(1)
  })

  it('finds none in a table without one', () => {
    const table = find([ann, bob])
    expect(table.headerRow).toBeNull()
    expect(table.records).toHaveLength(2)
    expect(table.header).toEqual(['', '', '', ''])
  })

  it('uses the row that the user chose, or none', () => {
    expect(summary(find([header, ann, bob], [], 2))).toEqual({
      header: 2,
      records: [3],
      others: ['1 Above the header'],
    })
    expect(summary(find([header, ann, bob], [], null))).toEqual({ header: null, records: [1, 2, 3], others: [] })
  })

  it('joins two header lines whose upper cells are merged over columns', () => {
    const upper = ['Customer', null, 'Vehicle', null]
    const merges = [
      { firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 1 },
      { firstRow: 1, lastRow: 1, firstColumn: 2, lastColumn: 3 },
    ]
    const table = find([upper, ['Name', 'Mobile', 'Rego', 'State'], ann, bob], merges)
    expect(table.header).toEqual(['Customer Name', 'Customer Mobile', 'Vehicle Rego', 'Vehicle State'])
    expect(summary(table)).toEqual({ header: 2, records: [3, 4], others: ['1 Upper line of the header'] })
  })

  it('ignores a title that is merged over all columns', () => {
    const merges = [{ firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 3 }]
    expect(find([['Closed won leads', null, null, null], header, ann], merges).header).toEqual(header)
  })
})

describe('skipped rows', () => {
  it.each([
    [['Total: 132'], 'Total or footer'],
    [['Grand Total', '', '', '412'], 'Total or footer'],
    [['', '', 'Sub-total', '$1,200.00'], 'Total or footer'],
    [['Page 1 of 3'], 'Total or footer'],
    [['End of report'], 'Total or footer'],
    [['132 records found'], 'Total or footer'],
    [['Printed 14/11/2025 09:12 by jbrown'], 'Total or footer'],
    [['CUSTOMER NAME', 'Mobile', 'Rego', 'State'], 'Repeated header'],
    [['Salesperson: J Brown'], 'Heading of a group of rows'],
    [['Branch - Parramatta'], 'Heading of a group of rows'],
    [['Records: 4'], 'Total or footer'],
    [['Records', '4'], 'Total or footer'],
    [['Total', '', 45], 'Total or footer'],
    [['Record count: 1,204'], 'Total or footer'],
    [['4 rows'], 'Total or footer'],
    [['(4 rows affected)'], 'Total or footer'],
    [['Showing 1 to 50 of 412'], 'Total or footer'],
    [['Total Sales', '', '', '412'], 'Total or footer'],
    [['TOTAL VEHICLES SOLD: 12'], 'Total or footer'],
    [['', '', '', '123,456.00'], 'Numbers only'],
    [['', '412', '', 1200.5], 'Numbers only'],
    [['New vehicles'], 'Heading of a group of rows'],
    [['March 2024'], 'Heading of a group of rows'],
    [['', 'Parramatta', '', ''], 'Heading of a group of rows'],
    [['Salesperson', 'J Brown'], 'Heading of a group of rows'],
    [['-----', '-----', '-----'], 'Line drawn with characters'],
  ])('%j', (row, reason) => {
    expect(summary(find([header, ann, row, bob]))).toEqual({ header: 1, records: [2, 4], others: [`3 ${reason}`] })
  })

  it.each([
    [['Totaljoy Pty Ltd', '0491570158', 'XYZ789', 'NSW']],
    [['Page Smith', '0491570158', 'XYZ789', 'NSW']],
    [['', '', 'XYZ789']],
    [['Countess Rd Motors', '0491570158', 'XYZ789', 'NSW']],
    [['Total Fencing Pty Ltd', '', 'TFP123', 'NSW']],
    [['Total Fencing Pty Ltd', '', '', '']],
    [['Total Fencing', '', '', '']],
    [['Printed Images Pty Ltd', '', '', '']],
    [['Printed Images', '0491570158', '', '']],
    [['Branch Brothers Pty Ltd', '', '', '']],
    [['Store Total', '', 'XYZ789', '']],
    [['Total', '0491570158', '', '']],
    [['', '', 'HOTROD', '']],
    [['', '', 123456, '']],
    [['Count Basie', '', '', '']],
  ])('but %j is one', (row) => {
    expect(find([header, ann, row, bob]).records).toHaveLength(3)
  })
})

describe('lines behind the last customer', () => {
  it.each([
    [['Units: Days']],
    [['Units:', 'Days']],
    [['Dealer Group Pty Ltd']],
    [['Copyright (c) 2000-2024 salesforce.com', ' inc. All rights reserved.']],
    [['17/12/2024 9:05 AM']],
    [['', '', '2']],
    [['Manager']],
  ])('%j is a footer', (line) => {
    const table = find([header, ann, bob, [], ['Grand Totals (2 records)'], line])
    expect(summary(table)).toMatchObject({
      records: [2, 3],
      others: ['5 Total or footer', '6 Total or footer'],
    })
  })

  it.each([
    [['', '', 'XYZ789']],
    [['', '', '', '', '6G1FA8E5AZ4033922']],
    [['Cy Wu', '0491570158']],
    [['', '', '123456']],
    [['', '', '6G1FA8E5AZ403392']],
    [['Cy Wu', 'none', 'HOTROD', '']],
  ])('but %j is a customer', (line) => {
    expect(find([header, ann, bob, line]).records).toHaveLength(3)
  })

  it('are told apart from plates in a narrow table', () => {
    const rows = [['Rego', 'State'], ['1AB2CD', 'VIC'], ['HOTROD'], ['Units: Days'], ['Dealer Group']]
    expect(summary(find(rows))).toMatchObject({ records: [2, 3], others: ['4 Total or footer', '5 Total or footer'] })
  })

  it('are customers where no row has more than one cell', () => {
    expect(find([header, ['Ann Lee'], ['Bob Tan']]).records).toHaveLength(2)
  })
})

describe('many rows that look like sums or headings', () => {
  it('are records in a table of numbers', () => {
    const rows = Array.from({ length: 6 }, (_, at) => [`${at + 1}`, `100${at}`, '45000', '21000'])
    expect(summary(find([['ID', 'Stock', 'Km', 'Price'], ...rows]))).toMatchObject({ records: [2, 3, 4, 5, 6, 7] })
    expect(find([['ID', 'Stock', 'Km', 'Price'], rows[0]!]).records).toHaveLength(1)
  })

  it('are records in their places when they have one text and amounts', () => {
    const rows = Array.from({ length: 9 }, (_, at) => (at % 3 === 0 ? ['Corolla', '450', '', '210'] : ann))
    expect(summary(find([['Model', 'Km', 'Rego', 'Price'], ...rows]))).toMatchObject({
      records: [2, 3, 4, 5, 6, 7, 8, 9, 10],
      others: [],
    })
  })

  it('are sums when their first column is empty, and headings when they are one text', () => {
    const group = [['March 2024'], ann, bob, ['', '412', '', '1200']]
    expect(find([header, ...group, ...group, ...group, ann]).records).toHaveLength(7)
  })
})

describe('a second header', () => {
  const jobs = [
    ['Job', 'Customer', 'Amount'],
    ['1201', 'Mia Chen', '240.50'],
  ]
  it.each([
    ['other columns', jobs],
    ['known names', [['Customer Name', 'Mobile Phone', 'VIN'], ann]],
    [
      'unknown names, in a narrow table',
      [
        ['Summary', 'Count'],
        ['VIC', '2'],
        ['NSW', '0'],
      ],
    ],
    [
      'as many columns',
      [
        ['Stock No', 'Make', 'Model', 'Price'],
        ['S1', 'Kia', 'Rio', '100'],
      ],
    ],
  ])('of %s ends the table', (_, rows) => {
    const others = rows.map((_row, at) => `${at + 4} Another table below the first`)
    expect(summary(find([['Name', 'Phone', 'Rego', 'State'], ann, bob, ...rows]))).toEqual({
      header: 1,
      records: [2, 3],
      others,
    })
  })

  it('of the same table begins it again', () => {
    expect(summary(find([header, ann, ...jobs, header, bob]))).toMatchObject({ records: [2, 6] })
  })

  it('is not seen in a customer of words', () => {
    const typed = (type: string): readonly string[] => [...ann, type]
    const rows = [typed('Owner'), ['HOTROD', 'none', 'Mia Chen', 'NSW', 'Customer'], typed('Customer')]
    expect(find([[...header, 'Type'], ...rows]).records).toHaveLength(3)
    const plates = [['', '', 'HOTROD', 'VIC'], ['', '', '123456', 'VIC'], ann]
    expect(find([header, ...plates]).records).toHaveLength(3)
  })
})

describe('a header without a name for the first column', () => {
  it('is moved to the right, and said', () => {
    const table = find([header, ['1', ...ann], ['2', ...bob]])
    expect(table.header).toEqual(['', ...header])
    expect(table.isHeaderMoved).toBe(true)
  })

  it('stays where its names fit', () => {
    const table = find([header, [...ann, 'x'], [...bob, 'y']])
    expect(table.header).toEqual([...header, ''])
    expect(table.isHeaderMoved).toBeUndefined()
  })
})

it('finds no header in a customer with a phone number', () => {
  // "BM" is also short for a business manager.
  const rows = [...'ABCM'].map((letter, at) => [`1B${letter}1AA`, 'VIC', `Ann ${letter} Lee`, `041234567${at}`])
  expect(find(rows).headerRow).toBeNull()
})

describe('rows of units and choices of the user', () => {
  it('skips a row of units or types below the header', () => {
    const units = ['text', 'max 10 chars', '(required)', '']
    expect(summary(find([header, units, ann, bob]))).toEqual({
      header: 1,
      records: [3, 4],
      others: ['2 Units, types or examples of the columns'],
    })
  })

  it('skips a row of remarks in brackets', () => {
    const units = ['(first last)', '(10 digits)', '[ABC123]', '(NSW/VIC)']
    expect(summary(find([header, units, ann])).others).toEqual(['2 Units, types or examples of the columns'])
    const types = ['(text)', '(digits)', '(plate)', '(code)']
    expect(summary(find([header, types, ann, bob])).records).toEqual([3, 4])
  })

  it('skips a first row that shows how the form is filled in', () => {
    const example = ['e.g. John Citizen', '0400 000 000', 'ABC123', 'NSW']
    expect(summary(find([header, example, ann])).records).toEqual([3])
  })

  it('keeps a first customer whose cells are words', () => {
    expect(find([header, ['Ann Lee', 'n/a', 'HOTROD', 'NSW'], bob]).records).toHaveLength(2)
  })

  it('takes a skipped row back, and skips a customer row', () => {
    const rows = [['Sold cars'], header, ann, ['Total: 132'], bob]
    const chosen = new Map([
      [4, true],
      [5, false],
    ])
    expect(summary(find(rows, [], undefined, chosen))).toEqual({
      header: 2,
      records: [3, 4],
      others: ['1 Above the header', '5 Skipped by you'],
    })
  })

  it('puts every filled row into one of the lists', () => {
    const rows = [['Title'], header, ann, ['Records: 4'], [], ['', '', '', '12'], bob, ['Parramatta']]
    const table = find(rows)
    expect(table.records.length + table.skippedRows.length + 1).toBe(7)
  })
})

describe('cells', () => {
  it('merged over two rows belong to both rows', () => {
    const merges = [{ firstRow: 2, lastRow: 3, firstColumn: 0, lastColumn: 0 }]
    const table = find([header, ann, [null, '0491570006', 'XYZ789', 'NSW']], merges)
    expect(table.records.at(1)?.cells[0]).toBe('Ann Lee')
  })

  it('merged over ranges far taller than the table cost no more than the rows of the table', () => {
    const merges = Array.from({ length: 20_000 }, (_, column) => ({
      firstRow: 2,
      lastRow: 1_048_576,
      firstColumn: column % 4,
      lastColumn: column % 4,
    }))
    expect(find([header, ann, bob], merges).records).toHaveLength(2)
  })

  it('beyond the header stay, and their rows are listed', () => {
    const table = find([header, [...ann, 'slipped'], bob])
    expect([...table.overlong]).toEqual([2])
    expect(table.header).toHaveLength(5)
  })
})

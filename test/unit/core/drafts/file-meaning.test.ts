import { describe, expect, it } from 'vitest'
import type { Draft, DraftRow } from '../../../../src/contract/drafts.ts'
import type { Region } from '../../../../src/contract/region.ts'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, signal } from './drafts-bench.ts'

const plateOf = (at: number): string => `1A${'ABCDEFGH'[at]}${at}CD`
const people = ['Ann Lee', 'Bob Ray', 'Cy Day', 'Di Fox', 'Ed Poe', 'Flo Ng', 'Gus Hall', 'Hal Tan']

/** Rows as text below their header; `line`: of each row. */
const table = (header: string, line: (at: number) => string, rows = 4): string =>
  [header, ...Array.from({ length: rows }, (_, at) => line(at))].join('\n')

interface Opened {
  readonly draft: Draft
  readonly rows: readonly DraftRow[]
  /** By header: what the column is imported as. */
  readonly targets: Readonly<Record<string, string>>
  /** What the command line and watched folders ask. */
  readonly decisions: readonly string[]
}

async function open(content: string, region: Region = 'au'): Promise<Opened> {
  const bench = createBench({ region })
  const draft = await bench.open('customers.csv', content)
  const query = { show: 'all', group: null, search: '', offset: 0, limit: 100 } as const
  const { rows } = await bench.drafts.rows({ id: draft.id, ...query }, signal)
  return {
    draft,
    rows: rows.toSorted((a, b) => a.row - b.row),
    targets: Object.fromEntries(draft.columns.map(({ header, target }) => [header, target])),
    decisions: decisionsOf(draft),
  }
}
const values = ({ rows }: Opened, field: keyof DraftRow['cells']): readonly string[] =>
  rows.map(({ cells }) => cells[field].value)

describe('a column that a spreadsheet program damaged', () => {
  it.each([
    ['Mobile', 'mobile_number', (at: number) => `4.1${at}E+08`],
    ['Mobile Number', 'mobile_number', (at: number) => `"4,1${at}E+08"`],
    ['Cell Phone', 'mobile_number', () => '#NAME?'],
    ['Phone', 'mobile_number', (at: number) => `4.1${at}E+08`],
    ['Mobile', 'mobile_number', () => '########'],
    ['Sale Date', 'sale_date', () => '########'],
    ['Delivery Date', 'sale_date', () => '#VALUE!'],
    ['Date Sold', 'sale_date', () => '4.54E+04'],
    ['VIN', 'vin', (at: number) => `6.1${at}E+16`],
    ['Chassis No', 'vin', () => '#N/A'],
    ['Customer Name', 'client_name', () => '#NAME?'],
    ['Name', 'client_name', () => '?????'],
  ])('keeps its field and is an open decision: %s of %s', async (header, target, cell) => {
    const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${cell(at)}`))
    expect(opened.targets).toEqual({ Rego: 'rego', State: 'state', [header]: target })
    expect(opened.draft.counts.ready).toBe(0)
    expect(opened.decisions.join(' ')).toContain(`Named “${header}”, but all 4 sampled values were damaged`)
  })

  it.each([
    ['Rego', (at: number) => `1${at}-Mar`],
    ['Plate No.', (at: number) => `Mar-1${at}`],
    ['Rego', (at: number) => `1.00E+1${at}`],
    ['Registration', () => '#REF!'],
  ])('says of each row why it has no plate: %s', async (header, cell) => {
    const opened = await open(table(`${header},State,Name`, (at) => `${cell(at)},VIC,${people[at]}`))
    expect(opened.targets[header]).toBe('rego')
    expect(opened.rows.flatMap(({ issues }) => issues.map(({ rule }) => rule))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:plate\.(?:date-damage|scientific)|cell\.formula-error)$/)]),
    )
    expect(opened.decisions).not.toEqual([])
  })

  it('is not asked about when its cells say that there is nothing', async () => {
    const opened = await open(table('Rego,State,Name,Mobile', (at) => `${plateOf(at)},VIC,${people[at]},TBA`))
    expect(opened.targets['Mobile']).toBe('mobile_number')
    expect(opened.decisions).toEqual([])
  })

  it('gives way to a sound column of the same field', async () => {
    const content = table('Rego,State,Mobile,Mobile 2', (at) => `${plateOf(at)},VIC,4.12E+08,041234567${at}`)
    const opened = await open(content)
    expect(opened.targets).toMatchObject({ Mobile: 'keep', 'Mobile 2': 'mobile_number' })
    expect(opened.decisions).toEqual([])
  })
})

const saysRego = (header: string): boolean => /^Reg/.test(header) && !/name/.test(header)

describe('a column whose name says a field', () => {
  it.each([
    ['Mobile', (at: number) => `039555123${at}`],
    ['Sale Date', () => 'soon'],
    ['VIN', (at: number) => `2039${at}.999999999996`],
    ['Registration', (at: number) => (at % 2 === 0 ? 'Yes' : 'No')],
    ['Rego', (at: number) => `1${at}/03/2027`],
    ['Customer Name', (at: number) => `10423${at}`],
    ['Registered name and address', (at: number) => `"${people[at]}, ${at} High St Ryde"`],
  ])('is an open decision while its values do not fit and nothing else fills the field: %s', async (header, cell) => {
    const regoHeader = saysRego(header) ? 'Foo' : 'Plate'
    const opened = await open(
      table(`${regoHeader},State,VIN 1,${header}`, (at) => `${saysRego(header) ? 'x' : plateOf(at)},VIC,,${cell(at)}`),
    )
    expect(opened.decisions.join(' ')).toContain(`Named “${header}”, but`)
    const column = opened.draft.columns.find((one) => one.header === header)
    expect(column).toMatchObject({ isOpen: true, suggested: { confidence: 'low' } })
  })

  it('is settled by a choice, and by an earlier file', async () => {
    const content = table('Rego,State,Name,Mobile', (at) => `${plateOf(at)},VIC,${people[at]},039555123${at}`)
    const bench = createBench()
    const { id } = await bench.open('march.csv', content)
    const chosen = await bench.drafts.setColumn({ id, index: 3, target: 'leave_out' }, signal)
    expect(decisionsOf(chosen)).toEqual([])
    await bench.drafts.setStep({ id, step: 'check' }, signal)
    expect(decisionsOf(await bench.open('april.csv', content))).toEqual([])
  })

  it('is used in the next file when it was empty in the earlier one', async () => {
    const content = (mobile: string) =>
      table('Rego,State,Name,Mobile', (at) => `${plateOf(at)},VIC,${people[at]},${mobile}`)
    const bench = createBench()
    const { id } = await bench.open('march.csv', content(''))
    await bench.drafts.setStep({ id, step: 'check' }, signal)
    const next = await bench.open('april.csv', content('0412345678'))
    expect(next.columns.map(({ target }) => target)).toEqual(['rego', 'state', 'client_name', 'mobile_number'])
  })

  it('is asked about in each row whose value the spreadsheet lost', async () => {
    const opened = await open(table('Rego,State,Name', (at) => `${plateOf(at)},VIC,${at === 2 ? '#N/A' : people[at]}`))
    expect(opened.decisions).toEqual([
      '1 row would be sent without a value: The spreadsheet has the error #N/A here. Left blank.',
    ])
  })

  it.each([
    ['12345', 'numeric plates of the Northern Territory'],
    ['HOTRO', 'plates without a digit, which are asked about'],
  ])('is the rego with %s…: %s', async (start) => {
    const opened = await open(table('Rego,State', (at) => `${start}${start === '12345' ? at : 'ABCD'[at]},NT`))
    expect(opened.targets['Rego']).toBe('rego')
    expect(opened.decisions.length).toBe(start === '12345' ? 0 : 1)
  })
})

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
  it.each([
    ...['Home Phone', 'Mobile 2', 'Work Phone', 'Phone 2', 'Other Phone', 'A/H', 'Alternate Mobile', 'Phone (H)'],
    ...['Tel (W)', 'Business Phone', 'After Hours Phone', 'Ph Home'],
  ])('is used where the mobile column has none, said once, and the column is kept: %s', async (header) => {
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
  it('leaves a wrong number in the mobile column to the user', async () => {
    const opened = await open('Rego,State,Mobile,Home Phone\n1AA1AA,VIC,04123,0412345678\n1AA1AB,VIC,0412345679,')
    expect(opened.rows[0]?.issues.map(({ rule }) => rule)).toContain('mobile.invalid')
    expect(values(opened, 'mobile_number')[0]).toBe('')
  })
})

describe('a column “State”', () => {
  const cars = [
    ['1BN1AA', 'VIC'],
    ['1BN1AB', 'VIC'],
    ['BNY12K', 'NSW'],
    ['123AB4', 'QLD'],
    ['S123ABC', 'SA'],
  ] as const
  const line = (header: string, own: string | null) =>
    [
      header,
      ...cars.map(([plate, state], at) => {
        const cells: Readonly<Record<string, string>> = {
          Rego: plate,
          State: own ?? state,
          Name: people[at] ?? '',
          Make: 'Kia',
          Suburb: 'Geelong',
          Address: `${at} Main St`,
          Postcode: '3220',
          VIN: `6T153KK400X33444${at}`,
        }
        return header
          .split(',')
          .map((name) => cells[name] ?? '')
          .join(',')
      }),
    ].join('\n')

  it.each([
    'Rego,State,Name,Address,Suburb,Postcode',
    'State,Rego,Name,Address,Suburb,Postcode',
    'Rego,VIN,State,Name,Address,Suburb,Postcode',
    'Rego,Make,State,Name,Address,Suburb,Postcode',
    'Name,Suburb,State,Rego',
  ])('is the registration’s, and says why: %s', async (header) => {
    const opened = await open(line(header, null))
    expect(opened.draft.counts).toMatchObject({ ready: 5, error: 0 })
    const { suggested } = opened.draft.columns.find((one) => one.header === 'State') ?? {}
    expect(suggested?.reason).toContain('ll 5 plates have a form of their state')
  })
  it.each([
    'Rego,Name,Address,Suburb,State,Postcode',
    'Rego,Make,State,Name,Suburb',
    'Name,Suburb,Postcode,State,Rego',
  ])('is the address’s, and an open decision while nothing else has the state: %s', async (header) => {
    const opened = await open(line(header, 'TAS'))
    expect(opened.targets['State']).toBe('leave_out')
    expect(opened.decisions.join(' ')).toContain('0 of 5 plates have a form of this state. Choose “State”')
  })
})

describe('a column of regos with and without their state', () => {
  it.each([
    ...['Rego / State', 'Plate/State', 'Rego & State', 'Rego (State)', 'Rego - State', 'State/Rego'],
    ...['Registration and State', 'Plate No / State', 'Rego+State', 'Rego State', 'Rego', 'Number Plate'],
  ])('is found under “%s”', async (header) => {
    const opened = await open(table(`${header},Name`, (at) => `${plateOf(at)}${at % 2 ? ' VIC' : ''},${people[at]}`, 8))
    expect(opened.targets[header]).toBe('rego_and_state')
    expect(values(opened, 'rego').slice(0, 2)).toEqual(['1AA0CD', '1AB1CD'])
    expect(values(opened, 'state').slice(0, 2)).toEqual(['', 'VIC'])
  })
  it('leaves the column of the state to the state', async () => {
    const opened = await open(table('Rego,State', (at) => `${plateOf(at)}${at % 4 ? '' : ' VIC'},VIC`, 8))
    expect(opened.targets).toEqual({ Rego: 'rego', State: 'state' })
    expect(opened.draft.counts.ready).toBe(8)
  })
})

describe('a header with a remark', () => {
  it.each([
    ...['Full name (as on licence)', 'Name as per licence', 'Full Name (as shown on passport)', 'Name on licence'],
    ...['Customer Name (per contract)', 'Name as on rego papers', 'Full name as written on driver licence'],
    ...['Name (required)', 'Full name [as on licence]', 'Owner name – as per registration certificate'],
    ...['Registered name and address', 'Name (Driver Licence)'],
  ])('is the name: %s', async (header) => {
    const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${people[at]}`))
    expect(values(opened, 'client_name')).toEqual(people.slice(0, 4))
  })
  it.each(['Name (spouse)', 'Name (salesperson)', 'Licence (as on card)', 'Address (as on licence)'])(
    'is not the customer’s name: %s',
    async (header) => {
      const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${people[at]}`))
      expect(values(opened, 'client_name')).toEqual(['', '', '', ''])
    },
  )
})

describe('a column about contact', () => {
  it.each([
    ['DND', 'Y'],
    ['DND', 'DND'],
    ['Remove from list', 'x'],
    ['Marketing prefs', 'None'],
    ['Marketing prefs', 'Email only'],
    ['Contact preferences', 'No marketing'],
    ['Comms pref', 'Do not contact'],
    ['Take off list', '1'],
    ['Cease contact', 'Y'],
    ['Exclude from campaigns', 'Yes'],
    ['On DND list', 'TRUE'],
  ])('is asked about: “%s” with “%s”', async (header, value) => {
    const other = /pref/i.test(header) ? 'All' : ''
    const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${at === 1 ? value : other}`))
    expect(opened.draft.counts).toMatchObject({ ready: 3, leftOut: 1 })
    expect(opened.decisions.join(' ')).toContain(`The column “${header}” says for 1 row not to contact`)
  })
})

describe('customers without a name below others', () => {
  it('get no name of the row above, which is said', async () => {
    const opened = await open(
      'Name,Mobile,Rego,State\nAnn Lee,0412345678,1AA1AA,VIC\n,,1AA1AB,VIC\n,,1AA1AC,VIC\nBob Ray,0412345679,1AA1AD,VIC',
    )
    expect(values(opened, 'client_name')).toEqual(['Ann Lee', '', '', 'Bob Ray'])
    expect(opened.draft.source.notes).toContain(
      '2 rows have a car, but neither a name nor a mobile. Nothing is taken from the row above.',
    )
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
      ['info name.part-left-out'],
    ])
  })
})

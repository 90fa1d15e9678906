import { describe, expect, it } from 'vitest'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { reportOfDraft } from '../../../../src/core/import-report/import-report.ts'
import { createBench, sendDraft, signal } from './drafts-bench.ts'
import { open, people, plateOf, table, values } from './opened-file.ts'

const saysRego = (header: string): boolean => header === 'Rego' || header === 'Registration'

describe('a column that a spreadsheet program damaged', () => {
  it.each([
    ['Mobile', 'mobile_number', (at: number) => `4.1${at}E+08`],
    ['Mobile Number', 'mobile_number', (at: number) => `"4,1${at}E+08"`],
    ['Cell Phone', 'mobile_number', () => '#NAME?'],
    ['Phone', 'mobile_number', (at: number) => `4.1${at}E+08`],
    ['Mobile', 'mobile_number', () => '########'],
    ['Sale Date', 'sale_date', () => '########'],
    ['Delivery Date', 'sale_date', () => '#VALUE!'],
    ['Date', 'sale_date', () => '########'],
    ['Date Handed Over', 'sale_date', () => '########'],
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

describe('a mobile that may be somebody else’s', () => {
  const openWith = (header: string) =>
    open(table(`Rego,State,Name,${header}`, (at) => `${plateOf(at)},VIC,${people[at]},041234567${at}`))

  it.each(['Site Contact Mobile', 'Partner Cell', 'NOK Mobile', 'Employee Mobile', 'Assigned To Mobile'])(
    'is asked about under “%s”',
    async (name) => {
      const opened = await openWith(name)
      expect(opened.targets[name]).toBe('leave_out')
      expect(opened.decisions).toEqual([expect.stringContaining(`“${name}” has mobiles`)])
    },
  )

  it.each([
    'Salesperson Mobile',
    'S/P Mobile',
    'Sold By Mobile',
    'BDM Mob',
    'Sales Exec Ph',
    'Delivery Specialist Cell',
    'Owner Mobile (Staff)',
    'Our Mobile',
  ])('is one of the staff under “%s”: the customer’s is missing, which the report says', async (name) => {
    const { draft, targets, decisions } = await openWith(name)
    expect([targets[name], decisions]).toEqual(['keep', []])
    expect(reportOfDraft(draft).notes).toEqual([expect.stringContaining('No column has the mobile number')])
    expect(reportOfDraft((await openWith('Home Phone')).draft).notes.join()).not.toContain('No column')
  })

  it('is an open decision where no other column has mobiles', async () => {
    const content = table('Rego,State,Name,Driver Mobile', (at) => `${plateOf(at)},VIC,${people[at]},041234567${at}`)
    const opened = await open(content)
    expect(opened.targets['Driver Mobile']).toBe('leave_out')
    expect(opened.decisions).toEqual([expect.stringContaining('“Driver Mobile” has mobiles')])
    const both = 'Rego,State,Name,Driver Mobile,Mobile'
    const other = await open(table(both, (at) => `${plateOf(at)},VIC,${people[at]},041234567${at},049157000${at}`))
    expect([other.targets['Mobile'], other.decisions]).toEqual(['mobile_number', []])
  })
})

it.each([
  ['Patron', (at: number) => people[at] ?? '', 'client_name'],
  ['Who', (at: number) => people[at] ?? '', 'client_name'],
  ['Date of first drive away', (at: number) => `1${at}/03/2024`, 'sale_date'],
  ['Wty Start', (at: number) => `1${at}/03/2024`, 'sale_date'],
  ['sls_dt', (at: number) => `2024-03-1${at}`, 'sale_date'],
  ['number', (at: number) => `0412 345 67${at}`, 'mobile_number'],
  ['Mob phone 1', (at: number) => `0412 345 67${at}`, 'mobile_number'],
])('recognises “%s”', async (header, cell, target) => {
  const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${cell(at)}`))
  expect(opened.targets[header]).toBe(target)
})

it('takes the users of cars for the customers where the values of no other column are names', async () => {
  const content = table(
    'Rego,State,Packager,Employee',
    (at) => `${plateOf(at)},VIC,${at % 2 ? 'RemServ' : 'Maxxia'},${people[at]}`,
  )
  const opened = await open(content)
  expect([opened.targets, opened.decisions]).toMatchObject([{ Packager: 'keep', Employee: 'client_name' }, []])
})

it.each(['VRM State', 'custom2_state'])('knows that “%s” is of the rego', async (header) => {
  const opened = await open(table(`Rego,${header},Name`, (at) => `${plateOf(at)},VIC,${people[at]}`))
  expect([opened.targets[header], opened.decisions]).toEqual(['state', []])
})

it('reads the customers below a list of stock', async () => {
  const stock = ['Stock No,Rego,Make', ...[0, 1, 2].map((at) => `S10${at},1XY${at}ZZ,Mazda`), '']
  const customers = table('Name,Mobile,Rego,State', (at) => `${people[at]},049157000${at},${plateOf(at)},VIC`)
  const opened = await open([...stock, customers].join('\n'))
  expect(opened.targets).toMatchObject({ Name: 'client_name', Rego: 'rego' })
})

const says = (header: string, name: string): boolean =>
  name === 'Sold'
    ? /date/i.test(header)
    : name === 'State'
      ? /st/i.test(header.replace(/asset/i, ''))
      : name === 'Mobile' && /mob/i.test(header)

it.each([
  ['Rego,State,Operator Name,Fleet Manager', 'Operator Name', 'client_name'],
  ['Rego,State,F_NAME,L_NAME', 'L_NAME', 'last_name'],
  ['Rego__pc,State,Name', 'Rego__pc', 'rego'],
  ['Customer Rego,State,Name', 'Customer Rego', 'rego'],
  ['Rego,State,Name,Customer Company Name', 'Name', 'client_name'],
])('knows in “%s” what “%s” is', async (header, column, target) => {
  const staff = ['Kim', 'Raj', 'Kim', 'Raj']
  const opened = await open(table(header, (at) => `${plateOf(at)},VIC,${people[at]},${staff[at]} Dunn`))
  expect(opened.targets[column]).toBe(target)
})

it('asks about the rows of a blacklist', async () => {
  const opened = await open(
    table('Rego,State,Name,Black List', (at) => `${plateOf(at)},VIC,${people[at]},${at === 1 ? 'Y' : ''}`),
  )
  expect(opened.decisions).toEqual([expect.stringContaining('“Black List” says for 1 row')])
})

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
    expect(column).toMatchObject({ isOpen: true })
  })

  it.each([
    'Asset Rego State',
    'VEH_REGO_STATE',
    'Date',
    'Drawdown Date',
    'DELDATE',
    'CUSTMOB',
    'Sold To Mobile',
    'Reg St',
    'VIN at disposal',
  ])('is asked about whatever its values are: %s', async (header) => {
    const names = ['Rego', 'State', 'Name', 'Mobile', 'Sold'].filter((name) => !says(header, name))
    const cells: Readonly<Record<string, (at: number) => string>> = {
      Rego: plateOf,
      State: () => 'VIC',
      Name: (at) => people[at] ?? '',
      Mobile: (at) => `041234567${at}`,
      Sold: (at) => `1${at}/03/2024`,
    }
    for (const value of ['10423', 'Retail', '$23,990', 'X-Trail', '03 9555 1234']) {
      const line = (at: number): string => [...names.map((name) => cells[name]?.(at)), `"${value}"`].join()
      const opened = await open(table([...names, header].join(), line))
      expect(opened.decisions.join(' ')).toContain(`Named “${header}”, but`)
    }
  })

  it.each(['Chassis Colour', 'Mobile Provider', 'Order State', 'VIN Status', 'Plate Style', 'Delivery Method'])(
    'is not meant by “%s”',
    async (header) => {
      const opened = await open(
        table(`Rego,Rego State,Name,${header}`, (at) => `${plateOf(at)},VIC,${people[at]},Gold`),
      )
      expect(opened.decisions).toEqual([])
    },
  )

  it('is settled by a choice, and by an earlier file', async () => {
    const content = table('Rego,State,Name,Mobile', (at) => `${plateOf(at)},VIC,${people[at]},039555123${at}`)
    const bench = createBench()
    const { id } = await bench.open('march.csv', content)
    const chosen = await bench.drafts.setColumn({ id, index: 3, target: 'leave_out' }, signal)
    expect(decisionsOf(chosen)).toEqual([])
    await sendDraft(bench, id)
    expect(decisionsOf(await bench.open('april.csv', content))).toEqual([])
  })

  it('is used in the next file when it was empty in the earlier one', async () => {
    const content = (mobile: string) =>
      table('Rego,State,Name,Mobile', (at) => `${plateOf(at)},VIC,${people[at]},${mobile}`)
    const bench = createBench()
    const { id } = await bench.open('march.csv', content(''))
    await sendDraft(bench, id)
    const next = await bench.open('april.csv', content('0412345678'))
    expect(next.columns.map(({ target }) => target)).toEqual(['rego', 'state', 'client_name', 'mobile_number'])
  })

  it('is used when its first cell is far below the first rows', async () => {
    const mobile = (at: number): string => (at === 1_200 ? '0412345678' : '')
    const content = table('Rego,State,Name,Mobile', (at) => `1AB${at},VIC,Ann Lee ${at},${mobile(at)}`, 1_300)
    const { targets, draft } = await open(content)
    expect(targets['Mobile']).toBe('mobile_number')
    expect(draft.columns[3]?.samples).toEqual(['0412345678'])
  })

  it('is used as the name of customers when its values are single words', async () => {
    const opened = await open(table('Rego,State,Name', (at) => `${plateOf(at)},VIC,${people[at]?.split(' ')[0]}`))
    expect(opened.targets['Name']).toBe('client_name')
    expect(opened.decisions).toEqual([])
  })

  it.each([
    ['#N/A,', 'The spreadsheet has the error #N/A here.'],
    ['J*** S****,', 'Some letters of “J*** S****” are hidden.'],
    ['Ann Lee,2024-03-01T13:30:00Z', 'This time is in UTC. In local time it may be the next day, 2/3/2024.'],
  ])('is asked about in each row whose value is lost or doubtful: %s', async (cells, message) => {
    const line = (at: number): string => (at === 2 ? cells : `${people[at]},1${at}/03/2024`)
    const opened = await open(table('Rego,State,Name,Sold', (at) => `${plateOf(at)},VIC,${line(at)}`))
    expect(opened.decisions).toEqual([expect.stringContaining(`1 row to check before sending: ${message}`)])
  })

  it.each(['Day,Month,Year', 'Sale Year,Sale Month,Sale Day'])(
    'is asked about where it is a part of a date: %s',
    async (names) => {
      const opened = await open(
        table(`Rego,State,Name,${names}`, (at) => `${plateOf(at)},VIC,${people[at]},1${at},3,20`),
      )
      expect(opened.decisions).toEqual([expect.stringContaining(`look like one date in three columns`)])
    },
  )

  it.each([
    ['12345', 'numeric plates of the Northern Territory'],
    ['HOTRO', 'plates without a digit, which are asked about'],
  ])('is the rego with %s…: %s', async (start) => {
    const opened = await open(table('Rego,State', (at) => `${start}${start === '12345' ? at : 'ABCD'[at]},NT`))
    expect(opened.targets['Rego']).toBe('rego')
    expect(opened.decisions.length).toBe(start === '12345' ? 0 : 1)
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

describe('names under a header that does not say whose they are', () => {
  it.each([
    ['Driver licence name', 'leave_out'],
    ['Deal participant', 'client_name'],
  ])('are an open decision where no other column has names: %s', async (header, target) => {
    const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${people[at]}`))
    expect(opened.targets[header]).toBe(target)
    expect(opened.decisions).toEqual([expect.stringMatching(new RegExp(`“${header}” has (?:names|such values)`))])
    const both = table(`Rego,State,${header},Customer`, (at) => `${plateOf(at)},VIC,${people[at + 4]},${people[at]}`)
    expect((await open(both)).decisions).toEqual([])
  })

  it('are no decision under the name of another party, a car or a place', async () => {
    for (const header of ['Sales Consultant', 'Model', 'Suburb'])
      expect((await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${people[at]}`))).decisions).toEqual(
        [],
      )
  })
})

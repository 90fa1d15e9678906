import { describe, expect, it } from 'vitest'
import { open, people, plateOf, table, values } from './opened-file.ts'

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
          .map((name) => cells[name] ?? cells['State'])
          .join(',')
      }),
    ].join('\n')

  it.each([
    'Rego,State,Name,Address,Suburb,Postcode',
    'State,Rego,Name,Address,Suburb,Postcode',
    'Rego,VIN,State,Name,Address,Suburb,Postcode',
    'Rego,Make,State,Name,Address,Suburb,Postcode',
    'Name,Suburb,State,Rego',
    ...['Territory', 'Region', 'Prov', 'Province/State'].flatMap((name) => [
      `Rego,Name,${name}`,
      `Rego,${name},Suburb`,
    ]),
  ])('is the registration’s, and says why: %s', async (header) => {
    const opened = await open(line(header, null))
    expect(opened.draft.counts).toMatchObject({ ready: 5, error: 0 })
    expect(opened.decisions).toEqual([])
    const { suggested } = opened.draft.columns.find(({ target }) => target === 'state') ?? {}
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

describe('a state between suburb and postcode', () => {
  it.each(['State', 'ST', 'Territory', 'Province'])(
    'is asked about with the plates that have its form: %s',
    async (name) => {
      const opened = await open(table(`Plate,Suburb,${name},Postcode`, (at) => `${plateOf(at)},Geelong,VIC,3220`))
      expect(opened.decisions.join(' ')).toContain('registration. All 4 plates have a form of this state.')
    },
  )
})

describe('a region of states', () => {
  it.each(['Territory', 'Region'])('is asked about where no plate shows a state: %s', async (name) => {
    const opened = await open(table(`Rego,Name,${name}`, (at) => `LUCKY${'ABCD'[at]},${people[at]},VIC`))
    expect(opened.targets[name]).toBe('state')
    expect(opened.decisions.join(' ')).toContain(`“${name}” has such values`)
  })

  it('is no state of the registration where the plates are of another', async () => {
    const opened = await open(table('Rego,Name,Region', (at) => `${plateOf(at)},${people[at]},QLD`))
    expect(opened.targets['Region']).toBe('leave_out')
  })
})

describe('a column of regos with and without their state', () => {
  it.each(
    'Rego / State|Plate/State|Rego & State|Rego (State)|Rego - State|State/Rego|Registration and State|Plate No / State|Rego+State|Rego State|Rego|Number Plate'.split(
      '|',
    ),
  )('is found under “%s”', async (header) => {
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
  it.each(
    `Full name (as on licence) | Name as per licence | Full Name (as shown on passport) | Name on licence | Name (required) |
    Customer Name (per contract) | Name as on rego papers | Full name as written on driver licence | Name (Driver Licence) |
    Full name [as on licence] | Owner name – as per registration certificate | Registered name and address |
    Customer name as on registration | Client as shown on VIN plate | Name on rego | Legal name per registration | Full name as ID |
    Full name per DL | Licence holder | Licensee name | Registered to`.split(/\s*[|]\s*/),
  )('is the name: %s', async (header) => {
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
    ['Please remove', 'Y'],
    ['Contact OK?', 'No'],
  ])('is asked about: “%s” with “%s”', async (header, value) => {
    const other = { pref: 'All', ok: 'Yes' }[/pref|ok/i.exec(header)?.[0].toLowerCase() ?? ''] ?? ''
    const opened = await open(table(`Rego,State,${header}`, (at) => `${plateOf(at)},VIC,${at === 1 ? value : other}`))
    expect(opened.draft.counts).toMatchObject({ ready: 3, excluded: 1 })
    expect(opened.decisions.join(' ')).toContain(`The column “${header}” says for 1 row not to contact`)
  })
})

describe('a phone, a date or half a name whose column says whose or which it is', () => {
  const mobileOf = (at: number): string => `04915700${10 + at}`
  const opens = (headers: string, line: (at: number) => string) => open(table(`Rego,State,${headers}`, line))

  it.each([
    ['Customer,Detailer Mobile', 'leave_out', ['perhaps of somebody else']],
    ['Customer,Accounts Mobile', 'leave_out', ['perhaps of somebody else']],
    ['Attendee Name,Attendee Mobile', 'mobile_number', []],
    ['Customer,Best mobile to reach you', 'mobile_number', []],
    ['Customer,Q2 Mobile', 'mobile_number', []],
    ['Customer,Sale Customer Mobile', 'mobile_number', []],
    ['Details Customer,Details Mobile', 'mobile_number', []],
    ['Customer,Number', 'mobile_number', []],
    ['Customer,Dial Number', 'mobile_number', []],
    ['Customer,Default Address Phone', 'mobile_number', []],
    ['Customer,Comments', 'mobile_number', ['“Comments” has such values']],
    ['Customer,Ph1', 'mobile_number', []],
    ['Customer,Purchaser M/P', 'mobile_number', []],
    ['Customer,Member No', 'keep', []],
  ])('is used as its name says, or asked about: %s', async (headers, target, asked) => {
    const opened = await opens(headers, (at) => `${plateOf(at)},VIC,${people[at]},${mobileOf(at)}`)
    expect(opened.targets[headers.split(',')[1] ?? '']).toBe(target)
    expect(opened.decisions).toEqual(asked.map((text) => expect.stringContaining(text)))
  })

  it.each(['Detailer Mobile', 'Partner’s Mobile', 'Owner 2 Mobile', 'Sales Mgr Mobile'])(
    'is never taken from “%s” where another column is the customer’s',
    async (other) => {
      const opened = await opens(`Customer,${other},Phone`, (at) => `${plateOf(at)},VIC,${people[at]},0412345${at}78,`)
      expect(values(opened, 'mobile_number')).toEqual(['', '', '', ''])
    },
  )

  it('is not taken from the phone of a second person', async () => {
    const header = 'Primary First,Primary Last,Primary Mobile,Secondary First,Secondary Last,Secondary Mobile'
    const opened = await opens(header, (at) => `${plateOf(at)},VIC,Ann,Lee,,Bob,Ray,${mobileOf(at)}`)
    expect(values(opened, 'mobile_number')).toEqual(['', '', '', ''])
    const behind = await opens(
      'Contact (1),Mobile (1),Contact (2),Mobile (2)',
      (at) => `${plateOf(at)},VIC,Ann Lee,,Bob Ray,${mobileOf(at)}`,
    )
    expect(values(behind, 'mobile_number')).toEqual(['', '', '', ''])
  })

  it.each([
    'Finance Date',
    'Deposit Date',
    'Date Financed',
    'Order Date',
    'Deposit Paid',
    'Date Ordered',
    'Approval Date',
  ])('is asked about as the sale date: %s', async (name) => {
    const line = (at: number): string => `${plateOf(at)},VIC,${13 + at}/03/2024`
    expect((await opens(name, line)).decisions).toEqual([expect.stringContaining(`“${name}” may be another day`)])
    const beside = await opens(`${name},Delivered`, (at) => `${line(at)},${21 + at}/03/2024`)
    expect([beside.targets['Delivered'], ...beside.decisions]).toEqual(['sale_date'])
  })

  it('is asked about where two dates of the sale are more than 30 days apart', async () => {
    const line = (at: number): string => `${plateOf(at)},VIC,${13 + at}/01/2024`
    const near = await opens('Sold Date,Delivered', (at) => `${line(at)},${20 + at}/01/2024`)
    const far = await opens('Sold Date,Delivered', (at) => `${line(at)},${20 + at}/07/2024`)
    expect(near.decisions).toEqual([])
    expect(far.decisions).toEqual([expect.stringContaining('“Delivered” is used for the sale date')])
  })

  it('is read as first and last name where each of two numbered columns has one word', async () => {
    const opened = await opens('cust_nm_1,cust_nm_2', (at) => `${plateOf(at)},VIC,${people[at]?.replace(' ', ',')}`)
    expect(values(opened, 'client_name')).toEqual(people.slice(0, 4))
    expect(opened.decisions).toEqual(Array(2).fill(expect.stringContaining('are read as first and last name')))
  })
})

it.each([
  ['CUSNAM', 'client_name'],
  ['OWNNAM', 'client_name'],
  ['SALDAT', 'sale_date'],
  ['DELVDATE', 'sale_date'],
  ['PURCHDATE', 'sale_date'],
  ['OWNCEL', 'mobile_number'],
  ['VEHSTA', 'state'],
  ['Region', 'leave_out'],
])('reads the words that an old system cut off: %s', async (header, target) => {
  const cells = { client_name: 'Ann Lee', sale_date: '13/02/2024', mobile_number: '0491570006' } as Record<
    string,
    string
  >
  // A second state beside “State” would be left out.
  const before = target === 'state' ? ['Rego', ''] : ['Rego,State', ',VIC']
  const opened = await open(
    table(`${before[0]},${header}`, (at) => `${plateOf(at)}${before[1]},${cells[target] ?? 'VIC'}`, 1),
  )
  expect(opened.targets[header]).toBe(target)
})

it('uses “Rego State” before “State”, and “Legal First Name” before “Preferred Name”', async () => {
  const header = 'Rego,Preferred Name,Legal First Name,Last Name,Address,State,Rego State'
  const opened = await open(table(header, (at) => `${plateOf(at)},Annie,Ann,Lee,1 High St,NSW,VIC`))
  expect([values(opened, 'client_name')[0], values(opened, 'state')[0]]).toEqual(['Ann Lee', 'VIC'])
})

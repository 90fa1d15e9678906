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

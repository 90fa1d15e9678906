import { describe, expect, it } from 'vitest'
import { createBench } from './drafts-bench.ts'
import { open, people, plateOf, table, values } from './opened-file.ts'

const mobileOf = (at: number): string => `049157${1000 + at * 37}`
const car = (at: number): string => `${plateOf(at)},VIC,${people[at]}`

it('a column named “VIN” above numbers of 17 digits is asked about, and not sent as VINs', async () => {
  const opened = await open(table('Rego,State,Name,VIN', (at) => `${car(at)},2024031500000121${at}`))
  expect(opened.targets['VIN']).toBe('keep')
  expect(opened.decisions).toEqual([expect.stringContaining('Named “VIN”')])
})

describe('a column whose name says one field, and its values another', () => {
  const vinOf = (at: number): string => `6T1BF3FK50X01234${at}`
  it.each([
    ['Customer Name,VIN', (at: number) => `${plateOf(at)},VIC,C10${at}44,${vinOf(at)}`, ['Customer Name']],
    [
      'Customer Name,Mobile',
      (at: number) => `${plateOf(at)},VIC,${mobileOf(at)},${people[at]}`,
      ['Customer Name', 'Mobile'],
    ],
    ['First Name,Surname', (at: number) => `${plateOf(at)},VIC,${people[at]?.split(' ')[0]},C10${at}44`, ['Surname']],
    [
      'Surname,First Name',
      (at: number) => `${plateOf(at)},VIC,${people[at]?.split(' ')[1]},C10${at}44`,
      ['First Name'],
    ],
    ['Name,Ph (M)', (at: number) => `${plateOf(at)},VIC,${people[at]},${vinOf(at)}`, ['Ph (M)']],
    ['VIN,Mobile', (at: number) => `${plateOf(at)},VIC,${mobileOf(at)},${vinOf(at)}`, ['VIN', 'Mobile']],
  ])('is asked about: %s', async (headers, line, asked) => {
    const opened = await open(table(`Rego,State,${headers}`, line))
    expect(opened.decisions).toEqual(asked.map((name) => expect.stringContaining(`Named “${name}”, but the values`)))
    expect(opened.draft.columns.filter(({ isOpen }) => isOpen).map(({ target }) => target)).toEqual(
      asked.map(() => 'keep'),
    )
  })

  it('never becomes the rego of a list without one', async () => {
    const opened = await open(table('VIN,State,Customer Name', (at) => `${vinOf(at)},VIC,C10${at}44`))
    expect(values(opened, 'rego')).toEqual(['', '', '', ''])
    expect(opened.decisions).toEqual([expect.stringContaining('Named “Customer Name”')])
  })
})

it.each([
  ['other cars', 'Rego', (at: number) => `1ZY${at}BA`, ['Two columns are named “Rego”']],
  [
    'other cars',
    'Second car rego',
    (at: number) => `1ZY${at}BA`,
    ['“Rego” is used for the rego, and this column has others'],
  ],
  ['the same cars', 'Rego', plateOf, []],
  ['the same cars', 'Plate', plateOf, []],
  ['other cars', 'Loan Rego', (at: number) => `1ZY${at}BA`, []],
  ['other cars', 'Tow car rego', (at: number) => `1ZY${at}BA`, []],
] as const)('asks about a second column of regos with %s: %s', async (_name, header, second, asked) => {
  const opened = await open(table(`Rego,State,Name,${header}`, (at) => `${car(at)},${second(at)}`))
  expect(opened.decisions).toEqual(asked.map((text) => expect.stringContaining(text)))
})

it.each([
  ['Our Ref', (at: number) => `2024031500000121${at}`, 'au'],
  ['', (at: number) => `123${at}.5678901234567`, 'au'],
  ['Barcode', (at: number) => `AB340315000001${at}23`, 'au'],
  ['Kennung', (at: number) => `TXN2024031500${at}012`, 'au'],
  ['Batch', (at: number) => `40001234${at}`, 'au'],
  ['Yard Ref', (at: number) => `2100012${at}`, 'nz'],
  ['Loaded', (at: number) => `2020011${at}`, 'nz'],
  ['Acct', (at: number) => `271234561${at}`, 'nz'],
] as const)('keeps the numbers of “%s” as an extra field', async (header, numberOf, region) => {
  const opened = await open(
    table(
      `Rego,State,Name,${header}`,
      (at) => `${region === 'au' ? car(at) : `ABC12${at},,${people[at]}`},${numberOf(at)}`,
    ),
    region,
  )
  expect(opened.draft.columns[3]?.target).toBe('keep')
  expect(opened.decisions).toEqual([])
})

it('keeps names that are words for nothing, and leaves blank what systems write for nobody', async () => {
  const names = ['Chris,Null', 'Na,Li', 'Tran,Do', 'Ann,Blank', 'No,Name', 'Cash,Sale', 'nan,nan', 'Walk-in,Customer']
  const opened = await open(table('Rego,State,First Name,Last Name', (at) => `${plateOf(at)},VIC,${names[at]}`, 8))
  expect(values(opened, 'client_name')).toEqual(['Chris Null', 'Na Li', 'Tran Do', 'Ann Blank', '', '', '', ''])
})

it.each([
  ['Mobile,Ph (W)', (at: number) => (at % 2 ? `${mobileOf(at)},03 9555 1234` : `,${mobileOf(at)}`)],
  ['Mobile 1,Mobile 2', (at: number) => (at % 2 ? `${mobileOf(at)},` : `,${mobileOf(at)}`)],
  ['Home Ph', mobileOf],
])('takes the mobile of the next phone column, row by row: %s', async (headers, phones) => {
  const opened = await open(table(`Rego,State,Name,${headers}`, (at) => `${car(at)},${phones(at)}`))
  expect(values(opened, 'mobile_number')).toEqual([0, 1, 2, 3].map(mobileOf))
})

it.each([
  [
    'tabs',
    table('Rego\tState\tName\tNotes', (at) => `${plateOf(at)}\tVIC\tLee, ${people[at]}${at % 2 ? '' : '\tok, fine'}`),
  ],
  ['bars', table('Rego|State|Name|Comment', (at) => `${plateOf(at)}|VIC|${people[at]}|a; b; c${at % 3 ? '' : '|'}`)],
  ['semicolons', table('Rego;State;Name;Price', (at) => `${plateOf(at)};VIC;${people[at]};23.450,${at}0`)],
  ['times', table('Time,Rego,State,Name,Mobile', (at) => `8:1${at}:00,${car(at)}${at % 3 ? `,${mobileOf(at)}` : ''}`)],
  [
    'links',
    table('Rego,State,Name,Link,Mobile', (at) => `${car(at)},https://x.au/#${at}${at % 3 ? `,${mobileOf(at)}` : ''}`),
  ],
  [
    'bars and lines',
    ['Rego | State | Name', '-----|-----|-----', ...[0, 1, 2, 3].map((at) => car(at).replaceAll(',', ' | '))].join(
      '\n',
    ),
  ],
])('finds the columns of rows of different length with %s', async (_name, content) => {
  const opened = await open(content)
  expect(opened.draft.counts).toMatchObject({ rows: 4, ready: 4 })
  expect(values(opened, 'rego')).toEqual([0, 1, 2, 3].map(plateOf))
})

it.each([
  ['Price', '$3', 0],
  ['Sold for', '$3', 1],
  ['Odometer', '4', 0],
] as const)('joins an amount that its comma cut below “%s”, and says so', async (name, begin, whole) => {
  const amount = (at: number): string => (at < whole ? '$990' : `${begin}${at},990`)
  const line = (at: number): string => `${plateOf(at)},VIC,${amount(at)},${people[at]},${mobileOf(at)}`
  const opened = await open(table(`Rego,State,${name},Name,Mobile`, line))
  expect(values(opened, 'client_name')).toEqual(people.slice(0, 4))
  expect(opened.draft.counts.warning).toBe(4 - whole)
})

it.each([
  ['\n\nPrepared by Dean Walsh\nUnits: Km\n© 2024 Dealer Systems P/L\n', 3],
  ['\nThis report is confidential, and must not be copied\nFilters: Sold, Retail, 2024\nUser: kerry\n', 3],
  ['\n\nSource: ERA\nExcludes fleet; see note 2\nv2.1\n', 3],
  ['\n,Report run by Kerry,,\n,,,8\n', 2],
  ['\nRego,State,Name,Mobile,Note\n', 1],
  ['\nSalesperson,Units,Gross,Target\nKim,4,12000,5\nLee,2,8000,5\n', 0],
])('skips the lines below the customers: %j', async (lines, skipped) => {
  const opened = await open(table('Rego,State,Name,Mobile', (at) => `${car(at)},${mobileOf(at)}`) + lines)
  expect(opened.draft.counts).toMatchObject({ rows: 4, ready: 4, skipped })
})

it('reads the cells of a web page that leaves out their ends', async () => {
  const page = `<html><body><table><tr><th>Rego<th>State<th>Name</tr><tr><td>1AB1CD<td>VIC<td>Ann&nbsp;Lee</tr></table>`
  const draft = await createBench().open('sold.xls', page)
  expect(draft.columns.map(({ header }) => header)).toEqual(['Rego', 'State', 'Name'])
  expect(draft.counts).toMatchObject({ rows: 1, ready: 1 })
})

it.each([
  ['sold.xlsx', '<!DOCTYPE html><html><title>Log in</title><form><input type=password></form></html>', 'a web page'],
  ['sold.csv', '<html>\r\n<title>504 Gateway Time-out</title>\r\n<h1>504 Gateway Time-out</h1></html>', 'a web page'],
  ['sold.csv', '{"error":"unauthorised"}\n', 'a JSON file'],
  ['sold.csv', 'ERROR: ORA-01017: invalid password; logon denied\n', 'has no table'],
  ['sold.csv', '[InternetShortcut]\r\nURL=https://dealer.example/export\r\n', 'a shortcut to another file'],
  ['sold.xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'an XML file'],
])('refuses %s in words that name what it is: %s', async (name, content, kind) => {
  await expect(createBench().open(name, content)).rejects.toThrow(
    `“${name}” ${kind.startsWith('has') ? kind : `is ${kind}`}`,
  )
})

it.each([
  ['DND', 'Y'],
  ['Comms Prefs', 'No calls'],
  ['Not to be contacted?', 'Yes'],
  ['Take off list', 'x'],
  ['Take me off', 'Y'],
  ['Delete?', 'Y'],
  ['Remove customer', 'x'],
  ['Passed away', 'Yes'],
  ['Marketing', 'Opted Out'],
  ['Telemarketing', 'Opted Out'],
  ['Can market to', 'Opted Out'],
  ['Contact flag', 'Opted Out'],
])('asks about “%s” with “%s”', async (header, refusal) => {
  const other = refusal === 'Opted Out' ? 'Opted In' : refusal === 'No calls' ? 'All' : ''
  const opened = await open(table(`Rego,State,Name,${header}`, (at) => `${car(at)},${at === 2 ? refusal : other}`))
  expect(opened.decisions).toEqual([expect.stringContaining(`The column “${header}” says for 1 row`)])
  expect(opened.draft.counts).toMatchObject({ ready: 3, excluded: 1 })
})

it.each(['Removed plates', 'Deleted from stock', 'Marketing source', 'Contact made', 'Skip bin'])(
  'does not ask about “%s” with yes and no',
  async (header) => {
    const opened = await open(table(`Rego,State,Name,${header}`, (at) => `${car(at)},${at === 2 ? 'No' : 'Yes'}`))
    expect(opened.decisions).toEqual([])
    expect(opened.draft.counts).toMatchObject({ ready: 4, excluded: 0 })
  },
)

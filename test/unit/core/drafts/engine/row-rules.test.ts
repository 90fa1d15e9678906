import { readOverrides } from '../../../../../src/core/drafts/model/overrides.ts'
import { describe, expect, it } from 'vitest'
import { vehicleKeys } from '../../../../../src/core/fields/vehicle-key.ts'
import { act, openText, rulesOf, shown, statuses } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const vinA = '6G1FA8E5AZ4033922'
const vinB = 'JTNK4MBE207450782'
const table = (...rows: string[]): string => [header, ...rows].join('\n')

describe('a row needs a car (interface, part 4, customer input)', () => {
  it('rego with its state, or a VIN', async () => {
    const engine = await openText(
      table(
        `Ann Lee,0491570006,ABC123,NSW,,1/02/2024`,
        `Bob Tan,0491570156,,,${vinA},1/02/2024`,
        `Cy Wu,0491570157,,NSW,,1/02/2024`,
        `Di Poe,0491570158,TBA,NSW,,1/02/2024`,
      ),
    )
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready', 4: 'error', 5: 'error' })
    expect(rulesOf(engine, 4)).toContain('row.no-vehicle')
    expect(rulesOf(engine, 5)).toEqual(['plate.placeholder', 'row.no-vehicle'])
  })

  it('no state is asked for, nor sent, outside Australia', async () => {
    const engine = await openText(table('Ann Lee,0211234567,ABC123,NSW,,1/02/2024', 'Bob,0211234568,BBC12,,,'), {
      context: { region: 'nz' },
    })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready' })
    expect(engine.rowsToSend().rows.map(({ input }) => input.state)).toEqual([undefined, undefined])
  })
})

describe('where a state comes from (domain, part 6): its column, the plate’s cell, her default; never a guess', () => {
  const text = table(
    'Ann,0491570006,ABC123,NSW,,',
    'Bob,0491570156,XYZ789 VIC,,,',
    'Cy,0491570157,DEF456,,,',
    'Di,0491570158,1ABC234,,,',
    'Ed,0491570159,GHJ456,Melbourne,,',
    'Flo,0491570110,KLM456,NZ,,',
  )
  const stateColumn = readOverrides([{ name: 'target:3', value: '"state"' }])
  const states = (engine: Awaited<ReturnType<typeof openText>>) =>
    [2, 3, 4, 5, 6, 7].map((row) => shown(engine, row).cells.state.value)

  it('without a default, what has none is an error; a telling pattern is only proposed', async () => {
    const engine = await openText(text, { overrides: new Map(stateColumn) })
    expect(states(engine)).toEqual(['NSW', 'VIC', '', '', '', ''])
    expect(statuses(engine)).toMatchObject({ 2: 'ready', 4: 'error', 5: 'error', 6: 'error' })
    expect(shown(engine, 4).issues.find((found) => found.field === 'state')).toMatchObject({
      rule: 'state.missing',
      proposal: null,
    })
    expect(shown(engine, 5).issues.find((found) => found.field === 'state')).toMatchObject({
      rule: 'state.missing',
      proposal: 'WA',
    })
    expect(shown(engine, 6).issues.find((found) => found.field === 'state')).toMatchObject({
      rule: 'state.city',
      proposal: 'VIC',
      severity: 'error',
    })
  })

  it('with a default, only empty cells take it, not those that name another place', async () => {
    const engine = await openText(text, { overrides: new Map(stateColumn) })
    act(engine, { kind: 'default-state', state: 'QLD' })
    expect(states(engine)).toEqual(['NSW', 'VIC', 'QLD', 'QLD', '', ''])
    expect(rulesOf(engine, 5)).toContain('plate.other-state')
  })

  it('an emptied state stays empty', async () => {
    const engine = await openText(text, {
      overrides: readOverrides([
        { name: 'target:3', value: '"state"' },
        { name: 'defaultState', value: '"QLD"' },
      ]),
    })
    act(engine, { kind: 'cell', row: 2, field: 'state', value: '' })
    expect(shown(engine, 2)).toMatchObject({
      status: 'error',
      cells: { state: { value: '', edited: true, original: 'NSW' } },
    })
  })
})

describe('the same car twice (domain, part 7.4)', () => {
  it('by rego and state: the latest sale stays, and the others name its row', async () => {
    const engine = await openText(
      table(
        'Ann,0491570006,ABC123,NSW,,1/02/2023',
        'Bob,0491570156,abc-123,nsw,,15/02/2024',
        'Cy,0491570157,ABC 123,NSW,,',
        'Di,0491570158,ABC123,VIC,,1/02/2024',
      ),
    )
    expect(statuses(engine)).toEqual({ 2: 'left-out', 3: 'ready', 4: 'left-out', 5: 'ready' })
    expect(shown(engine, 2).leftOutBecause).toBe('Duplicate: a newer sale of this car is in row 3')
    expect(shown(engine, 4).leftOutBecause).toBe('Duplicate: this car is in row 3 with a sale date')
    expect(engine.view().leftOutReasons).toEqual([
      { reason: 'Duplicate: a newer sale of this car is in the file', rows: 1 },
      { reason: 'Duplicate: this car is in the file with a sale date', rows: 1 },
    ])
  })

  it('by VIN, also under another plate', async () => {
    const engine = await openText(table(`Ann,,ABC123,NSW,${vinA},1/02/2023`, `Bob,,XYZ789,NSW,${vinA},15/02/2024`))
    expect(statuses(engine)).toEqual({ 2: 'left-out', 3: 'ready' })
  })

  it('is one car through a row that has only the rego', async () => {
    const engine = await openText(
      table(`Ann,,ABC123,NSW,,1/02/2023`, `Bob,,,,${vinA},2/02/2023`, `Cy,,ABC123,NSW,${vinA},15/02/2024`),
    )
    expect(statuses(engine)).toEqual({ 2: 'left-out', 3: 'left-out', 4: 'ready' })
  })

  it('the same rego with another VIN is a warning on both, not a duplicate', async () => {
    const engine = await openText(table(`Ann,,ABC123,NSW,${vinA},1/02/2023`, `Bob,,ABC123,NSW,${vinB},15/02/2024`))
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning' })
    expect(shown(engine, 2).issues.find((found) => found.rule === 'row.rego-with-other-vin')?.message).toContain(
      'Row 3',
    )
  })

  it('taken back in, it is sent as well', async () => {
    const engine = await openText(table('Ann,,ABC123,NSW,,1/02/2023', 'Bob,,ABC123,NSW,,15/02/2024'))
    act(engine, { kind: 'exclude', rows: [2], excluded: false })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready' })
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'left-out' })
  })

  it('when the one that stayed is left out by her, the other one is sent', async () => {
    const engine = await openText(table('Ann,,ABC123,NSW,,1/02/2023', 'Bob,,ABC123,NSW,,15/02/2024'))
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'left-out' })
    expect(act(engine, { kind: 'exclude', rows: [3], excluded: false }).entries).toEqual([
      { name: 'row:3', before: '"out"', after: null },
    ])
  })
})

describe('customers who are known, or want to be left alone', () => {
  it('known by rego and state, or by VIN: left out, or sent with a warning', async () => {
    const text = table('Ann,,ABC123,NSW,,', `Bob,,,,${vinA},`, 'Cy,,ABC123,VIC,,')
    const known = vehicleKeys({ rego: 'abc123', state: 'NSW', vin: vinA })
    const engine = await openText(text, { known })
    expect(statuses(engine)).toEqual({ 2: 'left-out', 3: 'left-out', 4: 'ready' })
    act(engine, { kind: 'known-customers', choice: 'send' })
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning', 4: 'ready' })
  })

  it('an opt-out column and notes that say so keep a row from being sent', async () => {
    const engine = await openText(
      'Name,Rego,State,Opt Out,Remarks,Colour\nAnn,ABC123,NSW,Y,,Red\nBob,DEF456,NSW,,please do not call,Blue\nCy,GHJ789,NSW,N,call after 6,Red\n',
    )
    expect(statuses(engine)).toEqual({ 2: 'left-out', 3: 'left-out', 4: 'ready' })
    expect(shown(engine, 2).leftOutBecause).toContain('do not contact')
  })
})

describe('other things to look at', () => {
  it('one mobile under three names', async () => {
    const rows = ['Ann Lee', 'Bob Tan', 'Cy Wu', 'CY WU'].map((name, at) => `${name},0491 570 006,ABC12${at},NSW,,`)
    const engine = await openText(table(...rows, 'Di Poe,0491570156,XYZ789,NSW,,', 'Ed Poe,0491570156,XYZ780,NSW,,'))
    expect(statuses(engine)).toEqual({ 2: 'warning', 3: 'warning', 4: 'warning', 5: 'warning', 6: 'ready', 7: 'ready' })
  })

  it('a row with more cells than the header', async () => {
    const engine = await openText(
      table('Lee, Ann,0491570006,ABC123,NSW,,1/02/2024', 'Bob,0491570156,DEF456,NSW,,1/02/2024'),
    )
    expect(rulesOf(engine, 2)).toContain('row.too-many-cells')
    expect(rulesOf(engine, 3)).not.toContain('row.too-many-cells')
  })

  it('dates that contradict each other must be decided by her before they are sent', async () => {
    const engine = await openText(
      table(
        'Ann,,ABC123,NSW,,13/02/2024',
        'Bob,,DEF456,NSW,,02/14/2024',
        'Cy,,GHJ789,NSW,,3/04/2024',
        'Di,,KLM789,NSW,,4/04/2024',
      ),
    )
    const sold = engine.view().columns.find((column) => column.target === 'sale_date')!
    expect(sold.dates?.decidedBy).toBe('undecided')
    expect(rulesOf(engine, 4)).toContain('date.order-undecided')
    expect(shown(engine, 5).status).toBe('ready')
    act(engine, { kind: 'date-order', index: sold.index, order: 'mdy' })
    expect(shown(engine, 4).cells.sale_date.value).toBe('2024-03-04')
  })
})

describe('several columns for one thing', () => {
  it('takes the first mobile that is one, and keeps the second', async () => {
    const engine = await openText(
      'Customer Name,Phone,Mobile,Rego,State\nAnn Lee,02 9876 5432,0491570006,ABC123,NSW\nBob Tan,0491570156,0491570157,DEF456,NSW\nCy Wu,,0491570158,GHJ789,NSW\n',
    )
    act(engine, { kind: 'column', index: 1, target: 'mobile_number' })
    act(engine, { kind: 'column', index: 2, target: 'mobile_number' })
    expect(engine.rowsToSend().rows.map(({ input }) => [input.mobile_number, input.additional_fields])).toEqual([
      ['0491570006', undefined],
      ['0491570156', { mobile_2: '0491570157' }],
      ['0491570158', undefined],
    ])
  })

  it('a field that one column can have moves, and the other column is kept', async () => {
    const engine = await openText('Rego,Plate,State\nABC123,XYZ789,NSW\n')
    act(engine, { kind: 'column', index: 1, target: 'rego' })
    expect(engine.view().columns.map((column) => column.target)).toEqual(['keep', 'rego', 'state'])
    act(engine, { kind: 'column', index: 0, target: 'rego_and_state' })
    expect(engine.view().columns.map((column) => column.target)).toEqual(['rego_and_state', 'keep', 'state'])
  })

  it('all other columns at once, but not the private ones', async () => {
    const engine = await openText('Customer Name,Rego,State,Colour,DOB,Yard\nAnn Lee,ABC123,NSW,Red,1/02/1980,North\n')
    act(engine, { kind: 'other-columns', target: 'leave_out' })
    act(engine, { kind: 'other-columns', target: 'keep' })
    const sent = engine.rowsToSend().rows[0]!.input.additional_fields
    expect(sent).toEqual({ Colour: 'Red', Yard: 'North' })
  })
})

describe('the row as sent', () => {
  it('has what is filled and nothing else; kept columns under names of their own', async () => {
    const engine = await openText(
      ' Name ,Rego,State,VIN,Mobile,__proto__,Colour,Colour,,forecourt_ref\nAnn Lee,abc-123,n.s.w.,JZX100-0010000,+61 491 570 006,p,Red,Blue,x,mine\n',
    )
    act(engine, { kind: 'other-columns', target: 'keep' })
    const [row] = engine.rowsToSend().rows
    expect(row?.original).toEqual([
      'Ann Lee',
      'abc-123',
      'n.s.w.',
      'JZX100-0010000',
      '+61 491 570 006',
      'p',
      'Red',
      'Blue',
      'x',
      'mine',
    ])
    expect(JSON.parse(JSON.stringify(row?.input.additional_fields))).toEqual(
      JSON.parse(
        '{"__proto__":"p","Colour":"Red","Colour (2)":"Blue","Column I":"x","forecourt_ref (2)":"mine","chassis_no":"JZX100-0010000"}',
      ),
    )
    expect(row?.input).toMatchObject({
      rego: 'ABC123',
      state: 'NSW',
      client_name: 'Ann Lee',
      mobile_number: '0491570006',
    })
    expect(row?.input).not.toHaveProperty('vin')
  })

  it('has the mobile in the form of the connection', async () => {
    const engine = await openText(table('Ann,0491 570 006,ABC123,NSW,,'), { context: { mobileForm: 'international' } })
    expect(engine.rowsToSend().rows[0]?.input.mobile_number).toBe('+61491570006')
    expect(shown(engine, 2).cells.mobile_number.value).toBe('+61491570006')
  })

  it('counts the look-ups that would be paid for: rego and state, no VIN, and going to be sent', async () => {
    const engine = await openText(
      table(
        'A,,ABC123,NSW,,',
        `B,,DEF456,NSW,${vinA},`,
        'C,,GHJ789,,,',
        `D,,,,${vinB},`,
        'E,,KLM123,NSW,JZX100-0010000,',
      ),
    )
    expect(engine.view().counts).toEqual({ rows: 5, ready: 4, warning: 0, error: 1, leftOut: 0, paidLookups: 2 })
  })
})

describe('mending many at once', () => {
  it('one word stands for all cells of that text, the typed ones excepted', async () => {
    const engine = await openText(table('A,,ABC123,Vctoria,,', 'B,,DEF456,Vctoria,,', 'C,,GHJ789,NSW,,'))
    act(engine, { kind: 'column', index: 3, target: 'state' })
    const group = engine.groups().find((one) => one.rule === 'state.near')!
    expect(group).toMatchObject({ rows: 2, value: 'Vctoria', proposal: 'VIC', severity: 'error' })
    expect(act(engine, { kind: 'fix-group', group: group.key }).entries).toEqual([
      { name: 'mend:state:Vctoria', before: null, after: '"VIC"' },
    ])
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready', 4: 'ready' })
  })

  it('touches no row outside the group', async () => {
    const engine = await openText(table('A,,ABC123,,,', `B,,,,${vinA},`, 'C,,DEF456,,,'))
    const group = engine.groups().find((one) => one.rule === 'state.missing')!
    act(engine, { kind: 'fix-group', group: group.key, value: 'VIC' })
    expect([2, 3, 4].map((row) => shown(engine, row).cells.state)).toEqual([
      { original: '', value: 'VIC', edited: true },
      { original: '', value: '', edited: false },
      { original: '', value: 'VIC', edited: true },
    ])
  })

  it('gives each row its own proposal where they differ', async () => {
    const engine = await openText(table('A,,,,JTNK4OBEEHD746156,', 'B,,,,JTNK4OBEEHD746157,'))
    act(engine, { kind: 'column', index: 4, target: 'vin' })
    const group = engine.groups().find((one) => one.rule === 'vin.letter')!
    expect(group).toMatchObject({ rows: 2, proposal: null, ownProposals: true })
    // Each row's own message names its VIN; the group speaks of all.
    expect(group.message).toBe('A VIN never has the letters I, O or Q. A 1 or 0 is probably right.')
    act(engine, { kind: 'fix-group', group: group.key })
    expect([2, 3].map((row) => shown(engine, row).cells.vin.value)).toEqual(['JTNK40BEEHD746156', 'JTNK40BEEHD746157'])
  })
})

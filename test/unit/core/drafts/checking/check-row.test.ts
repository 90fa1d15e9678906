import { describe, expect, it } from 'vitest'
import { readOverrides } from '../../../../../src/core/drafts/model/overrides.ts'
import { rowsToSend, act, openText, rulesOf, shown, statuses } from '../engine/open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const table = (...rows: string[]): string => [header, ...rows].join('\n')
const vinA = '6G1FA8E5AZ4033922'

describe('the vehicle of a row (interface, part 4, customer input)', () => {
  it('needs a rego with its state, or a VIN', async () => {
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

  it('needs and sends no state outside Australia', async () => {
    const engine = await openText(table('Ann Lee,0211234567,ABC123,NSW,,1/02/2024', 'Bob,0211234568,BBC12,,,'), {
      context: { region: 'nz' },
    })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready' })
    expect(rowsToSend(engine).rows.map(({ input }) => input.state)).toEqual([undefined, undefined])
  })
})

describe('the state of a row (domain, part 6): its column, the plate’s cell or the default, never a guess', () => {
  const text = table(
    'Ann,0491570006,ABC123,NSW,,',
    'Bob,0491570156,XYZ789 VIC,,,',
    'Cy,0491570157,DEF456,,,',
    'Di,0491570158,1ABC234,,,',
    'Ed,0491570159,GHJ456,Melbourne,,',
    'Flo,0491570110,KLM456,NZ,,',
    'Gus,0491570111,1ABC235,Elsewhere,,',
    'Hal,0491570112,,Elsewhere,6T153KK400X334440,',
    'Ida,0491570113,,Elsewhere,,',
  )
  const stateColumn = readOverrides([{ name: 'target:3', value: '"state"' }])
  const states = (engine: Awaited<ReturnType<typeof openText>>) =>
    [2, 3, 4, 5, 6, 7].map((row) => shown(engine, row).cells.state.value)

  it('is an error when missing or unknown, with the state of a distinctive plate as a proposal', async () => {
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
    expect(shown(engine, 8).issues.find((found) => found.field === 'state')).toMatchObject({
      rule: 'state.unknown',
      proposal: 'WA',
      message: '“Elsewhere” isn’t an Australian state. This plate has the WA format.',
    })
  })

  it('is not needed by a car with a VIN alone', async () => {
    const engine = await openText(text, { overrides: new Map(stateColumn) })
    expect(statuses(engine)).toMatchObject({ 8: 'error', 9: 'warning', 10: 'error' })
    expect(rulesOf(engine, 9)).toEqual(['state.unknown'])
    expect(rulesOf(engine, 10)).toContain('row.no-vehicle')
  })

  it('is the default only where the cell is empty, not where it names another place', async () => {
    const engine = await openText(text, { overrides: new Map(stateColumn) })
    act(engine, { kind: 'default-state', state: 'QLD' })
    expect(states(engine)).toEqual(['NSW', 'VIC', 'QLD', 'QLD', '', ''])
    expect(rulesOf(engine, 5)).toContain('plate.other-state')
  })

  it('stays empty after the user clears it', async () => {
    const engine = await openText(text, {
      overrides: readOverrides([
        { name: 'target:3', value: '"state"' },
        { name: 'default-state', value: '"QLD"' },
      ]),
    })
    act(engine, { kind: 'cell', row: 2, field: 'state', value: '' })
    expect(shown(engine, 2)).toMatchObject({
      status: 'error',
      cells: { state: { value: '', edited: true, original: 'NSW' } },
    })
  })
})

describe('other checks of a row', () => {
  it('warns about a row with more cells than the header', async () => {
    const engine = await openText(
      table('Lee, Ann,0491570006,ABC123,NSW,,1/02/2024', 'Bob,0491570156,DEF456,NSW,,1/02/2024'),
    )
    expect(rulesOf(engine, 2)).toContain('row.too-many-cells')
    expect(rulesOf(engine, 3)).not.toContain('row.too-many-cells')
  })

  it('sends ambiguous dates of a mixed column only after the user chooses an order', async () => {
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

  it('uses the first valid mobile of several columns and keeps the second', async () => {
    const engine = await openText(
      'Customer Name,Phone,Mobile,Rego,State\nAnn Lee,02 9876 5432,0491570006,ABC123,NSW\nBob Tan,0491570156,0491570157,DEF456,NSW\nCy Wu,,0491570158,GHJ789,NSW\n',
    )
    act(engine, { kind: 'column', index: 1, target: 'mobile_number' })
    act(engine, { kind: 'column', index: 2, target: 'mobile_number' })
    expect(rowsToSend(engine).rows.map(({ input }) => [input.mobile_number, input.additional_fields])).toEqual([
      ['0491570006', undefined],
      ['0491570156', { mobile_2: '0491570157' }],
      ['0491570158', undefined],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { ColumnFilter } from '../../../../../src/contract/draft-rows.ts'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { rowsToSend, act, openText, shown, statuses } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const table = (...rows: string[]): string => [header, ...rows].join('\n')
const vinA = '6G1FA8E5AZ4033922'

describe('fixGroup', () => {
  it('keeps names as in the file whose surname was turned by its capitals, and undoes that', async () => {
    const rows = ['Ann Lee', 'Bob Ray', '"RYAN, Ingrid"'].map((name, at) => `${name},,ABC12${at},NSW,,`)
    const engine = await openText(table(...rows))
    const turned = () => engine.groups().find(({ rule }) => rule === 'name.turned')
    const nameIn = (row: number) => rowsToSend(engine).rows.find((one) => one.row === row)?.input.client_name
    expect(turned()).toMatchObject({ rows: 1, value: 'RYAN, Ingrid', proposal: 'RYAN, Ingrid', unchanged: false })
    expect([shown(engine, 4).cells.client_name.value, nameIn(4)]).toEqual(['Ingrid RYAN', 'Ingrid RYAN'])
    const { entries } = act(engine, { kind: 'fix-group', group: turned()!.key })
    expect([shown(engine, 4).cells.client_name.value, nameIn(4), turned()]).toEqual([
      'RYAN, Ingrid',
      'RYAN, Ingrid',
      undefined,
    ])
    engine.apply(undoEntries(entries))
    act(engine, { kind: 'cell', row: 4, field: 'client_name', value: 'RYAN, Ingrid' })
    expect(nameIn(4)).toBe('RYAN, Ingrid')
  })

  it('clears the regos without a state of rows that have a VIN', async () => {
    const engine = await openText(table(`A,,BL63AB,,${vinA},`, 'B,,BL63AC,,,', 'C,,DEF456,NSW,,'))
    const missing = () => engine.groups().find((one) => one.rule === 'state.missing')
    expect(missing()).toMatchObject({ rows: 2, proposal: 'NSW' })
    const filters: ColumnFilter[] = [{ column: 'vin', test: 'filled' }]
    const rows = { filter: { show: 'all', group: missing()!.key, search: '', filters } } as const
    act(engine, { kind: 'cells', change: { kind: 'set', rows, values: { rego: '' } }, withRefused: false })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'error', 4: 'ready' })
    expect(rowsToSend(engine).rows[0]?.input).toMatchObject({ vin: vinA })
    expect(rowsToSend(engine).rows[0]?.input).not.toHaveProperty('rego')
  })

  it('replaces a text in all its cells with one override', async () => {
    const engine = await openText(table('A,,ABC123,Vctoria,,', 'B,,DEF456,Vctoria,,', 'C,,GHJ789,NSW,,'))
    act(engine, { kind: 'column', index: 3, target: 'state' })
    const group = engine.groups().find((one) => one.rule === 'state.near')!
    expect(group).toMatchObject({ rows: 2, value: 'Vctoria', proposal: 'VIC', severity: 'error' })
    expect(act(engine, { kind: 'fix-group', group: group.key }).entries).toEqual([
      { name: 'replacement:state:Vctoria', before: null, after: '"VIC"' },
    ])
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready', 4: 'ready' })
  })

  it('replaces a text in all its cells when a row with it is excluded', async () => {
    const engine = await openText(table('A,,ABC123,Vctoria,,', 'B,,DEF456,Vctoria,,', 'C,,GHJ789,NSW,,'))
    act(engine, { kind: 'column', index: 3, target: 'state' })
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    const group = engine.groups().find((one) => one.rule === 'state.near')!
    expect(act(engine, { kind: 'fix-group', group: group.key }).entries.map(({ after }) => after)).toEqual(['"VIC"'])
    act(engine, { kind: 'exclude', rows: [3], excluded: false })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready', 4: 'ready' })
  })

  it('changes no row outside the group', async () => {
    const engine = await openText(table('A,,ABC123,,,', `B,,,,${vinA},`, 'C,,DEF456,,,'))
    const group = engine.groups().find((one) => one.rule === 'state.missing')!
    act(engine, { kind: 'fix-group', group: group.key, value: 'VIC' })
    expect([2, 3, 4].map((row) => shown(engine, row).cells.state)).toEqual([
      { original: '', value: 'VIC', edited: true },
      { original: '', value: '', edited: false },
      { original: '', value: 'VIC', edited: true },
    ])
  })

  it('saves one entry for the cells of many rows, which a later change of a cell or of the rows replaces', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `A,,ABC1${at + 10},,,`)
    const engine = await openText(table(...rows))
    const missing = () => engine.groups().find((one) => one.rule === 'state.missing')!
    act(engine, { kind: 'cell', row: 4, field: 'state', value: 'Mars' })
    const fix = act(engine, { kind: 'fix-group', group: missing().key, value: 'VIC' })
    expect(fix.entries).toEqual([{ name: 'cells:1:state', before: null, after: '{"rows":"2-3,5-21","texts":["VIC"]}' }])
    act(engine, { kind: 'cell', row: 7, field: 'state', value: 'SA' })
    act(engine, {
      kind: 'cells',
      change: { kind: 'set', rows: { runs: [[6, 30]] }, values: { state: 'WA' } },
      withRefused: false,
    })
    act(engine, { kind: 'cell', row: 8, field: 'state', value: 'NT' })
    const states = [2, 4, 6, 7, 8].map((row) => shown(engine, row).cells.state.value)
    expect(states).toEqual(['VIC', '', 'WA', 'WA', 'NT'])
  })

  it('gives back the text of the file in one cell of many that were fixed', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `A,O491570${at + 100},,,JTNK40BEEHD7461${at + 10},`)
    const engine = await openText(table(...rows))
    const group = engine.groups().find((one) => one.field === 'mobile_number')!
    expect(act(engine, { kind: 'fix-group', group: group.key, value: '0491570006' }).entries).toHaveLength(1)
    const { original } = shown(engine, 5).cells.mobile_number
    act(engine, { kind: 'cell', row: 5, field: 'mobile_number', value: original })
    expect(shown(engine, 5).cells.mobile_number.edited).toBe(false)
    expect(shown(engine, 6).cells.mobile_number).toMatchObject({ value: '0491570006', edited: true })
  })

  it('gives each row its own proposal when they differ', async () => {
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

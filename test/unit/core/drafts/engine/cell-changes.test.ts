import { describe, expect, it } from 'vitest'
import type { CellChange, CellPreview } from '../../../../../src/contract/draft-changes.ts'
import { planAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { previewCells } from '../../../../../src/core/drafts/engine/cell-changes.ts'
import type { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { undoEntries } from '../../../../../src/core/drafts/model/overrides.ts'
import { act, openText, shown } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const text = [
  header,
  'Ann Lee,0491570006,ABC123,NSW,,3/4/2024',
  'Bob Tan,0491570156,1AB2CD,VIC,,25/4/2024',
  'Cy Ode,,XYZ789,NSW,,',
  'Di Fox,0491 57,QRS456,SA,,1/5/2024',
].join('\n')

const preview = (engine: DraftEngine, change: CellChange, withRefused = false): CellPreview => {
  const found = previewCells(engine, change, { withRefused, offset: 0, limit: 200 })
  if (!('list' in found)) throw new Error(found.refused)
  return found
}
const apply = (engine: DraftEngine, change: CellChange, withRefused = false) =>
  act(engine, { kind: 'cells', change, withRefused })
const values = (engine: DraftEngine, field: 'client_name' | 'mobile_number' | 'state' | 'sale_date' | 'rego') =>
  [2, 3, 4, 5].map((row) => shown(engine, row).cells[field].value)
const all = { filter: { show: 'all', group: null, search: '' } } as const
const paste = (rows: number[], fields: ('client_name' | 'mobile_number' | 'sale_date' | null)[], texts: string[][]) =>
  ({ kind: 'paste', rows, fields, texts }) satisfies CellChange

describe('pasted cells', () => {
  const block = paste(
    [3, 4, 5],
    ['client_name', null, 'mobile_number'],
    [
      ['Bob Tan', 'x', '+61 491 570 110'],
      ['Cy  Young', 'x', '12345'],
      ['Di Fox', 'x', ''],
      ['Outside', 'x', '0491570006'],
    ],
  )

  it('are previewed: what changes, what is refused with the reason, and what has no place', async () => {
    const engine = await openText(text)
    const found = preview(engine, block)
    expect(found).toMatchObject({ cells: 3, rows: 3, refused: 1, unchanged: 2, outside: 6 })
    expect(found.list).toEqual([
      { row: 3, field: 'mobile_number', before: '0491570156', after: '0491570110', problem: null },
      { row: 4, field: 'client_name', before: 'Cy Ode', after: 'Cy Young', problem: null },
      { row: 4, field: 'mobile_number', before: '', after: '12345', problem: expect.stringMatching(/mobile/) },
      { row: 5, field: 'mobile_number', before: '0491 57', after: '', problem: null },
    ])
    expect(found.values[0]).toMatchObject({ after: '12345', cells: 1, examples: [4] })
  })

  it('leave refused cells as they are, in one step that is undone exactly', async () => {
    const engine = await openText(text)
    const before = engine.rowsByNumber([2, 3, 4, 5])
    const { entries, label } = apply(engine, block)
    expect(label).toBe('3 cells pasted')
    expect(values(engine, 'mobile_number')).toEqual(['0491570006', '0491570110', '', ''])
    expect(values(engine, 'client_name')).toEqual(['Ann Lee', 'Bob Tan', 'Cy Young', 'Di Fox'])
    expect(engine.view().counts.error).toBe(0)
    engine.apply(undoEntries(entries))
    expect(engine.rowsByNumber([2, 3, 4, 5])).toEqual(before)
  })

  it('are taken with their errors when the user wants it', async () => {
    const engine = await openText(text)
    expect(preview(engine, block, true)).toMatchObject({ cells: 4, refused: 0 })
    apply(engine, block, true)
    expect(shown(engine, 4)).toMatchObject({ status: 'error' })
    expect(shown(engine, 4).issues[0]?.message).toContain('12345')
  })

  it('are read as day/month/year, as the screen shows dates, whatever the order of the column', async () => {
    const engine = await openText(['Rego,State,Sold', 'ABC123,NSW,12/31/2023', 'DEF456,NSW,4/25/2024'].join('\n'))
    apply(engine, paste([2], ['sale_date'], [['5/11/2023']]))
    expect(shown(engine, 2).cells.sale_date.value).toBe('2023-11-05')
  })
})

describe('one value for many rows', () => {
  it('is set in all rows of a filter, also in rows without a column for it', async () => {
    const engine = await openText(text)
    const change: CellChange = {
      kind: 'set',
      rows: { filter: { ...all.filter, search: 'nsw' } },
      values: { expiry_date: '1/2/2030' },
    }
    expect(preview(engine, change)).toMatchObject({ cells: 2, rows: 2, refused: 0 })
    expect(apply(engine, change).label).toBe('Expiry date → 1/2/2030 in 2 rows')
    expect([2, 3, 4].map((row) => shown(engine, row).cells.expiry_date.value)).toEqual(['2030-02-01', '', '2030-02-01'])
  })

  it('is set in runs of row numbers, and several fields of a row are checked together', async () => {
    const engine = await openText(text)
    const change: CellChange = { kind: 'set', rows: { runs: [[3, 3]] }, values: { rego: 'ABC12D', state: 'NSW' } }
    expect(preview(engine, change)).toMatchObject({ cells: 2, rows: 1, refused: 0 })
    apply(engine, change)
    expect(shown(engine, 3).cells).toMatchObject({ rego: { value: 'ABC12D' }, state: { value: 'NSW' } })
  })

  it('clears cells with an empty text, which is never refused', async () => {
    const engine = await openText(text)
    const change: CellChange = { kind: 'set', rows: { runs: [[2, 5]] }, values: { mobile_number: '', rego: '' } }
    expect(preview(engine, change)).toMatchObject({ cells: 7, rows: 4, refused: 0, unchanged: 1 })
    expect(apply(engine, change).label).toBe('Rego and mobile cleared in 4 rows')
    expect(values(engine, 'rego')).toEqual(['', '', '', ''])
  })

  it('is filled down from the first row, as it would be sent', async () => {
    const engine = await openText(text)
    const change: CellChange = { kind: 'fill-down', from: 2, rows: { runs: [[2, 4]] }, fields: ['sale_date', 'state'] }
    expect(preview(engine, change)).toMatchObject({ cells: 3, unchanged: 1 })
    expect(apply(engine, change).label).toBe('State and sale date of row 2 filled into 2 rows')
    expect(values(engine, 'sale_date')).toEqual(['2024-04-03', '2024-04-03', '2024-04-03', '2024-05-01'])
    expect(values(engine, 'state')).toEqual(['NSW', 'NSW', 'NSW', 'SA'])
  })

  it('needs no override in cells that get the text of the file back', async () => {
    const engine = await openText(text)
    const change = (value: string): CellChange => ({ kind: 'set', rows: { runs: [[2, 3]] }, values: { state: value } })
    apply(engine, change('QLD'))
    apply(engine, change('NSW'))
    expect([...engine.overrides.keys()]).toEqual(['cell:3:state'])
  })
})

describe('find and replace', () => {
  const replace = (over: Partial<Extract<CellChange, { kind: 'replace' }>>): CellChange => ({
    kind: 'replace',
    rows: all,
    fields: ['client_name', 'mobile_number', 'state', 'sale_date', 'rego'],
    find: '',
    text: '',
    wholeCell: false,
    matchCase: false,
    except: [],
    ...over,
  })

  it('finds parts of shown values without regard to case, and leaves out what the user excepts', async () => {
    const engine = await openText(text)
    const change = replace({ find: 'an', text: 'in' })
    expect(preview(engine, change).list.map(({ before, after }) => `${before} > ${after}`)).toEqual([
      'Ann Lee > inn Lee',
      'Bob Tan > Bob Tin',
    ])
    const { label } = apply(engine, { ...change, except: [{ row: 2, field: 'client_name' }] } as CellChange)
    expect(label).toBe('“an” → “in” in 1 cell')
    expect(values(engine, 'client_name')).toEqual(['Ann Lee', 'Bob Tin', 'Cy Ode', 'Di Fox'])
  })

  it.each([
    ['the whole cell only', { find: 'sa', text: 'WA', wholeCell: true }, ['SA > WA']],
    ['with the case as typed', { find: 'Di', text: 'Dee', matchCase: true }, ['Di Fox > Dee Fox']],
    ['a mobile with any spacing', { find: '0491 570 006', text: '0491 570 110' }, ['0491570006 > 0491570110']],
    ['a date as it is shown', { find: '/4/2024', text: '/6/2024' }, ['3/4/2024 > 3/6/2024', '25/4/2024 > 25/6/2024']],
    [
      'every hit of a cell',
      { find: 'o', text: '0', fields: ['client_name'] },
      ['Bob Tan > B0b Tan', 'Cy Ode > Cy 0de', 'Di Fox > Di F0x'],
    ],
    ['a text that an expression would read differently', { find: '.', text: 'x' }, []],
    [
      'the rows of a filter',
      { find: 'n', text: 'm', fields: ['client_name'], rows: { filter: { ...all.filter, search: 'bob' } } },
      ['Bob Tan > Bob Tam'],
    ],
  ] as const)('replaces %s', async (_, over, wanted) => {
    const engine = await openText(text)
    const found = preview(engine, replace(over as Partial<Extract<CellChange, { kind: 'replace' }>>))
    expect(found.list.map(({ before, after }) => `${before} > ${after}`)).toEqual(wanted)
  })

  it('refuses a result that cannot be sent', async () => {
    const engine = await openText(text)
    expect(preview(engine, replace({ find: '0491', text: '1' }))).toMatchObject({ cells: 0, refused: 3 })
  })
})

describe('a group fix', () => {
  const messy = [header, 'A,,ABC123,Vctoria,,', 'B,,DEF456,Vctoria,,', 'C,,GHJ789,NSW,,'].join('\n')

  it('is previewed with what each value becomes, how often and where', async () => {
    const engine = await openText(messy)
    act(engine, { kind: 'column', index: 3, target: 'state' })
    const group = engine.groups().find(({ rule }) => rule === 'state.near')!.key
    expect(preview(engine, { kind: 'fix-group', group })).toMatchObject({
      cells: 2,
      values: [{ field: 'state', before: 'Vctoria', after: 'VIC', cells: 2, examples: [2, 3], problem: null }],
    })
    expect(preview(engine, { kind: 'fix-group', group, value: 'Atlantis' })).toMatchObject({ cells: 0, refused: 2 })
    const before = engine.view()
    apply(engine, { kind: 'fix-group', group })
    expect([2, 3].map((row) => shown(engine, row).cells.state.value)).toEqual(['VIC', 'VIC'])
    expect(before.counts.error).toBe(2)
  })

  it('is refused when no row has the issue any more', async () => {
    const engine = await openText(messy)
    const change: CellChange = { kind: 'fix-group', group: 'gone' }
    expect(previewCells(engine, change, { withRefused: false, offset: 0, limit: 1 })).toEqual({
      refused: 'No row has this issue any more.',
    })
    expect(planAction(engine, { kind: 'cells', change, withRefused: false })).toMatchObject({ ok: false })
  })
})

it('clears a state that the default state or the rego’s cell gave', async () => {
  const engine = await openText(['Rego,State,Name', 'ABC123,,Ann', '1AB2CD,VIC,Bob'].join('\n'))
  act(engine, { kind: 'default-state', state: 'NSW' })
  expect(shown(engine, 2).cells.state.value).toBe('NSW')
  act(engine, { kind: 'cell', row: 2, field: 'state', value: '' })
  expect(shown(engine, 2).cells.state.value).toBe('')
})

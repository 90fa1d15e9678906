import { describe, expect, it } from 'vitest'
import { addedRowId, readRowText, rowText, shortRowText } from '../../../../../src/contract/row-id.ts'
import { CustomerField } from '../../../../../src/contract/draft-rows.ts'
import { planAction, type DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { undoEntries, type OverrideEntry } from '../../../../../src/core/drafts/model/overrides.ts'
import { rowsToSend, context, sourceOf } from './open-draft.ts'

const all = { show: 'all', group: null, search: '' } as const
const list = 'Rego,State,Customer\nABC123,NSW,Ann Lee\nXYZ789,VIC,Bob Tan\n'

async function draftOf(text = list): Promise<DraftEngine> {
  const source = await sourceOf('list.csv', new TextEncoder().encode(text))
  return new DraftEngine(source, new Map(), context(), new Set())
}

function act(engine: DraftEngine, action: DraftAction): readonly OverrideEntry[] {
  const plan = planAction(engine, action)
  if (!plan.ok) throw new Error(plan.message)
  engine.apply(plan.entries)
  return plan.entries
}

const type = (engine: DraftEngine, row: number, cells: Partial<Record<CustomerField, string>>): void => {
  for (const [field, value] of Object.entries(cells))
    act(engine, { kind: 'cell', row, field: CustomerField.parse(field), value })
}

describe('rows added by hand', () => {
  it('follow the rows of the file, are checked like them, and are sent', async () => {
    const engine = await draftOf()
    act(engine, { kind: 'add-rows', count: 1 })
    const row = addedRowId(1)
    expect([...engine.order({ ...all, sort: { column: 'row', descending: false } })]).toEqual([2, 3, row])
    expect(engine.view().counts).toMatchObject({ rows: 3, ready: 2, error: 1 })
    type(engine, row, { rego: '1ab-2cd', state: 'Victoria', client_name: 'Cy Wu', vin: '6G1FA8E5AZ4033922' })
    expect(engine.view().counts).toMatchObject({ rows: 3, ready: 3, error: 0 })
    expect(rowsToSend(engine).rows.at(-1)).toMatchObject({
      row,
      input: { rego: '1AB2CD', state: 'VIC', client_name: 'Cy Wu', vin: '6G1FA8E5AZ4033922' },
    })
  })

  it('count as the newer row of a car that is in the file', async () => {
    const engine = await draftOf()
    act(engine, { kind: 'add-rows', count: 1 })
    type(engine, addedRowId(1), { rego: 'ABC123', state: 'NSW', client_name: 'Ann Lee' })
    expect(engine.rowsByNumber([2])[0]?.status).toBe('excluded')
  })

  it('are found, filtered and sorted by what was typed', async () => {
    const engine = await draftOf()
    act(engine, { kind: 'add-rows', count: 2 })
    const [first, second] = [addedRowId(1), addedRowId(2)]
    type(engine, first, { client_name: 'Cy Wu', rego: 'AAA111', state: 'NSW' })
    type(engine, second, { client_name: 'Di Park', rego: 'ZZZ999', state: 'NSW' })
    expect([...engine.order({ ...all, search: 'cy w' })]).toEqual([first])
    expect([...engine.order({ ...all, sort: { column: 'rego', descending: false } })]).toEqual([first, 2, 3, second])
    expect([...engine.order({ ...all, filters: [{ column: 'client_name', test: 'contains', text: 'park' }] })]).toEqual(
      [second],
    )
  })

  it('leave with an undo, come back with a redo, and never get the texts of a removed row', async () => {
    const engine = await draftOf()
    const added = act(engine, { kind: 'add-rows', count: 1 })
    const row = addedRowId(1)
    type(engine, row, { rego: 'AAA111' })
    const removed = act(engine, { kind: 'remove-rows', rows: [row] })
    expect(engine.view().counts.rows).toBe(2)
    act(engine, { kind: 'add-rows', count: 1 })
    expect([...engine.order({ ...all, sort: { column: 'row', descending: false } })]).toEqual([2, 3, addedRowId(2)])
    expect(engine.rowsByNumber([addedRowId(2)])[0]?.cells.rego.value).toBe('')
    engine.apply(undoEntries(removed))
    expect(engine.rowsByNumber([row])[0]?.cells.rego.value).toBe('AAA111')
    engine.apply(undoEntries(added))
    expect(engine.rowsByNumber([row])).toEqual([])
  })

  it('stay with their texts when another sheet or way to read the file is chosen', async () => {
    const engine = await draftOf('Rego 1,State 1,Rego 2,State 2,Name\nABC123,NSW,XYZ789,VIC,Ann Lee\n')
    act(engine, { kind: 'add-rows', count: 9 })
    const rows = Array.from({ length: 9 }, (_, at) => addedRowId(at + 1))
    act(engine, {
      kind: 'cells',
      withRefused: true,
      change: { kind: 'set', rows: { runs: [[1, addedRowId(9)]] }, values: { client_name: 'Cy Wu' } },
    })
    type(engine, addedRowId(1), { rego: 'AAA111', state: 'NSW' })
    act(engine, { kind: 'cars', choice: 'together' })
    expect(engine.rowsByNumber(rows).map(({ cells }) => cells.client_name.value)).toEqual(rows.map(() => 'Cy Wu'))
    expect(engine.rowsByNumber([addedRowId(1)])[0]?.cells.rego.value).toBe('AAA111')
    expect(engine.rowsByNumber([1, 2])[0]?.cells.client_name.value).toBe('Ann Lee')
  })

  it('cannot be skipped, and rows of the file cannot be removed', async () => {
    const engine = await draftOf()
    act(engine, { kind: 'add-rows', count: 1 })
    expect(planAction(engine, { kind: 'skip', rows: [addedRowId(1)], skipped: true }).ok).toBe(false)
    expect(planAction(engine, { kind: 'remove-rows', rows: [2] }).ok).toBe(false)
  })

  it('have names that nobody takes for a row of the file', () => {
    expect(shortRowText(addedRowId(2))).toBe('New 2')
    expect(rowText(addedRowId(2))).toBe('2 (added by hand)')
    expect(readRowText('2 (added by hand)')).toBe(addedRowId(2))
  })
})

describe('the texts of rows for a file of those that were not sent', () => {
  it('are those of the file, and what was typed in rows added by hand', async () => {
    const engine = await draftOf('Rego,State,First,Last,Sold,Mobile\nABC123,NSW,Ann,Lee,3/04/2024,0491 570 156\n')
    type(engine, 2, { client_name: 'Anna Leeson' })
    act(engine, { kind: 'add-rows', count: 1 })
    const typed = { rego: 'AAA111', state: 'VIC', client_name: 'Cy Wu', mobile_number: '0491 570 006' }
    type(engine, addedRowId(1), { ...typed, sale_date: '2024-05-04' })
    expect(rowsToSend(engine)).toMatchObject({
      header: ['Rego', 'State', 'First', 'Last', 'Sold', 'Mobile'],
      rows: [
        { original: ['ABC123', 'NSW', 'Ann', 'Lee', '3/04/2024', '0491 570 156'] },
        { original: ['AAA111', 'VIC', 'Cy Wu', '', '2024-05-04', '0491570006'] },
      ],
    })
  })

  it('get a column for a field that the file does not have', async () => {
    const engine = await draftOf('Rego,State,Customer,VIN\nABC123,NSW,Ann Lee,\n')
    act(engine, { kind: 'column', index: 3, target: 'leave_out' })
    act(engine, { kind: 'add-rows', count: 1 })
    type(engine, addedRowId(1), { rego: 'A', vin: '6G1FA8E5AZ4033922', mobile_number: '0491570006' })
    const { header, unsent, rows } = rowsToSend(engine)
    expect(header).toEqual(['Rego', 'State', 'Customer', 'VIN', 'VIN (2)', 'Mobile'])
    expect([...rows, ...unsent].find(({ row }) => row === addedRowId(1))?.original).toEqual([
      'A',
      '',
      '',
      '',
      '6G1FA8E5AZ4033922',
      '0491570006',
    ])
  })
})

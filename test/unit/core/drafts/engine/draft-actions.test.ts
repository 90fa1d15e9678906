import { describe, expect, it } from 'vitest'
import { rowsToSend, act, openText, statuses } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const table = (...rows: string[]): string => [header, ...rows].join('\n')

describe('including and excluding rows', () => {
  it('sends a duplicate that the user includes', async () => {
    const engine = await openText(table('Ann,,ABC123,NSW,,1/02/2023', 'Bob,,ABC123,NSW,,15/02/2024'))
    act(engine, { kind: 'exclude', rows: [2], excluded: false })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'ready' })
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'excluded' })
  })

  it('sends the other duplicate when the user excludes the newer one', async () => {
    const engine = await openText(table('Ann,,ABC123,NSW,,1/02/2023', 'Bob,,ABC123,NSW,,15/02/2024'))
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    expect(statuses(engine)).toEqual({ 2: 'ready', 3: 'excluded' })
    expect(act(engine, { kind: 'exclude', rows: [3], excluded: false }).entries).toEqual([
      { name: 'row:3', before: 'false', after: null },
    ])
  })

  it('saves one entry for many rows, and lets single rows be included again', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Ann,,ABC1${at + 10},NSW,,`)
    const engine = await openText(table(...rows))
    const numbers = Array.from(engine.rows.numbers)
    const excluded = act(engine, { kind: 'exclude', rows: numbers, excluded: true })
    expect(excluded.entries).toEqual([{ name: 'rows:1', before: null, after: '{"rows":"2-21","include":false}' }])
    act(engine, { kind: 'exclude', rows: [5], excluded: false })
    expect(engine.view().counts).toMatchObject({ excluded: 19, ready: 1 })
    act(engine, { kind: 'exclude', rows: numbers.slice(0, 10), excluded: false })
    expect(engine.view().counts).toMatchObject({ excluded: 10, ready: 10 })
    const again = act(engine, { kind: 'exclude', rows: numbers, excluded: true })
    expect(again.entries.map(({ name }) => name)).toEqual(['rows:3', 'row:5'])
    expect(engine.view().counts).toMatchObject({ excluded: 20, ready: 0 })
  })
})

describe('column targets', () => {
  it('moves a field that only one column can have, and keeps the other column as an extra field', async () => {
    const engine = await openText('Rego,Plate,State\nABC123,XYZ789,NSW\n')
    act(engine, { kind: 'column', index: 1, target: 'rego' })
    expect(engine.view().columns.map((column) => column.target)).toEqual(['keep', 'rego', 'state'])
    act(engine, { kind: 'column', index: 0, target: 'rego_and_state' })
    expect(engine.view().columns.map((column) => column.target)).toEqual(['rego_and_state', 'keep', 'state'])
  })

  it('sets all other columns at once, except private ones', async () => {
    const engine = await openText('Customer Name,Rego,State,Colour,DOB,Yard\nAnn Lee,ABC123,NSW,Red,1/02/1980,North\n')
    act(engine, { kind: 'other-columns', target: 'leave_out' })
    act(engine, { kind: 'other-columns', target: 'keep' })
    const sent = rowsToSend(engine).rows[0]!.input.additional_fields
    expect(sent).toEqual({ Colour: 'Red', Yard: 'North' })
  })
})

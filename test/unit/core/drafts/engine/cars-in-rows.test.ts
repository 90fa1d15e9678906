import { describe, expect, it } from 'vitest'
import { rowIdOf, rowPlaceOf, rowText } from '../../../../../src/contract/row-id.ts'
import type { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { findCarColumns } from '../../../../../src/core/drafts/engine/cars-in-rows.ts'
import { rowsToSend, act, openText, shown } from './open-draft.ts'

const list = [
  'Customer,Mobile,Rego 1,State 1,Rego 2,State 2,Notes',
  'Ann Lee,0491570006,ABC123,NSW,XYZ789,VIC,vip',
  'Bob Ray,0491570156,AAA111,QLD,,,',
  'Cy Wu,0491570157,,,BBB222,SA,',
  'Di Fox,0491570158,CCC333,NSW,,NSW,',
  'Eve Oh,0491570159,,,,,no car',
].join('\n')
const second = (row: number): number => rowIdOf({ row, sheet: 0, car: 1 })
const cars = (engine: DraftEngine): unknown[] =>
  Array.from(engine.rows, ({ row, values }) => [
    rowPlaceOf(row).row,
    rowPlaceOf(row).car,
    values.client_name,
    values.rego,
    values.state,
  ])

describe('a table with several cars in a row', () => {
  it('has a row for each car, with the customer of its row', async () => {
    const engine = await openText(list)
    expect(cars(engine)).toEqual([
      [2, 0, 'Ann Lee', 'ABC123', 'NSW'],
      [3, 0, 'Bob Ray', 'AAA111', 'QLD'],
      [5, 0, 'Di Fox', 'CCC333', 'NSW'],
      [6, 0, 'Eve Oh', '', ''],
      [2, 1, 'Ann Lee', 'XYZ789', 'VIC'],
      [4, 1, 'Cy Wu', 'BBB222', 'SA'],
    ])
    const view = engine.view()
    expect(view.columns.map(({ header, target }) => [header, target])).toEqual([
      ['Customer', 'client_name'],
      ['Mobile', 'mobile_number'],
      ['Rego', 'rego'],
      ['State', 'state'],
      ['Notes', 'keep'],
    ])
    expect(view.source.cars).toEqual({ choice: 'each', rows: 1 })
    const { rows, ready, warning, error, excluded } = view.counts
    expect([rows, ready + warning + error + excluded, error]).toEqual([6, 6, 1])
    expect(rowText(second(2))).toBe('2 (second car)')
    expect(shown(engine, second(2)).cells.mobile_number.value).not.toBe('')
  })

  it('can be edited, excluded and skipped car by car, and taken back', async () => {
    const engine = await openText(list)
    act(engine, { kind: 'cell', row: second(2), field: 'rego', value: 'NEW123' })
    act(engine, { kind: 'exclude', rows: [second(4)], excluded: true })
    expect(shown(engine, 2).cells.rego.value).toBe('ABC123')
    expect(shown(engine, second(2)).cells.rego.value).toBe('NEW123')
    act(engine, { kind: 'skip', rows: [second(2)], skipped: true })
    expect(engine.view()).toMatchObject({
      counts: { rows: 5, skipped: 1, excluded: 1 },
      notRecords: [{ row: second(2), reason: 'Skipped by you' }],
    })
    act(engine, { kind: 'skip', rows: [second(2)], skipped: false })
    expect(engine.view().counts).toMatchObject({ rows: 6, skipped: 0 })
    expect(shown(engine, second(2)).cells.rego.value).toBe('NEW123')
  })

  it('is as in the file again when the user wants it, and undo makes a row for each car', async () => {
    const engine = await openText(list)
    const before = cars(engine)
    const { entries } = act(engine, { kind: 'cars', choice: 'together' })
    expect(engine.view().counts.rows).toBe(5)
    expect(engine.view().columns).toHaveLength(7)
    expect(engine.view().source.cars).toEqual({ choice: 'together', rows: 1 })
    engine.apply(entries.map(({ name, before: old, after }) => ({ name, before: after, after: old })))
    expect(cars(engine)).toEqual(before)
  })

  it('sends each car once', async () => {
    const sent = rowsToSend(await openText(list))
    expect(sent.rows.map(({ input }) => [input.client_name, input.rego])).toEqual([
      ['Ann Lee', 'ABC123'],
      ['Bob Ray', 'AAA111'],
      ['Di Fox', 'CCC333'],
      ['Ann Lee', 'XYZ789'],
      ['Cy Wu', 'BBB222'],
    ])
    expect(sent.unsent.map(({ row }) => row)).toEqual([6])
  })
})

describe('columns of several cars', () => {
  it.each([
    [['Name', 'Rego 1', 'State 1', 'Rego 2', 'State 2'], ['Rego', 'State'], 2],
    [['Name', 'Vehicle 1 Rego', 'Vehicle 2 Rego', 'Vehicle 3 Rego'], ['Vehicle Rego'], 3],
    [['Name', 'Rego', 'Rego2'], ['Rego'], 2],
    [['Name', 'VIN 1', 'Make 1', 'VIN 2', 'Make 2'], ['VIN', 'Make'], 2],
    [['Rego (1)', 'Rego (2)', 'Mobile 1', 'Mobile 2'], ['Rego'], 2],
    [['Name', 'Rego_1', 'Rego_2', 'Email 1', 'Email 2'], ['Rego'], 2],
    [['Name', 'Rego', 'State', 'Second Rego', 'Second State'], ['Rego', 'State'], 2],
    [['Name', 'Vehicle One Rego', 'Vehicle Two Rego'], ['Vehicle Rego'], 2],
  ])('are found in %j', (header, names, count) => {
    const found = findCarColumns(header)
    expect(found?.names).toEqual(names)
    expect(found?.cars).toHaveLength(count)
  })

  it.each([
    [['Name', 'Rego', 'State', 'Mobile 1', 'Mobile 2']],
    [['Name', 'Rego', 'Address 1', 'Address 2', 'Phone 2']],
    [['Name', 'Rego', 'Make', 'Model', '2nd Owner']],
    [['First Name', 'Second Name', 'Rego', 'First Registration']],
    [['Rego 1', 'Rego 1', 'Rego 2']],
    [['Model 1', 'Model 2', 'Rego']],
    [['Name', 'Rego 3']],
    [['Rego', 'Engine 1.8', 'Engine 2.0']],
  ])('are not found in %j', (header) => {
    expect(findCarColumns(header)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { rowIdOf, rowPlaceOf, rowText } from '../../../../../src/contract/row-id.ts'
import type { TableChoices } from '../../../../../src/contract/table-choices.ts'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { planAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import type { DraftSource } from '../../../../../src/core/drafts/model/draft-source.ts'
import { rowsToSend, act, context } from './open-draft.ts'

type Sheets = Readonly<Record<string, readonly (readonly (string | null)[])[]>>
const months: Sheets = {
  March: [
    ['Sales March'],
    ['Name', 'Rego', 'State'],
    ['Ann Lee', 'ABC123', 'NSW'],
    ['Bob Ray', 'XYZ789', 'VIC'],
    ['Total', '2'],
  ],
  April: [
    ['Rego', 'Name', 'State'],
    ['AAA111', 'Cy Wu', 'NSW'],
    ['BBB222', 'Di Fox', 'QLD'],
    ['CCC333', 'Eve Oh', 'QLD', 'late'],
  ],
  Notes: [['To do'], ['Call Ann'], ['Call Bob']],
}

function open(sheets: Sheets): DraftEngine {
  const named = Object.entries(sheets)
  const source: DraftSource = {
    facts: {
      kind: 'xlsx',
      sizeBytes: 1,
      encoding: null,
      delimiter: null,
      notes: [],
      sheets: named.map(([name, rows]) => ({ name, hidden: false, merges: [], notes: [], rowCount: rows.length })),
      remembered: null,
    },
    rows: named.map(([, rows]) => rows.map((cells, at) => ({ row: at + 1, cells }))),
  }
  return new DraftEngine(source, new Map(), context(), new Set())
}
const choices = (sheets: readonly string[], more: Partial<TableChoices> = {}): TableChoices => ({
  form: null,
  sheets: [...sheets],
  headerRow: 'detect',
  lastRow: null,
  ...more,
})
const join = (engine: DraftEngine, ...sheets: string[]): unknown =>
  act(engine, { kind: 'table', choices: choices(sheets) })
const idOf = (sheet: number, row: number): number => rowIdOf({ sheet, row, car: 0 })
const ordered = (engine: DraftEngine, search: string): number[] =>
  Array.from(engine.order({ show: 'all', group: null, search })).toSorted((a, b) => a - b)
const shownRows = (engine: DraftEngine): unknown[] =>
  engine.rowsByNumber(ordered(engine, '')).map(({ row, cells }) => {
    const { sheet, row: number } = rowPlaceOf(row)
    return [sheet, number, cells.client_name.value, cells.rego.value]
  })

describe('sheets with the same columns', () => {
  it('are offered together, in whatever order their columns are', () => {
    const { sheets } = open(months).view().source
    expect(sheets.filter(({ alike }) => alike).map(({ name }) => name)).toEqual(['March', 'April'])
  })

  it('become one table, with the number and the sheet of each row', () => {
    const engine = open(months)
    join(engine, 'March', 'April')
    expect(shownRows(engine)).toEqual([
      [1, 3, 'Ann Lee', 'ABC123'],
      [1, 4, 'Bob Ray', 'XYZ789'],
      [2, 2, 'Cy Wu', 'AAA111'],
      [2, 3, 'Di Fox', 'BBB222'],
      [2, 4, 'Eve Oh', 'CCC333'],
    ])
    const view = engine.view()
    expect(view.counts).toMatchObject({ rows: 5, skipped: 2 })
    expect(view.source).toMatchObject({ sheet: 'March and April', choices: { sheets: ['March', 'April'] } })
    expect(view.columns.at(-1)).toMatchObject({ header: 'Sheet', samples: ['March', 'April'], target: 'keep' })
    expect(view.notRecords.map(({ row }) => rowText(row))).toEqual(['1 of sheet 1', '5 of sheet 1'])
  })

  it('are searched by the name of the sheet, and send it with each row', () => {
    const engine = open(months)
    join(engine, 'March', 'April')
    expect(ordered(engine, 'april')).toEqual([idOf(2, 2), idOf(2, 3), idOf(2, 4)])
    const sent = rowsToSend(engine).rows
    expect(sent.map(({ input }) => input.additional_fields?.['Sheet'])).toEqual([
      'March',
      'March',
      'April',
      'April',
      'April',
    ])
  })

  it('can be edited, skipped and excluded row by row, and taken apart again', () => {
    const engine = open(months)
    // The choice of sheets answers whether others are wanted.
    const viewed = (): string => {
      const view = engine.view()
      return JSON.stringify({ ...view, unsearchedVins: 0, source: { ...view.source, otherTables: undefined } })
    }
    const before = viewed()
    const entries = act(engine, { kind: 'table', choices: choices(['March', 'April']) }).entries
    act(engine, { kind: 'cell', row: idOf(2, 3), field: 'rego', value: 'NEW123' })
    act(engine, { kind: 'skip', rows: [idOf(1, 5)], skipped: false })
    act(engine, { kind: 'skip', rows: [idOf(2, 2)], skipped: true })
    act(engine, { kind: 'exclude', rows: [idOf(1, 3)], excluded: true })
    expect(engine.view().counts).toMatchObject({ rows: 5, skipped: 2, excluded: 1 })
    expect(engine.rowsByNumber([idOf(2, 3)])[0]?.cells.rego.value).toBe('NEW123')
    expect(engine.rowsByNumber([idOf(1, 3)])[0]?.cells.rego.value).toBe('ABC123')
    join(engine, 'March')
    expect(engine.view().counts).toMatchObject({ rows: 2, skipped: 2, excluded: 0 })
    expect(entries.map(({ name }) => name)).toEqual(['sheets'])
    expect(viewed().length).toBe(before.length)
  })

  it('find the same car in two sheets', () => {
    const engine = open({
      March: [
        ['Name', 'Rego', 'State'],
        ['Ann Lee', 'ABC123', 'NSW'],
      ],
      April: [
        ['Name', 'Rego', 'State'],
        ['Ann Lee', 'ABC123', 'NSW'],
      ],
    })
    join(engine, 'March', 'April')
    const [excluded] = engine.rowsByNumber([idOf(1, 2)])
    expect(excluded).toMatchObject({
      status: 'excluded',
      excludedBecause: 'Duplicate: this car is also in row 2 of sheet 2',
    })
  })

  it('are refused with a sheet of other columns, and with one that does not exist', () => {
    const engine = open(months)
    const plan = (sheets: readonly string[]): unknown => planAction(engine, { kind: 'table', choices: choices(sheets) })
    expect(plan(['March', 'Notes'])).toMatchObject({
      ok: false,
      message: 'Sheet “Notes” has other columns than the first one. Import it in its own draft.',
    })
    expect(plan(['March', 'May'])).toMatchObject({ ok: false, message: 'The file has no such sheet.' })
  })
})

describe('a row id', () => {
  it.each([
    [{ row: 12, sheet: 0, car: 0 }, '12'],
    [{ row: 1_100_000, sheet: 254, car: 7 }, '1100000 of sheet 254 (eighth car)'],
    [{ row: 12, sheet: 0, car: 1 }, '12 (second car)'],
  ])('of %j reads “%s”', (place, text) => {
    const id = rowIdOf(place)
    expect(rowPlaceOf(id)).toEqual(place)
    expect(rowText(id)).toBe(text)
    expect(id).toBeLessThan(2 ** 32)
  })
})

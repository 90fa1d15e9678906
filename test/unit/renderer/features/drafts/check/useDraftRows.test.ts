import { describe, expect, it } from 'vitest'
import type { DraftRow } from '../../../../../../src/contract/drafts.ts'
import { useDraftRows } from '../../../../../../src/renderer/features/drafts/check/useDraftRows.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { orderOf, sampleRow } from '../sample-draft.ts'
import { withinScope } from '../../../within-scope.ts'

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)
const named = (row: number, name: string): DraftRow =>
  sampleRow(row, { client_name: { original: name, value: name, edited: false } })
const rowNumbers = (input: unknown): number[] => (input as { rows: number[] }).rows

const openRows = (twin: ReturnType<typeof createProgramClientTwin>): ReturnType<typeof useDraftRows> =>
  withinScope(() => useDraftRows('draft-1'), twin)

describe('rows of a draft under a filter', () => {
  it('fetches the order once and the rows around the visible ones', async () => {
    const twin = createProgramClientTwin({
      'drafts.rowOrder': () => orderOf(numbers(5, 100_000)),
      'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => sampleRow(row)) }),
    })
    const rows = openRows(twin)
    await rows.sort()
    expect(rows.total.value).toBe(100_000)
    expect(rows.rowAt(0)?.row).toBe(5)
    expect(rows.rowAt(90_000)).toBeNull()

    const before = twin.calls.length
    await rows.showRange({ first: 90_000, last: 90_030 })
    expect(rows.rowAt(90_000)?.row).toBe(90_005)
    expect(twin.calls.length - before).toBe(1)
    expect(rowNumbers(twin.calls.at(-1)?.input).length).toBeLessThanOrEqual(200)

    // Nothing is fetched while the rows around the visible ones are cached; then one call fetches the next ones.
    await rows.showRange({ first: 90_030, last: 90_060 })
    expect(twin.calls.length - before).toBe(1)
    await rows.showRange({ first: 90_041, last: 90_071 })
    expect(twin.calls.length - before).toBe(2)
    expect(rowNumbers(twin.calls.at(-1)?.input)).toEqual(numbers(90_000 + 5 + 111, 41))
  })

  it('knows the largest row number, also when a filter hides it', async () => {
    const twin = createProgramClientTwin({
      'drafts.rowOrder': ({ show }) => orderOf(show === 'all' ? [7, 1_204, 3] : [3]),
      'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => sampleRow(row)) }),
    })
    const rows = openRows(twin)
    await rows.sort()
    expect(rows.largestRow.value).toBe(1_204)
    await rows.setFilter({ show: 'error' })
    expect(rows.total.value).toBe(1)
    expect(rows.largestRow.value).toBe(1_204)
  })

  it('keeps a fixed row in its place until the rows are sorted', async () => {
    let order = [9, 3, 4]
    let name = 'before'
    const twin = createProgramClientTwin({
      'drafts.rowOrder': () => orderOf(order),
      'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => named(row, name)) }),
    })
    const rows = openRows(twin)
    await rows.sort()
    order = [3, 4, 9]
    name = 'after'
    await rows.refresh()
    expect([0, 1, 2].map((at) => rows.rowAt(at)?.row)).toEqual([9, 3, 4])
    expect(rows.rowAt(0)?.cells.client_name.value).toBe('after')
    expect(rows.isOrderStale.value).toBe(true)
    await rows.sort()
    expect([0, 1, 2].map((at) => rows.rowAt(at)?.row)).toEqual([3, 4, 9])
    expect(rows.isOrderStale.value).toBe(false)
    expect(rows.positionOf(9)).toBe(2)
  })

  it('shows cached rows while newer ones are fetched, and ignores an outdated answer', async () => {
    const twin = createProgramClientTwin({ 'drafts.rowOrder': () => orderOf([7]) })
    const rows = openRows(twin)
    const sorting = rows.sort()
    await twin.settled()
    await twin.next('drafts.rowsByNumber').succeed({ rows: [named(7, 'first')] })
    await sorting

    void rows.refresh()
    const older = twin.next('drafts.rowsByNumber')
    expect(rows.rowAt(0)?.cells.client_name.value).toBe('first')
    void rows.refresh()
    const newer = twin.open.at(-1)!
    expect(newer).not.toBe(older)
    await newer.succeed({ rows: [named(7, 'third')] })
    await older.succeed({ rows: [named(7, 'second')] })
    expect(rows.rowAt(0)?.cells.client_name.value).toBe('third')
  })

  it('ignores the order of a previous filter', async () => {
    const twin = createProgramClientTwin({
      'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => sampleRow(row)) }),
    })
    const rows = openRows(twin)
    void rows.setFilter({ search: 'sm' })
    const first = twin.next('drafts.rowOrder')
    void rows.setFilter({ search: 'smith' })
    await twin.open.at(-1)!.succeed(orderOf([2]))
    await first.succeed(orderOf([1, 2, 3]))
    expect(rows.total.value).toBe(1)
    expect(rows.filter.value.search).toBe('smith')
  })

  it('shows a typed value while it is saved, then the new row', async () => {
    const twin = createProgramClientTwin({ 'drafts.rowOrder': () => orderOf([7]) })
    const rows = openRows(twin)
    const sorting = rows.sort()
    await twin.settled()
    await twin.next('drafts.rowsByNumber').succeed({ rows: [sampleRow(7)] })
    await sorting

    const saved = Promise.withResolvers<{ ok: true; value: null }>()
    const edit = rows.edit(7, 'rego', 'abc123', () => saved.promise)
    expect(rows.editAt(7, 'rego')).toEqual({ state: 'pending', value: 'abc123' })
    saved.resolve({ ok: true, value: null })
    await twin.settled()
    expect(rows.editAt(7, 'rego')?.state).toBe('pending')
    await twin
      .next('drafts.rowsByNumber')
      .succeed({ rows: [sampleRow(7, { rego: { original: '', value: 'ABC123', edited: true } })] })
    await edit
    expect(rows.editAt(7, 'rego')).toBeNull()
    expect(rows.rowAt(0)?.cells.rego.value).toBe('ABC123')
  })

  it('shows the previous value and the reason after a rejected edit', async () => {
    const twin = createProgramClientTwin({
      'drafts.rowOrder': () => orderOf([7]),
      'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => named(row, 'Kim')) }),
    })
    const rows = openRows(twin)
    await rows.sort()
    const error = { kind: 'disk-full', message: 'The disk is full.' } as const
    await rows.edit(7, 'client_name', 'Kim Lee', async () => ({ ok: false, error }))
    expect(rows.rowAt(0)?.cells.client_name.value).toBe('Kim')
    expect(rows.editAt(7, 'client_name')).toEqual({ state: 'rejected', value: 'Kim Lee', failure: error })
  })

  it('has the reason when rows can’t be fetched, and fetches them on a retry', async () => {
    const twin = createProgramClientTwin({ 'drafts.rowOrder': () => orderOf([7]) })
    const rows = openRows(twin)
    const sorting = rows.sort()
    await twin.settled()
    await twin.next('drafts.rowsByNumber').fail({ message: 'Not now.' })
    await sorting
    expect(rows.failure.value?.message).toBe('Not now.')
    const again = rows.sort()
    await twin.settled()
    await twin.next('drafts.rowsByNumber').succeed({ rows: [sampleRow(7)] })
    await again
    expect(rows.failure.value).toBeNull()
    expect(rows.rowAt(0)?.row).toBe(7)
  })
})

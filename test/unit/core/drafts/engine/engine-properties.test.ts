import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KnownVin } from '../../../../../src/contract/drafts.ts'
import {
  CustomerField,
  type ColumnFilter,
  type RowColumn,
  type RowSort,
} from '../../../../../src/contract/draft-rows.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { checkRow, type CheckedRow } from '../../../../../src/core/drafts/checking/check-row.ts'
import { groupKey } from '../../../../../src/core/drafts/checking/issue-classes.ts'
import { cellKey, compareKeys } from '../../../../../src/core/drafts/engine/row-order.ts'
import { previewCells, shownText } from '../../../../../src/core/drafts/engine/cell-changes.ts'
import { planAction, type DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { unsearchedRegos } from '../../../../../src/core/drafts/engine/upload-row.ts'
import type { DraftSource } from '../../../../../src/core/drafts/model/draft-source.ts'
import { undoEntries, type OverrideEntry } from '../../../../../src/core/drafts/model/overrides.ts'
import { mobileForSending } from '../../../../../src/core/fields/mobile.ts'
import { cellText } from '../../../../../src/core/fields/source-cell.ts'
import { longTest, onlyLong, runs } from '../../../../runs.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { rowsToSend, context, sourceOf, statusOf } from './open-draft.ts'
import { randomAction, randomTable, type RandomAction } from './random-drafts.ts'
import { longTable, manyNames, oddTable, plainTable } from './random-tables.ts'

const known = new Set(['v:6G1FA8E5AZ4033922', 'r:XYZ789|NSW', 'r:1AB2CD|VIC'])
const otherCustomers = new Set(['v:6G1FA8E5AZ4033922', 'r:ABC123|NSW', 'r:ABC123|', 'v:1HGCM82633A004352'])
const all = { show: 'all', group: null, search: '' } as const
const statuses = ['error', 'warning', 'ready', 'excluded'] as const

/** Texts of the file, of values that are not in it, and of mobiles with any spacing. */
const searches = (
  'ab|  |ω|Ünï|"2nd|o’brien|zoë t|Ann Lee|14 george|tan|vic|nsw|2024-04|2024|-0|abc1|c123|033922|1ab2cd|JZX100|' +
  '0491|+61 491|+6149|+|4|61|061|(04) 91|91 570-0|000|\u0000|\ud83d'
).split('|')
const columns: readonly RowColumn[] = [...CustomerField.options, 0, 1, 2, 5, 40]
const sorts: readonly RowSort[] = columns.flatMap((column) => [
  { column, descending: false },
  { column, descending: true },
])
const filters: readonly ColumnFilter[] = columns.flatMap((column): ColumnFilter[] => [
  { column, test: 'empty' },
  { column, test: 'filled' },
  { column, test: 'issue' },
  { column, test: 'contains', text: '4' },
  { column, test: 'contains', text: ' Vi' },
  { column, test: 'equals', text: 'nsw' },
])

/** Everything that an engine tells about a draft. Another few sorts, filters and searches after each change. */
function everything(engine: DraftEngine): unknown {
  const view = engine.view()
  const turn = view.counts.ready + view.counts.error + view.groups.length
  const some = <T>(list: readonly T[]): readonly T[] => list.filter((_, at) => at % 5 === turn % 5)
  const order = [...engine.order(all)]
  return {
    view,
    order,
    rows: engine.rowsByNumber(order),
    byStatus: statuses.map((show) => [...engine.order({ ...all, show })]),
    byGroup: view.groups.map(({ key }) => [...engine.order({ ...all, group: key })]),
    found: some(searches).map((search) => [...engine.order({ ...all, search })]),
    sorted: some(sorts).map((sort) => [...engine.order({ ...all, sort })]),
    filtered: some(filters).map((filter) => [...engine.order({ ...all, filters: [filter] })]),
    sent: rowsToSend(engine),
  }
}

const numbersOf = (rows: Iterable<CheckedRow>): number[] => Array.from(rows, ({ row }) => row)

/** Rows that differ from a check of the row alone, which remembers nothing. */
const wronglyChecked = ({ rows }: DraftEngine): unknown[] =>
  Array.from(rows).flatMap((given) => {
    const wanted = checkRow(given.source, rows.rules)
    const position = rows.positionOf(given.row)
    const isKept = CustomerField.options.every((field) => rows.valueAt(position, field) === wanted.values[field])
    return isKept && isDeepStrictEqual(plain(given), plain(wanted)) ? [] : [{ given, wanted }]
  })
const plain = (row: CheckedRow): unknown => ({ ...row, edited: [...row.edited] })

/** Searches that find other rows than those that hold the text, in the file or as it is sent. */
const wronglyFound = (engine: DraftEngine): string[] =>
  searches.filter((search) => {
    const wanted = search.trim().toLowerCase()
    const digits = wanted.replace(/[\s()+-]/g, '')
    const mobile = /^\d{3,}$/.test(digits) ? digits.replace(/^0/, '') : null
    const holds = ({ source, values }: CheckedRow): boolean =>
      [...Object.values(values), ...source.cells.map(cellText)].some((text) => text.toLowerCase().includes(wanted)) ||
      (mobile !== null && values.mobile_number.includes(mobile))
    const given = [...engine.order({ ...all, search })].toSorted((a, b) => a - b)
    return !isDeepStrictEqual(given, numbersOf(Array.from(engine.rows).filter(holds)))
  })

/** Columns of the file by which rows are sorted in another order than by their keys, equal ones as in the file. */
function wronglySorted(engine: DraftEngine): RowSort[] {
  const { context: checked, plan } = engine
  return sorts.filter(({ column, descending }) => {
    if (typeof column !== 'number') return false
    const dates = { order: plan.columns[column]?.dates?.order ?? 'dmy', today: checked.today } as const
    const wanted = Array.from(engine.rows, (row) => ({ row, key: cellKey(row.source.cells[column] ?? null, dates) }))
      .toSorted((a, b) => compareKeys(a.key, b.key, descending))
      .map(({ row }) => row.row)
    return !isDeepStrictEqual([...engine.order({ ...all, sort: { column, descending } })], wanted)
  })
}

/** Groups whose number or rows are others than those of the rows with such an issue, and groups out of order. */
function wrongGroups(engine: DraftEngine): unknown[] {
  const rows = Array.from(engine.rows).filter((row) => statusOf(engine, row) !== 'excluded')
  const groups = engine.groups()
  const rank = { error: 0, warning: 1, info: 2 }
  return groups.filter(({ key, rows: count, severity }, at) => {
    const wanted = rows.filter((row) =>
      engine.issues
        .of(engine.rows.positionOf(row.row), row)
        .some((issue) => groupKey(issue, issue.field ? row.originals[issue.field].trim() : '') === key),
    )
    const given = [...engine.order({ ...all, group: key })].toSorted((a, b) => a - b)
    const next = groups[at + 1]
    const isBefore =
      !next ||
      rank[severity] < rank[next.severity] ||
      (severity === next.severity && (count > next.rows || (count === next.rows && key < next.key)))
    return count !== wanted.length || !isDeepStrictEqual(given, numbersOf(wanted)) || !isBefore
  })
}

/** Whether rows add up, and what is sent of each is what is shown of it. */
function isShownAsSent(engine: DraftEngine): boolean {
  const { counts } = engine.view()
  const { rows, unsent } = rowsToSend(engine)
  const addsUp =
    counts.ready + counts.warning === rows.length &&
    counts.error + counts.excluded === unsent.length &&
    counts.error === unsent.filter(({ outcome }) => outcome === 'with-errors').length &&
    rows.length + unsent.length === counts.rows
  const { region, mobileForm } = engine.context
  return (
    addsUp &&
    rows.every(({ row, input }) => {
      const [shown] = engine.rowsByNumber([row])
      return CustomerField.options.every((field) => {
        const { value = '' } = shown?.cells[field] ?? {}
        if (field === 'state' && (region !== 'au' || shown?.cells.rego.value === '')) return true
        if (field === 'vin' && value === '') return true
        const mobile = field === 'mobile_number' && value !== ''
        return (input[field] ?? '') === (mobile ? mobileForSending(value, region, mobileForm) : value)
      })
    })
  )
}

/** What is wrong about an engine; empty: nothing. */
const wrongs = (engine: DraftEngine): unknown[] => [
  ...wronglyChecked(engine),
  ...wronglyFound(engine),
  ...wronglySorted(engine),
  ...wrongGroups(engine),
  ...(isShownAsSent(engine) ? [] : ['shown and sent']),
]

/** The action with its group named as the draft has it now; null when there is no such group. */
function concrete(engine: DraftEngine, action: RandomAction): DraftAction | null {
  if (action.kind !== 'fix-group' && action.kind !== 'exclude-group') return action
  const group = engine.groups()[action.group]?.key
  if (group === undefined) return null
  if (action.kind === 'exclude-group') return { kind: action.kind, group }
  const { kind, value } = action
  return { kind, group, ...(value !== undefined && { value }) }
}

/** Performs an action: its preview tells what is shown afterwards, except of cells that cannot be sent. */
function act(engine: DraftEngine, action: DraftAction): readonly OverrideEntry[] {
  const told =
    action.kind === 'cells' ? previewCells(engine, action.change, { ...action, offset: 0, limit: 500 }) : null
  const plan = planAction(engine, action)
  if (!plan.ok) return []
  engine.apply(plan.entries)
  const notAsTold = (told && 'list' in told ? told.list : []).filter(({ row, field, after, problem }) => {
    const found = engine.rowByNumber(row)
    return problem === null && (!found || shownText(found, field, { region: 'au', dateFormat: 'region' }) !== after)
  })
  expect(notAsTold).toEqual([])
  return plan.entries
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The same draft as a new engine makes it of the same source and overrides. */
const fresh = (engine: DraftEngine, source: DraftSource, keys: ReadonlySet<string>): DraftEngine => {
  const again = new DraftEngine(source, new Map(engine.overrides), engine.context, keys)
  again.addKnownVins(engine.knownVins)
  return again
}

/** Opens a table and does the actions. What is wrong at the end, or differs from a new engine; empty: nothing. */
async function wrongsAfter(text: string, actions: readonly RandomAction[], region: Region = 'au'): Promise<unknown[]> {
  const source = await sourceOf('list.csv', bytesOf(text))
  const engine = new DraftEngine(source, new Map(), context({ region }), known)
  for (const action of actions) {
    const wanted = concrete(engine, action)
    if (wanted) act(engine, wanted)
  }
  const [given, wanted] = [everything(engine), everything(fresh(engine, source, known))]
  return [...wrongs(engine), ...(isDeepStrictEqual(given, wanted) ? [] : [{ given, wanted }])]
}

describe('the engine of a draft', () => {
  it('is like a new one after any changes, undos and other customers, and each row is checked as if it were alone', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(40), fc.array(randomAction, { maxLength: 10 }), async (text, actions) => {
        const source = await sourceOf('list.csv', bytesOf(text))
        const engine = new DraftEngine(source, new Map(), context(), known)
        const vins = unsearchedRegos(engine, 1_000).map((rego, at): [string, KnownVin | null] => [
          rego,
          at % 2 === 0 ? { vin: 'JTDKN3DU7A0123456', source: 'upload', at: '2026-10-01T00:00:00.000Z' } : null,
        ])
        engine.addKnownVins(new Map(vins))
        const stages = [everything(engine)]
        const done: (readonly OverrideEntry[])[] = []
        for (const action of actions) {
          const wanted = concrete(engine, action)
          if (!wanted) continue
          done.push(act(engine, wanted))
          stages.push(everything(engine))
          expect(wrongs(engine)).toEqual([])
          expect(stages.at(-1)).toEqual(everything(fresh(engine, source, known)))
        }
        for (const [at, entries] of [...done.entries()].toReversed()) {
          engine.apply(undoEntries(entries))
          expect(everything(engine)).toEqual(stages[at])
        }
        for (const entries of done) engine.apply(entries)
        expect(everything(engine)).toEqual(stages.at(-1))
        for (const keys of [otherCustomers, known]) {
          engine.setKnownKeys(keys)
          expect(everything(engine)).toEqual(everything(fresh(engine, source, keys)))
        }
      }),
      { numRuns: runs(6) },
    )
  })

  it.each([
    ['of long tables, in which texts and issues repeat', randomTable(600)],
    ['of rows whose plates, VINs and mobiles nearly all differ', plainTable],
  ])('is right about the rows %s', async (_, table) => {
    await fc.assert(
      fc.asyncProperty(table, fc.array(randomAction, { maxLength: 2 }), async (text, actions) => {
        expect(await wrongsAfter(text, actions)).toEqual([])
      }),
      { numRuns: runs(2) },
    )
  })

  it.each([
    ['au', 'Rego', 'Name,Title'],
    ['au', 'Rego and State', 'First Name,Surname'],
    ['nz', 'Rego', 'First Name,Surname'],
    ['my', 'Rego', 'Surname,Company Name'],
  ] as const)('is right about unusual values in region %s, in the columns %s and %s', async (region, plate, names) => {
    const actions = fc.array(randomAction, { maxLength: 1 })
    await fc.assert(
      fc.asyncProperty(oddTable(region, plate, names), actions, async (text, done) => {
        expect(await wrongsAfter(text, done, region)).toEqual([])
      }),
      { numRuns: runs(2) },
    )
  })

  longTest('is right about many different names, and about a list whose cells hardly repeat', async () => {
    const wrong = await wrongsAfter(manyNames(), [
      { kind: 'cell', row: 1_200, field: 'client_name', value: 'Zoë Mcabc' },
      { kind: 'name-case', choice: 'title' },
      { kind: 'cell', row: 1_200, field: 'mobile_number', value: '0491570010' },
    ])
    expect(wrong).toEqual([])
    const source = await sourceOf('export.csv', bytesOf(madeSpreadsheet(9_000, { seed: 3 })))
    const engine = new DraftEngine(source, new Map(), context(), known)
    expect(engine.plan.columns.some(({ index }) => !engine.rows.records.cellsOf(index).repeats)).toBe(true)
    act(engine, { kind: 'fix-group', group: engine.groups()[0]?.key ?? '' })
    expect(wronglyChecked(engine)).toEqual([])
    expect(wronglySorted(engine)).toEqual([])
  })

  it('is like a new one after changes of more rows than are compared one by one, and after their undo', async () => {
    const source = await sourceOf('list.csv', bytesOf(longTable()))
    const engine = new DraftEngine(source, new Map(), context(), known)
    const before = everything(engine)
    const groupOf = (field: CustomerField): string =>
      engine.groups().find((one) => one.field === field && one.rows > 1_500)?.key ?? ''
    for (const action of [
      { kind: 'fix-group', group: groupOf('vin') } as const,
      ...onlyLong(
        { kind: 'exclude-group', group: groupOf('vin') } as const,
        { kind: 'fix-group', group: groupOf('mobile_number'), value: '0491570006' } as const,
        { kind: 'fix-group', group: groupOf('client_name') } as const,
      ),
    ]) {
      const entries = act(engine, action)
      expect(entries).not.toEqual([])
      expect(everything(engine)).toEqual(everything(fresh(engine, source, known)))
      engine.apply(undoEntries(entries))
      expect(everything(engine)).toEqual(before)
    }
  })

  it.each(['au', 'nz', 'my'] as const)('is right about a dealer’s export in region %s', async (region) => {
    expect(await wrongsAfter(madeSpreadsheet(2_000, { seed: 7 }), [], region)).toEqual([])
  })
})

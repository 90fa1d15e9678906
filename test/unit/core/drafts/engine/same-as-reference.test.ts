import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActionPlan } from '../../../../../src/core/drafts/engine/action-plan.ts'
import { previewCells, shownText } from '../../../../../src/core/drafts/engine/cell-changes.ts'
import { planAction, type DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import type { KnownVin } from '../../../../../src/contract/drafts.ts'
import {
  CustomerField,
  type ColumnFilter,
  type RowColumn,
  type RowSort,
} from '../../../../../src/contract/draft-rows.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { unsearchedRegos } from '../../../../../src/core/drafts/engine/upload-row.ts'
import { createDraftEngine, type DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import {
  entryToSet,
  readOverrides,
  undoEntries,
  type OverrideEntry,
} from '../../../../../src/core/drafts/model/overrides.ts'
import { planRowAction } from '../../../../reference/drafts/draft-actions.ts'
import { asSingles, sorted } from '../../../../reference/drafts/single-overrides.ts'
import { createRowEngine, type RowEngine } from '../../../../reference/drafts/row-engine.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { context, sourceOf } from './open-draft.ts'
import { randomAction, randomTable, type RandomAction } from './random-drafts.ts'
import { longTable, manyNames, oddTable, plainTable } from './random-tables.ts'
import { onlyLong, runs } from '../../../../runs.ts'

const known = new Set(['v:6G1FA8E5AZ4033922', 'r:XYZ789|NSW', 'r:1AB2CD|VIC'])

const otherCustomers = new Set(['v:6G1FA8E5AZ4033922', 'r:ABC123|NSW', 'r:ABC123|', 'v:1HGCM82633A004352'])

const columns = [...CustomerField.options, 0, 1, 2, 5, 40]
const sortsBy = (column: RowColumn): RowSort[] => [
  { column, descending: false },
  { column, descending: true },
]
const filtersBy = (column: RowColumn): ColumnFilter[] => [
  { column, test: 'empty' },
  { column, test: 'filled' },
  { column, test: 'issue' },
  { column, test: 'contains', text: '4' },
  { column, test: 'contains', text: ' Vi' },
  { column, test: 'equals', text: 'nsw' },
  { column, test: 'equals', text: '0491 570 006' },
  { column, test: 'equals', text: '13/04/2024' },
]

/** Texts of the file, of values that are not in it, and of mobiles with any spacing; some contain what no copy can hold. */
const searches = (
  'ab|  |ω|Ünï|"2nd|o’brien|zoë t|Ann Lee|14 george|tan|vic|nsw|2024-04|2024|-0|abc1|c123|033922|1ab2cd|JZX100|' +
  '0491|+61 491|+6149|+|4|61|061|(04) 91|91 570-0|000|\u0000|\ud83d'
).split('|')

const fileOrder: RowSort = { column: 'row', descending: true }

/** Everything that an engine tells about a draft, sorted and filtered by one of its columns: view, groups, order, rows, searches and requests. */
function everything(engine: DraftEngine | RowEngine): unknown {
  const all = { show: 'all', group: null, search: '' } as const
  const view = engine.view()
  // Another column and other texts after each change.
  const turn = view.counts.ready + view.counts.error + view.groups.length
  const column = columns[turn % columns.length] ?? 'rego'
  const order = [...engine.order(all)]
  return {
    view,
    order,
    rows: engine.rowsByNumber(order),
    byStatus: (['error', 'warning', 'ready', 'left-out'] as const).map((show) => [...engine.order({ ...all, show })]),
    byGroup: view.groups.slice(0, 6).map(({ key }) => [...engine.order({ ...all, group: key })]),
    found: searches.filter((_, at) => at % 4 === turn % 4).map((search) => [...engine.order({ ...all, search })]),
    sorted: sortsBy(column).map((sort) => [...engine.order({ ...all, sort })]),
    filtered: filtersBy(column).map((filter) => [...engine.order({ ...all, filters: [filter] })]),
    both: [...engine.order({ ...all, show: 'warning', filters: filtersBy(column).slice(1, 3), sort: fileOrder })],
    sent: engine.rowsToSend(),
  }
}

/** Gives both engines a VIN for every second rego that has none. */
function addKnownVins(engine: DraftEngine, reference: RowEngine): void {
  const vins = new Map<string, KnownVin | null>()
  for (const [at, rego] of unsearchedRegos(engine, 1_000).entries()) {
    vins.set(rego, at % 2 === 0 ? { vin: 'JTDKN3DU7A0123456', source: 'upload', at: '2026-10-01T00:00:00.000Z' } : null)
  }
  engine.addKnownVins(vins)
  reference.addKnownVins(vins)
}

/** Values that the engine reads from its numbers, and that are others in the row. */
const wrongValues = ({ rows }: DraftEngine): unknown[] =>
  Array.from(rows, ({ row, values }) => ({ row, values, position: rows.positionOf(row) })).flatMap(
    ({ row, values, position }) =>
      CustomerField.options
        .filter((field) => rows.valueAt(position, field) !== values[field])
        .map((field) => ({ row, field, given: rows.valueAt(position, field), wanted: values[field] })),
  )

/** Null, or both answers for the message. Most are equal, which `isDeepStrictEqual` tells much faster than `expect`. */
function difference(engine: DraftEngine, reference: RowEngine): object | null {
  const wrong = wrongValues(engine)
  if (wrong.length > 0) return wrong
  const [given, wanted] = [everything(engine), everything(reference)]
  return isDeepStrictEqual(given, wanted) ? null : { given, wanted }
}

/** Columns by which both are sorted in different orders. */
const sortedInOtherWays = (engine: DraftEngine, reference: RowEngine): RowSort[] =>
  columns.flatMap(sortsBy).filter((sort) => {
    const query = { show: 'all', group: null, search: '', sort } as const
    return !isDeepStrictEqual([...engine.order(query)], reference.order(query))
  })

/** The action with its group named as the draft has it now; null when there is no such group. */
function concrete(engine: DraftEngine, action: RandomAction): DraftAction | null {
  if (action.kind !== 'fix-group' && action.kind !== 'exclude-group') return action
  const group = engine.groups()[action.group]?.key
  if (group === undefined) return null
  if (action.kind === 'exclude-group') return { kind: action.kind, group }
  const { kind, value } = action
  return { kind, group, ...(value !== undefined && { value }) }
}

const planOfReference = (reference: RowEngine, action: DraftAction): ActionPlan | null =>
  action.kind === 'cell' ||
  action.kind === 'fix-group' ||
  action.kind === 'exclude' ||
  action.kind === 'exclude-group' ||
  action.kind === 'exclude-errors'
    ? planRowAction(reference, action)
    : null

/** Changed cells that show another value than the preview told; cells that cannot be sent are left out. */
function notAsTold(engine: DraftEngine, told: ReturnType<typeof previewCells> | null): unknown[] {
  if (!told || !('list' in told)) return []
  return told.list.filter(({ row, field, after, problem }) => {
    const found = engine.rowByNumber(row)
    return problem === null && (!found || shownText(found, field, { region: 'au', dateFormat: 'region' }) !== after)
  })
}

/** What an action changed in both engines. */
interface Done {
  readonly engine: readonly OverrideEntry[]
  readonly reference: readonly OverrideEntry[]
}

/** Performs an action in both engines. The plans of an action on rows are compared as well. */
function actInBoth(engine: DraftEngine, reference: RowEngine, action: DraftAction): Done {
  const told =
    action.kind === 'cells' ? previewCells(engine, action.change, { ...action, offset: 0, limit: 500 }) : null
  const plan = planAction(engine, action)
  const wanted = planOfReference(reference, action)
  const given = plan.ok ? { ...plan, entries: asSingles(reference.overrides, plan.entries) } : plan
  expect(given).toEqual(wanted?.ok ? { ...wanted, entries: sorted(wanted.entries) } : (wanted ?? given))
  if (!plan.ok || !given.ok) return { engine: [], reference: [] }
  const { entries } = given
  apply(engine, reference, { engine: plan.entries, reference: entries })
  expect(notAsTold(engine, told)).toEqual([])
  return { engine: plan.entries, reference: entries }
}

function apply(engine: DraftEngine, reference: RowEngine, done: Done): void {
  engine.apply(done.engine)
  reference.apply(done.reference)
}

/** Does the actions in both engines and compares them at the end: null when they agree. */
async function differenceAfter(
  text: string,
  actions: readonly RandomAction[],
  region: Region = 'au',
): Promise<object | null> {
  const source = await sourceOf('list.csv', new TextEncoder().encode(text))
  const engine = createDraftEngine(source, new Map(), context({ region }), known)
  const reference = createRowEngine(source, new Map(), context({ region }), known)
  for (const action of actions) {
    const wanted = concrete(engine, action)
    if (wanted) actInBoth(engine, reference, wanted)
  }
  const unlike = sortedInOtherWays(engine, reference)
  return unlike.length > 0 ? unlike : difference(engine, reference)
}

describe('the engine and the row-by-row reference', () => {
  it('agree on random tables, changes and undos', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable(40), fc.array(randomAction, { maxLength: 10 }), async (text, actions) => {
        const source = await sourceOf('list.csv', new TextEncoder().encode(text))
        const engine = createDraftEngine(source, new Map(), context(), known)
        const reference = createRowEngine(source, new Map(), context(), known)
        expect(difference(engine, reference)).toBeNull()
        addKnownVins(engine, reference)
        expect(difference(engine, reference)).toBeNull()
        const done: Done[] = []
        for (const action of actions) {
          const wanted = concrete(engine, action)
          if (!wanted) continue
          done.push(actInBoth(engine, reference, wanted))
          expect(difference(engine, reference)).toBeNull()
        }
        for (const one of done.toReversed()) {
          apply(engine, reference, { engine: undoEntries(one.engine), reference: undoEntries(one.reference) })
          expect(difference(engine, reference)).toBeNull()
        }
        for (const one of done) apply(engine, reference, one)
        expect(difference(engine, reference)).toBeNull()
        for (const keys of [otherCustomers, known]) {
          engine.setKnownKeys(keys)
          reference.setKnownKeys(keys)
          expect(difference(engine, reference)).toBeNull()
        }
        // What is stored gives the same draft again.
        const stored = [...engine.overrides.values()].map((override) => entryToSet(new Map(), override))
        const overrides = readOverrides(stored.map(({ name, after }) => ({ name, value: after ?? '' })))
        const again = createDraftEngine(source, overrides, context(), known)
        expect(again.view().counts).toEqual({ ...engine.view().counts, paidLookups: again.view().counts.paidLookups })
      }),
      { numRuns: runs(4) },
    )
  })

  it('agree on long tables, in which texts and issues repeat', async () => {
    const actions = fc.array(randomAction, { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(randomTable(600), actions, async (text, done) => {
        expect(await differenceAfter(text, done)).toBeNull()
      }),
      { numRuns: runs(2) },
    )
  })

  it('agree on rows whose plates, VINs and mobiles nearly all differ', async () => {
    const actions = fc.array(randomAction, { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(plainTable, actions, async (text, done) => {
        expect(await differenceAfter(text, done)).toBeNull()
      }),
      { numRuns: runs(2) },
    )
  })

  it.each([
    ['au', 'Rego', 'Name,Title'],
    ['au', 'Rego and State', 'First Name,Surname'],
    ['nz', 'Rego', 'First Name,Surname'],
    ['my', 'Rego', 'Surname,Company Name'],
  ] as const)(
    'agree on unusual names, mobiles and plates in region %s, in the columns %s and %s',
    async (region, plate, names) => {
      const actions = fc.array(randomAction, { maxLength: 1 })
      await fc.assert(
        fc.asyncProperty(oddTable(region, plate, names), actions, async (text, done) => {
          expect(await differenceAfter(text, done, region)).toBeNull()
        }),
        { numRuns: runs(2) },
      )
    },
  )

  it('agree on changes of more rows than are compared one by one', async () => {
    const source = await sourceOf('list.csv', new TextEncoder().encode(longTable()))
    const engine = createDraftEngine(source, new Map(), context(), known)
    const reference = createRowEngine(source, new Map(), context(), known)
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
      const done = actInBoth(engine, reference, action)
      expect(done.engine).not.toEqual([])
      expect(difference(engine, reference)).toBeNull()
      apply(engine, reference, { engine: undoEntries(done.engine), reference: undoEntries(done.reference) })
      expect(difference(engine, reference)).toBeNull()
    }
  })

  it('agree on a list with many different names', async () => {
    const source = await sourceOf('list.csv', new TextEncoder().encode(manyNames()))
    const engine = createDraftEngine(source, new Map(), context(), known)
    const reference = createRowEngine(source, new Map(), context(), known)
    expect(difference(engine, reference)).toBeNull()
    expect(sortedInOtherWays(engine, reference)).toEqual([])
    for (const action of [
      { kind: 'cell', row: 1_200, field: 'client_name', value: 'Zoë Mcabc' },
      { kind: 'name-case', choice: 'title' },
      { kind: 'cell', row: 1_200, field: 'mobile_number', value: '0491570010' },
    ] as const) {
      actInBoth(engine, reference, action)
      expect(difference(engine, reference)).toBeNull()
    }
  })

  it('agree on a list whose cells hardly repeat', async () => {
    const source = await sourceOf('export.csv', new TextEncoder().encode(madeSpreadsheet(9_000, { seed: 3 })))
    const engine = createDraftEngine(source, new Map(), context(), known)
    const reference = createRowEngine(source, new Map(), context(), known)
    expect(engine.plan.columns.some(({ index }) => !engine.rows.cellsOf(index).repeats)).toBe(true)
    expect(difference(engine, reference)).toBeNull()
    actInBoth(engine, reference, { kind: 'fix-group', group: engine.groups()[0]?.key ?? '' })
    expect(difference(engine, reference)).toBeNull()
  })

  it.each(['au', 'nz', 'my'] as const)('agree on a dealer’s export in region %s', async (region) => {
    const source = await sourceOf('export.csv', new TextEncoder().encode(madeSpreadsheet(2_000, { seed: 7 })))
    const engine = createDraftEngine(source, new Map(), context({ region }), known)
    const reference = createRowEngine(source, new Map(), context({ region }), known)
    expect(difference(engine, reference)).toBeNull()
    expect(sortedInOtherWays(engine, reference)).toEqual([])
  })
})

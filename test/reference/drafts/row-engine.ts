import type { DraftRow, Issue, IssueGroup, RowStatus } from '../../../src/contract/drafts.ts'
import { addedRowId } from '../../../src/contract/row-id.ts'
import { checkRow, type CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import type { RowRules } from '../../../src/core/drafts/checking/row-rules.ts'
import { locateTable } from '../../../src/core/drafts/engine/locate-table.ts'
import { headerShape, planColumns } from '../../../src/core/drafts/mapping/columns.ts'
import type { CheckContext, DraftSource } from '../../../src/core/drafts/model/draft-source.ts'
import type { KnownVins } from '../../../src/core/drafts/model/known-vins.ts'
import { applyEntries, type OverrideEntry, type Overrides } from '../../../src/core/drafts/model/overrides.ts'
import { indexOverrides } from '../../../src/core/drafts/model/override-index.ts'
import { draftView, shownRow, type DraftView } from './draft-view.ts'
import { compareRows, type RowComparison } from './duplicate-rows.ts'
import { groupIssues } from './group-issues.ts'
import type { RowQuery } from '../../../src/core/drafts/engine/row-query.ts'
import { orderRows } from './row-order.ts'
import type { RowState } from './row-state.ts'
import { uploadRows, type UploadRows } from './upload-row.ts'

/** A draft, one object for each row, everything computed again after each change. */
export interface RowEngine extends RowState {
  view(): DraftView
  order(query: RowQuery): readonly number[]
  rowsByNumber(numbers: readonly number[]): DraftRow[]
  apply(entries: readonly OverrideEntry[]): void
  setKnownKeys(keys: ReadonlySet<string>): void
  addKnownVins(vins: KnownVins): void
  rowsToSend(): UploadRows
}

/**
 * The simplest engine that is right: the engine of the program is compared with it. It shares the rules of single
 * cells and columns with the program, and nothing that stores, counts, groups or compares rows.
 */
export function createRowEngine(
  source: DraftSource,
  overrides: Overrides,
  context: CheckContext,
  firstKnownKeys: ReadonlySet<string>,
): RowEngine {
  let knownKeys = firstKnownKeys
  let knownVins: KnownVins = new Map()
  let state = compute(source, overrides, context, knownKeys, knownVins)
  const engine: RowEngine = {
    ...state,
    view: () => draftView(engine),
    order: (query) => orderRows(engine, query),
    rowsByNumber: (numbers) =>
      numbers.flatMap((number) => {
        const row = engine.rowByNumber(number)
        return row ? [shownRow(engine, row)] : []
      }),
    apply(entries) {
      applyEntries(overrides, entries)
      state = compute(source, overrides, context, knownKeys, knownVins)
      Object.assign(engine, state)
    },
    setKnownKeys(keys) {
      knownKeys = keys
      state = compute(source, overrides, context, knownKeys, knownVins)
      Object.assign(engine, state)
    },
    addKnownVins(vins) {
      knownVins = new Map([...knownVins, ...vins])
      state = compute(source, overrides, context, knownKeys, knownVins)
      Object.assign(engine, state)
    },
    rowsToSend: () => uploadRows(engine),
  }
  return engine
}

function compute(
  source: DraftSource,
  overrides: Overrides,
  context: CheckContext,
  knownKeys: ReadonlySet<string>,
  knownVins: KnownVins,
): RowState {
  const index = indexOverrides(overrides)
  const { reading, sheets, alike, rowsWithCars, table, marks } = locateTable(source, index)
  const [sheet = 0] = sheets
  const { remembered } = source.facts
  const fits = remembered !== null && headerShape(table.header) === remembered.shape
  const plan = planColumns(table, index, fits ? remembered.choices : null, context)
  const rules: RowRules = { plan, overrides: index, context, overlong: table.overlong, marks }
  const added = [...index.added].flatMap(([number, present]) => (present ? [addedRowId(number)] : []))
  const records = [...table.records, ...added.toSorted((a, b) => a - b).map((row) => ({ row, cells: [] }))]
  const rows = records.map((record) => checkRow(record, rules))
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const comparison = compareRows(rows, index, knownKeys)
  const issuesOf = (row: CheckedRow): readonly Issue[] => [...row.issues, ...(comparison.issues.get(row.row) ?? [])]
  const groups = (): IssueGroup[] =>
    groupIssues(rows.filter((row) => !comparison.excluded.has(row.row)).map((row) => ({ row, issues: issuesOf(row) })))
  return {
    overrides,
    index,
    source,
    sheet,
    reading,
    sheets,
    alike,
    rowsWithCars,
    table,
    plan,
    rows,
    marks,
    knownKeys,
    knownVins,
    context,
    comparison,
    rowByNumber: (number) => byNumber.get(number) ?? null,
    statusOf: (row) => statusOf(row, issuesOf(row), comparison),
    issuesOf,
    groups,
  }
}

function statusOf(row: CheckedRow, issues: readonly Issue[], comparison: RowComparison): RowStatus {
  if (comparison.excluded.has(row.row)) return 'left-out'
  if (row.issues.some(({ severity }) => severity === 'error')) return 'error'
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : 'ready'
}

import type { CustomerField, DraftRow, Issue, IssueGroup, RowStatus } from '../../../contract/drafts.ts'
import { createCellChecks } from '../checking/cell-checks.ts'
import { checkRow, type CheckedRow, type RowRules } from '../checking/check-row.ts'
import { compareRows, type RowComparison } from '../checking/duplicate-rows.ts'
import { groupIssues } from '../checking/group-issues.ts'
import { headerShape, planColumns, type ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, Template } from '../model/draft-source.ts'
import type { KnownVins } from '../model/known-vins.ts'
import {
  applyEntries,
  indexOverrides,
  scopeOf,
  type OverrideEntry,
  type OverrideIndex,
  type Overrides,
  type OverrideScope,
} from '../model/overrides.ts'
import type { DraftState } from './draft-state.ts'
import { draftView, shownRow, type DraftView } from './draft-view.ts'
import { locateTable, type LocatedTable } from './locate-table.ts'
import { orderRows, type RowQuery } from './row-order.ts'
import { templateOf } from './template.ts'
import { uploadRows, type UploadRows } from './upload-row.ts'

/** One open draft: pure and synchronous. */
export interface DraftEngine extends DraftState {
  view(): DraftView
  /** Row numbers: errors first, then warnings, then in the order of the file. */
  order(query: RowQuery): readonly number[]
  /** Numbers that no record has are left away. */
  rowsByNumber(numbers: readonly number[]): DraftRow[]
  apply(entries: readonly OverrideEntry[]): void
  /** Plans the columns again without those of an earlier file. */
  forgetColumns(): void
  setKnownKeys(keys: ReadonlySet<string>): void
  /** Adds what was found for `unsearchedRegos`. */
  addKnownVins(vins: KnownVins): void
  /** Forgets all known VINs: they are looked for again. */
  clearKnownVins(): void
  setContext(context: CheckContext): void
  rowsToSend(): UploadRows
  /** What is remembered for the next file of the same shape; null for a table without a header. */
  template(): Template | null
}

/** Derived from the overrides and the rows, and computed again after each change. */
interface Derived {
  view?: DraftView
  groups?: IssueGroup[]
  order?: { readonly key: string; readonly rows: number[] }
}

/** Opens a draft: locates the table, plans its columns, checks each row, and then compares the rows with each other. */
export function createDraftEngine(
  firstSource: DraftSource,
  overrides: Overrides,
  firstContext: CheckContext,
  firstKnownKeys: ReadonlySet<string>,
): DraftEngine {
  let source = firstSource
  let context = firstContext
  let knownKeys = firstKnownKeys
  let knownVins: KnownVins = new Map()
  let index = indexOverrides(overrides)
  let located = locateTable(source, index)
  let plan = planTable(source, located, index, context)
  let rows = checkRows(located, rowRules(located, plan, index, context))
  let comparison = compareRows(rows, index, knownKeys)
  let derived: Derived = {}

  const compare = (): void => {
    comparison = compareRows(rows, index, knownKeys)
    derived = {}
  }
  const checkAgain = (): void => {
    rows = checkRows(located, rowRules(located, plan, index, context))
    compare()
  }
  const planAgain = (): void => {
    plan = planTable(source, located, index, context)
    checkAgain()
  }
  const locateAgain = (): void => {
    located = locateTable(source, index)
    planAgain()
  }
  const checkSome = (positions: Iterable<number>): void => {
    const rules = rowRules(located, plan, index, context)
    for (const at of positions) {
      const record = located.table.records[at]
      if (record) rows[at] = checkRow(record, rules)
    }
    compare()
  }
  const rowByNumber = (number: number): CheckedRow | null => rows[located.position.get(number) ?? -1] ?? null
  const statusOf = (row: CheckedRow): RowStatus => rowStatus(row, comparison)
  const issuesOf = (row: CheckedRow): readonly Issue[] => {
    const more = comparison.issues.get(row.row)
    return more ? [...row.issues, ...more] : row.issues
  }
  function* issuesOfIncludedRows(): Generator<{ row: CheckedRow; issues: Iterable<Issue> }> {
    for (const row of rows) {
      if (!comparison.excluded.has(row.row)) yield { row, issues: issuesOf(row) }
    }
  }

  const engine: DraftEngine = {
    overrides,
    get source() {
      return source
    },
    get index() {
      return index
    },
    get sheet() {
      return located.sheet
    },
    get table() {
      return located.table
    },
    get plan() {
      return plan
    },
    get rows() {
      return rows
    },
    get context() {
      return context
    },
    get comparison() {
      return comparison
    },
    get knownKeys() {
      return knownKeys
    },
    get knownVins() {
      return knownVins
    },
    rowByNumber,
    statusOf,
    issuesOf,
    groups: () => (derived.groups ??= groupIssues(issuesOfIncludedRows())),
    view: () => (derived.view ??= draftView(engine)),
    order(query) {
      const key = JSON.stringify(query)
      if (derived.order?.key !== key) derived.order = { key, rows: orderRows(engine, query) }
      return derived.order.rows
    },
    rowsByNumber: (numbers) =>
      numbers.flatMap((number) => {
        const row = rowByNumber(number)
        return row ? [shownRow(engine, row)] : []
      }),
    apply(entries) {
      applyEntries(overrides, entries)
      index = indexOverrides(overrides)
      const scopes = entries.map(scopeOf)
      const touches = (wanted: OverrideScope['scope']): boolean => scopes.some(({ scope }) => scope === wanted)
      if (touches('table')) locateAgain()
      else if (touches('columns')) planAgain()
      else if (touches('all-rows')) checkAgain()
      else checkSome(positionsIn(scopes, located, rows))
    },
    forgetColumns() {
      source = { ...source, facts: { ...source.facts, remembered: null } }
      planAgain()
    },
    setKnownKeys(keys) {
      knownKeys = keys
      compare()
    },
    addKnownVins(vins) {
      knownVins = new Map([...knownVins, ...vins])
      derived = {}
    },
    clearKnownVins() {
      knownVins = new Map()
      derived = {}
    },
    setContext(next) {
      if (JSON.stringify(next) === JSON.stringify(context)) return
      context = next
      planAgain()
    },
    rowsToSend: () => uploadRows(engine),
    template: () => templateOf(engine),
  }
  return engine
}

function planTable(
  { facts }: DraftSource,
  { table }: LocatedTable,
  index: OverrideIndex,
  context: CheckContext,
): ColumnPlan {
  const { remembered } = facts
  const fits = remembered !== null && headerShape(table.header) === remembered.shape
  return planColumns(table, index, fits ? remembered.choices : null, context)
}

function rowRules(
  { table }: LocatedTable,
  plan: ColumnPlan,
  overrides: OverrideIndex,
  context: CheckContext,
): RowRules {
  return { plan, overrides, context, overlong: table.overlong, checks: createCellChecks(plan, context) }
}

const checkRows = ({ table }: LocatedTable, rules: RowRules): CheckedRow[] =>
  table.records.map((record) => checkRow(record, rules))

function rowStatus(row: CheckedRow, comparison: RowComparison): RowStatus {
  if (comparison.excluded.has(row.row)) return 'left-out'
  let status: RowStatus = 'ready'
  for (const { severity } of row.issues) {
    if (severity === 'error') return 'error'
    if (severity === 'warning') status = 'warning'
  }
  // The comparison with other rows never gives errors.
  const warned = comparison.issues.get(row.row)?.some(({ severity }) => severity === 'warning')
  return status === 'ready' && warned ? 'warning' : status
}

/** Positions of the rows that a change of single cells or of a text in all rows can affect. */
function* positionsIn(
  scopes: readonly OverrideScope[],
  { position }: LocatedTable,
  rows: readonly CheckedRow[],
): Generator<number> {
  const originals = new Map<CustomerField, Set<string>>()
  for (const scope of scopes) {
    if (scope.scope === 'row') {
      const at = position.get(scope.row)
      if (at !== undefined) yield at
    } else if (scope.scope === 'rows-with-text') {
      originals.set(scope.field, (originals.get(scope.field) ?? new Set()).add(scope.original))
    }
  }
  for (const [field, texts] of originals) {
    for (const [at, row] of rows.entries()) if (texts.has(row.originals[field])) yield at
  }
}

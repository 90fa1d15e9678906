import type { CustomerField, DraftRow, Issue, IssueGroup, RowStatus } from '../../../contract/drafts.ts'
import { createCellChecks } from '../checking/cell-checks.ts'
import type { CheckedRow, RowRules } from '../checking/check-row.ts'
import { headerShape, planColumns, type ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, SourceFacts, Template } from '../model/draft-source.ts'
import type { KnownVins } from '../model/known-vins.ts'
import { applyEntries, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { scopeOf, type OverrideScope } from '../model/override-scope.ts'
import { trackOverrides, type OverrideIndex } from '../model/override-index.ts'
import type { RowList } from '../packed/row-list.ts'
import type { RowRanges } from '../model/row-ranges.ts'
import { DraftRows } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { draftView, shownRow, type DraftView } from './draft-view.ts'
import { issueGroups } from './issue-groups.ts'
import { locateTable, type LocatedTable } from './locate-table.ts'
import { RowComparison, unchanged } from './row-comparison.ts'
import { RowIssues } from './row-issues.ts'
import { RowSearch } from './row-search.ts'
import { orderRows } from './row-order.ts'
import type { RowQuery } from './row-query.ts'
import { templateOf } from './template.ts'
import { VinStates } from './vin-states.ts'
import { uploadRows, type UploadRows } from './upload-row.ts'

/** One open draft: pure and synchronous. */
export interface DraftEngine extends DraftState {
  view(): DraftView
  /** Numbers of the rows that a query selects, in its order. */
  order(query: RowQuery): Uint32Array
  /** Numbers that no record has are left away. */
  rowsByNumber(numbers: Iterable<number>, columns?: readonly number[]): DraftRow[]
  apply(entries: readonly OverrideEntry[]): void
  /** Adds the sheets of another reading of the file. Nothing changes until an override chooses it. */
  addReading(facts: SourceFacts, sheetRows: readonly RowList[]): void
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
  order?: { readonly key: string; readonly rows: Uint32Array }
}

/** With more changed rows than these, comparing all rows again is as fast. */
const maxComparedRows = 500

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
  const tracked = trackOverrides(overrides)
  const { index } = tracked
  let located = locateTable(source, index)
  let plan = planTable(source, located, index, context)
  const checkAll = () => {
    const all = new DraftRows(located.table.records, rowRules(located, plan, index, context))
    const compared = new RowComparison(all, index, knownKeys)
    return {
      rows: all,
      comparison: compared,
      issues: new RowIssues(all, compared),
      search: new RowSearch(all),
      vinStates: new VinStates(all, knownVins),
    }
  }
  let { rows, comparison, issues, search, vinStates } = checkAll()
  let derived: Derived = {}

  const checkAgain = (): void => {
    ;({ rows, comparison, issues, search, vinStates } = checkAll())
    derived = {}
  }
  const planAgain = (): void => {
    plan = planTable(source, located, index, context)
    checkAgain()
  }
  const locateAgain = (): void => {
    located = locateTable(source, index)
    planAgain()
  }
  const compareAll = (): void => {
    comparison.compareAll()
    issues.noteAll()
    derived = {}
  }
  /** Checks some rows again, and compares them and the rows that depend on them. */
  const checkSome = (checked: ReadonlySet<number>, included: ReadonlySet<number>): void => {
    rows.setRules({ ...rows.rules, overrides: index })
    const changed = [...new Set([...checked, ...included])].map((position) => unchanged(rows.facts, position))
    for (const position of checked) {
      rows.check(position)
      search.noteChange(position)
      vinStates.noteChange(position)
    }
    if (changed.length > maxComparedRows) return compareAll()
    const related = comparison.compareSome(changed)
    if (related) for (const position of related) issues.note(position)
    else issues.noteAll()
    derived = {}
  }
  const rowByNumber = (number: number): CheckedRow | null => {
    const position = rows.positionOf(number)
    return position < 0 ? null : rows.at(position)
  }
  const statusOf = (row: CheckedRow): RowStatus => issues.statusAt(rows.positionOf(row.row))
  const issuesOf = (row: CheckedRow): readonly Issue[] => issues.of(rows.positionOf(row.row), row)

  const engine: DraftEngine = {
    overrides,
    get source() {
      return source
    },
    get index() {
      return index
    },
    get reading() {
      return located.reading
    },
    get rowsWithCars() {
      return located.rowsWithCars
    },
    get alike() {
      return located.alike
    },
    get sheets() {
      return located.sheets
    },
    get table() {
      return located.table
    },
    get marks() {
      return located.marks
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
    get issues() {
      return issues
    },
    get search() {
      return search
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
    get vinStates() {
      return vinStates
    },
    rowByNumber,
    statusOf,
    issuesOf,
    groups: () => (derived.groups ??= issueGroups(issues)),
    view: () => (derived.view ??= draftView(engine)),
    order(query) {
      const key = JSON.stringify(query)
      if (derived.order?.key !== key) derived.order = { key, rows: orderRows(engine, query) }
      return derived.order.rows
    },
    rowsByNumber: (numbers, columns) =>
      [...numbers].flatMap((number) => {
        const row = rowByNumber(number)
        return row ? [shownRow(engine, row, columns)] : []
      }),
    apply(entries) {
      applyEntries(overrides, entries)
      tracked.update(entries)
      const scopes = entries.map(scopeOf)
      const touches = (wanted: OverrideScope['scope']): boolean => scopes.some(({ scope }) => scope === wanted)
      if (touches('table')) return locateAgain()
      if (touches('columns')) return planAgain()
      if (touches('all-rows')) return checkAgain()
      checkSome(new Set(positionsToCheck(scopes, rows)), new Set(positionsIncluded(scopes, rows)))
      if (touches('comparison')) compareAll()
    },
    addReading(facts, sheetRows) {
      source = { facts, rows: [...source.rows, ...sheetRows] }
    },
    forgetColumns() {
      source = { ...source, facts: { ...source.facts, remembered: null } }
      planAgain()
    },
    setKnownKeys(keys) {
      knownKeys = keys
      comparison.setKnownKeys(keys)
      issues.noteAll()
      derived = {}
    },
    addKnownVins(vins) {
      knownVins = new Map([...knownVins, ...vins])
      vinStates.add(knownVins)
      derived = {}
    },
    clearKnownVins() {
      knownVins = new Map()
      vinStates = new VinStates(rows, knownVins)
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
  { table, marks }: LocatedTable,
  plan: ColumnPlan,
  overrides: OverrideIndex,
  context: CheckContext,
): RowRules {
  return { plan, overrides, context, overlong: table.overlong, marks, checks: createCellChecks(plan, context) }
}

/** Positions of the rows that a change of cells, or of a text in all rows, can affect. */
function* positionsToCheck(scopes: readonly OverrideScope[], rows: DraftRows): Generator<number> {
  const originals = new Map<CustomerField, Set<string>>()
  for (const scope of scopes) {
    if (scope.scope === 'rows') yield* positionsIn(scope.rows, rows)
    else if (scope.scope === 'rows-with-text') {
      originals.set(scope.field, (originals.get(scope.field) ?? new Set()).add(scope.original))
    }
  }
  for (const [field, texts] of originals) {
    for (let position = 0; position < rows.length; position += 1) {
      if (texts.has(rows.originalAt(position, field))) yield position
    }
  }
}

/** Positions of the rows that the user included or excluded, or no longer. */
function* positionsIncluded(scopes: readonly OverrideScope[], rows: DraftRows): Generator<number> {
  for (const scope of scopes) if (scope.scope === 'inclusion') yield* positionsIn(scope.rows, rows)
}

function* positionsIn(ranges: RowRanges, rows: DraftRows): Generator<number> {
  for (const [first, last] of ranges.runs()) {
    for (let position = rows.positionFrom(first); position < rows.length; position += 1) {
      if (rows.numberAt(position) > last) break
      yield position
    }
  }
}

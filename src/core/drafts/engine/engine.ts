import type { PackForm } from '../storage/pack-upload.ts'
import type { DraftRow, Issue, IssueGroup, RowStatus } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { ColumnCounts } from '../mapping/column-counts.ts'
import { headerShape, planColumns, type ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, SourceFacts, Template } from '../model/draft-source.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import type { KnownVins } from '../model/known-vins.ts'
import { applyEntries, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { comparisonsOf } from '../checking/rule-parts.ts'
import { positionsIncluded, rowsToCheck } from './scope-rows.ts'
import { scopeOf, type OverrideScope } from '../model/override-scope.ts'
import { trackOverrides, type OverrideIndex } from '../model/override-index.ts'
import type { RowList } from '../columns/row-list.ts'
import { withAddedRows } from './added-rows.ts'
import { DraftRows } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { draftView, shownRow, type DraftView } from './draft-view.ts'
import { issueGroups } from './issue-groups.ts'
import { locateTable, type LocatedTable } from './locate-table.ts'
import { RowComparison, unchanged } from './row-comparison.ts'
import type { ChangedRow } from './related-rows.ts'
import { RowIssues } from './row-issues.ts'
import { LowerCells, RowSearch } from './row-search.ts'
import { orderRows } from './row-order.ts'
import type { RowQuery } from './row-query.ts'
import { templateOf } from './template.ts'
import { VinStates } from './vin-states.ts'
import { packUploadRows, uploadRows, type UploadRows } from './upload-row.ts'

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
  /** Frees the memory of searches; the next one takes longer. */
  clearSearch(): void
  setKnownKeys(keys: KnownKeys): void
  /** Adds what was found for `unsearchedRegos`. */
  addKnownVins(vins: KnownVins): void
  /** Forgets all known VINs: they are looked for again. */
  clearKnownVins(): void
  setContext(context: CheckContext): void
  rowsToSend(): UploadRows
  /** See `packUploadRows`. */
  packRows(form: PackForm, part: { readonly sent: boolean; readonly from: number }): ReturnType<typeof packUploadRows>
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
const maxComparedRows = 1_500

/**
 * Opens a draft: locates the table, plans its columns, checks each row, and then compares the rows with each other. `firstLocated`: the
 * table, when it is known already.
 */
export function createDraftEngine(
  firstSource: DraftSource,
  overrides: Overrides,
  firstContext: CheckContext,
  firstKnownKeys: KnownKeys,
  firstLocated: LocatedTable | null = null,
): DraftEngine {
  let source = firstSource
  let context = firstContext
  let knownKeys = firstKnownKeys
  let knownVins: KnownVins = new Map()
  const tracked = trackOverrides(overrides)
  const { index } = tracked
  let located = firstLocated ?? locateTable(source, index)
  const lowerCells = new LowerCells()
  let counts = new ColumnCounts(located.table.records)
  let plan = planTable(source, located, index, context, counts)
  const checkAll = () => {
    const all = new DraftRows(withAddedRows(located.table.records, index), rowRules(located, plan, index, context))
    const compared = new RowComparison(all, index, knownKeys)
    return {
      rows: all,
      comparison: compared,
      issues: new RowIssues(all, compared),
      search: new RowSearch(all, lowerCells),
      vinStates: new VinStates(all, knownVins),
    }
  }
  let { rows, comparison, issues, search, vinStates } = checkAll()
  let derived: Derived = {}

  /** Checks again what depends on something that changed in the plan of the columns, or in a choice for all rows. */
  const checkAgain = (): void => {
    const parts = rows.changeRules(rowRules(located, plan, index, context))
    if (parts !== null) {
      vinStates = new VinStates(rows, knownVins)
      compareAll(comparisonsOf(parts))
    }
    derived = {}
  }
  const planAgain = (): void => {
    plan = planTable(source, located, index, context, counts)
    checkAgain()
  }
  const locateAgain = (): void => {
    located = locateTable(source, index)
    lowerCells.clear()
    counts = new ColumnCounts(located.table.records)
    plan = planTable(source, located, index, context, counts)
    ;({ rows, comparison, issues, search, vinStates } = checkAll())
    derived = {}
  }
  /** Takes rows that were added by hand, or no longer; those of the file stay as they are. */
  const takeAddedRows = (): void => {
    const { records } = located.table
    rows = new DraftRows(withAddedRows(records, index), rows.rules, { rows, same: records.length })
    comparison = new RowComparison(rows, index, knownKeys)
    issues = new RowIssues(rows, comparison)
    search = new RowSearch(rows, lowerCells)
    vinStates = new VinStates(rows, knownVins)
    derived = {}
  }
  const compareAll = (changes?: ReturnType<typeof comparisonsOf>): void => {
    comparison.compareAll(changes)
    issues.noteAll()
    derived = {}
  }
  /** Compares changed rows and the rows that depend on them. */
  const compareChanged = (changed: readonly ChangedRow[]): void => {
    if (changed.length > maxComparedRows) return compareAll()
    const related = comparison.compareSome(changed)
    if (related) for (const position of related) issues.note(position)
    else issues.noteAll()
    derived = {}
  }
  /** Checks rows again whose texts changed, and compares them, rows that were chosen, and the rows that depend on them. */
  const checkSome = (scopes: readonly OverrideScope[]): void => {
    rows.setRules({ ...rows.rules, overrides: index })
    const { positions, parts } = rowsToCheck(scopes, rows)
    const included = positionsIncluded(scopes, rows)
    const changed =
      positions.length + included.length > maxComparedRows
        ? null
        : [...new Set([...positions, ...included])].map((position) => unchanged(rows.facts, position))
    rows.check(positions, parts)
    for (let at = 0; at < positions.length; at += 1) vinStates.noteChange(positions[at] as number)
    if (changed) return compareChanged(changed)
    const changes = comparisonsOf(parts)
    compareAll({ ...changes, exclusions: changes.exclusions || included.length > 0 })
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
    clearSearch: () => lowerCells.clear(),
    get comparison() {
      return comparison
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
      const earlier = entries.map(({ name }) => overrides.get(name))
      applyEntries(overrides, entries)
      tracked.update(entries)
      const scopes = entries.map((entry, at) => scopeOf(entry, overrides.get(entry.name) ?? earlier[at]))
      const touches = (wanted: OverrideScope['scope']): boolean => scopes.some(({ scope }) => scope === wanted)
      if (touches('table')) return locateAgain()
      if (touches('columns')) return planAgain()
      if (touches('all-rows')) return checkAgain()
      if (touches('added-rows')) takeAddedRows()
      checkSome(scopes)
      if (touches('comparison')) compareAll({ exclusions: true, names: false })
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
      compareChanged(comparison.setKnownKeys(knownKeys))
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
    packRows: (form, part) => packUploadRows(engine, form, part),
    template: () => templateOf(engine),
  }
  return engine
}

function planTable(
  { facts }: DraftSource,
  { table }: LocatedTable,
  index: OverrideIndex,
  context: CheckContext,
  counts: ColumnCounts,
): ColumnPlan {
  const { remembered } = facts
  const fits = remembered !== null && headerShape(table.header) === remembered.shape
  return planColumns(table, index, fits ? remembered.choices : null, context, counts)
}

function rowRules(
  { table, marks }: LocatedTable,
  plan: ColumnPlan,
  overrides: OverrideIndex,
  context: CheckContext,
): RowRules {
  return { plan, overrides, context, overlong: table.overlong, marks }
}

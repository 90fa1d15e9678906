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
import { comparisonsOf, RowComparison, unchanged } from './row-comparison.ts'
import type { ChangedRow } from './related-rows.ts'
import { RowIssues } from './row-issues.ts'
import { LowerCells, RowSearch } from './row-search.ts'
import { orderRows } from './row-order.ts'
import type { RowQuery } from './row-query.ts'
import { templateOf } from './template.ts'
import { VinStates } from './vin-states.ts'
import { packUploadRows, uploadRows, type UploadRows } from './upload-row.ts'

/** Derived from the overrides and the rows, and computed again after each change. */
interface Derived {
  view?: DraftView
  groups?: IssueGroup[]
  order?: { readonly key: string; readonly rows: Uint32Array }
}

/** With more changed rows than these, comparing all rows again is as fast. */
const maxComparedRows = 1_500

/**
 * One open draft: pure and synchronous. Opening it locates the table, plans its columns, checks each row, and then compares the rows with
 * each other.
 */
export class DraftEngine implements DraftState {
  readonly overrides: Overrides
  readonly #tracked: ReturnType<typeof trackOverrides>
  readonly #lowerCells = new LowerCells()
  #located: LocatedTable
  #counts: ColumnCounts
  #knownKeys: KnownKeys
  #derived: Derived = {}
  source: DraftSource
  context: CheckContext
  plan: ColumnPlan
  knownVins: KnownVins = new Map()
  rows!: DraftRows
  comparison!: RowComparison
  issues!: RowIssues
  search!: RowSearch
  vinStates!: VinStates

  /** `located`: the table, when it is known already. */
  constructor(
    source: DraftSource,
    overrides: Overrides,
    context: CheckContext,
    knownKeys: KnownKeys,
    located: LocatedTable | null = null,
  ) {
    this.overrides = overrides
    this.source = source
    this.context = context
    this.#knownKeys = knownKeys
    this.#tracked = trackOverrides(overrides)
    this.#located = located ?? locateTable(source, this.index)
    this.#counts = new ColumnCounts(this.table.records)
    this.plan = this.#planTable()
    this.#takeRows(new DraftRows(withAddedRows(this.table.records, this.index), this.#rules()))
  }

  get index(): OverrideIndex {
    return this.#tracked.index
  }
  get reading(): LocatedTable['reading'] {
    return this.#located.reading
  }
  get rowsWithCars(): number | null {
    return this.#located.rowsWithCars
  }
  get alike(): readonly number[] {
    return this.#located.alike
  }
  get sheets(): readonly number[] {
    return this.#located.sheets
  }
  get table(): LocatedTable['table'] {
    return this.#located.table
  }
  get marks(): LocatedTable['marks'] {
    return this.#located.marks
  }

  view(): DraftView {
    return (this.#derived.view ??= draftView(this))
  }

  groups(): readonly IssueGroup[] {
    return (this.#derived.groups ??= issueGroups(this.issues))
  }

  /** Numbers of the rows that a query selects, in its order. */
  order(query: RowQuery): Uint32Array {
    const key = JSON.stringify(query)
    if (this.#derived.order?.key !== key) this.#derived.order = { key, rows: orderRows(this, query) }
    return this.#derived.order.rows
  }

  rowByNumber(number: number): CheckedRow | null {
    const position = this.rows.positionOf(number)
    return position < 0 ? null : this.rows.at(position)
  }

  /** Numbers that no record has are left away. */
  rowsByNumber(numbers: Iterable<number>, columns?: readonly number[]): DraftRow[] {
    return [...numbers].flatMap((number) => {
      const row = this.rowByNumber(number)
      return row ? [shownRow(this, row, columns)] : []
    })
  }

  statusOf(row: CheckedRow): RowStatus {
    return this.issues.statusAt(this.rows.positionOf(row.row))
  }

  issuesOf(row: CheckedRow): readonly Issue[] {
    return this.issues.of(this.rows.positionOf(row.row), row)
  }

  apply(entries: readonly OverrideEntry[]): void {
    const earlier = entries.map(({ name }) => this.overrides.get(name))
    applyEntries(this.overrides, entries)
    this.#tracked.update(entries)
    const scopes = entries.map((entry, at) => scopeOf(entry, this.overrides.get(entry.name) ?? earlier[at]))
    const touches = (wanted: OverrideScope['scope']): boolean => scopes.some(({ scope }) => scope === wanted)
    if (touches('table')) return this.#locateAgain()
    if (touches('columns')) this.#planAgain()
    else if (touches('all-rows')) this.#checkAgain()
    if (touches('added-rows')) this.#takeAddedRows()
    // A template changes columns, texts and what happens to existing customers at once.
    const ofAll = new Set<OverrideScope['scope']>(['columns', 'all-rows'])
    if (scopes.some(({ scope }) => !ofAll.has(scope))) this.#checkSome(scopes.filter(({ scope }) => !ofAll.has(scope)))
    if (touches('comparison')) this.#compareAll({ exclusions: true, names: false })
  }

  /** Adds the sheets of another reading of the file. Nothing changes until an override chooses it. */
  addReading(facts: SourceFacts, sheetRows: readonly RowList[]): void {
    this.source = { facts, rows: [...this.source.rows, ...sheetRows] }
  }

  /** Plans the columns again without those of an earlier file. */
  forgetColumns(): void {
    this.source = { ...this.source, facts: { ...this.source.facts, remembered: null } }
    this.#planAgain()
  }

  setKnownKeys(keys: KnownKeys): void {
    this.#knownKeys = keys
    this.#compareChanged(this.comparison.setKnownKeys(keys))
  }

  /** Adds what was found for `unsearchedRegos`. */
  addKnownVins(vins: KnownVins): void {
    this.knownVins = new Map([...this.knownVins, ...vins])
    this.vinStates.add(this.knownVins)
    this.#derived = {}
  }

  /** Forgets all known VINs: they are looked for again. */
  clearKnownVins(): void {
    this.knownVins = new Map()
    this.vinStates = new VinStates(this.rows, this.knownVins)
    this.#derived = {}
  }

  setContext(next: CheckContext): void {
    if (JSON.stringify(next) === JSON.stringify(this.context)) return
    this.context = next
    this.#planAgain()
  }

  rowsToSend(): UploadRows {
    return uploadRows(this)
  }

  /** See `packUploadRows`. */
  packRows(form: PackForm, part: { readonly sent: boolean; readonly from: number }): ReturnType<typeof packUploadRows> {
    return packUploadRows(this, form, part)
  }

  /** What is remembered for the next file of the same shape; null for a table without a header. */
  template(): Template | null {
    return templateOf(this)
  }

  #rules(): RowRules {
    return {
      plan: this.plan,
      overrides: this.index,
      context: this.context,
      overlong: this.table.overlong,
      marks: this.marks,
    }
  }

  #planTable(): ColumnPlan {
    const { remembered } = this.source.facts
    const fits = remembered !== null && headerShape(this.table.header) === remembered.shape
    return planColumns(this.table, this.index, fits ? remembered.choices : null, this.context, this.#counts)
  }

  /** What is known of other rows goes: these were checked. */
  #takeRows(rows: DraftRows): void {
    this.rows = rows
    this.comparison = new RowComparison(rows, this.index, this.#knownKeys)
    this.issues = new RowIssues(rows, this.comparison)
    this.search = new RowSearch(rows, this.#lowerCells)
    this.vinStates = new VinStates(rows, this.knownVins)
    this.#derived = {}
  }

  #locateAgain(): void {
    this.#located = locateTable(this.source, this.index)
    this.#lowerCells.clear()
    this.#counts = new ColumnCounts(this.table.records)
    this.plan = this.#planTable()
    this.#takeRows(new DraftRows(withAddedRows(this.table.records, this.index), this.#rules()))
  }

  #planAgain(): void {
    this.plan = this.#planTable()
    this.#checkAgain()
  }

  /** Checks again what depends on something that changed in the plan of the columns, or in a choice for all rows. */
  #checkAgain(): void {
    const changed = this.rows.changeRules(this.#rules())
    if (changed) {
      this.vinStates = new VinStates(this.rows, this.knownVins)
      this.#compareAll(comparisonsOf(changed))
    }
    this.#derived = {}
  }

  /** Takes rows that were added by hand, or no longer; those of the file stay as they are. */
  #takeAddedRows(): void {
    const { records } = this.table
    const earlier = { rows: this.rows, same: records.length }
    this.#takeRows(new DraftRows(withAddedRows(records, this.index), this.rows.rules, earlier))
  }

  #compareAll(changes?: ReturnType<typeof comparisonsOf>): void {
    this.comparison.compareAll(changes)
    this.issues.noteAll()
    this.#derived = {}
  }

  /** Compares changed rows and the rows that depend on them. */
  #compareChanged(changed: readonly ChangedRow[]): void {
    if (changed.length > maxComparedRows) return this.#compareAll()
    const related = this.comparison.compareSome(changed)
    if (related) for (const position of related) this.issues.note(position)
    else this.issues.noteAll()
    this.#derived = {}
  }

  /** Checks rows again whose texts changed, and compares them, rows that were chosen, and the rows that depend on them. */
  #checkSome(scopes: readonly OverrideScope[]): void {
    const { rows } = this
    rows.setRules({ ...rows.rules, overrides: this.index })
    const { positions, checks } = rowsToCheck(scopes, rows)
    const included = positionsIncluded(scopes, rows)
    const changed =
      positions.length + included.length > maxComparedRows
        ? null
        : [...new Set([...positions, ...included])].map((position) => unchanged(rows.facts, position))
    rows.check(positions, checks)
    for (const position of positions) this.vinStates.noteChange(position)
    if (changed) return this.#compareChanged(changed)
    const changes = comparisonsOf(checks)
    this.#compareAll({ ...changes, exclusions: changes.exclusions || included.length > 0 })
  }
}

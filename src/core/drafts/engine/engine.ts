import type { DraftRow, IssueGroup, KnownVin } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { ColumnCounts } from '../mapping/column-counts.ts'
import { headerShape, planColumns, type ColumnPlan } from '../mapping/columns.ts'
import type { RegionEvidence } from '../mapping/region-evidence.ts'
import type { CheckContext, DraftSource, SourceFacts, Template } from '../model/draft-source.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { KnownKeys, KnownVins } from '../checking/known-keys.ts'
import { applyEntries, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { checkChangedRows, scopeOf, type OverrideScope } from './scope-rows.ts'
import { indexOverrides, type OverrideIndex } from '../model/override-index.ts'
import type { RowList } from '../columns/row-list.ts'
import { withAddedRows } from './added-rows.ts'
import { DraftRows } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { draftView, shownRow, type DraftView } from './draft-view.ts'
import { issueGroups } from './issue-groups.ts'
import { locateTable, type LocatedTable } from './locate-table.ts'
import { sampleRegion, type SampledRegion } from './other-region.ts'
import { RowComparison } from './row-comparison.ts'
import { RowIssues } from './row-issues.ts'
import { RowSearch } from './row-search.ts'
import { orderRows } from './row-order.ts'
import type { RowQuery } from './row-query.ts'
import { templateOf } from './template.ts'

/** Derived from the checked rows when it is asked for, until they or what they are compared with change. */
interface Compared {
  readonly comparison: RowComparison
  readonly issues: RowIssues
  groups?: IssueGroup[]
}

/** With more changed rows than these, comparing all rows again is as fast. */
const maxComparedRows = 1_500

/**
 * One open draft: pure and synchronous. Opening it locates the table, plans its columns, checks each row, and then compares the rows with
 * each other.
 */
export class DraftEngine implements DraftState {
  readonly overrides: Overrides
  /** Always the same object. */
  readonly index: OverrideIndex
  readonly search = new RowSearch()
  #knownKeys: KnownKeys
  #compared: Compared | null = null
  /** Derived from these and from known VINs. */
  #view: DraftView | null = null
  #sampledRegion: SampledRegion | null = null
  /** By position: see `vinAt`. */
  #vins: (KnownVin | null | undefined)[] = []
  source: DraftSource
  context: CheckContext
  reading!: LocatedTable['reading']
  sheets!: LocatedTable['sheets']
  alike!: LocatedTable['alike']
  table!: LocatedTable['table']
  rowsWithCars!: LocatedTable['rowsWithCars']
  marks!: LocatedTable['marks']
  counts!: ColumnCounts
  plan!: ColumnPlan
  knownVins: KnownVins = new Map()
  rows!: DraftRows

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
    this.index = indexOverrides(overrides)
    this.#takeTable(located ?? locateTable(source, this.index))
  }

  get comparison(): RowComparison {
    return this.#compare().comparison
  }
  get issues(): RowIssues {
    return this.#compare().issues
  }

  view(): DraftView {
    return (this.#view ??= draftView(this))
  }

  groups(): readonly IssueGroup[] {
    return (this.#compare().groups ??= issueGroups(this.issues))
  }

  otherRegion(): RegionEvidence | null {
    this.#sampledRegion = sampleRegion(this, this.#sampledRegion)
    return this.#sampledRegion.region
  }

  vinAt(position: number): KnownVin | null | undefined {
    const earlier = this.#vins[position]
    if (earlier !== undefined || this.knownVins.size === 0) return earlier
    if (this.#vins.length === 0) this.#vins = Array.from(this.rows.numbers, () => undefined)
    const key = regoKey(this.rows.valueAt(position, 'rego'), this.rows.valueAt(position, 'state'))
    return (this.#vins[position] = this.knownVins.get(key))
  }

  /** Numbers of the rows that a query selects, in its order. */
  order(query: RowQuery): Uint32Array {
    return orderRows(this, query)
  }

  rowByNumber(number: number): CheckedRow | null {
    const position = this.rows.positionOf(number)
    return position < 0 ? null : this.rows.at(position)
  }

  /** Numbers that no record has are left away. */
  rowsByNumber(numbers: Iterable<number>, columns?: readonly number[]): DraftRow[] {
    return [...numbers].flatMap((number) => {
      const position = this.rows.positionOf(number)
      return position < 0 ? [] : [shownRow(this, position, columns)]
    })
  }

  apply(entries: readonly OverrideEntry[]): void {
    const earlier = entries.map(({ name }) => this.overrides.get(name))
    applyEntries(this.overrides, entries)
    Object.assign(this.index, indexOverrides(this.overrides))
    const scopes = entries.map((entry, at) => scopeOf(entry, this.overrides.get(entry.name) ?? earlier[at]))
    const touches = (wanted: OverrideScope['scope']): boolean => scopes.some(({ scope }) => scope === wanted)
    if (touches('table')) return this.#takeTable(locateTable(this.source, this.index))
    if (touches('columns')) this.#planAgain()
    else if (touches('all-rows')) this.#checkAgain()
    if (touches('added-rows')) this.#takeAddedRows()
    if (touches('comparison')) this.#forget()
    // A template changes columns, texts and what happens to existing customers at once.
    this.#compareAgain(checkChangedRows(scopes, this.rows))
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
    this.#forget()
  }

  /** Adds what was found for `unsearchedRegos`. */
  addKnownVins(vins: KnownVins): void {
    this.knownVins = new Map([...this.knownVins, ...vins])
    this.#view = null
  }

  /** Forgets all known VINs: they are looked for again. */
  clearKnownVins(): void {
    this.knownVins = new Map()
    this.#vins = []
    this.#view = null
  }

  setContext(next: CheckContext): void {
    if (JSON.stringify(next) === JSON.stringify(this.context)) return
    this.context = next
    this.#planAgain()
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
    return planColumns(this.table, this.index, fits ? remembered.choices : null, this.context, this.counts)
  }

  #takeTable(located: LocatedTable): void {
    ;({
      reading: this.reading,
      sheets: this.sheets,
      alike: this.alike,
      table: this.table,
      rowsWithCars: this.rowsWithCars,
      marks: this.marks,
    } = located)
    this.search.clear()
    this.#sampledRegion = null
    this.counts = new ColumnCounts(this.table.records)
    this.plan = this.#planTable()
    this.rows = new DraftRows(withAddedRows(this.table.records, this.index), this.#rules())
    this.#forget()
  }

  /** Checks again what depends on something that changed in the plan of the columns. */
  #planAgain(): void {
    this.plan = this.#planTable()
    this.#checkAgain()
  }

  #checkAgain(): void {
    this.rows.setRules(this.#rules())
    this.#forget()
  }

  #takeAddedRows(): void {
    const { records } = this.table
    this.rows.takeRows(withAddedRows(records, this.index), records.length)
    this.#forget()
  }

  /** Compares changed rows and those that depend on them, or all when they are asked for. */
  #compareAgain(changed: readonly number[]): void {
    this.#view = null
    if (this.#vins.length > 0) for (const position of changed) this.#vins[position] = undefined
    if (!this.#compared) return
    const { comparison, issues } = this.#compared
    const related = changed.length > maxComparedRows ? null : comparison.update(changed)
    for (const position of related ?? []) issues.note(position)
    this.#compared = related && { comparison, issues }
  }

  #forget(): void {
    this.#compared = null
    this.#vins = []
    this.#view = null
  }

  #compare(): Compared {
    if (this.#compared) return this.#compared
    const { index, rows } = this
    const comparison = new RowComparison(rows, {
      included: (row) => index.rows.get(row),
      knownCustomers: index.knownCustomers,
      knownKeys: this.#knownKeys,
    })
    this.#compared = { comparison, issues: new RowIssues(rows, comparison) }
    return this.#compared
  }
}

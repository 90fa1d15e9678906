import type { LocatedTable } from '../../../src/core/drafts/engine/locate-table.ts'
import type { RowMark } from '../../../src/core/drafts/checking/row-marks.ts'
import type { Issue, IssueGroup, RowStatus } from '../../../src/contract/drafts.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import type { RowComparison } from './duplicate-rows.ts'
import type { ColumnPlan } from '../../../src/core/drafts/mapping/columns.ts'
import type { CheckContext, DraftSource } from '../../../src/core/drafts/model/draft-source.ts'
import type { KnownVins } from '../../../src/core/drafts/model/known-vins.ts'
import type { Overrides } from '../../../src/core/drafts/model/overrides.ts'
import type { OverrideIndex } from '../../../src/core/drafts/model/override-index.ts'
import type { Table } from '../../../src/core/drafts/reading/find-table.ts'

/**
 * One open draft as it is read by views and actions. Everything follows from source, overrides, context and known
 * customers.
 */
export interface RowState {
  readonly overrides: Overrides
  readonly index: OverrideIndex
  readonly source: DraftSource
  /** Position of the sheet in use. */
  readonly sheet: number
  readonly reading: LocatedTable['reading']
  readonly sheets: LocatedTable['sheets']
  readonly alike: LocatedTable['alike']
  readonly rowsWithCars: LocatedTable['rowsWithCars']
  readonly table: Table
  readonly marks: ReadonlyMap<number, RowMark>
  readonly plan: ColumnPlan
  readonly rows: readonly CheckedRow[]
  /** Vehicle keys of the customers in the local cache. */
  readonly knownKeys: ReadonlySet<string>
  readonly knownVins: KnownVins
  readonly context: CheckContext
  readonly comparison: RowComparison
  /** Null when no record has this number. */
  rowByNumber(row: number): CheckedRow | null
  statusOf(row: CheckedRow): RowStatus
  issuesOf(row: CheckedRow): readonly Issue[]
  groups(): readonly IssueGroup[]
}

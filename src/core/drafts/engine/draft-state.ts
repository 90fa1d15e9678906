import type { IssueGroup, KnownVin } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { ColumnCounts } from '../mapping/column-counts.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { RegionEvidence } from '../mapping/region-evidence.ts'
import type { CheckContext, DraftSource } from '../model/draft-source.ts'
import type { Overrides } from '../model/overrides.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { DraftRows } from './draft-rows.ts'
import type { LocatedTable } from './locate-table.ts'
import type { RowComparison } from './row-comparison.ts'
import type { RowIssues } from './row-issues.ts'
import type { RowSearch } from './row-search.ts'

/**
 * One open draft as it is read by views and actions. Everything follows from source, overrides, context and known
 * customers.
 */
export interface DraftState extends LocatedTable {
  readonly overrides: Overrides
  readonly index: OverrideIndex
  readonly source: DraftSource
  readonly plan: ColumnPlan
  readonly counts: ColumnCounts
  /** The customer rows, by position. */
  readonly rows: DraftRows
  readonly issues: RowIssues
  readonly search: RowSearch
  readonly context: CheckContext
  readonly comparison: RowComparison
  /** The VIN that this PC knows for the rego of the row at a position; null: none. Undefined: it was not looked for yet. */
  vinAt(position: number): KnownVin | null | undefined
  /** Null when no record has this number. */
  rowByNumber(row: number): CheckedRow | null
  groups(): readonly IssueGroup[]
  /** The region to which the rows belong that are not excluded, when it is another than the draft's; null: they fit. */
  otherRegion(): RegionEvidence | null
}

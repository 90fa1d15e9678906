import type { Issue, IssueGroup, RowStatus } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { RowMark } from '../checking/row-marks.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, DraftSource } from '../model/draft-source.ts'
import type { ChosenReading } from '../model/file-readings.ts'
import type { KnownVins } from '../model/known-vins.ts'
import type { Overrides } from '../model/overrides.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { Table } from '../reading/find-table.ts'
import type { DraftRows } from './draft-rows.ts'
import type { RowComparison } from './row-comparison.ts'
import type { RowIssues } from './row-issues.ts'
import type { RowSearch } from './row-search.ts'
import type { VinStates } from './vin-states.ts'

/**
 * One open draft as it is read by views and actions. Everything follows from source, overrides, context and known
 * customers.
 */
export interface DraftState {
  readonly overrides: Overrides
  readonly index: OverrideIndex
  readonly source: DraftSource
  readonly reading: ChosenReading
  /** Positions of the sheets in use, among all sheets of the source. Never empty. */
  readonly sheets: readonly number[]
  /** Positions of the sheets with the same columns as the first one in use. */
  readonly alike: readonly number[]
  /** Rows of the file with more than one car; null: its columns are those of one car. */
  readonly rowsWithCars: number | null
  readonly table: Table
  readonly plan: ColumnPlan
  /** Rows that can be read in two ways, by number. */
  readonly marks: ReadonlyMap<number, RowMark>
  /** The customer rows, by position. */
  readonly rows: DraftRows
  readonly issues: RowIssues
  readonly search: RowSearch
  readonly knownVins: KnownVins
  readonly vinStates: VinStates
  readonly context: CheckContext
  readonly comparison: RowComparison
  /** Null when no record has this number. */
  rowByNumber(row: number): CheckedRow | null
  statusOf(row: CheckedRow): RowStatus
  issuesOf(row: CheckedRow): readonly Issue[]
  groups(): readonly IssueGroup[]
}

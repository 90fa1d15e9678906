import type { ColumnFilter, RowSort } from '../../../../contract/draft-rows.ts'
import type { RowStatus } from '../../../../contract/drafts.ts'

/** The rows that the grid shows, and their order. */
export interface RowFilter {
  readonly filters?: readonly ColumnFilter[] | undefined
  /** Absent: errors first. */
  readonly sort?: RowSort | undefined
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
}

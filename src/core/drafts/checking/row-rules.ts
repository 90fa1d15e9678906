import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { RowMark } from './row-marks.ts'

/** What the check of a row depends on besides its cells. */
export interface RowRules {
  readonly plan: ColumnPlan
  readonly overrides: OverrideIndex
  readonly context: CheckContext
  /** Numbers of rows with more cells than the header. */
  readonly overlong: ReadonlySet<number>
  /** Rows that can be read in two ways, by number. */
  readonly marks: ReadonlyMap<number, RowMark>
}

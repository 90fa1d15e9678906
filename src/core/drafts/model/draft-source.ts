import type { ColumnTarget, DateOrder } from '../../../contract/drafts.ts'
import type { Region, StateCode } from '../../../contract/region.ts'
import type { MergedRange } from '../reading/file-read.ts'
import type { SourceRow } from '../../fields/source-cell.ts'

/** What was decided for an earlier file whose header has the same shape; by normalised header, because columns move. */
export interface RememberedChoices {
  readonly targets: Readonly<Record<string, ColumnTarget>>
  readonly dates: Readonly<Record<string, DateOrder>>
  readonly defaultState: StateCode | null
}

export interface SourceSheet {
  readonly name: string
  readonly hidden: boolean
  readonly merges: readonly MergedRange[]
  readonly notes: readonly string[]
  readonly rowCount: number
}

/** What is kept of a file beside its rows, as JSON: enough to work everything else out again, the same each time. */
export interface SourceFacts {
  readonly kind: 'csv' | 'xlsx'
  readonly sizeBytes: number
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly notes: readonly string[]
  readonly sheets: readonly SourceSheet[]
  /** Found when the file was opened: looked up again later, it might be another. */
  readonly remembered: { readonly shape: string; readonly choices: RememberedChoices } | null
}

export interface DraftSource {
  readonly facts: SourceFacts
  /** Rows of each sheet, by position of the sheet. */
  readonly rows: readonly (readonly SourceRow[])[]
}

/** What a check depends on that is neither in the file nor chosen for this draft. */
export interface CheckContext {
  readonly region: Region
  /** YYYY-MM-DD on this PC. */
  readonly today: string
  readonly mobileForm: 'national' | 'international'
  /** Keys of additional_fields that are ours, which no column of the file may take. */
  readonly reservedKeys: readonly string[]
}

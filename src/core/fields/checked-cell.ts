import type { Issue } from '../../contract/drafts.ts'
import type { StateCode } from '../../contract/region.ts'

/** A finding about one cell, before it is known to which field it belongs. */
export type CellIssue = Omit<Issue, 'field'>

/** A cell after cleaning: what would be sent (empty: nothing), what there is to say, and what else the cell held. */
export interface CheckedCell {
  readonly value: string
  readonly issues: readonly CellIssue[]
  /** Goes into additional_fields: a frame number, a second mobile. */
  readonly extra?: Readonly<Record<string, string>>
  /** The state that stood in the plate's cell. */
  readonly state?: StateCode
}

export const emptyCell: CheckedCell = { value: '', issues: [] }

export function issue(
  severity: CellIssue['severity'],
  rule: string,
  message: string,
  proposal: string | null = null,
): CellIssue {
  return { rule, severity, message, proposal }
}

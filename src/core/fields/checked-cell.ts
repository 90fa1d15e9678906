import type { Issue } from '../../contract/drafts.ts'
import type { StateCode } from '../../contract/region.ts'

/** An issue of one cell, before its field is known. */
export type CellIssue = Omit<Issue, 'field'>

/** A cell after cleaning: the value to send (empty: none), its issues, and anything else that was in the cell. */
export interface CheckedCell {
  readonly value: string
  readonly issues: readonly CellIssue[]
  /** For `additional_fields`: a frame number, a second mobile. */
  readonly extra?: Readonly<Record<string, string>>
  /** The state from the plate's cell. */
  readonly state?: StateCode
}

/** Names in `extra`. They are sent under the keys of the connection's advanced settings. */
export const chassisExtra = 'chassis_no'
export const secondMobileExtra = 'mobile_2'

export const emptyCell: CheckedCell = { value: '', issues: [] }

export function issue(
  severity: CellIssue['severity'],
  rule: string,
  message: string,
  proposal: string | null = null,
): CellIssue {
  return { rule, severity, message, proposal }
}

import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, RowRepair } from '../model/draft-source.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { Issue } from '../../../contract/drafts.ts'
import { rowMessages } from './row-messages.ts'

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

/** A row of a text file that can be read in two ways. */
export interface RowMark {
  readonly repair: RowRepair
  /** The user chose the other reading. */
  readonly otherInUse: boolean
}

/** The warning about a row that was repaired; once the user has chosen, a note. */
export function repairIssue({ repair, otherInUse }: RowMark): Issue {
  const { cause, certain } = repair
  if (otherInUse) return issueOf('info', 'row.other-reading', rowMessages.otherReading)
  if (cause === 'cells') return issueOf('warning', 'row.aligned-cells', rowMessages.alignedCells)
  return certain
    ? issueOf('warning', 'row.repaired-quotes', rowMessages.repairedQuotes)
    : issueOf('warning', 'row.unclear-quotes', rowMessages.unclearQuotes)
}

const issueOf = (severity: Issue['severity'], rule: string, message: string): Issue => ({
  severity,
  rule,
  message,
  field: null,
  proposal: null,
})

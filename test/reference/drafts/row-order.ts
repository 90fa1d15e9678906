import type { RowStatus } from '../../../src/contract/drafts.ts'
import { groupKey } from './group-issues.ts'
import type { RowState } from './row-state.ts'
import { holdsText } from './draft-view.ts'

export interface RowQuery {
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
}

/** Numbers of the rows that a query selects: errors first, then warnings, then the order of the file. */
export function orderRows(state: RowState, query: RowQuery): number[] {
  const wanted = query.search.trim().toLowerCase()
  const errors: number[] = []
  const warnings: number[] = []
  const others: number[] = []
  for (const row of state.rows) {
    const status = state.statusOf(row)
    if (query.show !== 'all' && status !== query.show) continue
    if (query.group !== null) {
      if (status === 'left-out') continue
      if (!state.issuesOf(row).some((issue) => groupKey(row, issue) === query.group)) continue
    }
    if (wanted !== '' && !holdsText(row, wanted)) continue
    const list = status === 'error' ? errors : status === 'warning' ? warnings : others
    list.push(row.row)
  }
  return [...errors, ...warnings, ...others]
}

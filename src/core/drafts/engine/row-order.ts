import type { RowStatus } from '../../../contract/drafts.ts'
import type { DraftState } from './draft-state.ts'

export interface RowQuery {
  readonly show: 'all' | RowStatus
  /** A key of the draft's issue groups. */
  readonly group: string | null
  readonly search: string
}

/** Numbers of the rows that a query selects: errors first, then warnings, then the order of the file. */
export function orderRows(state: DraftState, query: RowQuery): number[] {
  const wanted = query.search.trim().toLowerCase()
  const errors: number[] = []
  const warnings: number[] = []
  const others: number[] = []
  const found = wanted === '' ? null : state.search.find(wanted)
  for (const position of positionsIn(state, query.group)) {
    const status = state.issues.statusAt(position)
    if (query.show !== 'all' && status !== query.show) continue
    if (found?.[position] === 0) continue
    const list = status === 'error' ? errors : status === 'warning' ? warnings : others
    list.push(state.rows.numberAt(position))
  }
  return [...errors, ...warnings, ...others]
}

/** Positions of the rows with an issue of a group, or of all rows. */
function* positionsIn({ issues, rows }: DraftState, group: string | null): Generator<number> {
  if (group !== null) yield* issues.positionsWith(group)
  else for (let position = 0; position < rows.length; position += 1) yield position
}

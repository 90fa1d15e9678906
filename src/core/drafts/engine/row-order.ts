import type { DraftState } from './draft-state.ts'
import { compareKeys, passes, rowKey, type RowQuery } from './row-query.ts'

/** Numbers of the rows that a query selects, in its order. */
export function orderRows(state: DraftState, query: RowQuery): Uint32Array {
  const { rows } = state
  const selected = selectRows(state, query)
  const { sort } = query
  if (!sort) return sortByStatus(state, selected).map((position) => rows.numberAt(position))
  const { column, descending } = sort
  if (column === 'row') {
    if (descending) selected.reverse()
  } else {
    const keys = new Map(Array.from(selected, (position) => [position, rowKey(state, position, column)]))
    const keyOf = (position: number) => keys.get(position) ?? rowKey(state, position, column)
    selected.sort((a, b) => compareKeys(keyOf(a), keyOf(b), descending) || a - b)
  }
  return selected.map((position) => rows.numberAt(position))
}

/** Positions of the rows that pass a query, ascending. */
function selectRows(state: DraftState, { show, group, search, filters = [] }: RowQuery): Uint32Array {
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? null : state.search.find(wanted)
  const selected = new Uint32Array(state.rows.length)
  let count = 0
  for (const position of positionsIn(state, group)) {
    if (show !== 'all' && state.issues.statusAt(position) !== show) continue
    if (found?.[position] === 0) continue
    if (!filters.every((filter) => passes(state, position, filter))) continue
    selected[count] = position
    count += 1
  }
  return selected.slice(0, count)
}

/** Errors first, then warnings, then the others, each in the order of the file. */
function sortByStatus({ issues }: DraftState, positions: Uint32Array): Uint32Array {
  const ranks = Uint8Array.from(positions, (position) => {
    const status = issues.statusAt(position)
    return status === 'error' ? 0 : status === 'warning' ? 1 : 2
  })
  const next = [0, 0, 0]
  for (const rank of ranks) if (rank < 2) next[rank + 1] = (next[rank + 1] ?? 0) + 1
  next[2] = (next[2] ?? 0) + (next[1] ?? 0)
  const sorted = new Uint32Array(positions.length)
  for (const [at, position] of positions.entries()) {
    const rank = ranks[at] ?? 0
    const to = next[rank] ?? 0
    sorted[to] = position
    next[rank] = to + 1
  }
  return sorted
}

/** Positions of the rows with an issue of a group, or of all rows. */
function* positionsIn({ issues, rows }: DraftState, group: string | null): Generator<number> {
  if (group !== null) yield* issues.positionsWith(group)
  else for (let position = 0; position < rows.length; position += 1) yield position
}

import type { DraftState } from './draft-state.ts'
import { statusCodes } from './row-issues.ts'
import { filterTest, type RowQuery } from './row-query.ts'
import { sortRows } from './row-sort.ts'

/** Numbers of the rows that a query selects, in its order. */
export function orderRows(state: DraftState, query: RowQuery): Uint32Array {
  const { rows } = state
  const selected = selectRows(state, query)
  const { sort } = query
  if (!sort) return numbersOf(rows.numbers, sortByStatus(state, selected))
  return numbersOf(rows.numbers, sortRows(state, selected, sort))
}

function numbersOf(numbers: Uint32Array, positions: Uint32Array): Uint32Array {
  for (let at = 0; at < positions.length; at += 1) positions[at] = numbers[positions[at] ?? 0] ?? 0
  return positions
}

/** Positions of the rows that pass a query, ascending. */
export function selectRows(state: DraftState, { show, group, search, filters = [] }: RowQuery): Uint32Array {
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? null : state.search.find(state.rows, wanted)
  const tests = filters.map((filter) => filterTest(state, filter))
  const { statuses } = state.issues
  const status = show === 'all' ? null : statusCodes[show]
  const selected = new Uint32Array(statuses.length)
  if (group === null && status === null && found === null && tests.length === 0) {
    for (let position = 0; position < selected.length; position += 1) selected[position] = position
    return selected
  }
  let count = 0
  const take = (position: number): void => {
    if (status !== null && statuses[position] !== status) return
    if (found?.[position] === 0 || !tests.every((test) => test(position))) return
    selected[count] = position
    count += 1
  }
  if (group !== null) for (const position of state.issues.positionsWith(group)) take(position)
  else for (let position = 0; position < statuses.length; position += 1) take(position)
  return selected.slice(0, count)
}

/** Errors first, then warnings, then the others, each in the order of the file. */
function sortByStatus({ issues }: DraftState, positions: Uint32Array): Uint32Array {
  const { statuses } = issues
  const sorted = new Uint32Array(positions.length)
  let count = 0
  for (const wanted of [statusCodes.error, statusCodes.warning, statusCodes.ready]) {
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at] ?? 0
      // An excluded row stands where a ready one would.
      if (Math.min(statuses[position] ?? 0, statusCodes.ready) !== wanted) continue
      sorted[count] = position
      count += 1
    }
  }
  return sorted
}

import { addedRowId, isAddedRow, rowPlaceOf } from '../../../contract/row-id.ts'
import { parseName, type OverrideEntry } from '../model/overrides.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { changeLabels, refusals } from './draft-text.ts'
import type { DraftState } from './draft-state.ts'
import { planned, refused, set, type ActionPlan } from './plan-entries.ts'

/** The customer rows of a table, followed by those that the user added by hand, which have no cells in the file. */
export function withAddedRows(records: RowSelection, { added }: Pick<OverrideIndex, 'added'>): RowSelection {
  const numbers = [...added].flatMap(([number, present]) => (present ? [number] : [])).toSorted((a, b) => a - b)
  if (numbers.length === 0) return records
  return records.followedBy(numbers.map(addedRowId))
}

/** Adds blank rows at the end, which the user then fills in like any other. */
export function addRows(state: DraftState, count: number): ActionPlan {
  const last = Math.max(0, ...state.index.added.keys())
  const numbers = Array.from({ length: count }, (_, at) => last + at + 1)
  return planned(
    changeLabels.addedRows(numbers.map(addedRowId)),
    numbers.map((number) => set(state, { kind: 'added', number, present: true })),
  )
}

/** Removes rows that were added by hand. What was typed in them stays for undo. */
export function removeRows(state: DraftState, rows: readonly number[]): ActionPlan {
  const wanted = [...new Set(rows)].filter((row) => isAddedRow(row) && state.rows.positionOf(row) >= 0)
  if (wanted.length === 0) return refused(refusals.notAdded)
  return planned(
    changeLabels.removedRows(wanted),
    wanted.map((row) => set(state, { kind: 'added', number: rowPlaceOf(row).row, present: false })),
  )
}

/** Numbers of the rows that a change adds. */
export function addedRowsOf(entries: readonly OverrideEntry[]): number[] {
  return entries.flatMap(({ name }) => {
    const key = parseName(name)
    return key.kind === 'added' ? [addedRowId(key.number)] : []
  })
}

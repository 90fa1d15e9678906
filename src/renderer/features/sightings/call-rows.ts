import { CallGroup, type GroupCounts } from '../../../contract/call-group.ts'
import type { SightedCar } from '../../../contract/sightings.ts'

/** A line of the call list: the head of a group, or the car with this index. */
export type CallRow =
  | { readonly kind: 'group'; readonly group: CallGroup; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'car'; readonly index: number }

/** The lines of the list: each group that has cars, and below those that are open their cars, which are in the order of the groups. */
export function callRows(
  cars: readonly SightedCar[],
  groups: GroupCounts | null,
  openGroups: readonly CallGroup[],
  shownGroup: (car: SightedCar) => CallGroup,
): readonly CallRow[] {
  const byGroup = Map.groupBy(
    cars.map((car, index) => ({ index, group: shownGroup(car) })),
    ({ group }) => group,
  )
  return CallGroup.options.flatMap((group): readonly CallRow[] => {
    const isOpen = openGroups.includes(group)
    const own = isOpen ? (byGroup.get(group) ?? []) : []
    const count = groups?.[group] ?? 0
    if (count === 0 && own.length === 0) return []
    return [{ kind: 'group', group, count, isOpen }, ...own.map(({ index }) => ({ kind: 'car', index }) as const)]
  })
}

/** The next line that arrows stop at: a car, or a group that is closed. Null: there is none. */
export function nextStop(rows: readonly CallRow[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]
    if (row && (row.kind === 'car' || !row.isOpen)) return at
  }
  return null
}

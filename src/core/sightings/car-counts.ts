import type { CalendarDate } from '../../contract/calendar-date.ts'
import { CallGroup, noGroupCounts, type GroupCounts } from '../../contract/call-group.ts'
import { groupOf, type CallListCar } from './call-list.ts'

/** What the sidebar and the head of the call list count of all cars. */
export interface CarCounts {
  readonly groups: GroupCounts
  /** How many cars were first seen on each day of this PC. */
  readonly firstSeen: Map<CalendarDate, number>
}

export const noCounts = (): CarCounts => ({ groups: noGroupCounts(), firstSeen: new Map() })

/** Adds a car to the counts. */
export function countCar({ groups, firstSeen }: CarCounts, car: CallListCar): void {
  groups[groupOf(car)] += 1
  const day = car.history.firstSeenDay
  if (day !== null) firstSeen.set(day, (firstSeen.get(day) ?? 0) + 1)
}

/** The counts of several lists together. */
export function sumCounts(all: readonly CarCounts[]): CarCounts {
  const sum = noCounts()
  for (const { groups, firstSeen } of all) {
    for (const group of CallGroup.options) sum.groups[group] += groups[group]
    for (const [day, count] of firstSeen) sum.firstSeen.set(day, (sum.firstSeen.get(day) ?? 0) + count)
  }
  return sum
}

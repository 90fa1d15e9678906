import type { CalendarDate } from '../../contract/calendar-date.ts'
import type { SightingSummary } from '../../contract/sightings.ts'
import { SightingView } from '../../contract/sighting-view.ts'
import { isInView, type CallListCar } from './call-list.ts'

/** What the sidebar and the head of the call list count of all cars. */
export interface CarCounts extends Omit<SightingSummary, 'week' | 'lastVisitAt' | 'checkedAt' | 'doNotContact'> {
  /** How many cars were first seen on each day of this PC. */
  readonly firstSeen: Map<CalendarDate, number>
}

export function noCounts(): CarCounts {
  const views = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
  return { views, newToCall: 0, overdue: 0, dueToday: 0, firstSeen: new Map() }
}

/** Adds a car to the counts (`by` 1), or removes what it was counted as (`by` -1). */
export function countCar(counts: CarCounts, car: CallListCar, by: 1 | -1): void {
  let [isNew, isToCall] = [false, false]
  for (const view of SightingView.options) {
    if (!isInView(car, view)) continue
    counts.views[view] += by
    isNew ||= view === 'new'
    isToCall ||= view === 'to-call'
  }
  if (isNew && isToCall) counts.newToCall += by
  if (car.due === 'overdue') counts.overdue += by
  else if (car.due === 'today' || car.due === 'now') counts.dueToday += by
  const day = car.history.firstSeenDay
  if (day !== null) counts.firstSeen.set(day, (counts.firstSeen.get(day) ?? 0) + by)
}

/** The counts of several lists together. */
export function sumCounts(all: readonly CarCounts[]): CarCounts {
  const sum = noCounts()
  for (const { views, newToCall, overdue, dueToday, firstSeen } of all) {
    for (const view of SightingView.options) sum.views[view] += views[view]
    sum.newToCall += newToCall
    sum.overdue += overdue
    sum.dueToday += dueToday
    for (const [day, count] of firstSeen) sum.firstSeen.set(day, (sum.firstSeen.get(day) ?? 0) + count)
  }
  return sum
}

import { addDays, dayOf, localDate } from '../../contract/calendar-date.ts'
import type { CallNote, SightingSummary } from '../../contract/sightings.ts'
import { outcomeKind } from './call-list.ts'

/** Days of the weekly summary, including today. */
export const weekDays = 7

/** The local calendar dates of the last seven days, oldest first. */
export function daysOfWeek(now: Date): string[] {
  return Array.from({ length: weekDays }, (_, index) => addDays(localDate(now), index - (weekDays - 1)))
}

/**
 * Counts per day: spotted cars by the day of their first sighting, the others by call notes. A car that was bought or
 * traded in counts as bought.
 */
export function countWeek(
  days: readonly string[],
  firstSeen: Iterable<string>,
  notes: readonly Pick<CallNote, 'at' | 'outcome'>[],
): SightingSummary['week'] {
  const counts = new Map(days.map((date) => [date, { date, spotted: 0, called: 0, booked: 0, bought: 0 }]))
  for (const at of firstSeen) {
    const day = counts.get(dayOf(at) ?? '')
    if (day) day.spotted += 1
  }
  for (const { at, outcome } of notes) {
    const day = counts.get(dayOf(at) ?? '')
    if (!day) continue
    if (outcomeKind(outcome).isCall) day.called += 1
    if (outcome === 'appraisal_booked') day.booked += 1
    if (outcome === 'bought' || outcome === 'traded_in') day.bought += 1
  }
  return [...counts.values()]
}

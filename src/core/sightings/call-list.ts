import { outcomeKind, type CallNote, type OutcomeCode } from '../../contract/call-note.ts'
import { localDate, type CalendarDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { SightedCar, SightingFilter } from '../../contract/sightings.ts'
import { CallGroup } from '../../contract/call-group.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { instantOnThisPc } from './call-times.ts'
import type { CarHistory } from './car-history.ts'

/** One car of the call list, without what only the screen needs. */
export interface CallListCar {
  readonly scope: ConnectionRegion
  readonly customer: Customer
  readonly history: CarHistory
  readonly callNote: CallNote | null
  readonly isNew: boolean
  readonly hasDropped: boolean
  readonly due: SightedCar['due']
}

/** The owner was spoken to. */
export const reachedOutcomes: ReadonlySet<OutcomeCode> = new Set([
  'call_back',
  'appraisal_booked',
  'offer_made',
  'bought',
  'traded_in',
  'sold_replacement',
  'price_gap',
  'sold_elsewhere',
  'not_interested',
  'no_longer_owner',
])
export const outcomeOf = ({ callNote }: Pick<CallListCar, 'callNote'>): OutcomeCode => callNote?.outcome ?? 'new'

/** Whether there is still something to do: never with a Do Not Contact person. */
export const isOpen = (car: Pick<CallListCar, 'callNote' | 'customer'>): boolean =>
  !car.customer.doNotContact && outcomeKind(outcomeOf(car)).open

/** Deleted by the user, but not at the service yet. */
export const isLeavingList = ({ deleting }: Customer): boolean => deleting?.state === 'pending'

/** Due state of the next action at a time of this PC; `today` is its day. A closed car has no next action. */
export function dueAt(
  now: Date,
  callNote: CallNote | null,
  open: boolean,
  today: CalendarDate = localDate(now),
): SightedCar['due'] {
  if (!open || !callNote?.nextDate) return 'none'
  if (callNote.nextDate !== today) return callNote.nextDate < today ? 'overdue' : 'later'
  const at = instantOnThisPc(callNote.nextDate, callNote.nextTime)
  return at !== null && at.getTime() <= now.getTime() ? 'now' : 'today'
}

/** Where the list has a car. Price drops include cars that were closed because of the price gap. */
export function groupOf(car: CallListCar): CallGroup {
  const { customer, callNote, due, isNew, hasDropped } = car
  if (!isOpen(car))
    return hasDropped && !customer.doNotContact && outcomeOf(car) === 'price_gap' ? 'price-drops' : 'done'
  if (due === 'now') return 'today'
  if (due !== 'none') return due
  if (isNew && callNote === null) return 'new'
  return hasDropped && !wasContactedSinceDrop(car) ? 'price-drops' : 'open'
}

/** The filters other than groups, assignment and search. */
export function matchesFilter(
  { customer, history, callNote }: CallListCar,
  filter: SightingFilter,
  uploadCustomerIds: Pick<ReadonlySet<string>, 'has'> | null,
): boolean {
  if (filter.states.length > 0 && !filter.states.includes(customer.state ?? '')) return false
  if (filter.outcomes.length > 0 && !filter.outcomes.includes(outcomeOf({ callNote }))) return false
  if (filter.people.length > 0 && !(callNote && filter.people.includes(callNote.person?.id ?? ''))) return false
  if (uploadCustomerIds && !uploadCustomerIds.has(customer.id)) return false
  const { price } = history
  if (filter.priceFrom !== null && (price === null || price < filter.priceFrom)) return false
  if (filter.priceTo !== null && (price === null || price > filter.priceTo)) return false
  if (filter.seenFrom === null && filter.seenTo === null) return true
  const seen = history.lastSeenDay ?? ''
  return (filter.seenFrom === null || seen >= filter.seenFrom) && (filter.seenTo === null || seen <= filter.seenTo)
}

/** The order of calls: by group; today those whose time has come first, and of the others those that were never called. */
function callPriority(car: CallListCar): number {
  const group = groupOf(car)
  const isSecond = group === 'today' ? car.due !== 'now' : group === 'open' && car.callNote !== null
  return CallGroup.options.indexOf(group) + (isSecond ? 0.5 : 0)
}

function wasContactedSinceDrop({ callNote, history }: CallListCar): boolean {
  return callNote !== null && history.priceArrivedAt !== null && callNote.at >= history.priceArrivedAt
}

/** By priority; planned calls by their time, all others the last seen first. */
export function sortByCallPriority(cars: readonly CallListCar[]): CallListCar[] {
  const keyed = cars.map((car) => ({ car, rank: callPriority(car), seenMs: car.history.lastSeenMs }))
  keyed.sort((one, other) => {
    if (one.rank !== other.rank) return one.rank - other.rank
    if (one.car.due !== 'none') {
      const [first, second] = [plannedFor(one.car), plannedFor(other.car)]
      if (first !== second) return first < second ? -1 : 1
    }
    return other.seenMs - one.seenMs || compareIds(one.car, other.car)
  })
  return keyed.map(({ car }) => car)
}

/** Makes the order of equal cars always the same. Two connections may have the same ids. */
export function compareIds(one: CallListCar, other: CallListCar): number {
  const [first, second] = [one, other].map(({ customer, scope }) => `${customer.id} ${scopeKey(scope)}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** Without a time, a call is due from the begin of its day. */
const plannedFor = ({ callNote }: CallListCar): string => `${callNote?.nextDate ?? ''} ${callNote?.nextTime ?? ''}`

import type { Customer } from '../../contract/customers.ts'
import {
  outcomes,
  type CallNote,
  type OutcomeCode,
  type OutcomeKind,
  type SightedCar,
  type SightingFilter,
  type SightingView,
} from '../../contract/sightings.ts'
import { timestampMs, type CarHistory } from './car-history.ts'

/** One line of the call list, before what only the screen needs is worked out. */
export interface CallListCar {
  readonly customer: Customer
  readonly history: CarHistory
  readonly callNote: CallNote | null
  readonly isNew: boolean
  readonly hasDropped: boolean
  readonly due: SightedCar['due']
}

const kinds: ReadonlyMap<OutcomeCode, OutcomeKind> = new Map(outcomes.map((kind) => [kind.code, kind]))

/** Every code has its kind: the list in the contract names them all. */
export function outcomeKind(code: OutcomeCode): OutcomeKind {
  const kind = kinds.get(code)
  if (!kind) throw new Error(`There is no outcome ${code}`)
  return kind
}

export const outcomeOf = ({ callNote }: Pick<CallListCar, 'callNote'>): OutcomeCode => callNote?.outcome ?? 'new'

/** There is still something to do. Nothing is, with a person who is not to be contacted. */
export const isOpen = (car: Pick<CallListCar, 'callNote' | 'customer'>): boolean =>
  !car.customer.doNotContact && outcomeKind(outcomeOf(car)).open

/** Whether the next step falls on `today` (YYYY-MM-DD). What is closed has none. */
export function dueOn(today: string, callNote: CallNote | null, open: boolean): SightedCar['due'] {
  if (!open || !callNote?.nextDate) return 'none'
  if (callNote.nextDate < today) return 'overdue'
  return callNote.nextDate === today ? 'today' : 'later'
}

/**
 * Which view shows a car. A fallen price is worth a look again where the two were too far apart, so that price drops show those, too; people who
 * are not to be contacted are in `closed` and `all` alone.
 */
export function isInView(car: CallListCar, view: SightingView): boolean {
  const open = isOpen(car)
  switch (view) {
    case 'to-call':
      return open && car.due !== 'later'
    case 'new':
      return open && car.isNew
    case 'price-drops':
      return car.hasDropped && !car.customer.doNotContact && (open || outcomeOf(car) === 'price_gap')
    case 'open':
      return open
    case 'closed':
      return !open
    case 'all':
      return true
  }
}

/** The filters beside view and search. `localDay` gives the calendar date on this PC of a time. */
export function matchesFilter(
  { customer, history, callNote }: CallListCar,
  filter: SightingFilter,
  localDay: (at: string) => string,
  ofUpload: ReadonlySet<string> | null,
): boolean {
  if (filter.states.length > 0 && !filter.states.includes(customer.state ?? '')) return false
  if (filter.outcomes.length > 0 && !filter.outcomes.includes(outcomeOf({ callNote }))) return false
  if (ofUpload && !ofUpload.has(customer.id)) return false
  const { price } = history
  if (filter.priceFrom !== null && (price === null || price < filter.priceFrom)) return false
  if (filter.priceTo !== null && (price === null || price > filter.priceTo)) return false
  if (filter.seenFrom === null && filter.seenTo === null) return true
  const seen = localDay(history.lastSeenAt)
  return (filter.seenFrom === null || seen >= filter.seenFrom) && (filter.seenTo === null || seen <= filter.seenTo)
}

/** What is called first: overdue, due today, new, cheaper than before, never called, called before. */
function callPriority(car: CallListCar): number {
  if (car.due === 'overdue') return 0
  if (car.due === 'today') return 1
  const isUntouched = car.callNote === null
  if (car.isNew && isUntouched) return 2
  if (car.hasDropped && !wasContactedSinceDrop(car)) return 3
  return isUntouched ? 4 : 5
}

function wasContactedSinceDrop({ callNote, history }: CallListCar): boolean {
  return callNote !== null && history.priceArrivedAt !== null && callNote.at >= history.priceArrivedAt
}

/** In the order in which they are worked; within a rank the longest overdue, else the last seen first. */
export function sortByCallPriority(cars: readonly CallListCar[]): CallListCar[] {
  return sortedBy(cars, callPriority)
}

/** Last seen first. */
export function sortByLastSeen(cars: readonly CallListCar[]): CallListCar[] {
  return sortedBy(cars, () => 9)
}

/** `all` and `closed` are looked through; the others are worked. */
export function sortForView(view: SightingView, cars: readonly CallListCar[]): CallListCar[] {
  return view === 'all' || view === 'closed' ? sortByLastSeen(cars) : sortByCallPriority(cars)
}

function sortedBy(cars: readonly CallListCar[], rank: (car: CallListCar) => number): CallListCar[] {
  const keyed = cars.map((car) => ({ car, rank: rank(car), seenMs: timestampMs(car.history.lastSeenAt) }))
  keyed.sort((one, other) => {
    if (one.rank !== other.rank) return one.rank - other.rank
    if (one.rank === 0) {
      const [first, second] = [one.car.callNote?.nextDate ?? '', other.car.callNote?.nextDate ?? '']
      if (first !== second) return first < second ? -1 : 1
    }
    return other.seenMs - one.seenMs || (one.car.customer.id < other.car.customer.id ? -1 : 1)
  })
  return keyed.map(({ car }) => car)
}

import { daysBetween } from '../../contract/calendar-date.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customer, Sighting } from '../../contract/customers.ts'
import type { SightedCar, SightingFilter } from '../../contract/sightings.ts'
import type { Customers } from '../customers/customers.ts'
import { normaliseForSearch, searchTerms, searchText } from '../customers/cache/search-text.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Clock } from '../ports/clock.ts'
import {
  dueOn,
  sortForView,
  isInView,
  isOpen,
  outcomeKind,
  outcomeOf,
  matchesFilter,
  type CallListCar,
} from './call-list.ts'
import { callingHours } from './calling-hours.ts'
import { carHistory, hasPriceDroppedSince, isNewSince, timestampMs, type CarHistory } from './car-history.ts'
import type { SavedComparisons } from './saved-comparisons.ts'
import type { CallLog } from './call-log.ts'
import { phoneOf } from './phone.ts'
import type { SightingVisits } from './sighting-visits.ts'
import type { SightingNews } from './notification-text.ts'

export interface CallListQueryParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers' | 'syncedAt' | 'idsOfUpload'>
  readonly log: CallLog
  readonly visits: SightingVisits
  readonly comparisons: SavedComparisons
}

/** The sighted cars of a copy, worked out from its records and from what was noted. */
export interface CallListQuery {
  /** All of them, in no order. */
  all(scope: ConnectionRegion): CallListCar[]
  /** Those that a filter finds, in the order in which its view is worked. */
  find(scope: ConnectionRegion, filter: SightingFilter): CallListCar[]
  one(scope: ConnectionRegion, customerId: string): CallListCar | null
  /** A line with all that the screen needs; a person who is not to be contacted comes without a number. */
  shown(scope: ConnectionRegion, car: CallListCar): SightedCar
  /** Writes down what has arrived since the last time, and gives what of it is news: none before the copy was complete once. */
  recordArrivals(scope: ConnectionRegion): SightingNews
  /** What was worked out is of before: a connection begins anew. */
  forget(): void
}

/** What a copy's list was when it was last looked through. */
interface ListSnapshot {
  readonly scope: ConnectionRegion
  readonly sighted: readonly Customer[]
  readonly histories: Map<string, { readonly of: readonly Sighting[]; readonly history: CarHistory }>
}

function isSnapshotOf(snapshot: ListSnapshot | null, scope: ConnectionRegion): snapshot is ListSnapshot {
  return (
    snapshot !== null && snapshot.scope.connectionId === scope.connectionId && snapshot.scope.region === scope.region
  )
}

function isSameList(one: readonly Sighting[], other: readonly Sighting[]): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every((each, at) => {
        const beside = other[at]
        return (
          beside !== undefined &&
          each.at === beside.at &&
          each.listingId === beside.listingId &&
          each.listingPrice === beside.listingPrice &&
          each.listingUrl === beside.listingUrl &&
          each.listingTitle === beside.listingTitle
        )
      }))
  )
}

const noNews: SightingNews = { newTitles: [], dropTitles: [] }

/** The calendar date on this PC of a time as the service writes it. */
export function localDay(at: string): string {
  const ms = timestampMs(at)
  return ms === 0 ? at.slice(0, 10) : localDate(new Date(ms))
}

export function createCallListQuery({ clock, customers, log, visits, comparisons }: CallListQueryParts): CallListQuery {
  // A list is a new object when one of its records changed; its histories are those of before, but for what changed.
  let snapshot: ListSnapshot | null = null
  const texts = new WeakMap<Customer, string>()

  const historyOf = (scope: ConnectionRegion, customer: Customer): CarHistory | null => {
    const ready = isSnapshotOf(snapshot, scope) ? snapshot.histories.get(customer.id) : undefined
    if (ready && isSameList(ready.of, customer.sightings)) return ready.history
    const nowIso = clock.now().toISOString()
    const history = carHistory(
      customer.sightings,
      (sighting) => visits.arrivedAt(scope, customer.id, sighting) ?? nowIso,
    )
    if (history && isSnapshotOf(snapshot, scope))
      snapshot.histories.set(customer.id, { of: customer.sightings, history })
    return history
  }

  const recordArrivals = (scope: ConnectionRegion): SightingNews => {
    const sighted = customers.sightedCustomers(scope)
    const before = isSnapshotOf(snapshot, scope) ? snapshot : null
    const isNews = wasComplete(scope)
    if (before?.sighted === sighted) return noNews
    const histories: ListSnapshot['histories'] = new Map()
    const arrived: { customerId: string; sighting: Sighting }[] = []
    const changed: { customer: Customer; isNew: boolean }[] = []
    for (const customer of sighted) {
      const known = before?.histories.get(customer.id)
      if (known && isSameList(known.of, customer.sightings)) {
        histories.set(customer.id, known)
        continue
      }
      const missing = customer.sightings.filter((each) => visits.arrivedAt(scope, customer.id, each) === null)
      if (missing.length === 0) continue
      changed.push({ customer, isNew: missing.length === customer.sightings.length })
      for (const sighting of missing) arrived.push({ customerId: customer.id, sighting })
    }
    const nowIso = clock.now().toISOString()
    if (arrived.length > 0) visits.addArrivals(scope, arrived, nowIso)
    snapshot = { scope, sighted, histories }
    return isNews ? newsOf(scope, changed, nowIso) : noNews
  }

  /** Whether the copy had been complete once before now: only then is what arrives news. */
  const wasComplete = (scope: ConnectionRegion): boolean => {
    const visit = visits.visit(scope)
    if (!visit.listed && customers.syncedAt(scope.connectionId, scope.region) !== null) {
      visits.setVisit(scope, { ...visit, listed: true })
    }
    return visit.listed
  }

  const newsOf = (
    scope: ConnectionRegion,
    changed: readonly { readonly customer: Customer; readonly isNew: boolean }[],
    nowIso: string,
  ): SightingNews => {
    const newTitles: string[] = []
    const dropTitles: string[] = []
    const latest = log.latest(scope)
    for (const { customer, isNew } of changed) {
      const history = historyOf(scope, customer)
      if (!history || customer.doNotContact || isLeaving(customer)) continue
      const title = customer.vehicleTitle ?? history.sightings[0]?.listingTitle ?? 'a car'
      const outcome = outcomeOf({ callNote: latest.get(customer.id) ?? null })
      if (isNew) newTitles.push(title)
      else if (
        history.priceArrivedAt === nowIso &&
        hasPriceDroppedSince(history, null) &&
        (outcomeKind(outcome).open || outcome === 'price_gap')
      ) {
        dropTitles.push(title)
      }
    }
    return { newTitles, dropTitles }
  }

  const toCallListCar = (
    scope: ConnectionRegion,
    customer: Customer,
    today: string,
    lastVisitAt: string | null,
  ): CallListCar | null => {
    const history = historyOf(scope, customer)
    if (!history || isLeaving(customer)) return null
    const callNote = log.latest(scope).get(customer.id) ?? null
    return {
      customer,
      history,
      callNote,
      isNew: isNewSince(history, lastVisitAt),
      hasDropped: hasPriceDroppedSince(history, lastVisitAt),
      due: dueOn(today, callNote, isOpen({ customer, callNote })),
    }
  }

  const all = (scope: ConnectionRegion): CallListCar[] => {
    const today = localDate(clock.now())
    const { lastVisitAt } = visits.visit(scope)
    const lines: CallListCar[] = []
    for (const customer of customers.sightedCustomers(scope)) {
      const line = toCallListCar(scope, customer, today, lastVisitAt)
      if (line) lines.push(line)
    }
    return lines
  }

  const textOf = (scope: ConnectionRegion, customer: Customer): string => {
    const ready = texts.get(customer)
    if (ready !== undefined) return ready
    const titles = customer.sightings.map(({ listingTitle }) => normaliseForSearch(listingTitle))
    const made = `${searchText(customer, scope.region)} ${[...new Set(titles)].join(' ')}`
    texts.set(customer, made)
    return made
  }

  return {
    all,
    recordArrivals,
    forget: () => void (snapshot = null),

    find(scope, filter) {
      const terms = searchTerms(filter.search)
      const ofUpload = filter.uploadId === null ? null : customers.idsOfUpload(scope, filter.uploadId)
      const found = all(scope).filter(
        (car) =>
          isInView(car, filter.view) &&
          matchesFilter(car, filter, localDay, ofUpload) &&
          matchesTerms(terms, textOf(scope, car.customer), car),
      )
      return sortForView(filter.view, found)
    },

    one(scope, customerId) {
      const customer = customers.sightedCustomers(scope).find(({ id }) => id === customerId)
      return customer ? toCallListCar(scope, customer, localDate(clock.now()), visits.visit(scope).lastVisitAt) : null
    },

    shown(scope, car) {
      const { customer, history, callNote } = car
      const now = clock.now()
      return {
        customer: customer.doNotContact ? withoutNumber(customer) : customer,
        sightings: [...history.sightings],
        firstSeenAt: history.firstSeenAt,
        lastSeenAt: history.lastSeenAt,
        daysSinceFirstSeen: Math.max(0, daysSince(localDay(history.firstSeenAt), localDate(now))),
        listings: history.listings,
        price: history.price,
        earlierPrice: history.earlierPrice,
        isNew: car.isNew,
        hasDropped: car.hasDropped,
        callNote,
        outcome: outcomeOf(car),
        due: car.due,
        callingHours: callingHours(now, customer.state, scope.region),
        phone: customer.doNotContact ? null : phoneOf(mobileOf(customer), scope.region),
        comparison: comparisons.get(scope, customer.id)?.comparison ?? null,
      }
    },
  }
}

/** She has deleted it: it is on its way out. */
const isLeaving = ({ deleting }: Customer): boolean => deleting?.state === 'pending'

/** The number to call: one that she has just put right counts, though it is not at the service yet. */
function mobileOf({ mobileNumber, edits }: Customer): string | null {
  const edit = edits.find(({ field, state }) => field === 'mobileNumber' && state === 'pending')
  return edit ? edit.value : mobileNumber
}

function withoutNumber(customer: Customer): Customer {
  return {
    ...customer,
    mobileNumber: null,
    edits: customer.edits.filter(({ field }) => field !== 'mobileNumber'),
  }
}

function matchesTerms(terms: readonly string[], text: string, { callNote }: CallListCar): boolean {
  if (terms.length === 0) return true
  const noted = callNote === null ? '' : normaliseForSearch(`${callNote.note} ${callNote.nextAction}`)
  return terms.every((term) => text.includes(term) || noted.includes(term))
}

/** 0 when the service wrote a time that has no date. */
function daysSince(from: string, to: string): number {
  const days = daysBetween(from, to)
  return Number.isNaN(days) ? 0 : days
}

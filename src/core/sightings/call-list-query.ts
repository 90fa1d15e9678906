import { dayOf, daysBetween, localDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customers.ts'
import type { SightedCar, SightingFilter } from '../../contract/sightings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { normaliseForSearch, searchTerms, searchText } from '../customers/cache/search-text.ts'
import { currentMobile, withoutHiddenNumbers } from '../customers/contact/hidden-numbers.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import {
  dueOn,
  isInView,
  isLeavingList,
  isOpen,
  matchesFilter,
  outcomeOf,
  sortForView,
  type CallListCar,
} from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { callingHours } from './calling-hours.ts'
import type { CarHistories } from './car-histories.ts'
import { hasPriceDroppedSince, isNewSince } from './car-history.ts'
import { phoneOf } from './phone.ts'
import type { SavedComparisons } from './saved-comparisons.ts'
import type { SightingVisits } from './sighting-visits.ts'

export interface CallListQueryParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers' | 'idsOfUpload'>
  readonly histories: Pick<CarHistories, 'historyOf'>
  readonly log: CallLog
  readonly visits: SightingVisits
  readonly comparisons: SavedComparisons
}

/** The call list of a connection and region, computed from the local cache of customers and the call log. */
export interface CallListQuery {
  /** All cars, unsorted. */
  all(scope: ConnectionRegion): CallListCar[]
  /** The cars that match a filter, sorted for its view. */
  find(scope: ConnectionRegion, filter: SightingFilter): CallListCar[]
  /** The cars of these customers in this order, without those that are no longer in the list. */
  inOrder(scope: ConnectionRegion, customerIds: readonly string[]): CallListCar[]
  get(scope: ConnectionRegion, customerId: string): CallListCar | null
  /** A car with all that the screen shows. A Do Not Contact person has no number. */
  toSightedCar(scope: ConnectionRegion, car: CallListCar): SightedCar
}

export function createCallListQuery(parts: CallListQueryParts): CallListQuery {
  const { clock, customers, histories, log, visits, comparisons } = parts
  const searchTexts = new WeakMap<Customer, string>()

  const toCallListCar = (
    scope: ConnectionRegion,
    customer: Customer,
    today: string,
    lastVisitAt: string | null,
  ): CallListCar | null => {
    const history = histories.historyOf(scope, customer)
    if (!history || isLeavingList(customer)) return null
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
    return customers
      .sightedCustomers(scope)
      .map((customer) => toCallListCar(scope, customer, today, lastVisitAt))
      .filter((car) => car !== null)
  }

  const searchTextOf = (scope: ConnectionRegion, customer: Customer): string => {
    const cached = searchTexts.get(customer)
    if (cached !== undefined) return cached
    const titles = customer.sightings.map(({ listingTitle }) => normaliseForSearch(listingTitle))
    const text = `${searchText(customer, scope.region)} ${[...new Set(titles)].join(' ')}`
    searchTexts.set(customer, text)
    return text
  }

  return {
    all,

    find(scope, filter) {
      const terms = searchTerms(filter.search)
      const uploadCustomerIds = filter.uploadId === null ? null : customers.idsOfUpload(scope, filter.uploadId)
      const found = all(scope).filter(
        (car) =>
          isInView(car, filter.view) &&
          matchesFilter(car, filter, uploadCustomerIds) &&
          matchesTerms(terms, searchTextOf(scope, car.customer), car),
      )
      return sortForView(filter.view, found)
    },

    inOrder(scope, customerIds) {
      const byId = new Map(all(scope).map((car) => [car.customer.id, car]))
      return customerIds.map((customerId) => byId.get(customerId)).filter((car) => car !== undefined)
    },

    get(scope, customerId) {
      const customer = customers.sightedCustomers(scope).find(({ id }) => id === customerId)
      return customer ? toCallListCar(scope, customer, localDate(clock.now()), visits.visit(scope).lastVisitAt) : null
    },

    toSightedCar(scope, car) {
      const { customer, history, callNote } = car
      const now = clock.now()
      return {
        customer: withoutHiddenNumbers(customer, scope.region),
        sightings: [...history.sightings],
        firstSeenAt: history.firstSeenAt,
        lastSeenAt: history.lastSeenAt,
        daysSinceFirstSeen: Math.max(0, daysSince(dayOf(history.firstSeenAt) ?? '', localDate(now))),
        listings: history.listings,
        price: history.price,
        earlierPrice: history.earlierPrice,
        isNew: car.isNew,
        hasDropped: car.hasDropped,
        callNote,
        outcome: outcomeOf(car),
        due: car.due,
        callingHours: callingHours(now, customer.state, scope.region),
        phone: customer.doNotContact ? null : phoneOf(currentMobile(customer), scope.region),
        comparison: comparisons.get(scope, customer.id)?.comparison ?? null,
      }
    },
  }
}

function matchesTerms(terms: readonly string[], text: string, { callNote }: CallListCar): boolean {
  if (terms.length === 0) return true
  const noteText = callNote === null ? '' : normaliseForSearch(`${callNote.note} ${callNote.nextAction}`)
  return terms.every((term) => text.includes(term) || noteText.includes(term))
}

/** 0 when the service wrote a time that has no date. */
function daysSince(from: string, to: string): number {
  const days = daysBetween(from, to)
  return Number.isNaN(days) ? 0 : days
}

import { daysBetween, localDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customers.ts'
import type { CallingHours, SightedCar, SightingFilter } from '../../contract/sightings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { CarCounts } from './car-counts.ts'
import { normaliseForSearch, searchTerms, searchText } from '../customers/record/search-text.ts'
import { currentMobile, withoutHiddenNumbers } from '../customers/contact/hidden-numbers.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import { createCallListCache } from './call-list-cache.ts'
import { isInView, matchesFilter, outcomeOf, type CallListCar } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { chanceOf, pricePosition, sortCars, type RankFacts } from './call-order.ts'
import { callingHours } from './calling-hours.ts'
import type { CallRules } from './call-rules.ts'
import type { CarHistories } from './car-histories.ts'
import { emailOf } from './email-address.ts'
import { phoneOf } from './phone.ts'
import type { SavedComparisons } from './saved-comparisons.ts'
import type { SightingVisits } from './sighting-visits.ts'

export interface CallListQueryParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers' | 'idsOfUpload'>
  readonly histories: Pick<CarHistories, 'historyOf' | 'version'>
  readonly log: CallLog
  readonly visits: SightingVisits
  readonly comparisons: SavedComparisons
  callRules(): CallRules
}

/** The call list of a connection and region, computed from the local cache of customers and the call log. */
export interface CallListQuery {
  /** All cars, unsorted. */
  all(scope: ConnectionRegion): readonly CallListCar[]
  counts(scope: ConnectionRegion): CarCounts
  /** The cars that match a filter, sorted for its view. */
  find(scope: ConnectionRegion, filter: SightingFilter): Steps<CallListCar[]>
  /** The cars of these customers in this order, without those that are no longer in the list. */
  inOrder(scope: ConnectionRegion, customerIds: readonly string[]): CallListCar[]
  get(scope: ConnectionRegion, customerId: string): CallListCar | null
  /** Cars with all that the screen shows. A Do Not Contact person has no number. */
  toSightedCars(scope: ConnectionRegion, cars: readonly CallListCar[]): Steps<SightedCar[]>
}

export function createCallListQuery(parts: CallListQueryParts): CallListQuery {
  const { clock, customers, log, comparisons } = parts
  const listOf = createCallListCache(parts)
  const searchTexts = new WeakMap<Customer, string>()

  const searchTextOf = (scope: ConnectionRegion, customer: Customer): string => {
    const cached = searchTexts.get(customer)
    if (cached !== undefined) return cached
    const titles = customer.sightings.map(({ listingTitle }) => normaliseForSearch(listingTitle))
    const text = `${searchText(customer, scope.region)} ${[...new Set(titles)].join(' ')}`
    searchTexts.set(customer, text)
    return text
  }

  const rankFacts = (scope: ConnectionRegion): RankFacts => {
    const [prices, reached] = [comparisons.marketPrices(scope), log.reached(scope)]
    return {
      marketPrice: (customerId) => prices.get(customerId) ?? null,
      wasReached: (customerId) => reached.has(customerId),
      today: localDate(clock.now()),
    }
  }

  return {
    all: (scope) => listOf(scope).cars,

    counts: (scope) => listOf(scope).counts,

    *find(scope, filter) {
      const terms = searchTerms(filter.search)
      const uploadCustomerIds = filter.uploadId === null ? null : customers.idsOfUpload(scope, filter.uploadId)
      // A copy: a call note in a pause replaces its car in the list.
      const cars = [...listOf(scope).cars]
      yield
      const found: CallListCar[] = []
      for (const [at, car] of cars.entries()) {
        if (at % carsPerStep === 0) yield
        const isFound =
          isInView(car, filter.view) &&
          matchesFilter(car, filter, uploadCustomerIds) &&
          (terms.length === 0 || matchesTerms(terms, searchTextOf(scope, car.customer), car))
        if (isFound) found.push(car)
      }
      yield
      return sortCars(filter.sort, filter.view, found, rankFacts(scope))
    },

    inOrder(scope, customerIds) {
      const { find } = listOf(scope)
      return customerIds.map(find).filter((car) => car !== null)
    },

    get: (scope, customerId) => listOf(scope).find(customerId),

    *toSightedCars(scope, cars) {
      const now = clock.now()
      const facts = rankFacts(scope)
      const hoursByState = new Map<string | null, CallingHours>()
      const shown: SightedCar[] = []
      for (const car of cars) {
        const { customer, history, callNote } = car
        const position = pricePosition(car, facts)
        const hours =
          hoursByState.get(customer.state) ?? callingHours(now, customer.state, scope.region, parts.callRules())
        hoursByState.set(customer.state, hours)
        shown.push({
          customer: withoutHiddenNumbers(customer, scope.region),
          sightings: [...history.sightings],
          firstSeenAt: history.firstSeenAt,
          lastSeenAt: history.lastSeenAt,
          daysSinceFirstSeen: Math.max(0, daysSince(history.firstSeenDay ?? '', facts.today)),
          listings: history.listings,
          price: history.price,
          earlierPrice: history.earlierPrice,
          isNew: car.isNew,
          hasDropped: car.hasDropped,
          callNote,
          outcome: outcomeOf(car),
          due: car.due,
          callingHours: hours,
          phone: customer.doNotContact ? null : phoneOf(currentMobile(customer), scope.region),
          email: customer.doNotContact ? null : emailOf(customer),
          comparison: comparisons.get(scope, customer.id)?.comparison ?? null,
          marketPercent: position === null ? null : Math.round(position * 100),
          chance: chanceOf(car, facts),
        })
        if (shown.length % carsPerPage === 0) yield
      }
      return shown
    },
  }
}

/** Searched in less than a millisecond. */
const carsPerStep = 100
/** Prepared for the screen in less than a millisecond. */
const carsPerPage = 20

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

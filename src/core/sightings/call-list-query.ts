import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile'
import { daysBetween, localDate, addDays } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customer-record.ts'
import { CallGroup, type GroupCounts, noGroupCounts } from '../../contract/call-group.ts'
import type { SightedCar, SightingFilter } from '../../contract/sightings.ts'
import type { CallingHours, Recorder } from '../../contract/call-note.ts'
import { isSameSource } from '../../contract/source-key.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { ConnectionAccess } from '../open-storage.ts'
import { type CarCounts, countCar, noCounts } from './car-counts.ts'
import { normaliseForSearch, searchTerms, searchText } from '../customers/record/search-text.ts'
import { personDigits } from '../customers/contact/do-not-contact.ts'
import { currentMobile, withoutHiddenNumbers } from '../customers/contact/hidden-numbers.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../database/database.ts'
import { assignmentOf, shareTest } from './assignments.ts'
import { groupOf, matchesFilter, outcomeOf, type CallListCar, dueAt, isLeavingList, isOpen } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { chanceOf, pricePosition, sortCars, type RankFacts } from './call-order.ts'
import { callingHours } from './calling-hours.ts'
import type { CallRules } from './call-rules.ts'
import type { CarHistories } from './car-histories.ts'
import { emailOf } from './email-address.ts'
import type { SavedComparisons } from './saved-comparisons.ts'
import type { SightingVisits } from './sighting-visits.ts'
import type { Region } from '../../contract/region.ts'
import { formatPhone } from '../../contract/regional-format.ts'
import { instantOnThisPc } from './call-times.ts'
import { hasPriceDroppedSince, isNewSince } from './car-history.ts'

export interface CallListQueryParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers' | 'idsOfUpload' | 'doNotContact'>
  readonly histories: Pick<CarHistories, 'historyOf' | 'version'>
  readonly log: CallLog
  readonly visits: SightingVisits
  readonly comparisons: SavedComparisons
  readonly connections: Pick<ConnectionAccess, 'active' | 'inUse' | 'known'>
  callRules(): CallRules
  readonly database: Database
  /** Who is working; null: nobody was picked. */
  currentPerson(): Recorder | null
}

/** The call list of connections and regions, computed from the local cache of customers and the call log. */
export type CallListQuery = ReturnType<typeof createCallListQuery>

export interface FoundCars {
  readonly cars: CallListCar[]
  readonly groups: GroupCounts
}

export function createCallListQuery(parts: CallListQueryParts) {
  const { clock, customers, log, comparisons, connections } = parts
  const { list: listOf } = createCallListCache(parts)
  const searchTexts = new WeakMap<Customer, string>()

  const searchTextOf = (scope: ConnectionRegion, customer: Customer): string => {
    const cached = searchTexts.get(customer)
    if (cached !== undefined) return cached
    const titles = customer.sightings.map(({ listingTitle }) => normaliseForSearch(listingTitle))
    const text = `${searchText(customer, scope.region)} ${[...new Set(titles)].join(' ')}`
    searchTexts.set(customer, text)
    return text
  }

  const rankFacts = (): RankFacts => {
    const ofScope = createByScope((scope) => ({
      prices: comparisons.marketPrices(scope),
      reached: log.reached(scope),
    }))
    return {
      marketPrice: (customerId, scope) => ofScope(scope).prices.get(customerId) ?? null,
      wasReached: (customerId, scope) => ofScope(scope).reached.has(customerId),
      today: localDate(clock.now()),
    }
  }

  /** The source of a car: needed where the list shows several, and for a car of another connection than the current one. */
  const sourceReader = (): ((scope: ConnectionRegion) => Pick<SightedCar, 'source'>) => {
    const [sources, active, known] = [connections.inUse(), connections.active(), connections.known()]
    return createByScope((scope) => {
      const isCurrent = active?.id === scope.connectionId && active.region === scope.region
      if (isCurrent && sources.length < 2) return {}
      const { connectionId, region } = scope
      return { source: { connectionId, region, name: known.find((each) => isSameSource(each, scope))?.name ?? '' } }
    })
  }

  /** Where else the number of a customer is marked Do Not Contact. */
  const marksElsewhere = (): ((car: CallListCar) => Pick<SightedCar, 'doNotContactIn'>) => {
    const others = createByScope((scope) =>
      connections.known().filter((each) => !isSameSource(each, scope) && !customers.doNotContact.isEmpty(each)),
    )
    return ({ customer, scope }) => {
      const [elsewhere, mobile] = [others(scope), currentMobile(customer)]
      const digits = mobile === null || elsewhere.length === 0 ? null : personDigits(mobile, scope.region)
      const marked = digits === null ? [] : elsewhere.filter((each) => customers.doNotContact.hasNumber(each, digits))
      return marked.length > 0 ? { doNotContactIn: marked } : {}
    }
  }

  return {
    /** All cars, unsorted. */
    all: (scope: ConnectionRegion): readonly CallListCar[] => listOf(scope).cars,

    counts: (scope: ConnectionRegion): CarCounts => listOf(scope).counts,

    /** The cars of these connections that match a filter, sorted, with the groups of all that match it but for its groups. */
    find(scopes: readonly ConnectionRegion[], filter: SightingFilter): FoundCars {
      const terms = searchTerms(filter.search)
      const found: CallListCar[] = []
      const groups = noGroupCounts()
      const me = parts.currentPerson()
      for (const scope of scopes) {
        if (filter.sources.length > 0 && !filter.sources.some((each) => isSameSource(each, scope))) continue
        const isInShare = shareTest(parts.database, scope, filter.assigned, me)
        const uploadCustomerIds = filter.uploadId === null ? null : customers.idsOfUpload(scope, filter.uploadId)
        for (const car of listOf(scope).cars) {
          const isFound =
            isInShare(car.customer.id) &&
            matchesFilter(car, filter, uploadCustomerIds) &&
            (terms.length === 0 || matchesTerms(terms, searchTextOf(scope, car.customer), car))
          if (!isFound) continue
          const group = groupOf(car)
          groups[group] += 1
          if (filter.groups === null || filter.groups.includes(group)) found.push(car)
        }
      }
      const sorted = sortCars(filter.sort, found, rankFacts())
      if (filter.groups === null) return { cars: sorted, groups }
      const byGroup = Map.groupBy(sorted, groupOf)
      return { cars: CallGroup.options.flatMap((group) => byGroup.get(group) ?? []), groups }
    },

    get: (scope: ConnectionRegion, customerId: string): CallListCar | null => listOf(scope).find(customerId),
    /** The same for many cars, before anything else happens: whether the list is still current is asked once. */
    finder: (scope: ConnectionRegion): ((customerId: string) => CallListCar | null) => listOf(scope).find,

    /** Cars with all that the screen shows. A Do Not Contact person has no number. */
    toSightedCars(cars: readonly CallListCar[]): SightedCar[] {
      const now = clock.now()
      const facts = rankFacts()
      const [sourceOf, elsewhere] = [sourceReader(), marksElsewhere()]
      const rules = parts.callRules()
      const hoursByPlace = new Map<string, CallingHours>()
      return cars.map((car) => {
        const { scope, customer, history, callNote } = car
        const position = pricePosition(car, facts)
        const place = `${scope.region} ${customer.state ?? ''}`
        const hours = hoursByPlace.get(place) ?? callingHours(now, customer.state, scope.region, rules)
        hoursByPlace.set(place, hours)
        return {
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
          group: groupOf(car),
          assignedTo: assignmentOf(parts.database, scope, customer.id),
          callingHours: hours,
          phone: customer.doNotContact ? null : phoneOf(currentMobile(customer), scope.region),
          email: customer.doNotContact ? null : emailOf(customer),
          comparison: comparisons.get(scope, customer.id)?.comparison ?? null,
          marketPercent: position === null ? null : Math.round(position * 100),
          chance: chanceOf(car, facts),
          ...sourceOf(scope),
          ...elsewhere(car),
        }
      })
    },
  }
}

/** Reads each connection and region once. */
function createByScope<T>(read: (scope: ConnectionRegion) => T): (scope: ConnectionRegion) => T {
  const values = new Map<string, T>()
  return (scope) => {
    const key = scopeKey(scope)
    if (!values.has(key)) values.set(key, read(scope))
    return values.get(key) as T
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

const countries: Readonly<Record<Region, CountryCode>> = { au: 'AU', nz: 'NZ', my: 'MY' }

/** A number with fewer digits can't be dialled. */
const minDigits = 6

/**
 * A mobile number as people read it, and as a `tel:` address in E.164 (RFC 3966). A foreign number is shown in
 * international form; a number that can't be parsed is shown unchanged and dialled by its digits. Null when there is
 * nothing to dial. An extension is not dialled: no other program could be relied on to understand it.
 */
export function phoneOf(mobileNumber: string | null, region: Region): SightedCar['phone'] {
  const text = mobileNumber?.trim() ?? ''
  const country = countries[region]
  const parsed = parsePhoneNumberFromString(text, country)
  // A local number without its area code has a possible length, but is not valid here.
  if (parsed?.isPossible() && (parsed.isValid() || /^[+0]/.test(text))) {
    const isHome = parsed.countryCallingCode === callingCodes[region]
    return {
      shown: isHome ? formatPhone(`0${parsed.nationalNumber}`, region) : parsed.formatInternational(),
      tel: `tel:${parsed.number}`,
    }
  }
  const digits = text.replaceAll(/\D/g, '')
  return digits.length < minDigits ? null : { shown: text, tel: `tel:${text.startsWith('+') ? '+' : ''}${digits}` }
}

const callingCodes: Readonly<Record<Region, string>> = { au: '61', nz: '64', my: '60' }

interface CallListCacheParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers'>
  readonly histories: Pick<CarHistories, 'historyOf' | 'version'>
  readonly log: Pick<CallLog, 'latest' | 'version'>
  readonly visits: Pick<SightingVisits, 'visit'>
}

/** The cars of a connection and region. */
interface CallList {
  /** Unsorted. */
  readonly cars: readonly CallListCar[]
  readonly counts: CarCounts
  find(customerId: string): CallListCar | null
}

interface HeldList extends CallList {
  /** What it was computed from besides the customers. Another value of one of them makes it outdated. */
  readonly basis: readonly unknown[]
  /** From when it was computed until a due state changes by itself (ms). */
  readonly fromMs: number
  readonly untilMs: number
}

/** The call list in memory: computed again after a change of customers or notes, a new visit, and when a planned call becomes due. */
function createCallListCache({ clock, customers, histories, log, visits }: CallListCacheParts) {
  /** By the sighted customers, so that those of a removed connection leave the memory. */
  const lists = new WeakMap<readonly Customer[], HeldList>()

  /** When the due state of a car changes within the day. */
  const becomesDueMs = ({ due, callNote }: CallListCar): number =>
    due !== 'today' || !callNote
      ? Infinity
      : (instantOnThisPc(callNote.nextDate, callNote.nextTime)?.getTime() ?? Infinity)

  return {
    list(scope: ConnectionRegion): CallList {
      const now = clock.now()
      const nowMs = now.getTime()
      const sighted = customers.sightedCustomers(scope)
      const { lastVisitAt } = visits.visit(scope)
      const basis = [histories.version(), log.version(), lastVisitAt]
      const held = lists.get(sighted)
      const isCurrent = held && held.basis.every((value, at) => value === basis[at])
      if (isCurrent && nowMs >= held.fromMs && nowMs < held.untilMs) return held
      const [notes, today] = [log.latest(scope), localDate(now)]
      const cars: CallListCar[] = []
      const byId = new Map<string, CallListCar>()
      const counts = noCounts()
      let untilMs = new Date(`${addDays(today, 1)}T00:00:00`).getTime()
      for (const customer of sighted) {
        const history = histories.historyOf(scope, customer)
        if (!history || isLeavingList(customer)) continue
        const callNote = notes.get(customer.id) ?? null
        const isNew = isNewSince(history, lastVisitAt)
        const hasDropped = hasPriceDroppedSince(history, lastVisitAt)
        const due = dueAt(now, callNote, isOpen({ customer, callNote }), today)
        const car = { scope, customer, history, callNote, isNew, hasDropped, due }
        byId.set(customer.id, car)
        cars.push(car)
        countCar(counts, car)
        untilMs = Math.min(untilMs, becomesDueMs(car))
      }
      const list = { cars, counts, find: (id: string) => byId.get(id) ?? null, basis, fromMs: nowMs, untilMs }
      lists.set(sighted, list)
      return list
    },
  }
}

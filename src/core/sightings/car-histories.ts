import type { Customer, Sighting } from '../../contract/customers.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import { isLeavingList, outcomeKind, outcomeOf } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { carHistory, hasPriceDroppedSince, type CarHistory } from './car-history.ts'
import type { SightingNews } from './notification-text.ts'
import type { SightingVisits } from './sighting-visits.ts'
import { untitledCar } from './sightings-text.ts'

export interface CarHistoriesParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers' | 'syncedAt'>
  readonly log: CallLog
  readonly visits: SightingVisits
}

/**
 * The history of each sighted car, computed once per change of its record, and the arrival times that "new" is based
 * on.
 */
export interface CarHistories {
  /** Null for a car that was never sighted. */
  historyOf(scope: ConnectionRegion, customer: Customer): CarHistory | null
  /**
   * Stores the arrival time of sightings that came since the last call, and returns the news among them. No news before
   * the first full sync.
   */
  recordArrivals(scope: ConnectionRegion): SightingNews
  clear(): void
}

/** The sighted customers of the last call of `recordArrivals`, with their histories. */
interface ListSnapshot {
  readonly scope: ConnectionRegion
  readonly sighted: readonly Customer[]
  readonly histories: Map<string, { readonly sightings: readonly Sighting[]; readonly history: CarHistory }>
}

const noNews: SightingNews = { newTitles: [], dropTitles: [] }

export function createCarHistories({ clock, customers, log, visits }: CarHistoriesParts): CarHistories {
  // A changed list is a new object. Histories are reused for the records that did not change.
  let snapshot: ListSnapshot | null = null

  const historyOf = (scope: ConnectionRegion, customer: Customer): CarHistory | null => {
    const cached = isSnapshotOf(snapshot, scope) ? snapshot.histories.get(customer.id) : undefined
    if (cached && areSameSightings(cached.sightings, customer.sightings)) return cached.history
    const nowIso = clock.now().toISOString()
    const history = carHistory(
      customer.sightings,
      (sighting) => visits.arrivedAt(scope, customer.id, sighting) ?? nowIso,
    )
    if (history && isSnapshotOf(snapshot, scope)) {
      snapshot.histories.set(customer.id, { sightings: customer.sightings, history })
    }
    return history
  }

  /** Marks the list as complete after its first full sync. Returns whether it was complete before this call. */
  const wasComplete = (scope: ConnectionRegion): boolean => {
    const visit = visits.visit(scope)
    if (!visit.listed && customers.syncedAt(scope.connectionId, scope.region) !== null) {
      visits.setVisit(scope, { ...visit, listed: true })
    }
    return visit.listed
  }

  const newsAmong = (
    scope: ConnectionRegion,
    changed: readonly { readonly customer: Customer; readonly isNew: boolean }[],
    nowIso: string,
  ): SightingNews => {
    const newTitles: string[] = []
    const dropTitles: string[] = []
    const latest = log.latest(scope)
    for (const { customer, isNew } of changed) {
      const history = historyOf(scope, customer)
      if (!history || customer.doNotContact || isLeavingList(customer)) continue
      const title = customer.vehicleTitle ?? history.sightings[0]?.listingTitle ?? untitledCar
      const outcome = outcomeOf({ callNote: latest.get(customer.id) ?? null })
      const isOfInterest = outcomeKind(outcome).open || outcome === 'price_gap'
      const dropsNow = history.priceArrivedAt === nowIso && hasPriceDroppedSince(history, null)
      if (isNew) newTitles.push(title)
      else if (dropsNow && isOfInterest) dropTitles.push(title)
    }
    return { newTitles, dropTitles }
  }

  return {
    historyOf,
    clear: () => void (snapshot = null),
    recordArrivals(scope) {
      if (visits.correctTimes(scope, clock.now())) snapshot = null
      const sighted = customers.sightedCustomers(scope)
      const before = isSnapshotOf(snapshot, scope) ? snapshot : null
      const isNews = wasComplete(scope)
      if (before?.sighted === sighted) return noNews
      const histories: ListSnapshot['histories'] = new Map()
      const arrived: { customerId: string; sighting: Sighting }[] = []
      const changed: { customer: Customer; isNew: boolean }[] = []
      for (const customer of sighted) {
        const known = before?.histories.get(customer.id)
        if (known && areSameSightings(known.sightings, customer.sightings)) {
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
      return isNews ? newsAmong(scope, changed, nowIso) : noNews
    },
  }
}

function isSnapshotOf(snapshot: ListSnapshot | null, scope: ConnectionRegion): snapshot is ListSnapshot {
  return (
    snapshot !== null && snapshot.scope.connectionId === scope.connectionId && snapshot.scope.region === scope.region
  )
}

function areSameSightings(one: readonly Sighting[], other: readonly Sighting[]): boolean {
  if (one === other) return true
  if (one.length !== other.length) return false
  return one.every((sighting, at) => {
    const counterpart = other[at]
    return (
      counterpart !== undefined &&
      sighting.at === counterpart.at &&
      sighting.listingId === counterpart.listingId &&
      sighting.listingPrice === counterpart.listingPrice &&
      sighting.listingUrl === counterpart.listingUrl &&
      sighting.listingTitle === counterpart.listingTitle
    )
  })
}

import { outcomeKind } from '../../contract/call-note.ts'
import type { Customer, Sighting } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import { isLeavingList, outcomeOf } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { carHistory, hasPriceDroppedSince, type CarHistory } from './car-history.ts'
import type { SightingNews } from './notification-text.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { SightingVisits } from './sighting-visits.ts'
import { untitledCar } from './sightings-text.ts'

export interface CarHistoriesParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedSteps' | 'syncedAt'>
  readonly log: CallLog
  readonly visits: SightingVisits
}

/**
 * The history of each sighted car, computed once per change of its record, and the arrival times that "new" is based
 * on.
 */
export type CarHistories = ReturnType<typeof createCarHistories>

/** The sighted customers of the last call of `recordArrivals` for a connection and region, with their histories. */
interface ListSnapshot {
  readonly sighted: readonly Customer[]
  readonly histories: Map<string, { readonly sightings: readonly Sighting[]; readonly history: CarHistory }>
}

interface ChangedCustomer {
  readonly customer: Customer
  /** All its sightings are new. */
  readonly isNew: boolean
}

/** In about a millisecond. */
const carsPerStep = 100
/** Stored in one transaction. */
const arrivalsPerStep = 100

interface Arrival {
  readonly customerId: string
  readonly sighting: Sighting
}
const byCustomer = (one: Arrival, other: Arrival): number =>
  one.customerId === other.customerId ? 0 : one.customerId < other.customerId ? -1 : 1

const noNews: SightingNews = { newTitles: [], dropTitles: [] }

export function createCarHistories({ clock, customers, log, visits }: CarHistoriesParts) {
  // A changed list is a new object. Histories are reused for the records that did not change.
  const snapshots = new Map<string, ListSnapshot>()
  /** A change of one list leaves the others as they are. */
  const versions = new Map<string, number>()
  let versionOfAll = 0
  const changeVersion = (scope: ConnectionRegion): void =>
    void versions.set(scopeKey(scope), (versions.get(scopeKey(scope)) ?? 0) + 1)
  /** Counts calls of `clear`. */
  let clears = 0

  const historyOf = (scope: ConnectionRegion, customer: Customer): CarHistory | null => {
    const snapshot = snapshots.get(scopeKey(scope))
    const cached = snapshot?.histories.get(customer.id)
    if (cached && areSameSightings(cached.sightings, customer.sightings)) return cached.history
    const nowIso = clock.now().toISOString()
    let isRecorded = true
    const history = carHistory(customer.sightings, (sighting) => {
      const arrivedAt = visits.arrivedAt(scope, customer.id, sighting)
      isRecorded &&= arrivedAt !== null
      return arrivedAt ?? nowIso
    })
    if (history && isRecorded) snapshot?.histories.set(customer.id, { sightings: customer.sightings, history })
    return history
  }

  /** What is new among the changed customers. */
  function* newsAmong(
    scope: ConnectionRegion,
    changed: readonly ChangedCustomer[],
    nowIso: string,
  ): Steps<SightingNews> {
    const newTitles: string[] = []
    const dropTitles: string[] = []
    const latest = log.latest(
      scope,
      changed.map(({ customer }) => customer.id),
    )
    for (const [at, { customer, isNew }] of changed.entries()) {
      if (at % carsPerStep === 0) yield
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

  /** Stores the arrival of what was sighted since `before`. */
  function* recordSighted(
    scope: ConnectionRegion,
    sighted: readonly Customer[],
    nowIso: string,
  ): Steps<readonly ChangedCustomer[]> {
    const before = snapshots.get(scopeKey(scope))
    const histories: ListSnapshot['histories'] = new Map()
    const changed: ChangedCustomer[] = []
    const arrived: Arrival[] = []
    const startedAt = clears
    for (const [at, customer] of sighted.entries()) {
      if (at % carsPerStep === carsPerStep - 1) {
        yield
        // The connection was removed during the pause.
        if (clears !== startedAt) return []
      }
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
    // In the order of their key: else each transaction changes a hundred pages, and moving them into the file takes 50 ms at once.
    const ordered = arrived.toSorted(byCustomer)
    for (let first = 0; first < ordered.length; first += arrivalsPerStep) {
      if (clears !== startedAt) return []
      visits.addArrivals(scope, ordered.slice(first, first + arrivalsPerStep), nowIso)
      yield
    }
    if (clears !== startedAt) return []
    changeVersion(scope)
    snapshots.set(scopeKey(scope), { sighted, histories })
    return changed
  }

  return {
    /** Null for a car that was never sighted. */
    historyOf,
    /** Another number after what `historyOf` returns may have changed for the same record. */
    version: (scope: ConnectionRegion): number => versionOfAll + (versions.get(scopeKey(scope)) ?? 0),
    clear(): void {
      clears += 1
      versionOfAll += 1
      snapshots.clear()
    },
    /**
     * Stores the arrival time of sightings that came since the last call, and returns the news among them. No news before
     * the first full sync. One run at a time.
     */
    *recordArrivals(scope: ConnectionRegion): Steps<SightingNews> {
      if (visits.correctTimes(scope, clock.now())) {
        changeVersion(scope)
        snapshots.delete(scopeKey(scope))
      }
      const startedAt = clears
      const isNews = visits.visit(scope).listed
      const news = { newTitles: [] as string[], dropTitles: [] as string[] }
      const isSynced = (): boolean => customers.syncedAt(scope.connectionId, scope.region) !== null
      for (;;) {
        const isComplete = isSynced()
        const sighted = yield* customers.sightedSteps(scope)
        // The connection was removed during a pause.
        if (clears !== startedAt) return noNews
        if (snapshots.get(scopeKey(scope))?.sighted !== sighted) {
          const nowIso = clock.now().toISOString()
          const changed = yield* recordSighted(scope, sighted, nowIso)
          const found = isNews ? yield* newsAmong(scope, changed, nowIso) : noNews
          news.newTitles.push(...found.newTitles)
          news.dropTitles.push(...found.dropTitles)
          yield* fillHistories(scope, sighted)
          continue
        }
        // The first sync ended during a pause: what comes after it is news.
        if (isSynced() !== isComplete) continue
        const visit = visits.visit(scope)
        // Marked as complete at the end, so that after a kill the rest is not announced as new.
        if (!visit.listed && isComplete) visits.setVisit(scope, { ...visit, listed: true })
        return news
      }
    },
  }

  function* fillHistories(scope: ConnectionRegion, sighted: readonly Customer[]): Steps<void> {
    for (const [at, customer] of sighted.entries()) {
      if (at % carsPerStep === 0) yield
      historyOf(scope, customer)
    }
  }
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

import { outcomeKind } from '../../contract/call-note.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import { isLeavingList, outcomeOf } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { carHistory, hasPriceDroppedSince, type CarHistory } from './car-history.ts'
import type { SightingNews } from './notification-text.ts'
import { runInSlicesWhile } from '../scheduling/in-slices.ts'
import type { SightingVisits } from './sighting-visits.ts'
import { untitledCar } from './sightings-text.ts'

export interface CarHistoriesParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedSteps' | 'sightedCustomers' | 'syncedAt'>
  readonly log: Pick<CallLog, 'latest'>
  readonly visits: SightingVisits
  readonly ended: AbortSignal
}

/** The history of each sighted car, and the arrival times that "new" is based on. */
export type CarHistories = ReturnType<typeof createCarHistories>

const noNews: SightingNews = { newTitles: [], dropTitles: [] }

export function createCarHistories({ clock, customers, log, visits, ended }: CarHistoriesParts) {
  let histories = new WeakMap<Customer, CarHistory>()
  /** The sighted customers of the last call of `recordArrivals`, by connection and region. A changed list is a new object. */
  const recorded = new Map<string, readonly Customer[]>()
  let version = 0
  /** Counts calls of `clear`. */
  let clears = 0

  const historyOf = (scope: ConnectionRegion, customer: Customer): CarHistory | null => {
    const known = histories.get(customer)
    if (known) return known
    const nowIso = clock.now().toISOString()
    let isRecorded = true
    const history = carHistory(customer.sightings, (sighting) => {
      const arrivedAt = visits.arrivedAt(scope, customer.id, sighting)
      isRecorded &&= arrivedAt !== null
      return arrivedAt ?? nowIso
    })
    if (history && isRecorded) histories.set(customer, history)
    return history
  }

  /** Records the arrival of sightings that have none, and returns the news among them. */
  const record = (scope: ConnectionRegion, sighted: readonly Customer[]): SightingNews => {
    const nowIso = clock.now().toISOString()
    const changed = sighted.flatMap((customer) => {
      const missing = customer.sightings.filter((each) => visits.arrivedAt(scope, customer.id, each) === null)
      return missing.length === 0 ? [] : [{ customer, missing }]
    })
    visits.addArrivals(
      scope,
      changed.flatMap(({ customer: { id }, missing }) => missing.map((sighting) => ({ customerId: id, sighting }))),
      nowIso,
    )
    version += 1
    const ids = changed.map(({ customer }) => customer.id)
    const latest = log.latest(scope, ids)
    const news = { newTitles: [] as string[], dropTitles: [] as string[] }
    for (const { customer, missing } of changed) {
      const history = historyOf(scope, customer)
      if (!history || customer.doNotContact || isLeavingList(customer)) continue
      const title = customer.vehicleTitle ?? history.sightings[0]?.listingTitle ?? untitledCar
      const outcome = outcomeOf({ callNote: latest.get(customer.id) ?? null })
      const isOfInterest = outcomeKind(outcome).open || outcome === 'price_gap'
      const dropsNow = history.priceArrivedAt === nowIso && hasPriceDroppedSince(history, null)
      if (missing.length === customer.sightings.length) news.newTitles.push(title)
      else if (dropsNow && isOfInterest) news.dropTitles.push(title)
    }
    return news
  }

  return {
    historyOf,
    /** Another one after each change of a history that is not a change of the customer. */
    version: (): number => version,
    clear(): void {
      clears += 1
      version += 1
      histories = new WeakMap()
      recorded.clear()
    },
    /**
     * Stores the arrival time of sightings that came since the last call, and returns the news among them. No news before
     * the first full sync. One run at a time.
     */
    async recordArrivals(scope: ConnectionRegion): Promise<SightingNews> {
      if (visits.correctTimes(scope, clock.now())) {
        version += 1
        histories = new WeakMap()
      }
      const startedAt = clears
      const read = await runInSlicesWhile(customers.sightedSteps(scope), () => !ended.aborted)
      // The program ended, or the connection was removed, during a pause.
      if (read === null || clears !== startedAt) return noNews
      const sighted = customers.sightedCustomers(scope)
      const visit = visits.visit(scope)
      const isKnown = recorded.get(scopeKey(scope)) === sighted
      const news = isKnown ? noNews : record(scope, sighted)
      recorded.set(scopeKey(scope), sighted)
      const isComplete = customers.syncedAt(scope.connectionId, scope.region) !== null
      // Marked as complete at the end, so that after a kill the rest is not announced as new.
      if (!visit.listed && isComplete) visits.setVisit(scope, { ...visit, listed: true })
      return visit.listed ? news : noNews
    },
  }
}

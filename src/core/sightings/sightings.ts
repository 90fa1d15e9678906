import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { SightingView, type SightedCar, type SightingSummary } from '../../contract/sightings.ts'
import { currentScope, requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { tableFile } from '../export/table-file.ts'
import { fail } from '../failures/failure-error.ts'
import type { Market } from '../market/market.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { createCallListQuery } from './call-list-query.ts'
import { isInView, type CallListCar } from './call-list.ts'
import { createCallLog } from './call-log.ts'
import { createCallRecorder } from './call-recorder.ts'
import { callSheet } from './call-sheet.ts'
import { createCarHistories } from './car-histories.ts'
import { createMarketComparisons } from './market-comparisons.ts'
import { createSavedComparisons } from './saved-comparisons.ts'
import { createSightingMonitor } from './sighting-monitor.ts'
import { createSightingSettings } from './sighting-settings.ts'
import { continueVisit, createSightingVisits } from './sighting-visits.ts'
import { sightingFailures } from './sightings-text.ts'
import { countWeek, daysOfWeek } from './week.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Starts to watch for new sightings. */
  start(): void
  close(): Promise<void>
  /** Removes call notes, visits and comparisons of a connection. */
  forgetConnection(connectionId: string): void
}

export interface SightingsParts {
  readonly customers: Customers
  readonly market: Pick<Market, 'compare'>
  /** Desktop notifications. Null where the host has none: then the window shows them (`sightings.spotted`). */
  readonly notifier: Notifier | null
}

const announceEveryMs = 250
const minuteMs = 60_000

/** The call list: the sightings of every customer's car, with its call log. */
export function createSightings(storage: OpenStorage, { customers, market, notifier }: SightingsParts): Sightings {
  const { database, clock, announcer } = storage
  const log = createCallLog(database)
  const visits = createSightingVisits(database)
  const savedComparisons = createSavedComparisons(database)
  const settings = createSightingSettings(database)
  const histories = createCarHistories({ clock, customers, log, visits })
  const cars = createCallListQuery({ clock, customers, histories, log, visits, comparisons: savedComparisons })
  const recorder = createCallRecorder({ database, clock, customers, log })
  const comparisons = createMarketComparisons(market, savedComparisons, storage.ended)
  const announce = createThrottledAnnouncer(announcer, clock, 'sightings.changed', announceEveryMs, storage.ended)
  customers.onContactAllowed(({ scope, people }) => {
    recorder.reopenCars(scope, people)
    announce(null)
  })
  const monitor = createSightingMonitor(storage, {
    histories,
    customers,
    notifier,
    isWanted: () => settings.get().notify,
    onChange: () => announce(null),
  })

  const activeScope = (): ConnectionRegion => requireScope(storage)
  /** The active scope, with its arrivals recorded; null before the first connection. */
  const updatedScope = (): ConnectionRegion | null => {
    const scope = currentScope(storage)
    if (scope) monitor.recordArrivals(scope)
    return scope
  }
  const requireCar = (scope: ConnectionRegion, customerId: string): CallListCar =>
    cars.get(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)
  const sightedCar = (scope: ConnectionRegion, customerId: string): SightedCar =>
    cars.toSightedCar(scope, requireCar(scope, customerId))
  const announceChange = (scope: ConnectionRegion, customerId: string): SightedCar => {
    announce(customerId)
    return sightedCar(scope, customerId)
  }

  const summaryOf = (scope: ConnectionRegion): SightingSummary => {
    const all = cars.all(scope)
    const count = (view: SightingView): number => all.filter((car) => isInView(car, view)).length
    const days = daysOfWeek(clock.now())
    const from = new Date(`${days[0]}T00:00:00`).toISOString()
    const firstSightings = all.map(({ history }) => history.firstSeenAt)
    return {
      views: Object.fromEntries(SightingView.options.map((view) => [view, count(view)])) as SightingSummary['views'],
      overdue: all.filter(({ due }) => due === 'overdue').length,
      dueToday: all.filter(({ due }) => due === 'today').length,
      week: countWeek(days, firstSightings, log.since(scope, from)),
      lastVisitAt: visits.visit(scope).lastVisitAt,
      checkedAt: customers.syncedAt(scope.connectionId, scope.region),
      doNotContact: customers.doNotContact.count(scope),
    }
  }

  return {
    async summary() {
      const scope = updatedScope()
      return scope ? summaryOf(scope) : emptySummary(clock.now())
    },

    async list({ offset, limit, ...filter }) {
      const scope = updatedScope()
      if (!scope) return { total: 0, cars: [] }
      const found = cars.find(scope, filter)
      const page = found.slice(offset, offset + limit)
      return { total: found.length, cars: page.map((car) => cars.toSightedCar(scope, car)) }
    },

    async cars({ customerIds }) {
      const scope = updatedScope()
      const found = scope ? cars.inOrder(scope, customerIds).map((car) => cars.toSightedCar(scope, car)) : []
      return { cars: found }
    },

    async get({ customerId }) {
      const scope = updatedScope() ?? activeScope()
      return { car: sightedCar(scope, customerId), entries: log.notes(scope, customerId) }
    },

    history: async ({ customerId }) => ({ entries: log.notes(activeScope(), customerId) }),

    async record({ customerId, ...input }) {
      const scope = activeScope()
      recorder.record(scope, requireCar(scope, customerId).customer, input)
      return announceChange(scope, customerId)
    },

    async undoRecord({ customerId }) {
      const scope = activeScope()
      recorder.undoLatest(scope, requireCar(scope, customerId).customer)
      return announceChange(scope, customerId)
    },

    async allowContact({ customerId }) {
      const scope = activeScope()
      const { customer } = requireCar(scope, customerId)
      if (recorder.allowContact(scope, customer)) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async visit() {
      const scope = updatedScope()
      if (!scope) return emptySummary(clock.now())
      visits.setVisit(scope, continueVisit(visits.visit(scope), clock.now()))
      return summaryOf(scope)
    },

    async markSeen() {
      const scope = updatedScope()
      if (!scope) return emptySummary(clock.now())
      const nowIso = clock.now().toISOString()
      visits.setVisit(scope, { ...visits.visit(scope), lastVisitAt: nowIso, activeAt: nowIso })
      announce(null)
      return summaryOf(scope)
    },

    async compare({ customerId, kms, refresh }) {
      const scope = activeScope()
      const car = requireCar(scope, customerId)
      if (await comparisons.compare(scope, car, { kms, refresh })) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async exportSheet({ format, customerIds, ...filter }) {
      const scope = updatedScope() ?? activeScope()
      const listed = customerIds === null ? cars.find(scope, filter) : cars.inOrder(scope, customerIds)
      const found = listed.map((car) => cars.toSightedCar(scope, car))
      return tableFile(callSheet(found, localDate(clock.now())), format)
    },

    settings: async () => settings.get(),

    async setSettings(changes) {
      const saved = settings.set(changes)
      customers.setSyncInterval(saved.checkEveryMinutes * minuteMs)
      announce(null)
      return saved
    },

    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const repository of [log, visits, savedComparisons]) repository.forgetConnection(connectionId)
      })
      histories.clear()
      monitor.forgetConnection(connectionId)
      announce(null)
    },

    start() {
      customers.setSyncInterval(settings.get().checkEveryMinutes * minuteMs)
      monitor.start()
    },

    close: () => monitor.close(),
  }
}

/** Before the first connection. */
function emptySummary(now: Date): SightingSummary {
  const views = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
  const week = countWeek(daysOfWeek(now), [], [])
  return { views, overdue: 0, dueToday: 0, week, lastVisitAt: null, checkedAt: null, doNotContact: 0 }
}

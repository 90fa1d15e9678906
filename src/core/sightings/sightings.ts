import type { ConnectionRegion } from '../connections/connection-region.ts'
import { randomUUID } from 'node:crypto'
import { customers as customersContract } from '../../contract/customers.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import {
  SightingView,
  type CallNote,
  type MarketComparison,
  type SightedCar,
  type SightingSummary,
} from '../../contract/sightings.ts'
import { currentScope, requireScope } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { personDigits } from '../customers/cache/do-not-contact.ts'
import { tableFile } from '../export/table-file.ts'
import { fail } from '../failures/failure-error.ts'
import type { Market } from '../market/market.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { isInView, outcomeKind, type CallListCar } from './call-list.ts'
import { callSheet } from './call-sheet.ts'
import { checkEntry } from './check-entry.ts'
import { createSavedComparisons } from './saved-comparisons.ts'
import { createCallLog, type ContactChange } from './call-log.ts'
import { createCallListQuery, localDay } from './call-list-query.ts'
import { createSightingSettings } from './sighting-settings.ts'
import { createSightingVisits, continueVisit } from './sighting-visits.ts'
import { createSightingMonitor } from './sighting-monitor.ts'
import { countWeek, daysOfWeek } from './week.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Begins to watch for cars that are seen for sale. */
  start(): void
  close(): Promise<void>
  /** Removes all that was noted for a connection's cars. */
  forgetConnection(connectionId: string): void
}

export interface SightingsParts {
  readonly customers: Customers
  readonly market: Pick<Market, 'compare'>
  /** Notices of the desktop; null where the host has none: then the window is told (`sightings.spotted`). */
  readonly notifier: Notifier | null
}

const announceEveryMs = 250
const minuteMs = 60_000

/** Every customer's sightings as one call list, with what was noted about each car. */
export function createSightings(storage: OpenStorage, { customers, market, notifier }: SightingsParts): Sightings {
  const { database, clock, announcer } = storage
  const log = createCallLog(database)
  const visits = createSightingVisits(database)
  const comparisons = createSavedComparisons(database)
  const settings = createSightingSettings(database)
  const cars = createCallListQuery({ clock, customers, log, visits, comparisons })
  const announce = createThrottledAnnouncer(announcer, clock, 'sightings.changed', announceEveryMs, storage.ended)
  const watch = createSightingMonitor(storage, {
    cars,
    customers,
    notifier,
    isWanted: () => settings.get().notify,
    changed: () => announce(null),
  })
  /** Comparisons that are being worked out: asked for twice, one is made. */
  const comparing = new Map<string, Promise<MarketComparison>>()

  const active = (): ConnectionRegion => requireScope(storage)
  /** The copy in use, with its arrivals written down; null before the first connection. */
  const upToDate = (): ConnectionRegion | null => {
    const scope = currentScope(storage)
    if (scope) watch.look(scope)
    return scope
  }
  const known = (scope: ConnectionRegion, customerId: string): CallListCar =>
    cars.one(scope, customerId) ??
    fail('not-found', 'This car is not in your list any more.', {
      kept: 'What was noted about it is kept.',
      next: 'Nothing more is to be done.',
    })
  const shownNow = (scope: ConnectionRegion, customerId: string): SightedCar =>
    cars.shown(scope, known(scope, customerId))

  const summaryOf = (scope: ConnectionRegion): SightingSummary => {
    const lines = cars.all(scope)
    const count = (view: SightingView): number => lines.filter((line) => isInView(line, view)).length
    const days = daysOfWeek(clock.now())
    const from = new Date(`${days[0]}T00:00:00`).toISOString()
    return {
      views: Object.fromEntries(SightingView.options.map((view) => [view, count(view)])) as SightingSummary['views'],
      overdue: lines.filter(({ due }) => due === 'overdue').length,
      dueToday: lines.filter(({ due }) => due === 'today').length,
      week: countWeek(
        days,
        lines.map(({ history }) => history.firstSeenAt),
        log.since(scope, from),
        localDay,
      ),
      lastVisitAt: visits.visit(scope).lastVisitAt,
      checkedAt: customers.syncedAt(scope.connectionId, scope.region),
      doNotContact: customers.doNotContact.count(scope),
    }
  }

  /** Everybody in the copy who has the mobile of this one: the mobile is the person. */
  const samePerson = async (scope: ConnectionRegion, customer: CallListCar['customer'], signal: AbortSignal) => {
    const digits = customer.mobileNumber === null ? null : personDigits(customer.mobileNumber, scope.region)
    if (digits === null) return [customer]
    const { customers: found } = await customers.list(
      // The end of the number is there however it is written.
      customersContract.list.input.parse({ search: digits.slice(-8), offset: 0, limit: 500 }),
      signal,
    )
    const others = found.filter(
      ({ id, mobileNumber }) =>
        id !== customer.id && mobileNumber !== null && personDigits(mobileNumber, scope.region) === digits,
    )
    return [customer, ...others]
  }

  const note = (
    scope: ConnectionRegion,
    customerId: string,
    entry: Omit<CallNote, 'id' | 'at'>,
    contact: ContactChange,
    changeContact: () => void,
  ): SightedCar => {
    database.transaction(() => {
      const logged = { ...entry, id: randomUUID(), at: clock.now().toISOString() }
      log.append(scope, customerId, { entry: logged, contact })
      changeContact()
    })
    if (contact !== null) customers.notifyDoNotContact(scope)
    announce(customerId)
    return shownNow(scope, customerId)
  }

  const allow = (scope: ConnectionRegion, people: readonly CallListCar['customer'][]): void => {
    for (const person of people) customers.doNotContact.remove(scope, person)
  }
  const forbid = (scope: ConnectionRegion, customer: CallListCar['customer']): void =>
    customers.doNotContact.add(scope, customer, clock.now().toISOString())

  return {
    async summary() {
      const scope = upToDate()
      return scope ? summaryOf(scope) : nothingYet(clock.now())
    },

    async list({ offset, limit, ...filter }) {
      const scope = upToDate()
      if (!scope) return { total: 0, cars: [] }
      const found = cars.find(scope, filter)
      return { total: found.length, cars: found.slice(offset, offset + limit).map((car) => cars.shown(scope, car)) }
    },

    async get({ customerId }) {
      const scope = upToDate() ?? active()
      return { car: shownNow(scope, customerId), entries: log.entries(scope, customerId) }
    },

    async record({ customerId, ...given }) {
      const scope = active()
      const { customer } = known(scope, customerId)
      const entry = checkEntry(given, localDate(clock.now()))
      if (customer.doNotContact && outcomeKind(entry.outcome).isCall) {
        fail('conflict', 'This person is not to be contacted, so no call is noted.', {
          kept: 'Nothing was noted.',
          next: 'If the person asked for it, allow contact again first.',
        })
      }
      const forbids = entry.outcome === 'do_not_contact' && !customer.doNotContact
      return note(scope, customerId, entry, forbids ? 'forbidden' : null, () => {
        if (forbids) forbid(scope, customer)
      })
    },

    async undoRecord({ customerId }, signal) {
      const scope = active()
      const { customer } = known(scope, customerId)
      const people = await samePerson(scope, customer, signal)
      const undone = database.transaction(() => {
        const taken = log.undoLatest(scope, customerId, clock.now().toISOString())
        if (taken?.contact === 'forbidden') allow(scope, people)
        if (taken?.contact === 'allowed') forbid(scope, customer)
        return taken
      })
      if (!undone) fail('not-found', 'There is nothing to take back: nothing was noted about this car.')
      if (undone.contact !== null) customers.notifyDoNotContact(scope)
      announce(customerId)
      return shownNow(scope, customerId)
    },

    async allowContact({ customerId }, signal) {
      const scope = active()
      const { customer } = known(scope, customerId)
      if (!customer.doNotContact) return shownNow(scope, customerId)
      const people = await samePerson(scope, customer, signal)
      const entry = {
        outcome: 'new',
        note: 'May be contacted again.',
        nextAction: '',
        nextDate: null,
        amount: null,
      } as const
      return note(scope, customerId, entry, 'allowed', () => {
        allow(scope, people)
        // The person's other cars were closed for the same reason.
        for (const { id } of people) {
          if (id === customerId || log.latest(scope).get(id)?.outcome !== 'do_not_contact') continue
          const also = { ...entry, id: randomUUID(), at: clock.now().toISOString() }
          log.append(scope, id, { entry: also, contact: null })
        }
      })
    },

    async visit() {
      const scope = upToDate()
      if (!scope) return nothingYet(clock.now())
      visits.setVisit(
        scope,
        continueVisit(visits.visit(scope), clock.now(), (one, other) => localDate(one) === localDate(other)),
      )
      return summaryOf(scope)
    },

    async markSeen() {
      const scope = upToDate()
      if (!scope) return nothingYet(clock.now())
      const nowIso = clock.now().toISOString()
      visits.setVisit(scope, { ...visits.visit(scope), lastVisitAt: nowIso, activeAt: nowIso })
      announce(null)
      return summaryOf(scope)
    },

    async compare({ customerId, kms, refresh }) {
      const scope = active()
      const { customer, history } = known(scope, customerId)
      const kept = comparisons.get(scope, customerId)
      const asked = {
        vin: customer.vin,
        rego: customer.rego,
        state: customer.state,
        price: history.price,
        kms: kms ?? kept?.kms ?? null,
      }
      const isSame = kept !== null && kept.price === asked.price && kept.kms === asked.kms
      if (!refresh && isSame) return shownNow(scope, customerId)
      const key = `${scope.region} ${scope.connectionId} ${customerId} ${asked.price} ${asked.kms}`
      // Not the caller's signal: it may have been paid for by the time she has failNotFound elsewhere.
      const inFlight = comparing.get(key) ?? market.compare(scope, asked, { refresh, signal: storage.ended })
      comparing.set(key, inFlight)
      try {
        const comparison = await inFlight
        comparisons.keep(scope, customerId, { comparison, price: asked.price, kms: asked.kms })
      } finally {
        comparing.delete(key)
      }
      announce(customerId)
      return shownNow(scope, customerId)
    },

    async exportSheet({ format, ...filter }) {
      const scope = upToDate() ?? active()
      const found = cars.find(scope, filter).map((car) => cars.shown(scope, car))
      return tableFile(callSheet(found, localDate(clock.now()), localDay), format)
    },

    settings: async () => settings.get(),

    async setSettings(changes) {
      const kept = settings.set(changes)
      customers.setSyncInterval(kept.checkEveryMinutes * minuteMs)
      announce(null)
      return kept
    },

    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const kept of [log, visits, comparisons]) kept.forgetConnection(connectionId)
      })
      cars.forget()
      watch.forgetConnection(connectionId)
      announce(null)
    },

    start() {
      customers.setSyncInterval(settings.get().checkEveryMinutes * minuteMs)
      watch.start()
    },

    close: () => watch.close(),
  }
}

/** Before the first connection. */
function nothingYet(now: Date): SightingSummary {
  const views = { 'to-call': 0, new: 0, 'price-drops': 0, open: 0, closed: 0, all: 0 }
  const week = countWeek(daysOfWeek(now), [], [], localDay)
  return { views, overdue: 0, dueToday: 0, week, lastVisitAt: null, checkedAt: null, doNotContact: 0 }
}

import { addDays, localDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Clock } from '../ports/clock.ts'
import { countCar, noCounts, type CarCounts } from './car-counts.ts'
import { dueAt, isLeavingList, isOpen, type CallListCar } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { instantOnThisPc } from './call-times.ts'
import type { CarHistories } from './car-histories.ts'
import { hasPriceDroppedSince, isNewSince, type CarHistory } from './car-history.ts'
import type { SightingVisits } from './sighting-visits.ts'

export interface CallListCacheParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers'>
  readonly histories: Pick<CarHistories, 'historyOf' | 'version'>
  readonly log: Pick<CallLog, 'latest' | 'onChanged'>
  readonly visits: Pick<SightingVisits, 'visit'>
}

/** The cars of a connection and region. */
export interface CallList {
  /** Unsorted. */
  readonly cars: readonly CallListCar[]
  readonly counts: CarCounts
  find(customerId: string): CallListCar | null
}

/** What a list was computed from. Another value of one of them makes it outdated, except for call notes. */
interface Basis {
  readonly sighted: readonly Customer[]
  readonly version: number
  readonly lastVisitAt: string | null
}

interface HeldList extends Basis {
  readonly cars: CallListCar[]
  readonly places: ReadonlyMap<string, number>
  readonly counts: CarCounts
  /** Until when no due state changes by itself, from when it was computed (ms). */
  readonly fromMs: number
  untilMs: number
}

/**
 * The call list in memory. A call note changes its car only; all is computed again after a change of the customers, a new visit, and when
 * a planned call becomes due.
 */
export function createCallListCache(parts: CallListCacheParts) {
  const { clock, customers, histories, log, visits } = parts
  const lists = new Map<string, HeldList>()
  const changedIds = new Map<string, Set<string>>()
  log.onChanged((scope, ids) => {
    if (scope === null) return lists.clear()
    const changed = changedIds.get(scopeKey(scope)) ?? new Set()
    changedIds.set(scopeKey(scope), changed)
    for (const id of ids) changed.add(id)
  })

  /** `ids`: of the cars that are read; absent: of all. */
  const createReader = (scope: ConnectionRegion, now: Date, lastVisitAt: string | null, ids?: readonly string[]) => {
    const [notes, today] = [log.latest(scope, ids), localDate(now)]
    return (customer: Customer, history: CarHistory): CallListCar => {
      const callNote = notes.get(customer.id) ?? null
      return {
        scope,
        customer,
        history,
        callNote,
        isNew: isNewSince(history, lastVisitAt),
        hasDropped: hasPriceDroppedSince(history, lastVisitAt),
        due: dueAt(now, callNote, isOpen({ customer, callNote }), today),
      }
    }
  }
  /** When the due state of a car changes within the day. */
  const becomesDueMs = ({ due, callNote }: CallListCar): number =>
    due !== 'today' || !callNote
      ? Infinity
      : (instantOnThisPc(callNote.nextDate, callNote.nextTime)?.getTime() ?? Infinity)

  const compute = (scope: ConnectionRegion, now: Date, basis: Basis): HeldList => {
    const toCar = createReader(scope, now, basis.lastVisitAt)
    const cars: CallListCar[] = []
    const places = new Map<string, number>()
    const counts = noCounts()
    let untilMs = new Date(`${addDays(localDate(now), 1)}T00:00:00`).getTime()
    for (const customer of basis.sighted) {
      const history = histories.historyOf(scope, customer)
      if (!history || isLeavingList(customer)) continue
      const car = toCar(customer, history)
      places.set(customer.id, cars.length)
      cars.push(car)
      countCar(counts, car, 1)
      untilMs = Math.min(untilMs, becomesDueMs(car))
    }
    return { ...basis, cars, places, counts, fromMs: now.getTime(), untilMs }
  }

  const update = (scope: ConnectionRegion, now: Date, list: HeldList, ids: readonly string[]): void => {
    const toCar = createReader(scope, now, list.lastVisitAt, ids)
    for (const id of ids) {
      const place = list.places.get(id)
      const before = place === undefined ? undefined : list.cars[place]
      if (place === undefined || !before) continue
      const car = toCar(before.customer, before.history)
      list.cars[place] = car
      countCar(list.counts, before, -1)
      countCar(list.counts, car, 1)
      list.untilMs = Math.min(list.untilMs, becomesDueMs(car))
    }
  }

  const basisOf = (scope: ConnectionRegion): Basis => ({
    sighted: customers.sightedCustomers(scope),
    version: histories.version(scope),
    lastVisitAt: visits.visit(scope).lastVisitAt,
  })
  /** Null: there is none, or it is outdated. */
  const currentList = (key: string, now: Date, basis: Basis): HeldList | null => {
    const held = lists.get(key)
    const isCurrent =
      held !== undefined &&
      held.sighted === basis.sighted &&
      held.version === basis.version &&
      held.lastVisitAt === basis.lastVisitAt &&
      now.getTime() >= held.fromMs &&
      now.getTime() < held.untilMs
    return isCurrent ? held : null
  }

  return {
    list(scope: ConnectionRegion): CallList {
      const key = scopeKey(scope)
      const now = clock.now()
      const basis = basisOf(scope)
      const held = currentList(key, now, basis)
      const list = held ?? compute(scope, now, basis)
      const changed = changedIds.get(key)
      if (held && changed) update(scope, now, held, [...changed])
      changedIds.delete(key)
      lists.set(key, list)
      const { cars, counts, places } = list
      return { cars, counts, find: (customerId) => cars[places.get(customerId) ?? -1] ?? null }
    },
  }
}

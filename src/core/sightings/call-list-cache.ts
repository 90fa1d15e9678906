import { addDays, localDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Clock } from '../ports/clock.ts'
import { countCar, noCounts, type CarCounts } from './car-counts.ts'
import { dueAt, isLeavingList, isOpen, type CallListCar } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { instantOnThisPc } from './call-times.ts'
import type { CarHistories } from './car-histories.ts'
import { hasPriceDroppedSince, isNewSince } from './car-history.ts'
import type { SightingVisits } from './sighting-visits.ts'

export interface CallListCacheParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'sightedCustomers'>
  readonly histories: Pick<CarHistories, 'historyOf' | 'version'>
  readonly log: Pick<CallLog, 'latest' | 'version'>
  readonly visits: Pick<SightingVisits, 'visit'>
}

/** The cars of a connection and region. */
export interface CallList {
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
export function createCallListCache({ clock, customers, histories, log, visits }: CallListCacheParts) {
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

import { afterEach, beforeEach } from 'vitest'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import type { Sighting } from '../../../../src/contract/customer-record.ts'
import { SightingFilter, type SightedCar } from '../../../../src/contract/sightings.ts'
import type { MarketComparison } from '../../../../src/contract/market-comparison.ts'
import type { CarToCompare } from '../../../../src/core/market/market.ts'
import type { SystemNotification } from '../../../../src/core/ports/notifier.ts'
import { createPeople, type People } from '../../../../src/core/people/people.ts'
import { createSightings, type Sightings } from '../../../../src/core/sightings/sightings.ts'
import { makeCustomersBench, remote, signal, type CustomersBench } from '../customers/customers-bench.ts'

export const dayMs = 86_400_000

export const comparison = (median: number): MarketComparison => ({
  state: 'ready',
  vehicleId: 'v1',
  title: '2019 Toyota RAV4 GXL',
  median,
  rank: 3,
  of: 12,
  sampleSize: 11,
  daysChecked: 60,
  adjustedPrice: null,
  words: `The median is $${median}.`,
  at: '2026-11-20T22:00:00.000Z',
})

const emptyNote = { note: '', nextAction: '', nextDate: null, nextTime: null, amount: null }

export interface SightingsBench {
  readonly desk: CustomersBench
  readonly sightings: Sightings
  readonly notices: SystemNotification[]
  readonly people: People
  /** What the market was asked to compare. */
  readonly requests: { car: CarToCompare; refresh: boolean }[]
  /** The market's answer. */
  answer: () => Promise<MarketComparison>
  /** Closes the sightings and creates them again on the same database. */
  restart(): Promise<void>
  nowIso(aheadMs?: number): string
  inDays(days: number): string
  /** Puts a customer with these sightings into the service. */
  seen(id: string, list: readonly Sighting[], more?: Parameters<typeof remote>[1]): void
  list(given?: Partial<SightingFilter>): ReturnType<Sightings['list']>
  ids(given?: Partial<SightingFilter>): Promise<string[]>
  car(customerId: string): Promise<SightedCar>
  record(
    customerId: string,
    outcome: Parameters<Sightings['record']>[0]['outcome'],
    more?: Partial<Parameters<Sightings['record']>[0]>,
  ): Promise<SightedCar>
  /** Syncs with the service, and lets everything that follows happen. */
  synced(): Promise<void>
}

/** Sightings over the customers' bench, new for each test of the file. */
export function useSightingsBench(): SightingsBench {
  let desk: CustomersBench
  let sightings: Sightings
  let notices: SystemNotification[]
  let requests: { car: CarToCompare; refresh: boolean }[]
  let answer: () => Promise<MarketComparison>
  let people: People

  const make = (): Sightings =>
    createSightings(desk.bench.storage, {
      customers: desk.customers(),
      market: {
        compare: (_scope, car, { refresh }) => {
          requests.push({ car, refresh })
          return answer()
        },
      },
      people,
      notifier: { show: (notice) => void notices.push(notice) },
    })

  beforeEach(async () => {
    desk = makeCustomersBench()
    notices = []
    requests = []
    answer = async () => comparison(30_000)
    people = createPeople(desk.bench.storage)
    sightings = make()
    // Tests move the clock by days, and each sync costs CPU.
    await sightings.setSettings({ checkEveryMinutes: 120 }, signal)
    desk.customers().start()
    sightings.start()
  })
  afterEach(async () => {
    await sightings.close()
    await desk.close()
  })

  const nowIso = (aheadMs = 0): string => new Date(desk.bench.clock.now().getTime() + aheadMs).toISOString()
  const list = async (given: Partial<SightingFilter> = {}) =>
    sightings.list({ ...SightingFilter.parse({ ...given }), offset: 0, limit: 200 }, signal)

  return {
    get desk() {
      return desk
    },
    get sightings() {
      return sightings
    },
    get people() {
      return people
    },
    get notices() {
      return notices
    },
    get requests() {
      return requests
    },
    get answer() {
      return answer
    },
    set answer(next) {
      answer = next
    },
    async restart() {
      await sightings.close()
      sightings = make()
    },
    nowIso,
    inDays: (days) => localDate(new Date(desk.bench.clock.now().getTime() + days * dayMs)),
    seen: (id, sightingsOfCar, more = {}) =>
      desk.service.put(
        remote(id, {
          clientName: `Client ${id}`,
          mobileNumber: '0491570006',
          state: 'NSW',
          rego: `R${id}`,
          vehicleTitle: `Car ${id}`,
          saleDate: '2022-03-14',
          sightings: sightingsOfCar,
          lastUpdated: nowIso(),
          ...more,
        }),
      ),
    list,
    ids: async (given) => (await list(given)).cars.map(({ customer }) => customer.id),
    car: async (customerId) => (await sightings.get({ customerId }, signal)).car,
    record: (customerId, outcome, more = {}) =>
      sightings.record({ ...emptyNote, ...more, customerId, outcome }, signal),
    async synced() {
      await desk.synced()
      await desk.bench.clock.advance(2_000)
    },
  }
}

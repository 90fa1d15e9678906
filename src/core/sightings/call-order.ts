import { dateParts, daysBetween, parseDate, type CalendarDate } from '../../contract/calendar-date.ts'
import type { SightingSort } from '../../contract/sighting-sort.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { compareIds, isOpen, sortByCallPriority, type CallListCar } from './call-list.ts'

/** What a car is ranked by besides its own record. */
export interface RankFacts {
  /** The market price of the car from its saved comparison; null: not compared. */
  marketPrice(customerId: string, scope: ConnectionRegion): number | null
  /** The owner was spoken to before. */
  wasReached(customerId: string, scope: ConnectionRegion): boolean
  /** YYYY-MM-DD on this PC. */
  readonly today: CalendarDate
}

/** Asking price as a share of the market price: 1 is the market. Null without a price or a comparison. */
export function pricePosition({ customer, history, scope }: CallListCar, { marketPrice }: RankFacts): number | null {
  const market = marketPrice(customer.id, scope)
  return history.price === null || market === null || market <= 0 ? null : history.price / market
}

const chancePoints = {
  seen: 30,
  price: 30,
  /** Of `price`, while the car is not compared. */
  unknownPrice: 15,
  perYear: 4,
  mostYears: 5,
  reached: 20,
} as const
/** At this share above the market price, no points are left. */
const dearest = 0.3

/** How likely a call is worth it, 0 to 100, as `sightingSorts` explains it. */
export function chanceOf(car: CallListCar, facts: RankFacts): number {
  if (!isOpen(car)) return 0
  const days = daysBetween(car.history.lastSeenDay ?? '', facts.today)
  const seen = Number.isNaN(days) ? 0 : Math.max(0, chancePoints.seen - Math.max(0, days))
  const position = pricePosition(car, facts)
  const price =
    position === null
      ? chancePoints.unknownPrice
      : chancePoints.price * Math.min(1, Math.max(0, 1 - (position - 1) / dearest))
  const years = Math.min(chancePoints.mostYears, yearsOwned(car.customer.saleDate, facts.today))
  const reached = facts.wasReached(car.customer.id, car.scope) ? chancePoints.reached : 0
  return Math.round(seen + price + years * chancePoints.perYear + reached)
}

/** Whole years from the sale to today; 0 without a valid date. */
function yearsOwned(saleDate: string | null, today: CalendarDate): number {
  const sold = saleDate === null ? null : parseDate(saleDate)
  if (sold === null) return 0
  const [from, to] = [dateParts(sold), dateParts(today)]
  const isBeforeDay = today.slice(5) < sold.slice(5)
  return Math.max(0, to.year - from.year - (isBeforeDay ? 1 : 0))
}

/** The cars in the chosen order. Equal ones: the newest first, then by id, so that the order is always the same. */
export function sortCars(sort: SightingSort, cars: readonly CallListCar[], facts: RankFacts): CallListCar[] {
  switch (sort) {
    case 'suggested':
      return sortByCallPriority(cars)
    case 'due':
      return sortedBy(cars, dueKey)
    case 'newest':
      return sortedBy(cars, () => 0)
    case 'price-position':
      return sortedBy(cars, (car) => pricePosition(car, facts) ?? Infinity)
    case 'best-chance':
      return sortedBy(cars, (car) => (isOpen(car) ? -chanceOf(car, facts) : 1))
  }
}

/** A date alone is before each time of that day. Cars without a next action are last. */
const dueKey = ({ due, callNote }: CallListCar): string =>
  due === 'none' ? '~' : `${callNote?.nextDate ?? ''} ${callNote?.nextTime ?? ''}`

function sortedBy(cars: readonly CallListCar[], key: (car: CallListCar) => string | number): CallListCar[] {
  const keyed = cars.map((car) => ({ car, key: key(car), listedMs: car.history.firstSeenMs }))
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1
    return other.listedMs - one.listedMs || compareIds(one.car, other.car)
  })
  return keyed.map(({ car }) => car)
}

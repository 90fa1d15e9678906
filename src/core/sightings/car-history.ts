import { dayOf, type CalendarDate } from '../../contract/calendar-date.ts'
import type { Sighting } from '../../contract/customer-record.ts'

/**
 * All sightings of one customer's car. Times are as the service wrote them; `arrived` times are of this PC (ISO 8601,
 * UTC).
 */
export interface CarHistory {
  /** Newest first. */
  readonly sightings: readonly Sighting[]
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  /** The same as `timestampMs` and as days of this PC: lists are sorted and counted by them. */
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  readonly firstSeenDay: CalendarDate | null
  readonly lastSeenDay: CalendarDate | null
  /** Distinct listings (by listing ID). */
  readonly listings: number
  readonly price: number | null
  /** The previous, different price; null when the price never changed. */
  readonly earlierPrice: number | null
  /** When the car first appeared in the list of this PC. */
  readonly arrivedAt: string
  /** When the current price first arrived on this PC; null without a price. */
  readonly priceArrivedAt: string | null
}

/**
 * A sighting has no ID (interface, part 2), so listing, time and price identify it. The key is stored: its form must
 * not change.
 */
export function sightingKey({ at, listingId, listingPrice }: Sighting): string {
  return `${at} ${listingId} ${listingPrice ?? ''}`
}

/**
 * Groups the sightings of a car. A repeat at the same price is no price change; a sighting without a price is ignored
 * for the price. `arrivedAt` gives when a sighting arrived on this PC. Null for a car that was never sighted.
 */
export function carHistory(
  sightings: readonly Sighting[],
  arrivedAt: (sighting: Sighting) => string,
): CarHistory | null {
  const inOrder = sightings.toSorted((one, other) => timestampMs(one.at) - timestampMs(other.at))
  const [first] = inOrder
  const last = inOrder.at(-1)
  if (!first || !last) return null
  let price: number | null = null
  let earlierPrice: number | null = null
  let priceArrivedAt: string | null = null
  for (const sighting of inOrder) {
    if (sighting.listingPrice === null || sighting.listingPrice === price) continue
    earlierPrice = price
    price = sighting.listingPrice
    priceArrivedAt = arrivedAt(sighting)
  }
  return {
    sightings: inOrder.toReversed(),
    firstSeenAt: first.at,
    lastSeenAt: last.at,
    firstSeenMs: timestampMs(first.at),
    lastSeenMs: timestampMs(last.at),
    firstSeenDay: dayOf(first.at),
    lastSeenDay: dayOf(last.at),
    listings: new Set(inOrder.map(({ listingId }) => listingId)).size,
    price,
    earlierPrice,
    arrivedAt: inOrder.map(arrivedAt).reduce((earliest, at) => (at < earliest ? at : earliest)),
    priceArrivedAt,
  }
}

/** Whether the car appeared after the visit. Without a visit (null) every car is new. */
export function isNewSince({ arrivedAt }: CarHistory, visitAt: string | null): boolean {
  return visitAt === null || arrivedAt > visitAt
}

/** Whether the price dropped after the visit. */
export function hasPriceDroppedSince(
  { price, earlierPrice, priceArrivedAt }: CarHistory,
  visitAt: string | null,
): boolean {
  if (price === null || earlierPrice === null || price >= earlierPrice) return false
  return visitAt === null || (priceArrivedAt !== null && priceArrivedAt > visitAt)
}

/** Milliseconds of a time as the service writes it; an unreadable time is 0, the oldest. */
function timestampMs(at: string): number {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? 0 : ms
}

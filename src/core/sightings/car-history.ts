import type { Sighting } from '../../contract/customers.ts'

/** All sightings of one customer's car, taken together. Times are as the service wrote them, `arrived` times are of this PC (ISO 8601, UTC). */
export interface CarHistory {
  /** Newest first. */
  readonly sightings: readonly Sighting[]
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  /** Distinct listings (by listing ID). */
  readonly listings: number
  readonly price: number | null
  /** The last price before it that was another; null when the price never changed. */
  readonly earlierPrice: number | null
  /** When the car was first in the list of this PC. */
  readonly arrivedAt: string
  /** When the price was first seen to be what it is now; null without a price. */
  readonly priceArrivedAt: string | null
}

/** A sighting has no id of its own (interface, part 2): a listing at a time and a price is one. */
export function sightingKey({ at, listingId, listingPrice }: Sighting): string {
  return `${at} ${listingId} ${listingPrice ?? ''}`
}

/**
 * Groups the sightings of a car. A repeat at the same price is no change; a sighting without a price says nothing about it. `arrivedAt` gives when
 * a sighting was first seen on this PC. Null for a car that was never seen.
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
    listings: new Set(inOrder.map(({ listingId }) => listingId)).size,
    price,
    earlierPrice,
    arrivedAt: inOrder.map(arrivedAt).reduce((earliest, at) => (at < earliest ? at : earliest)),
    priceArrivedAt,
  }
}

/** First in the list since then. Null: she has not been here yet, so that all of it is new. */
export function isNewSince({ arrivedAt }: CarHistory, visitAt: string | null): boolean {
  return visitAt === null || arrivedAt > visitAt
}

/** Costs less than before, and that was not known then. */
export function hasPriceDroppedSince(
  { price, earlierPrice, priceArrivedAt }: CarHistory,
  visitAt: string | null,
): boolean {
  if (price === null || earlierPrice === null || price >= earlierPrice) return false
  return visitAt === null || (priceArrivedAt !== null && priceArrivedAt > visitAt)
}

/** Milliseconds of a time as the service writes it; one that cannot be read is the oldest. */
export function timestampMs(at: string): number {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? 0 : ms
}
